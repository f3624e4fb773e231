"""Playing: load the match, ask the rules, append, answer."""

from contextlib import nullcontext
from hashlib import sha256
from itertools import zip_longest
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from cards import lists
from companion.accounts import people
from companion.accounts.models import User
from companion.matches import codec, event_log, live, seats, states, summaries
from companion.matches.chance import RealChance
from companion.matches.codec import Line
from companion.matches.models import Match, Seat
from companion.matches.reading import decider_of
from companion.matches.sources import SOURCES
from companion.matches.states import Standing
from companion.problems import FieldError, Problem, take, unreadable
from games import log, table
from games.catalogue import Catalogue
from games.decider import Decider, Refused
from games.match_events import MatchStarted, TableOptions, UndoAsked, Undone
from games.registry import catalogue_of

MISSED = 50
"""How many missed events a *stale* answer carries at the most, the newest ones."""

GUARD = ["version", "head", "changed", "ended", "ended_at", "scores", "sides"]
"""What an append changes of a match."""

ATTEMPTS = 100
"""How often a simultaneous command is judged anew when others were faster: so many are never in a row."""


class NewMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a match is started with. ``hold``: the seats that its owner takes; the others get join codes.

    ``lists``: the ids of the lists that are played with, in the order of the seats; ``null`` where there is none.
    """

    game: str
    edition: str | None = None
    seats: int = 2
    hold: tuple[int, ...] = (1,)
    options: dict[str, Any] = {}
    table: TableOptions = TableOptions()
    lists: tuple[UUID | None, ...] = ()


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """What comes with every command, whatever it asks for."""

    id: UUID
    seen: int
    type: str
    seat: int | None = None


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """A command that could be read: its id, what its sender had seen, the digest of what it asks for, its sender.

    The digest leaves free text out: it stays for as long as the match does, and a short text could be guessed from it.
    """

    id: UUID
    seen: int
    command: Any
    digest: str
    by: UUID

    @property
    def text(self) -> str:
        """The free text that comes with it."""
        return getattr(self.command, "text", "") or getattr(self.command, "reason", "")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What an accepted command is answered."""

    version: int
    events: list[dict[str, Any]]
    can_undo: bool


def start_match(user: User, wanted: NewMatch) -> Match:
    """A new match with its first event. Raises ``Problem``, or ``UnknownGame``."""
    decider = decider_of(wanted.game)
    catalogue = catalogue_of(wanted.game, wanted.edition)
    started = _first_event(decider, catalogue, wanted)
    if not set(wanted.hold) <= set(range(1, wanted.seats + 1)):
        message = f"The match has seats 1 to {wanted.seats}."
        raise unreadable(message, FieldError(path="$.hold", message=message))
    _expect_lists(user, wanted)
    now = SOURCES.now()
    with transaction.atomic():
        match = Match.objects.create(
            id=SOURCES.new_id(), owner=user, game=wanted.game, edition=catalogue.edition, created=now
        )
        Seat.objects.bulk_create(
            Seat(match=match, number=number, user=user if number in wanted.hold else None, card_list=card_list)
            for number, card_list in zip_longest(range(1, wanted.seats + 1), wanted.lists)
        )
        summary = summaries.summary_of(decider, log.start(decider, started), now)
        event_log.append(decider, match, [started], now=now, summary=summary)
    return match


def _expect_lists(user: User, wanted: NewMatch) -> None:
    if len(wanted.lists) > wanted.seats:
        message = f"The match has {wanted.seats} seats."
        raise unreadable(message, FieldError(path="$.lists", message=message))
    for number, list_id in enumerate(wanted.lists):
        if list_id is not None and lists.access_list(user, list_id).game != wanted.game:
            message = "This list is one of another game."
            raise unreadable(message, FieldError(path=f"$.lists[{number}]", message=message))


def _first_event(decider: Decider, catalogue: Catalogue, wanted: NewMatch) -> MatchStarted:
    least, most = decider.seats
    if not least <= wanted.seats <= most:
        usual = f"{least}" if least == most else f"{least} to {most}"
        message = f"The game is for {usual} seats, not {wanted.seats}."
        raise unreadable(message, FieldError(path="$.seats", message=message))
    options = take(wanted.options, decider.options, "$.options")
    return log.first_event(decider, catalogue, seats=wanted.seats, options=options, table=wanted.table)


def give_command(user: User, match: Match, body: Any, held: tuple[int, ...] | None = None) -> Answer:
    """Judge a command and write its events; ``held``: its sender's seats, where they are known. Raises ``Problem``.

    Whether its id is known is asked only where the command does not simply go through: the log takes no id twice.
    """
    decider = decider_of(match.game)
    envelope = take(body, Envelope)
    held = seats.held_by(user, match) if held is None else held
    command = _command(decider, held, envelope, body)
    digest = sha256(codec.encode(_without_text(command)).encode()).hexdigest()
    given = Given(id=envelope.id, seen=envelope.seen, command=command, digest=digest, by=user.id)
    for attempt in range(ATTEMPTS):
        newer = given.seen != match.version and not command.simultaneous
        if (attempt or newer) and (first := _first_answer(decider, match, given)) is not None:
            return first
        if newer:
            break
        try:
            return _judge(decider, match, given)
        except event_log.Stale:
            _look_again(match)
    raise _stale(decider, match, given.seen, command.seat)


def _look_again(match: Match) -> None:
    try:
        match.refresh_from_db(fields=GUARD)
    except Match.DoesNotExist:
        raise seats.no_such_match() from None


def _command(decider: Decider, held: tuple[int, ...], envelope: Envelope, body: dict[str, Any]) -> Any:
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


def _judge(decider: Decider, match: Match, given: Given) -> Answer:
    standing = states.newest(decider, match)
    try:
        events, after = table.carry_out(
            decider, standing.match, given.command, RealChance(), lambda to: states.at(decider, match, to).match
        )
        _expect_end_of_command(match, events[-1])
    except Refused as refusal:
        if (first := _first_answer(decider, match, given)) is not None:
            return first
        raise Problem("refused", refusal.message, rule=refusal.rule, version=match.version) from None
    return _write(decider, match, given, standing, events, after[-1])


def _write(
    decider: Decider, match: Match, given: Given, standing: Standing, events: tuple[Any, ...], after: log.Match
) -> Answer:
    now = SOURCES.now()
    follows = Standing(match=after, before=match.version, command=given.id, snapshot=standing.snapshot)
    snapshot = None
    if states.is_due(follows, events[-1]):
        follows = msgspec.structs.replace(follows, snapshot=after.version)
        snapshot = states.frozen(decider, follows)
    seat = given.command.seat
    with people.staying(given.by) if given.text else nullcontext():
        lines = event_log.append(
            decider,
            match,
            events,
            now=now,
            command=event_log.Accepted(id=given.id, digest=given.digest, seat=seat, text=given.text, author=given.by),
            summary=summaries.summary_of(decider, after, now),
            snapshot=snapshot,
        )
    states.remember(match.id, match.head, follows, standing)
    live.told(match.id, match.version)
    return _answer(decider, follows, lines, seat)


def _expect_end_of_command(match: Match, event: Any) -> None:
    """A state between two events of one command was never on the table: no undo goes there. Raises ``Refused``."""
    if not isinstance(event, Undone | UndoAsked) or states.recent(match, event.to) is not None:
        return
    if event_log.is_inside_command(match, event.to):
        raise Refused("MT-UNDO", f"Version {event.to} is in the middle of a command.")


def _answer(decider: Decider, standing: Standing, lines: list[Line], seat: int) -> Answer:
    shown = [codec.show(decider, line, seat) for line in lines]
    can_undo = table.can_undo(standing.match, standing.before)
    return Answer(version=lines[-1].version, events=shown, can_undo=can_undo)


def _first_answer(decider: Decider, match: Match, given: Given) -> Answer | None:
    """What the same command was answered the first time, if it has been given before."""
    receipt = event_log.receipt_of(match, given.id)
    if receipt is None:
        return None
    _look_again(match)
    lines = event_log.read(decider, match, after=receipt.first - 1, upto=receipt.last, as_then=True)
    if receipt.digest != given.digest or not _is_text_of(lines, given.text):
        raise Problem("reused_id", "This id has been used for another command of this match.")
    return _answer(decider, states.at(decider, match, receipt.last), lines, given.command.seat)


def _without_text(command: Any) -> Any:
    texts = {name: "" for name in ("text", "reason") if hasattr(command, name)}
    return msgspec.structs.replace(command, **texts) if texts else command


def _is_text_of(lines: list[Line], text: str) -> bool:
    """Whether the command of these events came with this text, as far as anybody still knows."""
    for line in lines:
        if hasattr(line.event, "digest"):
            forgotten = line.event.digest and not line.text
            return bool(forgotten or line.text == text)
    return True


def _stale(decider: Decider, match: Match, seen: int, seat: int) -> Problem:
    missed = event_log.read(decider, match, after=max(seen, match.version - MISSED, 0))
    return Problem(
        "stale",
        f"You had seen version {seen}; the match has version {match.version}.",
        version=match.version,
        missed=[codec.show(decider, line, seat) for line in missed],
    )


def export_of(user: User) -> list[dict[str, Any]]:
    """What is kept of a person's matches, for their export."""
    found = Match.objects.filter(seats.visible_to(user)).distinct()
    return [
        {"id": match.id, "game": match.game, "created": match.created, "seats": seats.held_by(user, match)}
        for match in found
    ]
