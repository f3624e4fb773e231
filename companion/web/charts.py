"""Curves over the versions of a match: the score where the game counts one, and what its pieces have left."""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.matches import event_log, reading
from companion.matches.models import Match
from games import log
from games.decider import Decider

WIDTH, HEIGHT = 600, 120
MOST_POINTS = 300


class Line(NamedTuple):
    """One seat's line: the points of an SVG polyline, and its first and last value."""

    seat: int
    points: str
    first: int
    last: int


class Curve(NamedTuple):
    """A picture of one figure, a line for each seat."""

    title: str
    lines: list[Line]
    least: int
    most: int
    zero: str
    """How far down the line of 0 is."""


def curves(match: Match, seat: int | None) -> list[Curve]:
    """The figures of this match that change over time, as a seat sees them."""
    decider = reading.decider_of(match.game)
    states = {one.version: log.view(decider, one, seat).state for one in _thinned(decider, match)}
    figures: list[tuple[str, Callable[[Any], tuple[int, ...] | None]]] = [
        ("Score", decider.scores),
        ("HP on the board", hit_points),
    ]
    found = (
        curve_of(title, {version: figure(state) for version, state in states.items()}, match.version)
        for title, figure in figures
    )
    return [curve for curve in found if curve is not None]


def place_of(latest: int, version: int) -> str:
    """How far to the right a version is in a picture of so many."""
    return f"{(version - 1) * WIDTH / max(latest - 1, 1):.1f}"


def _thinned(decider: Decider, match: Match) -> list[log.Match]:
    versions = log.fold(decider, (line.event for line in event_log.read(decider, match)))
    step = max(1, len(versions) // MOST_POINTS)
    thinned = versions[::step]
    return thinned if thinned[-1] is versions[-1] else [*thinned, versions[-1]]


def hit_points(state: Any) -> tuple[int, ...] | None:
    """The HP of each seat's pieces, in a game whose pieces have an owner and HP."""
    pieces, seats = getattr(state, "pieces", ()), getattr(state, "seats", ())
    if not pieces or not all(hasattr(piece, "hp") and hasattr(piece, "owner") for piece in pieces):
        return None
    return tuple(sum(piece.hp for piece in pieces if piece.owner == seat) for seat in range(1, len(seats) + 1))


def curve_of(title: str, values: dict[int, tuple[int, ...] | None], latest: int) -> Curve | None:
    """The picture of each seat's values at some versions; None where there is nothing to see."""
    known = [(version, one) for version, one in values.items() if one]
    if len({one for _, one in known}) < 2:
        return None
    least = min(0, *(min(one) for _, one in known))
    most = max(0, *(max(one) for _, one in known))

    def down(value: int) -> str:
        return f"{HEIGHT - (value - least) * HEIGHT / max(most - least, 1):.1f}"

    lines = [
        Line(
            seat + 1,
            " ".join(f"{place_of(latest, version)},{down(one[seat])}" for version, one in known),
            known[0][1][seat],
            known[-1][1][seat],
        )
        for seat in range(len(known[0][1]))
    ]
    return Curve(title, lines, least, most, down(0))
