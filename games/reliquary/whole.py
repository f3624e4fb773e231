"""Whole plays in one command: every one that a seat may make now, and making one.

Listed is the short form: what follows from chance or from a kill is asked later, and a Minion is named wherever one is
chosen. Longer forms (``roll``, ``then``, ``lantern``) give beforehand what would be asked.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import assert_never

from games.decider import Chance, Seat
from games.reliquary import commands as asked
from games.reliquary.agenda import Mode
from games.reliquary.attacks import effect_of, may_step_first, play_attack, target_counts, targets_of
from games.reliquary.board import Square, neighbours, other
from games.reliquary.cards import AnyEffect, MoveCard
from games.reliquary.events import AnyEvent
from games.reliquary.plays import any_mode, play_move, play_rite, rally, rite_of, rite_squares, swap_card
from games.reliquary.sight import free_back_row, moves_of, slain_minions, standing, steps_from
from games.reliquary.state import Piece, State

MODES: tuple[Mode, ...] = ("move", "attack", "rally", "rite", "swap")


def play_whole(state: State, command: asked.Play, chance: Chance) -> list[AnyEvent]:
    """The events of a whole play, up to a choice that it leaves open. Refused by the rule that forbids it."""
    match command:
        case asked.PlayMove():
            return play_move(state, command, chance)
        case asked.PlayAttack():
            return play_attack(state, command, chance)
        case asked.Rally():
            return rally(state, command, chance)
        case asked.PlayRite():
            return play_rite(state, command, chance)
        case asked.SwapCard():
            return swap_card(state, command, chance, stuck=is_stuck(state, command.seat))
        case _:
            assert_never(command)


def whole_plays(state: State, seat: Seat) -> Iterator[asked.Play]:
    """Every whole play of a seat that has the turn and is asked nothing."""
    for code in state.seat(seat).cards:
        for mode in MODES:
            yield from plays_in_mode(state, seat, code, mode)


def plays_in_mode(state: State, seat: Seat, code: str, mode: Mode) -> Iterator[asked.Play]:
    """Every whole play of one card in one mode."""
    card = state.move_card(code)
    if card is None or code not in state.seat(seat).cards:
        return
    match mode:
        case "move":
            for piece in standing(state, seat):
                yield from moves_with(state, piece, card)
        case "attack":
            for piece in standing(state, seat):
                yield from attacks_with(state, piece, card)
        case "rally":
            for minion in slain_minions(state, seat):
                for square in free_back_row(state, seat):
                    yield asked.Rally(seat=seat, card=code, square=square, piece=minion.id)
        case "rite":
            yield from _rites(state, seat, code)
        case "swap":
            if is_stuck(state, seat):
                yield asked.SwapCard(seat=seat, card=code)
        case _:
            assert_never(mode)


def moves_with(state: State, piece: Piece, card: MoveCard) -> Iterator[asked.PlayMove]:
    """Every MOVE of a piece by a card, each without and with every Escort."""
    for square in moves_of(state, piece, card):
        yield asked.PlayMove(seat=piece.owner, card=card.code, piece=piece.id, square=square)
        for escort in escorts(state, piece, square) if card.escort else ():
            yield asked.PlayMove(seat=piece.owner, card=card.code, piece=piece.id, square=square, escort=escort)


def escorts(state: State, moved: Piece, end: Square) -> Iterator[asked.Escort]:
    """Steps of the other pieces once ``moved`` stands on ``end``."""
    for piece in standing(state, moved.owner):
        if piece.id == moved.id or piece.square is None or state.is_veiled(piece):
            continue
        for square in neighbours(piece.square, state.board):
            if square != end and (square == moved.square or not state.blocked(square)):
                yield asked.Escort(piece=piece.id, square=square)


def attacks_with(state: State, piece: Piece, card: MoveCard) -> Iterator[asked.PlayAttack]:
    """Every ATTACK of a piece with a card, from where it stands and from each step that may come before."""
    effect = effect_of(state, card, piece)
    if effect is None or piece.square is None or state.round <= 1:
        return
    steps = steps_from(state, piece) if may_step_first(effect) else ()
    for step in (None, *steps):
        for targets in target_lists(state, piece, effect, step or piece.square):
            yield asked.PlayAttack(seat=piece.owner, card=card.code, piece=piece.id, step=step, targets=targets)


def target_lists(state: State, piece: Piece, effect: AnyEffect, stand: Square) -> Iterator[tuple[int, ...]]:
    """Every choice of targets, in every order, that an effect may have from a square."""
    possible = [target.id for target in targets_of(state, piece, effect, stand)]
    least, most = target_counts(effect, len(possible))
    for count in range(least, min(most, len(possible)) + 1):
        yield from permutations(possible, count)


def _rites(state: State, seat: Seat, code: str) -> Iterator[asked.PlayRite]:
    rite = rite_of(state, seat)
    if rite is None:
        return
    slain = slain_minions(state, other(seat)) if rite.rite == "harrow" else (None,)
    for minion in slain:
        for square in rite_squares(state, seat, rite.rite):
            piece = None if minion is None else minion.id
            yield asked.PlayRite(seat=seat, card=code, square=square, piece=piece)


def is_stuck(state: State, seat: Seat) -> bool:
    """Whether a seat can play no card in any mode, so that it may swap one without effect (RQ-X6)."""
    if any_mode(state, seat):
        return False
    return not any(True for code in state.seat(seat).cards for _ in plays_in_mode(state, seat, code, "attack"))
