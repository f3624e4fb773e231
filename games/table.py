"""Deciding any command of a match: those of every match here, the game's own by its decider."""

from collections.abc import Iterable
from typing import Any

import msgspec

from games import log
from games import match_commands as asked
from games import match_events as happened
from games.decider import Chance, Decider, Refused, Seat
from games.faults import fault_of
from games.log import SPECTATOR, Earlier, Match
from games.plain import plain, value_at

LONGEST_PLACE = 80
"""So much of a path is repeated in a refusal."""


def decide(decider: Decider, match: Match, command: Any, chance: Chance) -> tuple[Any, ...]:
    """The events of a command, or :class:`Refused`; rule ids ``MT-…`` are in ``games/rules.yaml``. Changes nothing."""
    if not 1 <= command.seat <= match.started.seats:
        raise Refused("MT-SEAT", f"This match has seats 1 to {match.started.seats}, no seat {command.seat}.")
    if match.ended is not None or match.opened:
        raise Refused("MT-END", "The match has ended.")
    if isinstance(command, asked.AgreeToFork):
        return (_agree_to_fork(match, command.seat),)
    if match.fork_waits:
        raise Refused("MT-FORK", f"Seats that have not agreed to this fork yet: {_listed(match.fork_waits)}.")
    if isinstance(command, asked.LOG_COMMANDS):
        return _decide_log(decider, match, command)
    if match.paused:
        raise Refused("MT-PAUSE", "The match is paused; resume it first.")
    return tuple(decider.decide(match.state, command, chance))


def carry_out(
    decider: Decider, match: Match, command: Any, chance: Chance, earlier: Earlier
) -> tuple[tuple[Any, ...], list[Match]]:
    """Decide a command: its events, and the match after each. One that ends the match opens its secrets as well.

    Raises :class:`Refused`.
    """
    events = decide(decider, match, command, chance)
    after: list[Match] = []

    def known(to: int) -> Match:
        return after[to - match.version - 1] if to > match.version else earlier(to)

    for event in events:
        after.append(log.evolve(decider, after[-1] if after else match, event, known))
    if after[-1].ended is not None:
        events = (*events, happened.SecretsOpened())
        after.append(log.evolve(decider, after[-1], events[-1], known))
    return events, after


def play(decider: Decider, versions: list[Match], command: Any, chance: Chance) -> tuple[Any, ...]:
    """Decide a command on the newest of all versions, and append those that follow. Raises :class:`Refused`."""
    events, after = carry_out(decider, versions[-1], command, chance, lambda to: versions[to - 1])
    versions.extend(after)
    return events


def _listed(seats: Iterable[Seat]) -> str:
    return ", ".join(map(str, seats))


def _agree_to_fork(match: Match, seat: Seat) -> happened.ForkAgreed:
    if seat not in match.fork_waits:
        raise Refused("MT-FORK", f"Nobody waits for seat {seat} to agree to a fork.")
    return happened.ForkAgreed(by=seat)


def _decide_log(decider: Decider, match: Match, command: Any) -> tuple[Any, ...]:
    match command:
        case asked.Note():
            return (happened.Noted(by=command.seat),)
        case asked.Undo():
            return _undo(match, command)
        case asked.AnswerUndo():
            return _answer_undo(match, command)
        case asked.Correct():
            return (_correct(decider, match, command),)
        case asked.SetPosition():
            return (_set_position(decider, match, command),)
        case asked.Pause():
            return (_pause(match, command.seat),)
        case asked.Resume():
            return (_resume(match, command.seat),)
        case asked.Concede():
            return (happened.Conceded(by=command.seat),)
        case asked.OfferDraw():
            return (_offer_draw(match, command.seat),)
        case asked.AnswerDraw():
            return (_answer_draw(match, command),)
        case asked.Abandon():
            return (happened.Abandoned(by=command.seat),)
        case _:
            raise AssertionError(f"no such command: {command!r}")


def _others(match: Match, seat: Seat) -> set[Seat]:
    return set(range(1, match.started.seats + 1)) - {seat}


def can_undo(match: Match, before: int) -> bool:
    """Whether one seat alone can take back the last command, which began behind version ``before``."""
    free = match.started.table.undo == "free" and 1 <= match.undo_floor <= before
    return free and match.ended is None and not match.fork_waits


def choices(decider: Decider, match: Match, seat: Seat) -> tuple[Any, ...]:
    """The game's own commands that a seat may give now, found from what the seat sees alone."""
    if match.ended is not None or match.paused or match.fork_waits:
        return ()
    return decider.choices(decider.view(match.state, seat), seat)


def types_open(match: Match, seat: Seat) -> tuple[str, ...]:
    """The types of those commands of every match that a seat may give now."""
    if match.ended is not None:
        return ()
    if match.fork_waits:
        return ("agree_to_fork",) if seat in match.fork_waits else ()
    asked_others = match.undo_asked
    offered = match.draw_offered
    others = _others(match, seat)
    fitting = {
        "note": True,
        "correct": True,
        "pause": not match.paused,
        "resume": match.paused,
        "undo": match.version > 1,
        "answer_undo": asked_others is not None and seat not in (asked_others.by, *asked_others.agreed),
        "set_position": not match.played,
        "offer_draw": offered is None and bool(others),
        "answer_draw": offered is not None and seat not in (offered.by, *offered.agreed),
        "concede": True,
        "abandon": True,
    }
    return tuple(word for word, fits in fitting.items() if fits)


def _undo(match: Match, command: asked.Undo) -> tuple[Any, ...]:
    if not 1 <= command.to < match.version:
        raise Refused("MT-UNDO", f"An undo goes to a version from 1 to {match.version - 1}, not to {command.to}.")
    free = match.started.table.undo == "free" and command.to >= match.undo_floor
    if free or not _others(match, command.seat):
        return (happened.Undone(to=command.to),)
    return (happened.UndoAsked(to=command.to, by=command.seat),)


def _answer_undo(match: Match, command: asked.AnswerUndo) -> tuple[Any, ...]:
    request = match.undo_asked
    if request is None:
        raise Refused("MT-UNDO", "Nobody has asked for an undo.")
    if command.seat == request.by or command.seat in request.agreed:
        raise Refused("MT-UNDO", f"Seat {command.seat} has already agreed.")
    answer = happened.UndoAnswered(by=command.seat, agree=command.agree)
    if command.agree and _others(match, request.by) == {*request.agreed, command.seat}:
        return (answer, happened.Undone(to=request.to))
    return (answer,)


def _correct(decider: Decider, match: Match, command: asked.Correct) -> happened.Corrected:
    _expect_seen(decider, match.state, command)
    state = _possible(decider, match.state, command.path, command.value)
    # Of what others hide the check may not speak: its answer would tell where that lies.
    reason = decider.check(decider.view(state, command.seat))
    if reason is not None:
        raise Refused("MT-CORRECT", f"The state would not be possible: {reason}")
    hidden = tuple(
        seat for seat in range(match.started.seats + 1) if not _sees(decider, match.state, command, state, seat)
    )
    if command.seat in hidden:
        raise Refused("MT-CORRECT", f"Seat {command.seat} may not see what is at {_place(command.path)}.")
    return happened.Corrected(path=command.path, value=command.value, by=command.seat, hidden_from=hidden)


def _expect_seen(decider: Decider, state: Any, command: asked.Correct) -> None:
    """Nobody sets what they do not see: they would not know what they take away."""
    try:
        seen = value_at(plain(decider.view(state, command.seat)), command.path)
    except LookupError as error:
        raise Refused("MT-CORRECT", f"{_place(command.path)}: {error.args[0]}") from None
    if seen != value_at(plain(state), command.path):
        raise Refused("MT-CORRECT", f"Seat {command.seat} may not see all that is at {_place(command.path)}.")


def _possible(decider: Decider, state: Any, path: str, value: Any) -> Any:
    try:
        return log.state_with(decider, state, path, value)
    except LookupError as error:
        raise Refused("MT-CORRECT", f"{_place(path)}: {error.args[0]}") from None
    except msgspec.ValidationError as error:
        raise Refused("MT-CORRECT", f"{_place(path)}: {fault_of(error).message}.") from None


def _place(path: str) -> str:
    return "the whole state" if path == "" else path if len(path) <= LONGEST_PLACE else f"{path[:LONGEST_PLACE]}…"


def _sees(decider: Decider, before: Any, command: asked.Correct, after: Any, number: int) -> bool:
    """Whether a seat (0: spectators) may see the new value: its view must follow from it, or from ``None``."""
    seat = None if number == SPECTATOR else number
    seen, target = decider.view(before, seat), decider.view(after, seat)
    for value, answer in ((command.value, True), (None, False)):
        try:
            if log.state_with(decider, seen, command.path, value) == target:
                return answer
        except (LookupError, msgspec.ValidationError):
            continue
    raise Refused("MT-CORRECT", f"What is at {_place(command.path)} is partly secret; correct a smaller part.")


def _set_position(decider: Decider, match: Match, command: asked.SetPosition) -> happened.PositionSet:
    if match.played:
        raise Refused("MT-POSITION", "The game has begun; correct its state instead.")
    try:
        state = msgspec.convert(command.state, decider.state)
    except msgspec.ValidationError as error:
        fault = fault_of(error)
        raise Refused("MT-POSITION", f"{fault.path}: {fault.message}.") from None
    reason = decider.check(state)
    if reason is not None:
        raise Refused("MT-POSITION", f"The position is not possible: {reason}")
    if decider.outcome(state) is not None:
        raise Refused("MT-POSITION", "In this position the match would be over; there is nothing to open.")
    return happened.PositionSet(state=plain(state))


def _pause(match: Match, seat: Seat) -> happened.Paused:
    if match.paused:
        raise Refused("MT-PAUSE", "The match is paused already.")
    return happened.Paused(by=seat)


def _resume(match: Match, seat: Seat) -> happened.Resumed:
    if not match.paused:
        raise Refused("MT-PAUSE", "The match is not paused.")
    return happened.Resumed(by=seat)


def _offer_draw(match: Match, seat: Seat) -> happened.DrawOffered:
    if match.draw_offered is not None:
        raise Refused("MT-DRAW", "A draw has been offered already.")
    if not _others(match, seat):
        raise Refused("MT-DRAW", "There is nobody to agree with.")
    return happened.DrawOffered(by=seat)


def _answer_draw(match: Match, command: asked.AnswerDraw) -> happened.DrawAnswered:
    offer = match.draw_offered
    if offer is None:
        raise Refused("MT-DRAW", "Nobody has offered a draw.")
    if command.seat == offer.by or command.seat in offer.agreed:
        raise Refused("MT-DRAW", f"Seat {command.seat} has already agreed.")
    return happened.DrawAnswered(by=command.seat, agree=command.agree)
