"""A small game for the tests of the log: each seat hides a number, adds dice to its score, and may show its number."""

from typing import ClassVar

import msgspec

from games.catalogue import Card
from games.decider import Command, Decider, Event, Outcome, Refused

GOAL = 60
SIDES = ("red", "blue", "green", "black")


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    goal: int = GOAL


class Player(msgspec.Struct, frozen=True, kw_only=True):
    score: int = 0
    has_hidden: bool = False
    hidden: int | None = None


class State(msgspec.Struct, frozen=True, kw_only=True):
    goal: int
    turn: int = 1
    players: tuple[Player, ...]


class Hide(Command, frozen=True, kw_only=True):
    number: int
    simultaneous: ClassVar[bool] = True


class RollDie(Command, frozen=True, kw_only=True):
    roll: int | None = None


class Show(Command, frozen=True, kw_only=True):
    pass


class NumberHidden(Event, frozen=True, kw_only=True):
    seat: int
    number: int | None


class DieRolled(Event, frozen=True, kw_only=True):
    seat: int
    roll: int
    schema: ClassVar[int] = 2
    reveals: ClassVar[bool] = True


def roll_from_pips(fields):
    """In schema version 1 the die was told by its pips."""
    return {"roll" if name == "pips" else name: value for name, value in fields.items()}


class TurnPassed(Event, frozen=True, kw_only=True):
    to: int


class NumberShown(Event, frozen=True, kw_only=True):
    seat: int
    number: int
    reveals: ClassVar[bool] = True


ToyCommand = Hide | RollDie | Show
ToyEvent = NumberHidden | DieRolled | TurnPassed | NumberShown


class ToyCard(Card, frozen=True, kw_only=True, tag="toy_card"):
    pass


def initial(options, seats, cards):
    return State(goal=options.goal, players=(Player(),) * seats)


def decide(state, command, chance):
    mine = state.players[command.seat - 1]
    match command:
        case Hide(number=number):
            if mine.has_hidden:
                raise Refused("TOY-1", "hidden already")
            return (NumberHidden(seat=command.seat, number=number),)
        case RollDie():
            if state.turn != command.seat:
                raise Refused("TOY-2", "not your turn")
            roll = command.roll or chance.roll(6)
            return (
                DieRolled(seat=command.seat, roll=roll),
                TurnPassed(to=command.seat % len(state.players) + 1),
            )
        case Show():
            if mine.hidden is None:
                raise Refused("TOY-3", "nothing hidden")
            return (NumberShown(seat=command.seat, number=mine.hidden),)


def _with(state, seat, **change):
    players = list(state.players)
    players[seat - 1] = msgspec.structs.replace(players[seat - 1], **change)
    return msgspec.structs.replace(state, players=tuple(players))


def evolve(state, event):
    match event:
        case NumberHidden():
            return _with(state, event.seat, has_hidden=True, hidden=event.number)
        case DieRolled():
            return _with(state, event.seat, score=state.players[event.seat - 1].score + event.roll)
        case TurnPassed():
            return msgspec.structs.replace(state, turn=event.to)
        case NumberShown():
            score = state.players[event.seat - 1].score + event.number
            return _with(state, event.seat, has_hidden=False, hidden=None, score=score)


def view(state, seat):
    for number in range(1, len(state.players) + 1):
        if number != seat:
            state = _with(state, number, hidden=None)
    return state


def redact(event, seat):
    if isinstance(event, NumberHidden) and event.seat != seat:
        return msgspec.structs.replace(event, number=None)
    return event


def outcome(state):
    winners = tuple(n for n, one in enumerate(state.players, 1) if one.score >= state.goal)
    return Outcome(winners=winners, reason="TOY-GOAL") if winners else None


def check(state):
    return "a score is below zero" if any(one.score < 0 for one in state.players) else None


def choices(state, seat):
    mine = state.players[seat - 1]
    found = [] if mine.has_hidden else [Hide(seat=seat, number=n) for n in (1, 3)]
    found += [Show(seat=seat)] if mine.hidden is not None else []
    return tuple(found + ([RollDie(seat=seat)] if state.turn == seat else []))


TOY = Decider(
    game="toy",
    fold_version=1,
    seats=(1, 4),
    options=Options,
    command=ToyCommand,
    event=ToyEvent,
    state=State,
    cards_used=lambda options, catalogue: (),
    initial=initial,
    decide=decide,
    evolve=evolve,
    view=view,
    redact=redact,
    phase=lambda state: "play",
    to_act=lambda state: (state.turn,),
    outcome=outcome,
    check=check,
    choices=choices,
    scores=lambda state: tuple(one.score for one in state.players),
    sides=lambda state: tuple(SIDES[: len(state.players)]),
    upcasters={("die_rolled", 1): roll_from_pips},
    card=ToyCard,
)
