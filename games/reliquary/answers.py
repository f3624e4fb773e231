"""Answers to the choice that a play waits for: each goes on with the rest of the play."""

from typing import assert_never

import msgspec

from games.decider import Chance, Refused
from games.reliquary import commands as asked
from games.reliquary import events as happened
from games.reliquary.agenda import MayEnter, MayRecall, MayStep, MaySwap
from games.reliquary.events import AnyEvent
from games.reliquary.resolving import recall_squares, run, step_squares, swap_pieces
from games.reliquary.state import State
from games.reliquary.unfolding import Unfolding


def answer(state: State, command: asked.Answer, chance: Chance) -> list[AnyEvent]:
    """Take the answer and go on. Refused where nothing is asked, another seat is, or it is no answer to that."""
    if state.phase != "play" or not state.agenda:
        raise Refused("RQ-T1", "No play waits for an answer.")
    task = state.agenda[0]
    if task.seat != command.seat:
        raise Refused("RQ-T1", f"It is seat {task.seat} that is asked.")
    unfolding = Unfolding(state, chance)
    unfolding.agenda = list(state.agenda[1:])
    unfolding.resumed = True
    unfolding.happen(happened.PlayResumed(seat=command.seat, declined=isinstance(command, asked.Decline)))
    match command:
        case asked.Step():
            _step(unfolding, task, command)
        case asked.SwapWith():
            _swap(unfolding, task, command)
        case asked.Recall():
            _recall(unfolding, task, command)
        case asked.Decline():
            _decline(unfolding, task)
        case _:
            assert_never(command)
    run(unfolding)
    return unfolding.events


def _step(unfolding: Unfolding, task: object, command: asked.Step) -> None:
    if not isinstance(task, MayStep | MayEnter):
        raise Refused("RQ-T1", "What is asked is not a step.")
    if command.square not in step_squares(unfolding.state, task):
        raise Refused("RQ-C1", f"No step leads to {list(command.square)}.")
    unfolding.move(unfolding.piece(task.piece), command.square, "step")
    if isinstance(task, MayStep) and task.steps > 1:
        unfolding.agenda.insert(0, msgspec.structs.replace(task, steps=task.steps - 1, given=None))


def _swap(unfolding: Unfolding, task: object, command: asked.SwapWith) -> None:
    if not isinstance(task, MaySwap):
        raise Refused("RQ-T1", "What is asked is not a swap.")
    partner = next((piece for piece in swap_pieces(unfolding.state, task) if piece.id == command.piece), None)
    if partner is None:
        raise Refused("RQ-C2", f"Piece {command.piece} is no friendly Minion within reach.")
    unfolding.swap(unfolding.piece(task.piece), partner)


def _recall(unfolding: Unfolding, task: object, command: asked.Recall) -> None:
    if not isinstance(task, MayRecall):
        raise Refused("RQ-T1", "What is asked is not a return.")
    if command.square not in recall_squares(unfolding.state, task):
        raise Refused("RQ-P2", f"{list(command.square)} is no empty square of seat {task.seat}'s back row.")
    back = happened.PieceReturned(seat=task.seat, piece=task.piece, square=command.square, how="recall")
    unfolding.happen(back)


def _decline(unfolding: Unfolding, task: object) -> None:
    if isinstance(task, MayStep) and task.must and step_squares(unfolding.state, task):
        raise Refused("RQ-T3", "This step has to be taken while one is possible.")
