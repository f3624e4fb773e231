"""Everything of a person in one file, and back. Restoring adds what is not there yet; it changes and deletes nothing.

Lists come back with every revision, its time and its name, as new private lists that remember which ones they were.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from msgspec import Meta

from cards import archived_lists
from cards.archived_lists import ArchivedList, ArchivedRevision
from cards.list_models import ListRevision, OwnedCard, PlayerList
from cards.zip_files import Unpacked
from companion.accounts.models import User
from companion.accounts.parts import PARTS
from companion.problems import FieldError, unreadable
from games.registry import GAMES

FORMAT = "companion-archive"
HEAD = "companion.json"
COLLECTION = "collection.json"
MOST_OF_A_FILE = 2 * 1024 * 1024
OWN_FILES = frozenset({"lists", "collection"})
"""Parts of the export that have files of their own here, which are read back."""

LIST_FILE = re.compile(r"^lists/([0-9a-f-]{36})/list\.json$")


class ArchiveHead(msgspec.Struct, frozen=True, kw_only=True):
    """What the file is."""

    format: str
    version: int
    created: datetime


class ArchivedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the collection."""

    game: Annotated[str, Meta(max_length=40)]
    code: Annotated[str, Meta(max_length=14)]
    name: Annotated[str, Meta(max_length=200)]
    copies: Annotated[int, Meta(ge=1, le=9_999)]


class Skipped(msgspec.Struct, frozen=True, kw_only=True):
    """A list of the archive that was not restored, and why."""

    id: UUID
    why: str


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What came back."""

    lists: int
    revisions: int
    collection: int
    skipped: tuple[Skipped, ...]


def files_of(user: User) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file of a person's archive."""
    yield HEAD, _json(ArchiveHead(format=FORMAT, version=1, created=timezone.now()))
    for list_id in list(PlayerList.objects.filter(owner=user).order_by("created", "id").values_list("id", flat=True)):
        yield from archived_lists.files_of(list_id)
    owned = OwnedCard.objects.filter(owner=user).order_by("game", "code").values("game", "code", "name", "copies")
    yield COLLECTION, _json([dict(row) for row in owned])
    encoder = DjangoJSONEncoder(ensure_ascii=False, indent=1)
    for name, part in PARTS.items():
        if name not in OWN_FILES:
            yield f"kept/{name}.json", encoder.encode(import_string(part)(user)).encode()


def restore(user: User, archive: Unpacked) -> Restored:
    """All or nothing of it. Raises ``Problem``: ``unreadable`` with the file and the path, ``too_large``."""
    head = take_file(archive, HEAD, ArchiveHead)
    if (head.format, head.version) != (FORMAT, 1):
        raise unreadable(f"This is no archive of version 1: {head.format[:40]!r}.", FieldError(path=HEAD, message="?"))
    ids = [UUID(found[1]) for name in archive.names if (found := LIST_FILE.match(name))]
    with transaction.atomic():
        made: dict[UUID, PlayerList] = {}
        parents: dict[UUID, UUID] = {}
        skipped = []
        for list_id in ids:
            if why := _why_not(user, list_id, archive):
                skipped.append(Skipped(id=list_id, why=why))
                continue
            listed = take_file(archive, f"lists/{list_id}/list.json", ArchivedList)
            made[list_id] = archived_lists.restore(user, list_id, listed, _revisions(archive, list_id, listed.head))
            if listed.parent:
                parents[list_id] = listed.parent
        archived_lists.join_parents(user, made, parents)
        cards = _restore_collection(user, archive)
    revisions = ListRevision.objects.filter(list__in=[saved.pk for saved in made.values()]).count()
    return Restored(lists=len(made), revisions=revisions, collection=cards, skipped=tuple(skipped))


def _why_not(user: User, list_id: UUID, archive: Unpacked) -> str:
    own = PlayerList.objects.filter(owner=user)
    if own.filter(id=list_id).exists() or own.filter(origin=list_id).exists():
        return "You have this list."
    game = take_file(archive, f"lists/{list_id}/list.json", ArchivedList).game
    return "" if game in GAMES else f"The game {game[:40]!r} is not here."


def _revisions(archive: Unpacked, list_id: UUID, head: int) -> Iterator[ArchivedRevision]:
    for number in range(1, head + 1):
        name = f"lists/{list_id}/revisions/{number:06}.json"
        revision = take_file(archive, name, ArchivedRevision)
        if revision.number != number:
            raise unreadable("It has another number than its name.", FieldError(path=name, message="$.number"))
        yield revision


def _restore_collection(user: User, archive: Unpacked) -> int:
    if COLLECTION not in archive.names:
        return 0
    found: list[ArchivedCard] = take_file(archive, COLLECTION, list[ArchivedCard])
    known = [one for one in found if one.game in GAMES]
    there = set(OwnedCard.objects.filter(owner=user).values_list("game", "code"))
    rows = {(one.game, one.code): one for one in known if (one.game, one.code) not in there}
    OwnedCard.objects.bulk_create(
        [OwnedCard(owner=user, game=one.game, code=one.code, name=one.name, copies=one.copies) for one in rows.values()]
    )
    return len(rows)


def take_file(archive: Unpacked, name: str, shape: Any) -> Any:
    """A file of the archive as ``shape``. Raises ``Problem`` with the file's name and the path."""
    data = archive.read(name, MOST_OF_A_FILE)
    try:
        return msgspec.json.decode(data, type=shape)
    except RecursionError:
        message, path = "It is nested too deeply.", ""
    except (msgspec.MsgspecError, UnicodeError) as error:
        message, _, path = str(error).partition(" - at `")
    raise unreadable(f"{name}: {message}", FieldError(path=f"{name}: {path.rstrip('`') or '$'}", message=message))


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)
