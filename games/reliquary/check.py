"""Whether a state can stand on a table: what a correction or a set position must keep."""

from collections.abc import Iterator
from typing import assert_never

from games.reliquary.agenda import (
    Aim,
    AnyTask,
    Compose,
    EndTurn,
    Hit,
    MayEnter,
    MayEscort,
    MayFind,
    MayRecall,
    MayStep,
    MaySwap,
)
from games.reliquary.board import on_board
from games.reliquary.cards import Rite
from games.reliquary.setup import HAND
from games.reliquary.state import VIGIL_TOP, Piece, Relic, State
from games.reliquary.vigil import hero_hp

BEFORE_PLAY = ("sides", "ruins", "factions", "deal", "rites", "deployment", "relics")


def check(state: State) -> str | None:
    """Why a state cannot be; ``None``: it can."""
    faults = (*_board_faults(state), *_piece_faults(state), *_relic_faults(state), *_card_faults(state))
    return next(iter((*faults, *_turn_faults(state))), None)


def _board_faults(state: State) -> Iterator[str]:
    if state.options.board not in state.figures.boards:
        yield f"the figures are not those of a board of {state.board}"
    if len(set(state.ruins)) != len(state.ruins):
        yield "two Ruins stand on one square"
    if any(not on_board(ruin, state.board) for ruin in state.ruins):
        yield "a Ruin stands off the board"


def _piece_faults(state: State) -> Iterator[str]:
    standing = [piece.square for piece in state.pieces if piece.square is not None]
    if len(set(standing)) != len(standing):
        yield "two pieces stand on one square"
    if len({piece.id for piece in state.pieces}) != len(state.pieces):
        yield "two pieces have one number"
    for piece in state.pieces:
        if piece.owner not in (1, 2):
            yield f"piece {piece.id} is of no seat"
            continue
        if piece.square is not None and (not on_board(piece.square, state.board) or piece.square in state.ruins):
            yield f"piece {piece.id} stands off the board or on a Ruin"
        most = hero_hp(state.faction_of(piece.owner)) if piece.kind == "hero" else 1
        # A slain piece may be given HP: only then can the next correction put it back.
        if not (0 if piece.square is None else 1) <= piece.hp <= most:
            yield f"piece {piece.id} cannot have {piece.hp} HP"
    for seat in (1, 2):
        if sum(piece.kind == "minion" and piece.owner == seat for piece in state.pieces) > state.figures.minions + 1:
            yield "a seat has more Minions than it can come to have"
    heroes = [piece.owner for piece in state.pieces if piece.kind == "hero"]
    if len(set(heroes)) != len(heroes):
        yield "a seat has two Heroes"
    if state.phase == "play" and not all(_lives(state, seat) for seat in (1, 2)):
        yield "a seat has no Hero on the board"


def _lives(state: State, seat: int) -> bool:
    return any(p.kind == "hero" and p.owner == seat and p.square is not None for p in state.pieces)


def _relic_faults(state: State) -> Iterator[str]:
    for seat, relic in enumerate(state.relics, 1):
        if relic.owner != seat:
            yield "the Relics are not in the order of the seats"
        elif not _placed(relic, state.piece(relic.carrier)):
            yield f"the Relic of seat {seat} cannot be {relic.place} like that"
        elif relic.square is not None and not on_board(relic.square, state.board):
            yield f"the Relic of seat {seat} lies off the board"
        elif relic.place == "open" and relic.square in state.ruins:
            # Of a hidden one nothing is told here: the refusal would say where it lies.
            yield f"the Relic of seat {seat} lies on a Ruin"
        elif relic.place == "aside" and state.phase == "play":
            yield f"the Relic of seat {seat} is not in play"


def _placed(relic: Relic, carrier: Piece | None) -> bool:
    match relic.place:
        case "aside":
            return relic.square is None and relic.carrier is None and not _on_paper(relic)
        case "hidden":
            return relic.carrier is None and (relic.square is None if relic.on_paper else not relic.not_at)
        case "open":
            return relic.square is not None and relic.carrier is None and not _on_paper(relic)
        case "carried":
            standing = carrier is not None and carrier.square is not None and carrier.owner != relic.owner
            return standing and relic.square is None and not _on_paper(relic)


def _on_paper(relic: Relic) -> bool:
    return relic.on_paper or bool(relic.not_at)


def _card_faults(state: State) -> Iterator[str]:
    dealt = [code for seat in state.seats for code in seat.cards] + ([state.waiting] if state.waiting else [])
    if any(state.move_card(code) is None for code in dealt):
        yield "a dealt card is no move card of this match"
    if len(set(dealt)) != len(dealt):
        yield "a card is in two places"
    hands = {len(seat.cards) for seat in state.seats}
    if (state.waiting is None and hands != {0}) or (state.waiting is not None and hands != {HAND}):
        yield "each seat has three cards, and one waits"
    for seat in state.seats:
        if seat.rite is not None and not isinstance(state.cards.get(seat.rite), Rite):
            yield "a seat has a Rite that is none"
    for number in (1, 2):
        if state.seat(number).faction is not None and state.faction_of(number) is None:
            yield "a seat has a faction that is none"
    if {seat.side for seat in state.seats} not in ({None}, {"key", "skull"}):
        yield "one seat is Key and the other Skull"


def _turn_faults(state: State) -> Iterator[str]:
    if not 0 <= state.vigil <= VIGIL_TOP:
        yield f"the Vigil die shows 0 to {VIGIL_TOP}"
    if state.first not in (None, 1, 2) or state.active not in (None, 1, 2):
        yield "a match of two has seats 1 and 2"
    if state.phase == "play":
        if state.first is None or state.active is None or state.turn < 1 or state.round < 1 or state.waiting is None:
            yield "a match in play has a first seat, an active one, a turn, a round and a waiting card"
        if any(state.faction_of(seat) is None for seat in (1, 2)):
            yield "a match in play has two factions"
    if state.phase not in ("play", "over") and state.agenda:
        yield "nothing is asked before the first turn"
    numbers = {piece.id for piece in state.pieces}
    if not {number for task in state.agenda for number in _pieces_of(task)} <= numbers:
        yield "what is left to do names a piece that is not there"
    if len(state.agenda) > 1 and any(isinstance(task, Compose) for task in state.agenda):
        yield "a play is put together while nothing else waits"
    if any(task.seat not in (1, 2) for task in state.agenda):
        yield "a match of two has seats 1 and 2"
    if (state.phase == "over") is not (state.result is not None):
        yield "a match is over when it has a result, and only then"


def _pieces_of(task: AnyTask) -> tuple[int, ...]:
    match task:
        case Hit():
            return task.attacker, task.target
        case MayEnter():
            return task.piece, task.target
        case Compose():
            return (*(() if task.piece is None else (task.piece,)), *task.targets)
        case MayEscort():
            return (task.moved,)
        case Aim():
            return task.piece, *task.left
        case MayStep() | MaySwap() | MayRecall() | MayFind():
            return (task.piece,)
        case EndTurn():
            return ()
        case _:
            assert_never(task)
