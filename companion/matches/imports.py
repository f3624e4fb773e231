"""Taking in the log of a match from elsewhere: every line is checked, everything is folded, then it is kept."""

from collections.abc import Iterable

import msgspec
from django.db import transaction

from companion.accounts.models import User
from companion.matches import event_log, log_file, standings, states
from companion.matches.chain import Row
from companion.matches.log_file import Entry, Header, Unfit
from companion.matches.models import Match, Seat
from companion.matches.reading import decider_of
from companion.matches.sources import SOURCES
from companion.problems import FieldError, Problem
from games import log
from games.decider import Decider


def take_in(user: User, chunks: Iterable[bytes]) -> Match:
    """A match out of a whole file. It is over, so nobody sits in it; it can be read, replayed and forked.

    Raises ``Problem``: ``unreadable`` with the line, and with the version at which chain or fold does not hold;
    ``too_large``; ``not_playable``.
    """
    try:
        return _taken(user, chunks)
    except Unfit as unfit:
        fault = FieldError(line=unfit.line, message=unfit.message)
        code = "too_large" if "larger than" in unfit.message else "unreadable"
        more = {} if unfit.version is None else {"version": unfit.version}
        raise Problem(code, f"Line {unfit.line}: {unfit.message}.", errors=(fault,), **more) from None


def _taken(user: User, chunks: Iterable[bytes]) -> Match:
    lines = log_file.lines_of(chunks)
    header = log_file.read_header(next(lines, b""))
    if not header.whole:
        raise Unfit("only the whole log of a match that is over is taken, not what one seat has seen", line=1)
    decider = decider_of(header.game)
    entries = list(log_file.read_entries(decider, header, lines))
    folded = log_file.fold(decider, entries)
    _expect_fit(header, folded)
    return _keep(user, decider, header, entries, folded)


def _expect_fit(header: Header, folded: list[log.Match]) -> None:
    started, last = folded[0].started, folded[-1]
    if (started.game, started.edition, started.seats) != (header.game, header.edition, header.seats):
        raise Unfit("the header tells of another match than the first event", line=1, version=1)
    if last.ended is None or not last.opened:
        raise Unfit("the match is not over", line=len(folded) + 1, version=last.version)
    if len(header.edition) > 80:
        raise Unfit("the edition's name is too long", line=1)


def _keep(user: User, decider: Decider, header: Header, entries: list[Entry], folded: list[log.Match]) -> Match:
    rows = [entry.row for entry in entries]
    summary, points = standings.summarise(decider, zip(rows, folded, strict=True))
    if summary is None:
        raise AssertionError("a log has a first event")
    with transaction.atomic():
        rows = _with_authors(header, rows)
        match = Match.objects.create(
            id=SOURCES.new_id(),
            owner=user,
            game=header.game,
            edition=header.edition,
            created=header.created,
            changed=SOURCES.now(),
            root=header.root,
        )
        Seat.objects.bulk_create(Seat(match=match, number=n) for n in range(1, header.seats + 1))
        event_log.store(match, rows)
        event_log.keep_snapshots(match, states.snapshots_due(decider, rows))
        standings.replace(match, summary, points)
    return match


def _with_authors(header: Header, rows: list[Row]) -> list[Row]:
    """The rows with their texts as they are known here: gone where their author is, else theirs to take along."""
    hashes = [row.hash for row in rows if row.text]
    authors, gone = event_log.texts_here(header.root, hashes) if hashes else ({}, set())
    for number, row in enumerate(rows):
        if row.hash in gone:
            rows[number] = msgspec.structs.replace(row, text="", text_salt="")
        elif row.hash in authors:
            rows[number] = msgspec.structs.replace(row, author=authors[row.hash])
    return rows
