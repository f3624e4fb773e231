"""The verdict on a list's text: one pure function for the command, the API and the tests."""

from typing import Any
from uuid import UUID

import msgspec

from cards.formats.decoding import TextRefused
from cards.formats.read_list import Counts, LineRead
from cards.reading import read
from companion.accounts.models import User
from games.catalogue import Catalogue
from games.decider import Game, Problem
from games.lists import CardList
from games.registry import game_named


class ProblemInText(Problem, frozen=True, kw_only=True):
    """A problem, with the lines (1-based) of its entries."""

    lines: tuple[int, ...] = ()


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a list is, judged by exactly the data that ``edition`` and ``data_hash`` name."""

    game: str
    edition: str
    data_hash: str
    name: str
    legal: bool
    totals: dict[str, int]
    """What the list adds up to by the game's way of counting; ``cards`` is always among it."""

    problems: tuple[ProblemInText, ...]
    """Every problem at once; the list is legal when none of them is an error."""

    counts: Counts
    encoding: str
    lines: tuple[LineRead, ...]


def check(
    data: bytes | str,
    *,
    game: str | None = None,
    edition: str | None = None,
    sets: tuple[UUID, ...] | None = None,
    user: User | None = None,
) -> Verdict:
    """The verdict on a text of any format.

    Raises UnknownGame, and :class:`TextRefused` with every line that cannot be read: half a list is not judged.
    """
    reading = read(data, game=game, edition=edition, sets=sets, user=user)
    found, catalogue = reading.found, reading.catalogue
    if found.faults:
        raise TextRefused(*found.faults)
    rules = game_named(found.list.game)
    problems = (*(_in_text(one, found.list) for one in reading.gone), *problems_of(rules, found.list, catalogue))
    return Verdict(
        game=rules.slug,
        edition=found.list.edition,
        data_hash=catalogue.hash,
        name=found.list.name,
        legal=not any(problem.severity == "error" for problem in problems),
        totals=rules.totals(found.list, catalogue),
        problems=problems,
        counts=found.counts,
        encoding=found.encoding,
        lines=found.lines,
    )


def problems_of(game: Game, card_list: CardList, catalogue: Catalogue) -> tuple[ProblemInText, ...]:
    """Every problem of a list, with the lines that its entries were read from."""
    return tuple(_in_text(problem, card_list) for problem in game.problems(card_list, catalogue))


def _in_text(problem: Problem, card_list: CardList) -> ProblemInText:
    fields: dict[str, Any] = msgspec.structs.asdict(problem)
    lines = {
        entry.line
        for entry in card_list.entries
        if entry.line is not None and (entry.code or entry.name) in problem.entries
    }
    return ProblemInText(**fields, lines=tuple(sorted(lines)))
