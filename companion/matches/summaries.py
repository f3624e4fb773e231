"""What is told of a match in lists and statistics. Written with the append, and always to be made anew from the log.

Everything here comes from what a spectator sees: a summary tells no seat more than the table does.
"""

from datetime import datetime
from typing import Any

import msgspec

from games import log
from games.decider import Decider, Outcome
from games.match_events import MatchStarted


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it stands behind a command. ``ended``, ``scores`` and ``sides`` are JSON."""

    ended: str | None
    ended_at: datetime | None
    scores: str | None
    sides: str | None
    results: tuple[tuple[int, str | None, str, int | None], ...]
    """Once it has ended, for each seat: number, side, result, score."""


def summary_of(decider: Decider, match: log.Match, at: datetime) -> Summary:
    """The summary of a match whose last command was given at that time."""
    seen = decider.view(match.state, None)
    scores, sides = decider.scores(seen), decider.sides(seen)
    ended = match.ended
    return Summary(
        ended=None if ended is None else _json(ended),
        ended_at=None if ended is None else at,
        scores=None if scores is None else _json(scores),
        sides=None if sides is None else _json(sides),
        results=() if ended is None else _results(match.started, ended, scores, sides),
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _results(started: MatchStarted, ended: Outcome, scores: Any, sides: Any) -> Any:
    return tuple(
        (
            seat,
            sides[seat - 1] if sides else None,
            _result(ended, seat),
            scores[seat - 1] if scores else None,
        )
        for seat in range(1, started.seats + 1)
    )


def _result(ended: Outcome, seat: int) -> str:
    if seat in ended.winners:
        return "won"
    if ended.winners:
        return "lost"
    return "abandoned" if ended.reason == "abandoned" else "drawn"
