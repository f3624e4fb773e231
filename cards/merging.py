"""One typed catalogue out of an edition and a person's own sets: what legality, search and print look at."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any
from uuid import UUID

import msgspec

from cards import sets as own_sets
from cards.layers import Layer, merge
from cards.set_models import OwnSet, SetCard
from companion.accounts.models import User
from companion.problems import FieldError, unreadable
from games.catalogue import Catalogue, Unreadable
from games.registry import catalogue_of, game_named

MOST_SETS = 20
MOST_CACHED = 32


Key = tuple[str, tuple[tuple[UUID, int], ...]]
_cached: OrderedDict[Key, Catalogue] = OrderedDict()
"""Hash of the edition, sets with their revisions -> what they are together. Each write makes a new revision."""

_lock = Lock()


def merged(game: str, edition: str | None, sets: Sequence[UUID], user: User | None) -> Catalogue:
    """One catalogue of an edition and of sets that ``user`` may see (``None``: public ones), with its own data hash.

    Raises UnknownGame; ``Problem`` ``not_found`` for a set that is not there for this person, ``unreadable`` for sets
    that do not go together.
    """
    found = own_sets.access_sets(user, sets)
    return merged_of(game, edition, found)


def merged_of(game: str, edition: str | None, sets: Sequence[OwnSet]) -> Catalogue:
    """As :func:`merged`, of sets that were looked up, and allowed, before."""
    printed = catalogue_of(game, edition)
    if not sets:
        return printed
    if len(sets) > MOST_SETS:
        raise _odd(f"At most {MOST_SETS} sets go together; these are {len(sets)}.")
    for one in sets:
        if one.game != game:
            raise _odd(f"{one.name} is a set of {one.game}, not of {game}.")
    key = (printed.hash, tuple((one.id, one.revision) for one in sets))
    with _lock:
        if key in _cached:
            _cached.move_to_end(key)
            return _cached[key]
    try:
        catalogue = merge(game_named(game), printed, layers_of(sets, printed))
    except Unreadable as error:
        raise _odd(f"{error.file}: {error.message}") from None
    with _lock:
        _cached[key] = catalogue
        while len(_cached) > MOST_CACHED:
            _cached.popitem(last=False)
    return catalogue


def _odd(message: str) -> Exception:
    return unreadable(message, FieldError(path="$.sets", message=message))


def layers_of(sets: Sequence[OwnSet], printed: Catalogue) -> tuple[Layer, ...]:
    """The sets as layers, read in one question; overrides of cards that the edition has not are left out."""
    rows: dict[UUID, list[SetCard]] = {one.id: [] for one in sets}
    for row in SetCard.objects.filter(set__in=sets).order_by("set", "number", "code"):
        rows[row.set_id].append(row)
    return tuple(_layer(one, rows[one.id], printed) for one in sets)


def _layer(own: OwnSet, rows: Iterable[SetCard], printed: Catalogue) -> Layer:
    cards: dict[str, dict[str, Any]] = {}
    overrides: dict[str, dict[str, Any]] = {}
    removed: dict[str, str] = {}
    for row in rows:
        if row.removed is not None:
            removed[row.code] = row.name
        elif not row.code.startswith(f"{own.prefix}-"):
            if row.code in printed.by_code:
                overrides[row.code] = msgspec.json.decode(row.values)
        else:
            cards[row.code] = msgspec.json.decode(row.values)
    return Layer(prefix=own.prefix, name=own.name, note=own.note, cards=cards, overrides=overrides, removed=removed)
