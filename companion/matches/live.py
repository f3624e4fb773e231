"""Following matches: which version each of them has, and that there is a new one. Never what is in it.

:func:`told` is called after every append, :func:`people_changed` when somebody may have lost sight of a match. Both
wake the streams of this process at once and those of others through Redis, where there is one; ``watch.py`` looks
into the log for what does not arrive that way.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import F

from companion.accounts.models import User
from companion.matches import seats
from companion.matches.models import Match
from companion.matches.watch import PEOPLE, WATCH, Reader
from companion.problems import FieldError, unreadable

MATCHES = 100
"""So many matches on one stream at the most."""


def told(match_id: UUID, version: int) -> None:
    """That version N of a match exists, once the transaction (if there is one) has been committed."""
    transaction.on_commit(lambda: _tell(match_id, version))


def people_changed(match_id: UUID) -> None:
    """Somebody may have lost sight of the match: open streams ask again who may see it."""
    Match.objects.filter(id=match_id).update(people=F("people") + 1)
    transaction.on_commit(lambda: _tell(match_id, PEOPLE))


def _tell(match_id: UUID, version: int) -> None:
    WATCH.hear_from_thread(match_id, version)
    if settings.REDIS_URL:
        from companion.matches import wire

        wire.publish(match_id, version)


def read_vector(words: str, where: str) -> dict[UUID, int]:
    """``ID@N,ID@N``. Raises ``Problem`` ``unreadable``."""
    pairs = words.split(",")
    vector = dict(_pair(word.strip(), where) for word in pairs)
    if len(vector) > MATCHES:
        raise _unreadable(f"A stream follows {MATCHES} matches at the most, not {len(vector)}.", where)
    return vector


def _pair(word: str, where: str) -> tuple[UUID, int]:
    name, _, number = word.partition("@")
    try:
        match_id = UUID(name)
    except ValueError:
        match_id = None
    if match_id is None or str(match_id) != name.lower() or not (number.isascii() and number.isdigit()):
        raise _unreadable(f"{where} is ID@N,ID@N: {word[:80]!r} is no id of a match and a version.", where)
    if len(number) > 9:
        raise _unreadable(f"{where}: {number[:20]} is no version.", where)
    return match_id, int(number)


def _unreadable(message: str, where: str) -> Exception:
    return unreadable(message, FieldError(path=where, message=message))


def write_vector(vector: Mapping[UUID, int]) -> str:
    """``ID@N,ID@N``, the same matches always in the same order."""
    return ",".join(f"{match_id}@{version}" for match_id, version in sorted(vector.items()))


def follow(user: User, after: Mapping[UUID, int]) -> Reader:
    """Who will be told of those matches that they may see. Raises ``Problem`` ``not_found`` when there is none."""
    found = Match.objects.filter(seats.visible_to(user), id__in=list(after)).values_list("id", "version", "people")
    reader = Reader(person=user.id)
    for match_id, version, people in found:
        # Who has seen more than there is has seen another log: tell them what there is.
        reader.known[match_id] = after[match_id] if after[match_id] <= version else 0
        reader.people[match_id] = people
        reader.tell(match_id, version)
    if not reader.known:
        raise seats.no_such_match()
    for match_id in set(after) - set(reader.known):
        reader.lose(match_id)
    return reader


def take_text(reader: Reader) -> str:
    """What a reader has not been told yet, as server-sent events; nothing when there is nothing."""
    news, lost = reader.take()
    id_ = write_vector(reader.known)
    gone = _event(id_, {"matches": sorted(map(str, lost))}, "gone") if lost else ""
    return gone + (_event(id_, {str(key): version for key, version in sorted(news.items())}) if news else "")


def _event(id_: str, data: dict[str, Any], name: str = "") -> str:
    lines = ([f"event: {name}"] if name else []) + [f"id: {id_}", f"data: {msgspec.json.encode(data).decode()}"]
    return "\n".join(lines) + "\n\n"
