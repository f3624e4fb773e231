"""What a play waits for, as a question; and the refusal of what is no answer to it, with what would be one."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from games.reliquary import commands as asked
from games.reliquary.agenda import Aim, AnyTask, Compose, MayEnter, MayEscort, MayFind, MayRecall, MayStep, MaySwap
from games.reliquary.board import Square
from games.reliquary.commands import AnyCommand
from games.reliquary.state import State

MOST_NAMED = 12
"""Answers that a refusal names; of more it names these and says that there are others."""


def question(state: State, task: AnyTask) -> str:
    """The question as one would ask it across the table."""
    match task:
        case Compose():
            return _composed(state, task)
        case MayEscort():
            return "Which other piece steps, as the Escort?"
        case Aim():
            return f"Whom does piece {task.piece} attack next?"
        case MayStep():
            return f"Where does piece {task.piece} step?"
        case MayEnter():
            return f"Does piece {task.piece} enter {_at(task.square)}?"
        case MaySwap():
            return f"With which Minion does piece {task.piece} change places?"
        case MayRecall():
            return f"Where does piece {task.piece} come back?"
        case MayFind():
            return f"Is the Relic noted on paper on {_at(task.square)}?"
        case _:
            return "What follows?"


def _composed(state: State, task: Compose) -> str:
    card = state.cards[task.card].name if task.card in state.cards else task.card
    doing = {"move": "moves", "attack": "attacks"}.get(task.mode, "is used")
    match task.asks:
        case "piece":
            return f"Which piece {doing} with {card}?"
        case "minion":
            return "Which slain Minion is it?"
        case "square" if task.mode == "move":
            return f"Where does piece {task.piece} go with {card}?"
        case "square":
            return "On which square?" if task.mode == "rite" else "On which square does the Minion come back?"
        case "step":
            return f"Where does piece {task.piece} step before it attacks?"
        case "target":
            return f"Whom does piece {task.piece} attack?"
        case "die":
            return "What does the die show?"
        case _:
            assert_never(task.asks)


def no_answer(state: State, task: AnyTask, given: AnyCommand, answers: Iterable[AnyCommand]) -> str:
    """Why a command does not go on: what it is, what is asked, and what would be an answer.

    ``Square 3,3 is no answer to “Which piece moves with Vault?”. Choose piece 1 or 4, or take the card back.``
    """
    ways = _ways(list(answers))
    return f"{_given(given)} is no answer to “{question(state, task)}”.{f' {ways}.' if ways else ''}"


def _given(command: AnyCommand) -> str:
    match command:
        case asked.ChoosePiece() | asked.SwapWith():
            return f"Piece {command.piece}"
        case asked.ChooseSquare() | asked.Step() | asked.Recall():
            return f"Square {_at(command.square)}"
        case asked.RollDie():
            return "A die"
        case asked.Decline():
            return "No"
        case _:
            return "That"


def _ways(answers: Sequence[AnyCommand]) -> str:
    pieces = [str(one.piece) for one in answers if isinstance(one, asked.ChoosePiece | asked.SwapWith)]
    squares = [_at(one.square) for one in answers if isinstance(one, asked.ChooseSquare | asked.Step | asked.Recall)]
    ways = [f"choose piece {_listed(pieces)}"] if pieces else []
    ways += [f"choose square {_listed(squares)}"] if squares else []
    ways += ["roll the die"] if any(isinstance(one, asked.RollDie) for one in answers) else []
    ways += ["let it be"] if any(isinstance(one, asked.Decline) for one in answers) else []
    ways += ["take the card back"] if any(isinstance(one, asked.TakeBack) for one in answers) else []
    words = ", or ".join(ways)
    return words[:1].upper() + words[1:]


def _listed(names: Sequence[str]) -> str:
    """``1``, ``1 or 4``, ``1; 4 or 5``; squares have commas of their own."""
    if len(names) > MOST_NAMED:
        return f"{'; '.join(names[:MOST_NAMED])} or another"
    *first, last = names
    return f"{'; '.join(first)} or {last}" if first else last


def _at(square: Square) -> str:
    return f"{square[0]},{square[1]}"
