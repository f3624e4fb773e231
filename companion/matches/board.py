"""The board of a match as a picture."""

from typing import Any

from companion.matches import event_log, states
from companion.matches.models import Match
from companion.matches.reading import decider_of
from companion.problems import not_found
from games import log
from games.decider import Decider
from games.drawn import DrawnBoard
from games.match_events import LOG_EVENTS, Undone

LOOK_BACK = 60
"""How many events before a version are looked through for the last move."""


def board_of(match: Match, seat: int | None, at: int | None) -> str:
    """The board at a version (None: the newest) as a seat may see it, as SVG. Raises ``Problem`` ``not_found``."""
    decider = decider_of(match.game)
    if decider.draw is None:
        raise not_found("This game has no picture of its board.")
    return decider.draw(*_seen(decider, match, seat, at), seat)


def drawn_board(match: Match, seat: int | None, at: int | None) -> DrawnBoard | None:
    """The same board in layers; ``None`` where the game has none. Raises ``Problem`` ``not_found`` for the version."""
    decider = decider_of(match.game)
    return None if decider.board is None else decider.board(*_seen(decider, match, seat, at), seat)


def _seen(decider: Decider, match: Match, seat: int | None, at: int | None) -> tuple[Any, list[Any]]:
    """The state as a seat may see it, and the latest events before it."""
    if at is not None and not 1 <= at <= match.version:
        raise not_found(f"The match has versions 1 to {match.version}, not {at}.")
    now = states.at(decider, match, at or match.version).match
    seen = now.state if match.ended is not None else log.view(decider, now, seat).state
    return seen, _latest(decider, match, seat, now.version)


def _latest(decider: Decider, match: Match, seat: int | None, version: int) -> list[Any]:
    """The game's events before a version; what was undone has left no trace."""
    found: list[Any] = []
    for line in event_log.read(decider, match, after=max(version - LOOK_BACK, 0), upto=version):
        if isinstance(line.event, Undone):
            found.clear()
        elif not isinstance(line.event, LOG_EVENTS):
            found.append(line.event if match.ended is not None else log.redact(decider, line.event, seat))
    return found
