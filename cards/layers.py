"""An edition with sets of one's own over it, as one typed catalogue. Pure; merging.py brings the sets."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from cards.card_shapes import left_open, shapes_of
from games.catalogue import CardSet, Catalogue, Unreadable
from games.decider import Game
from games.faults import fault_of


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
    kind = values.get("kind")
    missing = left_open(game, kind) if isinstance(kind, str) and kind in shapes_of(game) else {}
    try:
        return msgspec.convert({**missing, **values, "code": code}, game.card)
    except msgspec.ValidationError as error:
        fault = fault_of(error)
        raise Unreadable(file, f"{code}: {fault.message}", path=fault.path) from None
