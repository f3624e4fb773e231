"""Playing: load the match, ask the rules, append, answer."""

from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from companion.accounts.models import User
from companion.matches import codec, event_log, live, seats
from companion.matches.chance import RealChance
from companion.matches.codec import Line
from companion.matches.models import Match, Seat
from companion.problems import FieldError, Problem, take, unreadable
from games import log, table
from games.catalogue import Catalogue
from games.decider import Decider, Refused
from games.match_events import MatchStarted, TableOptions, Undone
from games.plain import plain
from games.registry import catalogue_of, game_named

MISSED = 50
"""How many missed events a *stale* answer carries at the most, the newest ones."""

ATTEMPTS = 5
"""How often a simultaneous command is judged anew when others were faster."""


class NewMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a match is started with. ``hold``: the seats that its owner takes; the others get join codes."""

    game: str
    edition: str | None = None
    seats: int = 2
    hold: tuple[int, ...] = (1,)
    options: dict[str, Any] = {}
    table: TableOptions = TableOptions()


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """What comes with every command, whatever it asks for."""

    id: UUID
    seen: int
    type: str
    seat: int | None = None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What an accepted command is answered."""

    version: int
    events: list[dict[str, Any]]
    can_undo: bool


def decider_of(game: str) -> Decider:
    """A playable game's decider. Raises ``Problem`` ``not_playable``."""
    found = game_named(game)
    if found.decider is None:
        raise Problem("not_playable", f"{found.name} can be built and printed here, but not played yet.")
    return found.decider


def start_match(user: User, wanted: NewMatch) -> Match:
    """A new match with its first event. Raises ``Problem``, or ``UnknownGame``."""
    decider = decider_of(wanted.game)
    catalogue = catalogue_of(wanted.game, wanted.edition)
    started = _first_event(decider, catalogue, wanted)
    if not set(wanted.hold) <= set(range(1, wanted.seats + 1)):
        message = f"The match has seats 1 to {wanted.seats}."
        raise unreadable(message, FieldError(path="$.hold", message=message))
    with transaction.atomic():
        match = Match.objects.create(owner=user, game=wanted.game, edition=catalogue.edition)
        Seat.objects.bulk_create(
            Seat(match=match, number=number, user=user if number in wanted.hold else None)
            for number in range(1, wanted.seats + 1)
        )
        event_log.append(decider, match, [started], now=timezone.now())
    return match


def _first_event(decider: Decider, catalogue: Catalogue, wanted: NewMatch) -> MatchStarted:
    least, most = decider.seats
    if not least <= wanted.seats <= most:
        message = f"The game is for {least} to {most} seats, not {wanted.seats}."
        raise unreadable(message, FieldError(path="$.seats", message=message))
    options = take(wanted.options, decider.options, "$.options")
    return log.first_event(decider, catalogue, seats=wanted.seats, options=options, table=wanted.table)


def versions_of(decider: Decider, match: Match, upto: int | None = None) -> list[log.Match]:
    """Every version of a match, folded from its log."""
    return log.fold(decider, (line.event for line in event_log.read(decider, match, upto=upto)))


def give_command(user: User, match: Match, body: Any) -> Answer:
    """Judge a command and write its events. Raises ``Problem``."""
    decider = decider_of(match.game)
    envelope = take(body, Envelope)
    command = _command(decider, user, match, envelope, body)
    digest = sha256(codec.encode(command).encode()).hexdigest()
    for _ in range(ATTEMPTS):
        receipt = event_log.receipt_of(match, envelope.id)
        if receipt is not None:
            return _first_answer(decider, match, receipt, digest, command.seat)
        match.refresh_from_db(fields=["version", "head"])
        if envelope.seen != match.version and not command.simultaneous:
            raise _stale(decider, match, envelope.seen, command.seat)
        try:
            return _judge(decider, user, match, envelope, command, digest)
        except event_log.Stale:
            match.refresh_from_db(fields=["version", "head"])
    raise _stale(decider, match, envelope.seen, command.seat)


def _command(decider: Decider, user: User, match: Match, envelope: Envelope, body: dict[str, Any]) -> Any:
    held = seats.held_by(user, match)
    seat = envelope.seat
    if seat is None:
        if len(held) != 1:
            message = f"Say which seat: you hold {', '.join(map(str, held)) or 'none'}."
            raise unreadable(message, FieldError(path="$.seat", message=message))
        seat = held[0]
    if seat not in held:
        raise Problem("forbidden", f"You do not hold seat {seat} of this match.", rule="MT-SEAT")
    fields = {key: value for key, value in body.items() if key not in ("id", "seen")}
    return take(fields | {"seat": seat}, log.command_type(decider))


def _judge(decider: Decider, user: User, match: Match, envelope: Envelope, command: Any, digest: str) -> Answer:
    versions = versions_of(decider, match)
    if len(versions) != match.version:
        raise event_log.Stale
    try:
        events = table.play(decider, versions, command, RealChance())
    except Refused as refusal:
        raise Problem("refused", refusal.message, rule=refusal.rule, version=match.version) from None
    if isinstance(events[-1], Undone):
        _expect_end_of_command(decider, match, events[-1].to)
    ended = plain(versions[-1].ended)
    text = getattr(command, "text", "") or getattr(command, "reason", "")
    accepted = event_log.Accepted(id=envelope.id, digest=digest, seat=command.seat, text=text, author=user.id)
    lines = event_log.append(decider, match, events, now=timezone.now(), command=accepted, ended=ended)
    live.told(match.id, match.version)
    return _answer(decider, versions[-1], lines, command.seat)


def _expect_end_of_command(decider: Decider, match: Match, version: int) -> None:
    """A state between two events of one command was never on the table."""
    around = event_log.read(decider, match, after=version - 1, upto=version + 1)
    if len(around) == 2 and around[0].command is not None and around[0].command == around[1].command:
        detail = f"Version {version} is in the middle of a command."
        raise Problem("refused", detail, rule="MT-UNDO", version=match.version)


def _answer(decider: Decider, after: log.Match, lines: list[Line], seat: int) -> Answer:
    shown = [codec.show(decider, line, seat) for line in lines]
    return Answer(version=lines[-1].version, events=shown, can_undo=table.can_undo(after))


def _first_answer(decider: Decider, match: Match, receipt: event_log.Receipt, digest: str, seat: int) -> Answer:
    if receipt.digest != digest:
        raise Problem("reused_id", "This id has been used for another command of this match.")
    lines = event_log.read(decider, match, after=receipt.first - 1, upto=receipt.last)
    return _answer(decider, versions_of(decider, match, upto=receipt.last)[-1], lines, seat)


def _stale(decider: Decider, match: Match, seen: int, seat: int) -> Problem:
    missed = event_log.read(decider, match, after=max(seen, match.version - MISSED, 0))
    return Problem(
        "stale",
        f"You had seen version {seen}; the match has version {match.version}.",
        version=match.version,
        missed=[codec.show(decider, line, seat) for line in missed],
    )


def state_of(match: Match, seat: int | None, at: int | None) -> dict[str, Any]:
    """The state at a version (None: the newest) as a seat may see it. Raises ``Problem`` ``not_found``."""
    decider = decider_of(match.game)
    if at is not None and not 1 <= at <= match.version:
        raise Problem("not_found", f"The match has versions 1 to {match.version}, not {at}.")
    now = versions_of(decider, match, upto=at)[-1]
    seen = log.view(decider, now, seat)
    over = now.ended is not None or now.paused
    return {
        "version": now.version,
        "game": match.game,
        "edition": match.edition,
        "seat": seat,
        "phase": decider.phase(now.state),
        "to_act": () if over else decider.to_act(now.state),
        "state": plain(seen.state),
        "can_undo": table.can_undo(now),
        "undo_asked": plain(now.undo_asked),
        "draw_offered": plain(now.draw_offered),
        "paused": now.paused,
        "ended": plain(now.ended),
    }


def commands_of(match: Match, seat: int | None) -> dict[str, Any]:
    """What a seat may do now: the game's commands where it can list them."""
    decider = decider_of(match.game)
    now = versions_of(decider, match)[-1]
    playing = seat is not None and now.ended is None and not now.paused
    choices = decider.choices(now.state, seat) if playing and seat is not None else ()
    return {"version": now.version, "seat": seat, "commands": [plain(one) for one in choices]}


def events_of(match: Match, seat: int | None, after: int, limit: int) -> list[dict[str, Any]]:
    """Up to ``limit`` events behind version ``after`` as a seat may see them."""
    decider = decider_of(match.game)
    return [codec.show(decider, line, seat) for line in event_log.read(decider, match, after=after, upto=after + limit)]


def export_of(user: User) -> list[dict[str, Any]]:
    """What is kept of a person's matches, for their export."""
    found = Match.objects.filter(seats.visible_to(user)).distinct()
    return [
        {"id": match.id, "game": match.game, "created": match.created, "seats": seats.held_by(user, match)}
        for match in found
    ]
