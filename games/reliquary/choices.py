"""Every command that a seat may give now, in its short form: what follows chance or a kill is asked later."""

from collections.abc import Iterator
from itertools import permutations

from games.decider import Seat
from games.reliquary import commands as asked
from games.reliquary.agenda import AnyTask, MayEnter, MayRecall, MayStep, MaySwap
from games.reliquary.attacks import effect_of, may_step_first, target_counts, targets_of
from games.reliquary.board import Square, neighbours, other
from games.reliquary.cards import AnyEffect, Faction
from games.reliquary.commands import AnyCommand
from games.reliquary.plays import any_mode, rite_of, rite_squares
from games.reliquary.resolving import recall_squares, step_squares, swap_pieces
from games.reliquary.setup import deploy_squares, relic_squares, ruin_squares, seats_to_act
from games.reliquary.sight import free_back_row, may_hide, moves_of, slain_minions, standing, steps_from
from games.reliquary.state import Piece, State


def choices(state: State, seat: Seat) -> tuple[AnyCommand, ...]:
    """What a seat may do now; nothing where it is not its turn and nothing is asked of it."""
    found: list[AnyCommand] = []
    if seat in seats_to_act(state):
        found.extend(_plays(state, seat) if state.phase == "play" else _setup(state, seat))
    if state.phase == "play":
        found.extend(_reveals(state, seat))
    return tuple(found)


def _setup(state: State, seat: Seat) -> Iterator[AnyCommand]:
    match state.phase:
        case "sides":
            yield asked.TakeSide(seat=seat, side="key")
            yield asked.TakeSide(seat=seat, side="skull")
        case "ruins":
            yield from (asked.PlaceRuins(seat=seat, square=square) for square in ruin_squares(state))
        case "factions":
            factions = (card.code for card in state.cards.values() if isinstance(card, Faction))
            yield from (asked.PickFaction(seat=seat, faction=code) for code in factions)
            if state.seat(seat).pick is None:
                yield asked.PickFaction(seat=seat, on_paper=True)
        case "deal":
            yield asked.Deal(seat=seat)
        case "rites":
            yield from (asked.TakeRite(seat=seat, rite=rite) for rite in state.rites_left)
        case "deployment":
            yield from (asked.Deploy(seat=seat, square=square) for square in deploy_squares(state, seat))
        case "relics":
            yield from (asked.HideRelic(seat=seat, square=square) for square in relic_squares(state, seat))
            yield asked.HideRelic(seat=seat, on_paper=True)
        case _:
            return


def _reveals(state: State, seat: Seat) -> Iterator[AnyCommand]:
    relic = state.relics[seat - 1]
    if relic.place != "hidden" or not relic.on_paper:
        return
    for piece in standing(state, other(seat)):
        square = piece.square
        if square is not None and may_hide(state, seat, square):
            yield asked.RevealRelic(seat=seat, square=square)


def _plays(state: State, seat: Seat) -> Iterator[AnyCommand]:
    if state.agenda:
        yield from _answers(state, state.agenda[0])
        return
    played = False
    for code in state.seat(seat).cards:
        for command in _plays_of_card(state, seat, code):
            played = True
            yield command
    if not played:
        yield from (asked.SwapCard(seat=seat, card=code) for code in state.seat(seat).cards)


def is_stuck(state: State, seat: Seat) -> bool:
    """Whether a seat can play no card in any mode, so that it may swap one without effect (RQ-X6)."""
    if any_mode(state, seat):
        return False
    return not any(True for code in state.seat(seat).cards for _ in _attacks(state, seat, code))


def _plays_of_card(state: State, seat: Seat, code: str) -> Iterator[AnyCommand]:
    yield from _moves(state, seat, code)
    yield from _attacks(state, seat, code)
    if slain_minions(state, seat):
        yield from (asked.Rally(seat=seat, card=code, square=square) for square in free_back_row(state, seat))
    rite = rite_of(state, seat)
    if rite is not None:
        for square in rite_squares(state, seat, rite.rite):
            yield asked.PlayRite(seat=seat, card=code, square=square)


def _moves(state: State, seat: Seat, code: str) -> Iterator[AnyCommand]:
    card = state.move_card(code)
    if card is None:
        return
    for piece in standing(state, seat):
        for square in moves_of(state, piece, card):
            yield asked.PlayMove(seat=seat, card=code, piece=piece.id, square=square)
            if card.escort:
                for escort in _escorts(state, piece, square):
                    yield asked.PlayMove(seat=seat, card=code, piece=piece.id, square=square, escort=escort)


def _escorts(state: State, moved: Piece, end: Square) -> Iterator[asked.Escort]:
    """Steps of the other pieces once ``moved`` stands on ``end``."""
    for piece in standing(state, moved.owner):
        if piece.id == moved.id or piece.square is None or state.is_veiled(piece):
            continue
        for square in neighbours(piece.square, state.board):
            if square != end and (square == moved.square or not state.blocked(square)):
                yield asked.Escort(piece=piece.id, square=square)


def _attacks(state: State, seat: Seat, code: str) -> Iterator[AnyCommand]:
    card = state.move_card(code)
    if card is None or state.round <= 1:
        return
    for piece in standing(state, seat):
        effect = effect_of(state, card, piece)
        if effect is None or piece.square is None:
            continue
        steps = steps_from(state, piece) if may_step_first(effect) else ()
        for step in (None, *steps):
            for targets in _target_lists(state, piece, effect, step or piece.square):
                yield asked.PlayAttack(seat=seat, card=code, piece=piece.id, step=step, targets=targets)


def _target_lists(state: State, piece: Piece, effect: AnyEffect, stand: Square) -> Iterator[tuple[int, ...]]:
    possible = [target.id for target in targets_of(state, piece, effect, stand)]
    least, most = target_counts(effect, len(possible))
    for count in range(least, min(most, len(possible)) + 1):
        yield from permutations(possible, count)


def _answers(state: State, task: AnyTask) -> Iterator[AnyCommand]:
    seat = task.seat
    match task:
        case MayStep() | MayEnter():
            squares = step_squares(state, task)
            yield from (asked.Step(seat=seat, square=square) for square in squares)
            if isinstance(task, MayStep) and task.must and squares:
                return
        case MaySwap():
            yield from (asked.SwapWith(seat=seat, piece=piece.id) for piece in swap_pieces(state, task))
        case MayRecall():
            yield from (asked.Recall(seat=seat, square=square) for square in recall_squares(state, task))
        case _:
            pass
    yield asked.Decline(seat=seat)
