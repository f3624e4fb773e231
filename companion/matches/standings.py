"""The tables of summaries: made anew from the log, and asked for statistics. Writing them is part of each append."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef

from companion.accounts.models import User
from companion.matches import event_log, summaries
from companion.matches.chain import Row
from companion.matches.event_table import ScorePoint, SeatResult
from companion.matches.models import Match, Seat
from companion.matches.summaries import Summary
from games import log
from games.decider import Decider

Point = tuple[int, Any, str]
"""Version, time, JSON of the scores."""

RESULTS = ("won", "lost", "drawn", "abandoned")


def summarise(decider: Decider, folded: Iterable[tuple[Row, log.Match]]) -> tuple[Summary | None, list[Point]]:
    """What the appends of a whole log have left behind: the last summary, and the scores over time."""
    summary: Summary | None = None
    points: list[Point] = []
    held: tuple[Row, log.Match] | None = None
    for row, match in folded:
        if held is not None and (row.command is None or row.command != held[0].command):
            summary = _noted(decider, *held, summary, points)
        held = (row, match)
    return summary if held is None else _noted(decider, *held, summary, points), points


def _noted(decider: Decider, row: Row, match: log.Match, before: Summary | None, points: list[Point]) -> Summary:
    summary = summaries.summary_of(decider, match, row.at)
    if summary.scores is not None and (before is None or summary.scores != before.scores):
        points.append((row.version, row.at, summary.scores))
    return summary


def of_table(match: Match) -> tuple[Summary, list[Point]]:
    """The summary and the scores over time as they are stored."""
    ended = None if match.ended is None else msgspec.json.encode(match.ended, order="sorted").decode()
    results = tuple(event_log.results_of(match))
    summary = Summary(ended=ended, ended_at=match.ended_at, scores=match.scores, sides=match.sides, results=results)
    return summary, event_log.scores_of(match)


def replace(match: Match, summary: Summary, points: list[Point]) -> None:
    """Store them instead of what is there; within a transaction of the caller's or its own."""
    with transaction.atomic():
        match.ended = None if summary.ended is None else msgspec.json.decode(summary.ended)
        match.ended_at, match.scores, match.sides = summary.ended_at, summary.scores, summary.sides
        match.save(update_fields=["ended", "ended_at", "scores", "sides"])
        ScorePoint.objects.filter(match=match).delete()
        ScorePoint.objects.bulk_create(
            [ScorePoint(match=match, version=version, at=at, scores=scores) for version, at, scores in points]
        )
        SeatResult.objects.filter(match=match).delete()
        SeatResult.objects.bulk_create(
            [
                SeatResult(match=match, seat=seat, side=side, result=result, score=score)
                for seat, side, result, score in summary.results
            ]
        )


def rebuild(decider: Decider, match: Match) -> bool:
    """Make a match's summary anew from its log; whether that changed it. Appends wait so long.

    Of a match that has been deleted meanwhile there is nothing to change.
    """
    with transaction.atomic():
        held = Match.objects.select_for_update().filter(id=match.id).first()
        if held is None:
            return False
        rows = event_log.rows_of(held, upto=held.version)
        folded = log.fold(decider, (line.event for line in event_log.lines_of(decider, rows)))
        summary, points = summarise(decider, zip(rows, folded, strict=True))
        if summary is None or (summary, points) == of_table(held):
            return False
        replace(held, summary, points)
        return True


def shown(match: Match) -> dict[str, Any]:
    """A match in sum: its result, sides, scores now and over time, and what it was for each seat."""
    summary, points = of_table(match)
    results = [dict(zip(("seat", "side", "result", "score"), one, strict=True)) for one in summary.results]
    return {
        **{name: getattr(match, name) for name in ("game", "edition", "version", "created", "changed", "ended")},
        "match": match.id,
        "ended_at": match.ended_at,
        "sides": _read(match.sides),
        "scores": _read(match.scores),
        "score_over_time": [{"version": version, "at": at, "scores": _read(scores)} for version, at, scores in points],
        "results": results,
    }


def _read(words: str | None) -> Any:
    return None if words is None else msgspec.json.decode(words)


def statistics_of(user: User, game: str | None = None) -> dict[str, Any]:
    """What a person has won, lost and drawn: in all, by game, by side, by list.

    Only matches that have ended, and in which the person sat in one seat: who plays against themselves wins nothing.
    """
    other = Seat.objects.filter(match=OuterRef("match"), user=user).exclude(number=OuterRef("seat"))
    found = SeatResult.objects.filter(
        ~Exists(other), match__seats__user=user, match__seats__number=F("seat"), match__root=None
    )
    if game is not None:
        found = found.filter(match__game=game)
    counted = found.values_list("match__game", "side", "match__seats__card_list", "result").annotate(n=Count("*"))
    rows = [({"game": game_, "side": side, "card_list": list_}, result, n) for game_, side, list_, result, n in counted]
    return {
        **_record((result, n) for _, result, n in rows),
        "by_game": _by(rows, "game"),
        "by_side": _by([one for one in rows if one[0]["side"]], "game", "side"),
        "by_list": _by([one for one in rows if one[0]["card_list"]], "game", "card_list"),
    }


def _by(rows: list[tuple[dict[str, Any], str, int]], *keys: str) -> list[dict[str, Any]]:
    groups: dict[tuple[Any, ...], list[tuple[str, int]]] = {}
    for names, result, n in rows:
        groups.setdefault(tuple(names[key] for key in keys), []).append((result, n))
    ordered = sorted(groups.items(), key=lambda item: tuple(map(str, item[0])))
    return [dict(zip(keys, group, strict=True)) | _record(results) for group, results in ordered]


def _record(results: Iterable[tuple[str, int]]) -> dict[str, int]:
    counter: Counter[str] = Counter()
    for result, n in results:
        counter[result] += n
    return {"played": sum(counter.values())} | {result: counter[result] for result in RESULTS}
