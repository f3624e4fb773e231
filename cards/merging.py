"""One typed catalogue out of an edition and a person's own sets: what legality, search and print look at."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any
from uuid import UUID

import msgspec

from cards import sets as own_sets
from cards.set_models import OwnSet, SetCard
from companion.accounts.models import User
from companion.problems import FieldError, unreadable
from games.catalogue import CardSet, Catalogue, Unreadable
from games.decider import Game
from games.registry import catalogue_of, game_named

MOST_SETS = 20
MOST_CACHED = 32


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """A set as the merge sees it. Values are a card's JSON without its code."""

    prefix: str
    name: str
    note: str = ""
    cards: dict[str, dict[str, Any]] = {}
    """Code -> values of the set's own cards, in their order."""

    overrides: dict[str, dict[str, Any]] = {}
    """Code of a built-in card -> those of its values that are other here; objects inside are filled in."""

    removed: dict[str, str] = {}
    """Code -> last name of the set's removed cards."""

    @property
    def digest(self) -> bytes:
        """A hash of exactly this content."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).digest()


def hash_of(edition: Catalogue, layers: Sequence[Layer]) -> str:
    """The hash of the merged data; that of the edition where no set is merged into it."""
    if not layers:
        return edition.hash
    return hashlib.sha256(edition.hash.encode() + b"".join(layer.digest for layer in layers)).hexdigest()


def merge(game: Game, edition: Catalogue, layers: Sequence[Layer]) -> Catalogue:
    """The edition with the sets behind it, in their order; where two override one value, the later does.

    Raises :class:`Unreadable` where a value is none of the game's, or two sets have one prefix.
    """
    if not layers:
        return edition
    taken = {one.code for one in edition.sets}
    for layer in layers:
        if layer.prefix in taken:
            raise Unreadable(layer.name, f"two sets have the code {layer.prefix!r}; one of them has to be left out")
        taken.add(layer.prefix)
    own = tuple(typed(game, layer.name, code, values) for layer in layers for code, values in layer.cards.items())
    return msgspec.structs.replace(
        edition,
        hash=hash_of(edition, layers),
        sets=(*edition.sets, *(CardSet(code=one.prefix, name=one.name, origin="own", note=one.note) for one in layers)),
        cards=(*(overridden(game, card, layers) for card in edition.cards), *own),
        removed={code: name for layer in layers for code, name in layer.removed.items()},
    )


def overridden(game: Game, card: Any, layers: Iterable[Layer]) -> Any:
    """A built-in card as the sets know it. Raises :class:`Unreadable`."""
    found = tuple(layer for layer in layers if card.code in layer.overrides)
    if not found:
        return card
    values = without_unknown(msgspec.to_builtins(card))
    for layer in found:
        values = filled(values, layer.overrides[card.code])
    return typed(game, found[-1].name, card.code, values)


def without_unknown(values: dict[str, Any]) -> dict[str, Any]:
    """Values without those that are null, inside as well."""
    return {
        key: without_unknown(value) if isinstance(value, dict) else value
        for key, value in values.items()
        if value is not None
    }


def filled(values: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """``values`` with ``other`` over them, object by object."""
    merged = dict(values)
    for key, value in other.items():
        before = merged.get(key)
        merged[key] = filled(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged


def typed(game: Game, file: str, code: str, values: dict[str, Any]) -> Any:
    """Values as a card of the game. Raises :class:`Unreadable`, naming the set and the card."""
    try:
        return msgspec.convert({**values, "code": code}, game.card)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        raise Unreadable(file, f"{code}: {message}", path=path.rstrip("`") or "$") from None


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
