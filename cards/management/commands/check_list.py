"""``manage.py check_list GAME FILE``: is this list legal? Exit 0: legal, 1: illegal, 2: it cannot be read."""

import io
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards import checking
from cards.checking import ProblemInText, Verdict
from cards.formats.decoding import MOST_BYTES, TextRefused
from cards.formats.read_list import LineRead
from games.registry import UnknownGame, catalogue_of, game_named

ILLEGAL = 1
UNREADABLE = 2


class Command(BaseCommand):
    """Reads a decklist or a cadre from a file of any format and tells every problem of it."""

    help = "Tells whether a list is legal, and every problem of it (exit 0: legal, 1: illegal, 2: unreadable)."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """GAME, FILE (``-``: standard input), ``--edition``."""
        parser.add_argument("game", help="reliquary, relic_knights, relic or phoenix_covenant")
        parser.add_argument("file", help="a text file; - reads from standard input")
        parser.add_argument("--edition", help="the edition to judge by; the game's own where none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """Checks, prints, and ends with the exit code."""
        try:
            verdict = checking.check(content_of(options["file"]), game=options["game"], edition=options["edition"])
        except UnknownGame as error:
            raise CommandError(str(error), returncode=UNREADABLE) from None
        except TextRefused as refused:
            faults = (f"{_place(options['file'], fault.line)}: {fault.message}" for fault in refused.faults)
            raise CommandError("\n".join(faults), returncode=UNREADABLE) from None
        if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that lacks a letter still gets the verdict
            sys.stdout.reconfigure(errors="backslashreplace")
        for line in words_of(verdict):
            self.stdout.write(line)
        if not verdict.legal:
            raise SystemExit(ILLEGAL)


def content_of(file: str) -> bytes:
    """What stands in a file, a byte more than a list may have at the most. Raises ``CommandError``, naming the file."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(file).open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"{file}: {reason}", returncode=UNREADABLE) from None


def words_of(verdict: Verdict) -> list[str]:
    """A verdict as lines to read: what was judged by what, the totals, every problem, and what was read otherwise."""
    game = game_named(verdict.game)
    name = verdict.name or f"a {game.list_word} without a name"
    totals = ", ".join(f"{what} {count}" for what, count in verdict.totals.items())
    count = len(verdict.problems)
    judged = "legal" if verdict.legal else f"illegal, {count} {'problem' if count == 1 else 'problems'}"
    return [
        f"{name} ({game.name}, {verdict.edition}, data {verdict.data_hash[:12]}; read as {verdict.encoding})",
        f"{totals} (copies read {verdict.counts.read}, unknown {verdict.counts.unknown})",
        *(_note(line, verdict) for line in verdict.lines if line.read_as == "unknown" or line.left_off),
        *map(_problem, verdict.problems),
        judged,
    ]


def _note(line: LineRead, verdict: Verdict) -> str:
    if line.code is not None:
        return f"line {line.line}: read as {line.name}, without {line.left_off!r}"
    cards = catalogue_of(verdict.game, verdict.edition).by_code
    like = ", ".join(cards[code].name for code in line.suggestions)
    return f"line {line.line}: {line.name!r} is not known" + (f"; like it: {like}" if like else "")


def _problem(problem: ProblemInText) -> str:
    figures = "" if problem.have is None or problem.need is None else f" (have {problem.have}, need {problem.need})"
    lines = ", ".join(map(str, problem.lines))
    word = "line" if len(problem.lines) == 1 else "lines"
    where = f" [{word} {lines}]" if lines else ""
    return f"{problem.rule} {problem.severity}{figures}: {problem.message}{where}"


def _place(file: str, line: int | None) -> str:
    name = "standard input" if file == "-" else file
    return name if line is None else f"{name}:{line}"
