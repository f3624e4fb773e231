"""``manage.py replay FILE [--at N] [--text]``: the state that a log folds to.

Exit 0: printed, 1: the chain or the fold of the log does not hold (the version is named), 2: it cannot be read.
"""

import contextlib
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion.matches import codec, log_file
from companion.matches.log_file import Entry, Header, Unfit
from companion.matches.reading import decider_of
from companion.problems import Problem
from games import log
from games.decider import Decider
from games.plain import plain
from games.registry import UnknownGame

BROKEN = 1
UNREADABLE = 2
PIECE = 64 * 1024


class Command(BaseCommand):
    """Reads the log of a match as the API exports it, checks it, and prints the state at a version."""

    help = "Prints the state that a log folds to (exit 0: done, 1: the log does not hold, 2: it cannot be read)."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE (``-``: standard input), ``--at``, ``--text``."""
        parser.add_argument("file", help="a file from …/export/; - reads from standard input")
        parser.add_argument("--at", type=int, metavar="N", help="the version; the last one by default")
        parser.add_argument("--text", action="store_true", help="events and state as lines to read, not as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints, or ends with the exit code of what is wrong."""
        file, at = options["file"], options["at"]
        try:
            decider, header, entries, folded = _read(file)
        except Unfit as unfit:
            raise CommandError(
                f"{_name(file)}:{unfit.line}: {unfit.message}", returncode=BROKEN if unfit.broken else UNREADABLE
            ) from None
        except (UnknownGame, Problem) as error:
            raise CommandError(f"{_name(file)}:1: {error}", returncode=UNREADABLE) from None
        if at is not None and not 1 <= at <= len(folded):
            raise CommandError(f"the log has versions 1 to {len(folded)}, not {at}", returncode=UNREADABLE)
        match = folded[(at or len(folded)) - 1]
        write = self.stdout.write
        if not options["text"]:
            write(json.dumps(_shown(decider, header, match), indent=1, ensure_ascii=False))
            return
        for line in _told(decider, header, entries[: match.version], match):
            write(line)


def _read(file: str) -> tuple[Decider, Header, list[Entry], list[log.Match]]:
    lines = log_file.lines_of(_pieces(file))
    header = log_file.read_header(next(lines, b""))
    decider = decider_of(header.game)
    entries = list(log_file.read_entries(decider, header, lines))
    return decider, header, entries, log_file.fold(decider, entries)


def _pieces(file: str) -> Iterator[bytes]:
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
            while piece := stream.read(PIECE):
                yield piece
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"{_name(file)}: {reason}", returncode=UNREADABLE) from None


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _shown(decider: Decider, header: Header, match: log.Match) -> dict[str, Any]:
    return {
        "version": match.version,
        "game": header.game,
        "edition": header.edition,
        "seat": header.seat,
        "whole": header.whole,
        "phase": decider.phase(match.state),
        "to_act": [] if match.ended else list(decider.to_act(match.state)),
        "ended": plain(match.ended),
        "state": plain(match.state),
    }


def _told(decider: Decider, header: Header, entries: list[Entry], match: log.Match) -> Iterator[str]:
    eyes = "everything" if header.whole else f"as seat {header.seat} sees it" if header.seat else "as spectators see it"
    yield f"{header.game} ({header.edition}), {header.seats} seats, {eyes}; version {match.version} of {header.version}"
    for entry in entries:
        fields = {key: value for key, value in plain(entry.event).items() if key not in ("type", "cards", "state")}
        words = " ".join(f"{key}={_word(value)}" for key, value in fields.items())
        seat = "" if entry.row.seat is None else f" seat {entry.row.seat}:"
        yield f"{entry.row.version:>6}{seat} {codec.tag_of(entry.event)} {words}".rstrip()
    yield f"phase {decider.phase(match.state)}"
    yield from _outline(plain(match.state), "")
    if match.ended is not None:
        winners = ", ".join(map(str, match.ended.winners)) or "nobody"
        yield f"ended: won by {winners} ({match.ended.reason})"


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _outline(value: Any, path: str) -> Iterator[str]:
    """Each plain value with its JSON Pointer, which is what ``correct`` takes."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _outline(inner, f"{path}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        for number, inner in enumerate(value):
            yield from _outline(inner, f"{path}/{number}")
    else:
        yield f"{path} {_word(value)}"
