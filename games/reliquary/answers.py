"""Answers to the choice that a play waits for: each goes on with the rest of the play."""

from typing import assert_never

import msgspec

from games.decider import Chance, Refused
from games.reliquary import commands as asked
from games.reliquary import events as happened
from games.reliquary.agenda import Aim, AnyTask, Compose, Hit, MayEnter, MayEscort, MayFind, MayRecall, MayStep, MaySwap
from games.reliquary.choices import answers_of
from games.reliquary.dialogue import choose
from games.reliquary.events import AnyEvent
from games.reliquary.questions import no_answer
from games.reliquary.resolving import aim_pieces, escort_pieces, recall_squares, run, step_squares, swap_pieces
from games.reliquary.setup import require
from games.reliquary.sight import may_hide
from games.reliquary.state import State
from games.reliquary.unfolding import Unfolding


def answer(state: State, command: asked.Answer | asked.Choice, chance: Chance) -> list[AnyEvent]:
    """Take the answer and go on. Refused where nothing is asked, another seat is, or it is no answer to that."""
    if state.phase != "play":
        raise Refused("RQ-T1", "The first turn has not begun.")
    if not state.agenda:
        raise Refused("RQ-T1", "Nothing is asked yet: choose a card first.")
    task = state.agenda[0]
    if task.seat != command.seat:
        raise Refused("RQ-T1", f"It is seat {task.seat} that is asked.")
    if isinstance(task, Compose):
        if isinstance(command, asked.Step | asked.SwapWith | asked.Recall):
            raise Refused("RQ-T1", _why_not(state, task, command))
        return choose(state, command, task, chance)
    if isinstance(command, asked.ChooseSquare | asked.RollDie | asked.TakeBack):
        raise Refused("RQ-T1", _why_not(state, task, command))
    unfolding = Unfolding(state, chance)
    unfolding.agenda = list(state.agenda[1:])
    unfolding.resumed = True
    unfolding.happen(happened.PlayResumed(seat=command.seat, declined=isinstance(command, asked.Decline)))
    match command:
        case asked.ChoosePiece():
            _piece(unfolding, task, command)
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


def _why_not(state: State, task: AnyTask, command: asked.Answer | asked.Choice) -> str:
    return no_answer(state, task, command, answers_of(state, task))


def _piece(unfolding: Unfolding, task: AnyTask, command: asked.ChoosePiece) -> None:
    seat, number = command.seat, command.piece
    if isinstance(task, MayEscort):
        if number not in escort_pieces(unfolding.state, task):
            raise Refused("RQ-T2", _why_not(unfolding.state, task, command))
        unfolding.agenda.insert(0, MayStep(seat=seat, piece=number))
        return
    if not isinstance(task, Aim):
        raise Refused("RQ-T1", _why_not(unfolding.state, task, command))
    if number not in aim_pieces(unfolding.state, task):
        raise Refused("RQ-T3", _why_not(unfolding.state, task, command))
    target = unfolding.piece(number)
    tasks: list[AnyTask] = [
        Hit(seat=seat, attacker=task.piece, target=number, damage=task.damage, push=task.push, pull=task.pull)
    ]
    if task.enter and target.square is not None:
        tasks.append(MayEnter(seat=seat, piece=task.piece, target=number, square=target.square))
    left = tuple(other for other in task.left if other != number)
    tasks.append(msgspec.structs.replace(task, left=left, least=task.least - 1, most=task.most - 1))
    unfolding.agenda[:0] = tasks


def _step(unfolding: Unfolding, task: AnyTask, command: asked.Step) -> None:
    if not isinstance(task, MayStep | MayEnter):
        raise Refused("RQ-T1", _why_not(unfolding.state, task, command))
    if command.square not in step_squares(unfolding.state, task):
        raise Refused("RQ-C1", _why_not(unfolding.state, task, command))
    if isinstance(task, MayStep) and task.steps > 1:
        unfolding.agenda.insert(0, msgspec.structs.replace(task, steps=task.steps - 1, given=None))
    unfolding.move(unfolding.piece(task.piece), command.square, "step")


def _swap(unfolding: Unfolding, task: AnyTask, command: asked.SwapWith) -> None:
    if not isinstance(task, MaySwap):
        raise Refused("RQ-T1", _why_not(unfolding.state, task, command))
    partner = next((piece for piece in swap_pieces(unfolding.state, task) if piece.id == command.piece), None)
    if partner is None:
        raise Refused("RQ-C2", _why_not(unfolding.state, task, command))
    unfolding.swap(unfolding.piece(task.piece), partner)


def _recall(unfolding: Unfolding, task: AnyTask, command: asked.Recall) -> None:
    if not isinstance(task, MayRecall):
        raise Refused("RQ-T1", _why_not(unfolding.state, task, command))
    if command.square not in recall_squares(unfolding.state, task):
        raise Refused("RQ-P2", f"{list(command.square)} is no empty square of seat {task.seat}'s back row.")
    back = happened.PieceReturned(seat=task.seat, piece=task.piece, square=command.square, how="recall")
    unfolding.happen(back)


def _decline(unfolding: Unfolding, task: AnyTask) -> None:
    if isinstance(task, MayStep) and task.must and step_squares(unfolding.state, task):
        raise Refused("RQ-T3", "This step has to be taken while one is possible.")
    if isinstance(task, Aim) and task.least > 0 and aim_pieces(unfolding.state, task):
        raise Refused("RQ-T3", "Another enemy has to be named.")
    if isinstance(task, MayFind):
        unfolding.happen(happened.NothingFound(relic=task.seat, square=task.square))


def reveal_relic(state: State, command: asked.RevealRelic, chance: Chance) -> list[AnyEvent]:
    """A Relic that was noted on paper has been found by the enemy piece that stands on it."""
    require(state, "play")
    relic = state.relics[command.seat - 1]
    if relic.place != "hidden" or not relic.on_paper:
        raise Refused("RQ-X23", "This seat has no Relic that is hidden on paper.")
    if not may_hide(state, command.seat, command.square):
        raise Refused("RQ-S6", f"No Relic of this seat can have been hidden on {list(command.square)}.")
    finder = state.at(command.square)
    if finder is None or finder.owner == command.seat:
        raise Refused("RQ-R1", "Only the enemy piece that has come to rest on a hidden Relic reveals it.")
    unfolding = Unfolding(state, chance)
    asks = bool(state.agenda) and isinstance(state.agenda[0], MayFind) and state.agenda[0].seat == command.seat
    if asks:
        unfolding.agenda = list(state.agenda[1:])
        unfolding.resumed = True
        unfolding.happen(happened.PlayResumed(seat=command.seat))
    unfolding.happen(happened.RelicRevealed(relic=relic.owner, square=command.square))
    unfolding.happen(happened.RelicTaken(relic=relic.owner, piece=finder.id))
    if asks:
        run(unfolding)
    return unfolding.events
