"""Forks: another match that begins with the events of this one, up to a version, and then goes its own way.

The events are copied, sealed with new salts and chained anew, so that a fork's log stands for itself. Free texts stay
with the parent: they belong to who wrote them.
"""

import msgspec
from django.db import transaction

from companion.accounts.models import User
from companion.matches import chain, event_log, standings, states
from companion.matches.chain import Row
from companion.matches.models import Match, Seat
from companion.matches.reading import decider_of
from companion.matches.seats import no_such_match
from companion.matches.sources import SOURCES
from companion.problems import FieldError, Problem, unreadable
from games import log
from games.decider import Decider
from games.match_events import Forked


class NewFork(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where to fork. ``hold``: the seats that its owner takes in a fork of a match that is over; all by default."""

    at: int
    hold: tuple[int, ...] | None = None


def fork(user: User, parent: Match, wanted: NewFork) -> Match:
    """A new match that shares the events up to ``wanted.at``. Raises ``Problem``.

    Of a match that is over, by whoever may see it. Of one that runs, by who sits in it: the same persons keep their
    seats and their secrets, and each of the others has to agree before anything happens in it. For whoever plays on
    alone could find out there what the others still hide here.
    """
    decider = decider_of(parent.game)
    standing = _standing(decider, parent, wanted.at)
    number = standing.match.started.seats
    seats = list(parent.seats.order_by("number"))
    if parent.ended is not None:
        held = set(range(1, number + 1)) if wanted.hold is None else set(wanted.hold)
        if not held <= set(range(1, number + 1)):
            message = f"The match has seats 1 to {number}."
            raise unreadable(message, FieldError(path="$.hold", message=message))
        people = {seat: user if seat in held else None for seat in range(1, number + 1)}
        return _made(decider, parent, wanted.at, user, people, waiting=())
    if wanted.hold is not None:
        message = "In the fork of a match that runs, everybody keeps their seat."
        raise unreadable(message, FieldError(path="$.hold", message=message))
    if all(seat.user_id != user.id for seat in seats):
        raise Problem("forbidden", "Only its players fork a match that runs.", rule="MT-FORK")
    waiting = tuple(seat.number for seat in seats if seat.user_id != user.id)
    # Its owner stays the parent's: whoever forks may not give themselves the others' seats.
    owner = parent.owner
    return _made(decider, parent, wanted.at, owner, {seat.number: seat.user for seat in seats}, waiting)


def _standing(decider: Decider, parent: Match, version: int) -> states.Standing:
    if not 1 <= version <= parent.version:
        message = f"The match has versions 1 to {parent.version}."
        raise unreadable(message, FieldError(path="$.at", message=message))
    if event_log.is_inside_command(parent, version):
        detail = f"Version {version} is in the middle of a command."
        raise Problem("refused", detail, rule="MT-FORK", version=parent.version)
    standing = states.at(decider, parent, version)
    if standing.match.ended is not None:
        detail = f"At version {version} the match has ended; fork an earlier one."
        raise Problem("refused", detail, rule="MT-FORK", version=parent.version)
    return standing


def _made(
    decider: Decider,
    parent: Match,
    at: int,
    owner: User | None,
    people: dict[int, User | None],
    waiting: tuple[int, ...],
) -> Match:
    now = SOURCES.now()
    with transaction.atomic():
        match = Match.objects.create(
            id=SOURCES.new_id(),
            owner=owner,
            game=parent.game,
            edition=parent.edition,
            created=now,
            parent=parent,
            parent_version=at,
        )
        Seat.objects.bulk_create(Seat(match=match, number=seat, user=person) for seat, person in people.items())
        rows = event_log.rows_of(parent, upto=at)
        if len(rows) < at or not Match.objects.filter(id=parent.id).exists():
            raise no_such_match()
        event_log.store(match, _resealed(match, rows))
        event_log.append(decider, match, [Forked(parent=str(parent.id), at=at, waiting=waiting)], now=now)
        rows = event_log.rows_of(match)
        folded = log.fold(decider, (line.event for line in event_log.lines_of(decider, rows)))
        summary, points = standings.summarise(decider, zip(rows, folded, strict=True))
        if summary is not None:
            standings.replace(match, summary, points)
        event_log.keep_snapshots(match, states.snapshots_due(decider, rows))
    return match


def _resealed(match: Match, rows: list[Row]) -> list[Row]:
    """The rows under new salts, in a chain that begins with ``match``."""
    head, resealed = str(match.id), []
    for row in rows:
        row = msgspec.structs.replace(row, salt=SOURCES.new_salt(), text="", text_salt="", author=None)
        head = chain.link(head, row, chain.commitment(row.salt, row.secret))
        resealed.append(msgspec.structs.replace(row, hash=head))
    return resealed
