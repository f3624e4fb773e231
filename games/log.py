"""A whole match as a fold over its log: the game's events and those of every match.

Version N is the state after the first N events. The first event is ``match_started``; it holds all that a replay needs.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Union

import msgspec

from games import match_events as happened
from games.catalogue import Catalogue
from games.decider import Decider, Outcome, Seat
from games.match_commands import LOG_COMMANDS
from games.match_events import KINDS, LOG_EVENTS, MatchStarted, TableOptions
from games.plain import plain, set_at

replace = msgspec.structs.replace

LOG_FOLD_VERSION = 2
"""Raised with a change of what this module makes of a stored event; see ``Decider.fold_version``."""

SPECTATOR = 0
"""How the log writes "a spectator" where it writes numbers of seats."""


class UndoRequest(msgspec.Struct, frozen=True, kw_only=True):
    """An undo that waits for the others: where to, who asked, who has agreed."""

    to: int
    by: Seat
    agreed: tuple[Seat, ...] = ()


class DrawOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A draw that waits for the others."""

    by: Seat
    agreed: tuple[Seat, ...] = ()


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match at one version: the state of its game, and what is true of every match."""

    version: int
    started: MatchStarted
    state: Any
    played: bool = False
    """A game's event has happened: its position can no longer be set, only corrected."""

    paused: bool = False
    undo_floor: int = 1
    """Below this version an undo would hide again what has been revealed."""

    undo_asked: UndoRequest | None = None
    draw_offered: DrawOffer | None = None
    ended: Outcome | None = None
    opened: bool = False
    """Its secrets are open, and nothing happens any more."""

    fork_waits: tuple[Seat, ...] = ()
    """Seats that have not agreed yet to play on in this fork."""


Earlier = Callable[[int], Match]
"""version -> the match as it was at that version."""


@lru_cache
def event_type(decider: Decider) -> Any:
    """The union of all events that a match of this game may hold."""
    return Union[(decider.event, *LOG_EVENTS)]


@lru_cache
def command_type(decider: Decider) -> Any:
    """The union of all commands that a match of this game may be given."""
    return Union[(decider.command, *LOG_COMMANDS)]


def first_event(
    decider: Decider, catalogue: Catalogue, *, seats: int, options: Any = None, table: TableOptions | None = None
) -> MatchStarted:
    """Event 1 of a match by a catalogue: ``options`` are the game's own struct, its defaults if left out."""
    chosen = decider.options() if options is None else options
    return MatchStarted(
        game=catalogue.game,
        edition=catalogue.edition,
        data_hash=catalogue.hash,
        seats=seats,
        options=plain(chosen),
        table=table or TableOptions(),
        cards=tuple(plain(card) for card in decider.cards_used(chosen, catalogue)),
    )


def start(decider: Decider, started: Any) -> Match:
    """Version 1: the match before its first command. Raises ``ValueError`` for an event that starts no such match."""
    if type(started) is not MatchStarted:
        raise ValueError("a log begins with match_started")
    if started.game != decider.game or not decider.seats[0] <= started.seats <= decider.seats[1]:
        raise ValueError(f"{decider.game} is not played as this match_started says")
    options = msgspec.convert(started.options, decider.options)
    cards = tuple(msgspec.convert(card, decider.card) for card in started.cards)
    return Match(version=1, started=started, state=decider.initial(options, started.seats, cards))


def evolve(decider: Decider, match: Match, event: Any, earlier: Earlier) -> Match:
    """The match after one more event. ``earlier`` answers what an undo goes back to.

    Raises ``ValueError`` for an event that cannot stand there.
    """
    version = match.version + 1
    if type(event) in KINDS:
        if type(event) is happened.Undone:
            if not 1 <= event.to <= match.version:
                raise ValueError(f"an undo at version {version} cannot go to {event.to}")
            # Who has agreed to a fork has done so, wherever it goes back to.
            return replace(earlier(event.to), version=version, undo_asked=None, fork_waits=match.fork_waits)
        return replace(_evolve_log(decider, match, event), version=version)
    state = decider.evolve(match.state, event)
    return replace(
        match,
        version=version,
        state=state,
        played=True,
        undo_floor=version if event.reveals else match.undo_floor,
        undo_asked=None,
        draw_offered=None,
        ended=decider.outcome(state),
    )


def _evolve_log(decider: Decider, match: Match, event: Any) -> Match:
    changed: dict[str, Any] = {}
    match event:
        case happened.Corrected():
            changed["state"] = state_with(decider, match.state, event.path, event.value)
            changed["ended"] = decider.outcome(changed["state"])
        case happened.PositionSet():
            changed["state"] = msgspec.convert(event.state, decider.state)
        case happened.UndoAsked():
            changed["undo_asked"] = UndoRequest(to=event.to, by=event.by)
        case happened.UndoAnswered():
            changed["undo_asked"] = _answered(match.undo_asked, event.by, event.agree)
        case happened.DrawOffered():
            changed["draw_offered"] = DrawOffer(by=event.by)
        case happened.DrawAnswered():
            offer = _answered(match.draw_offered, event.by, event.agree)
            changed["draw_offered"] = offer
            if offer is not None and len(offer.agreed) == match.started.seats - 1:
                changed["ended"] = Outcome(winners=(), reason="draw_agreed")
        case happened.Paused():
            changed["paused"] = True
        case happened.Resumed():
            changed["paused"] = False
        case happened.Conceded():
            winners = tuple(seat for seat in range(1, match.started.seats + 1) if seat != event.by)
            changed["ended"] = Outcome(winners=winners, reason="conceded")
        case happened.Abandoned():
            changed["ended"] = Outcome(winners=(), reason="abandoned")
        case happened.Forked():
            changed["fork_waits"] = event.waiting
        case happened.ForkAgreed():
            changed["fork_waits"] = tuple(seat for seat in match.fork_waits if seat != event.by)
            # What they have agreed to play on from is left only by all of them.
            changed["undo_floor"] = match.version + 1
        case happened.SecretsOpened():
            changed["opened"] = True
        case happened.Noted():
            pass
        case _:
            raise ValueError(f"{type(event).__name__} cannot follow another event")
    return replace(match, **changed)


def _answered(request: Any, by: Seat, agree: bool) -> Any:
    return replace(request, agreed=(*request.agreed, by)) if agree and request is not None else None


def state_with(decider: Decider, state: Any, path: str, value: Any) -> Any:
    """The state with ``value`` at ``path``. Raises ``LookupError`` or ``msgspec.ValidationError``."""
    return msgspec.convert(set_at(plain(state), path, value), decider.state)


def fold(decider: Decider, events: Iterable[Any]) -> list[Match]:
    """Every version of a match: at N - 1 the match at version N. Raises ``ValueError`` without a first event."""
    versions: list[Match] = []
    for event in events:
        if not versions:
            versions.append(start(decider, event))
        else:
            versions.append(evolve(decider, versions[-1], event, lambda to: versions[to - 1]))
    if not versions:
        raise ValueError("a match has at least its first event")
    return versions


def view(decider: Decider, match: Match, seat: Seat | None) -> Match:
    """What a seat (None: a spectator) may see of a match."""
    return replace(match, state=decider.view(match.state, seat))


def redact(decider: Decider, event: Any, seat: Seat | None) -> Any:
    """What a seat may see of an event. Folding a seat's redacted events gives exactly its view of the match."""
    match event:
        case happened.PositionSet():
            state = decider.view(msgspec.convert(event.state, decider.state), seat)
            return happened.PositionSet(state=plain(state))
        case happened.Corrected() if (seat or SPECTATOR) in event.hidden_from:
            return replace(event, value=None, digest="")
        case _ if type(event) in KINDS:
            return event
        case _:
            return decider.redact(event, seat)
