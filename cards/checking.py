"""The verdict on a list's text: one pure function for the command, the API and the tests."""

from typing import Any

import msgspec

from cards.formats import plain_text
from cards.formats.decoding import TextRefused
from cards.formats.read_list import Counts, LineRead, ReadList
from games.catalogue import Catalogue
from games.decider import Game, Problem
from games.lists import CardList
from games.registry import catalogue_of, game_named


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


def read(slug: str, data: bytes | str, edition: str | None = None) -> ReadList:
    """The list that a text is, with its faults. Raises UnknownGame; TextRefused where it is no text, or too large."""
    return plain_text.read(data, game_named(slug), catalogue_of(slug, edition))


def check(slug: str, data: bytes | str, edition: str | None = None) -> Verdict:
    """The verdict on a text.

    Raises UnknownGame, and :class:`TextRefused` with every line that cannot be read: half a list is not judged.
    """
    game, catalogue = game_named(slug), catalogue_of(slug, edition)
    found = plain_text.read(data, game, catalogue)
    if found.faults:
        raise TextRefused(*found.faults)
    problems = problems_of(game, found.list, catalogue)
    return Verdict(
        game=game.slug,
        edition=catalogue.edition,
        data_hash=catalogue.hash,
        name=found.list.name,
        legal=not any(problem.severity == "error" for problem in problems),
        totals=game.totals(found.list, catalogue),
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
