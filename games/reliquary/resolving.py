"""Doing what is on the agenda of a play, task by task, until it is done or somebody has to choose."""

from typing import assert_never

import msgspec

from games.decider import Refused
from games.reliquary import events as happened
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
    Then,
)
from games.reliquary.board import Square, direction, other, shifted
from games.reliquary.sight import free_back_row, friends_to_swap, standing, steps_from
from games.reliquary.state import Piece, State
from games.reliquary.unfolding import Unfolding
from games.reliquary.vigil import carrier_of, end_turn


def run(unfolding: Unfolding) -> None:
    """Work through the agenda. Where a choice is open, the last event is ``play_waits``."""
    while unfolding.agenda and unfolding.state.result is None:
        task = unfolding.agenda.pop(0)
        waiting = _perform(unfolding, task)
        if waiting is not None:
            unfolding.happen(happened.PlayWaits(agenda=(waiting, *unfolding.agenda)))
            return


def _perform(unfolding: Unfolding, task: AnyTask) -> AnyTask | None:
    """Do one task; the task itself where it has to wait for a choice."""
    match task:
        case Hit():
            _hit(unfolding, task)
            return None
        case MayStep() | MayEnter() | MaySwap():
            return _choose(unfolding, task)
        case Compose():
            return task
        case MayEscort():
            return task if escort_pieces(unfolding.state, task) else None
        case Aim():
            return task if aim_pieces(unfolding.state, task) else None
        case MayRecall():
            return task if recall_squares(unfolding.state, task) else None
        case MayFind():
            return task if may_be_found(unfolding.state, task) else None
        case EndTurn():
            _end_turn(unfolding, task)
            return None
        case _:
            assert_never(task)


def _hit(unfolding: Unfolding, hit: Hit) -> None:
    """Damage first; the slain and the warded are not displaced; who cannot budge is crushed (RQ-C3)."""
    unfolding.hurt(hit.target, hit.damage, "attack")
    state = unfolding.state
    attacker, target = unfolding.piece(hit.attacker), unfolding.piece(hit.target)
    if state.result is not None or attacker.square is None or target.square is None or state.is_warded(target):
        return
    way = direction(attacker.square, target.square)
    if way is None or not hit.push + hit.pull:
        return
    if hit.pull:
        way = (-way[0], -way[1])
    end = slide(state, target.square, way, hit.push + hit.pull)
    if end == target.square:
        unfolding.hurt(hit.target, 1, "crush")
    else:
        unfolding.move(target, end, "pull" if hit.pull else "push")


def slide(state: State, start: Square, way: tuple[int, int], limit: int) -> Square:
    """Where a piece comes to rest that is shoved ``limit`` squares one way, stopping early at what blocks."""
    end = start
    for _ in range(limit):
        following = shifted(end, way)
        if state.blocked(following):
            break
        end = following
    return end


def escort_pieces(state: State, task: MayEscort) -> tuple[int, ...]:
    """The pieces that may step after an Escort card's MOVE."""
    friends = standing(state, task.seat)
    return tuple(piece.id for piece in friends if piece.id != task.moved and steps_from(state, piece))


def aim_pieces(state: State, task: Aim) -> tuple[int, ...]:
    """The enemies that the attack may turn to next."""
    if task.most <= 0:
        return ()
    return tuple(piece.id for piece in standing(state, other(task.seat)) if piece.id in task.left)


def step_squares(state: State, task: MayStep | MayEnter) -> tuple[Square, ...]:
    """The squares that a task's piece may step to now."""
    piece = state.piece(task.piece)
    if piece is None:
        return ()
    free = steps_from(state, piece)
    if isinstance(task, MayStep):
        return free if task.steps > 0 else ()
    target = state.piece(task.target)
    slain = target is not None and target.square is None
    return tuple(square for square in free if slain and square == task.square)


def swap_pieces(state: State, task: MaySwap) -> tuple[Piece, ...]:
    """The pieces that a task's piece may swap with now."""
    piece = state.piece(task.piece)
    return () if piece is None else friends_to_swap(state, piece, task.range, minions_only=True)


def recall_squares(state: State, task: MayRecall) -> tuple[Square, ...]:
    """Where a slain Minion may return at once; none without Grave Tide's passive, or once that is used."""
    faction, piece = state.faction_of(task.seat), state.piece(task.piece)
    if faction is None or faction.passive is None or faction.passive.id != "recall":
        return ()
    if state.seat(task.seat).recalled or piece is None or piece.square is not None:
        return ()
    return free_back_row(state, task.seat)


def may_be_found(state: State, task: MayFind) -> bool:
    """Whether the Relic on paper is still to be asked for on a square."""
    relic, piece = state.relics[task.seat - 1], state.piece(task.piece)
    return relic.on_paper and task.square not in relic.not_at and piece is not None and piece.square == task.square


def _choose(unfolding: Unfolding, task: MayStep | MayEnter | MaySwap) -> AnyTask | None:
    given = task.given
    if isinstance(task, MaySwap):
        open_to = bool(swap_pieces(unfolding.state, task))
    else:
        open_to = bool(step_squares(unfolding.state, task))
    if given is not None and not _possible(unfolding.state, task, given):
        if not unfolding.resumed:
            raise Refused("RQ-T3", "What is to follow the attack is not possible.")
        given = None
        task = msgspec.structs.replace(task, given=None)
    if not open_to:
        return None
    if given is None:
        return task
    _follow(unfolding, task, given)
    return None


def _possible(state: State, task: MayStep | MayEnter | MaySwap, given: Then) -> bool:
    """Whether an answer that was given beforehand can begin now."""
    if isinstance(task, MaySwap):
        return not given.steps and (given.swap is None or given.swap in {p.id for p in swap_pieces(state, task)})
    squares = step_squares(state, task)
    if given.swap is not None or (not given.steps and squares and isinstance(task, MayStep) and task.must):
        return False
    limit = task.steps if isinstance(task, MayStep) else 1
    return not given.steps or (given.steps[0] in squares and len(given.steps) <= limit)


def _follow(unfolding: Unfolding, task: MayStep | MayEnter | MaySwap, given: Then) -> None:
    if given.swap is not None:
        unfolding.swap(unfolding.piece(task.piece), unfolding.piece(given.swap))
    if given.steps:
        if isinstance(task, MayStep) and len(given.steps) > 1:
            rest = Then(steps=given.steps[1:])
            unfolding.agenda.insert(0, msgspec.structs.replace(task, steps=task.steps - 1, given=rest))
        unfolding.move(unfolding.piece(task.piece), given.steps[0], "step")


def _end_turn(unfolding: Unfolding, task: EndTurn) -> None:
    state = unfolding.state
    if not task.lantern_done:
        piece = lantern_carrier(state, task)
        if piece is not None:
            step = MayStep(seat=task.seat, piece=piece.id, given=task.lantern)
            unfolding.agenda[:0] = [step, msgspec.structs.replace(task, lantern=None, lantern_done=True)]
            return
        if task.lantern is not None and task.lantern != Then() and not unfolding.resumed:
            raise Refused("RQ-P3", "No carrier may step at the end of this turn.")
    end_turn(unfolding, task.seat)


def lantern_carrier(state: State, task: EndTurn) -> Piece | None:
    """The carrier that may step as the turn ends: Lantern Bearers only, and only if it has not stepped."""
    faction, carrier = state.faction_of(task.seat), carrier_of(state, task.seat)
    if faction is None or faction.passive is None or faction.passive.id != "lantern_step":
        return None
    if carrier is None or carrier.stepped or not steps_from(state, carrier):
        return None
    return carrier
