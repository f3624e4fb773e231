"""How a list is spread: copies by kind, cost, faction, Force, tier …, and its points, entry by entry. Pure."""

from typing import Any

import msgspec

from games.catalogue import Catalogue
from games.lists import CardList
from games.registry import game_named


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """So many copies of one value. A value of ``null`` is one that is not known."""

    value: int | str | bool | None
    copies: int


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """Copies by one field of their cards, in the order of its values, the unknown last."""

    field: str
    steps: tuple[Step, ...]
    without: int
    """Copies of cards that have no such field at all, and of entries that no card stands behind."""


class EntryPoints(msgspec.Struct, frozen=True, kw_only=True):
    """What one entry costs; ``null``: not known."""

    code: str | None
    name: str
    section: str
    count: int
    points: int | None


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """Totals, points and curves of a list."""

    totals: dict[str, int]
    points: tuple[EntryPoints, ...] | None
    """Where lists of the game are built to points."""

    unknown_points: int
    """Copies whose points are not known: they are in no sum."""

    curves: tuple[Curve, ...]


MISSING: Any = object()


def spread(content: CardList, catalogue: Catalogue) -> Spread:
    """What a list adds up to, and how."""
    game = game_named(content.game)
    points = _points(content, catalogue)
    return Spread(
        totals=game.totals(content, catalogue),
        points=points,
        unknown_points=sum(one.count for one in points or () if one.points is None),
        curves=tuple(_curve(content, catalogue, field) for field in game.curves),
    )


def _points(content: CardList, catalogue: Catalogue) -> tuple[EntryPoints, ...] | None:
    cost = game_named(content.game).points
    if cost is None:
        return None
    return tuple(
        EntryPoints(
            code=entry.code,
            name=entry.name,
            section=entry.section,
            count=entry.count,
            points=cost(entry, catalogue.by_code[entry.code]) if entry.code in catalogue.by_code else None,
        )
        for entry in content.entries
    )


def _curve(content: CardList, catalogue: Catalogue, field: str) -> Curve:
    copies: dict[Any, int] = {}
    without = 0
    for entry in content.entries:
        card = catalogue.by_code.get(entry.code or "")
        value = getattr(card, field, MISSING)
        if value is MISSING:
            without += entry.count
        else:
            copies[value] = copies.get(value, 0) + entry.count
    steps = sorted(copies.items(), key=lambda one: (one[0] is None, isinstance(one[0], str), one[0] or 0))
    return Curve(field=field, steps=tuple(Step(value=value, copies=n) for value, n in steps), without=without)
