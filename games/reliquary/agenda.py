"""What is left of a play that waits for somebody's choice: the tasks of ``State.agenda``, in their order."""

from typing import Literal, Union

import msgspec

from games.decider import Seat
from games.reliquary.board import Square

Mode = Literal["move", "attack", "rally", "rite", "swap"]
Question = Literal["piece", "minion", "square", "step", "target", "die"]


class Then(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer given beforehand: steps to take or a piece to swap with; neither means no, thank you."""

    steps: tuple[Square, ...] = ()
    swap: int | None = None


class Task(msgspec.Struct, frozen=True, kw_only=True, tag_field="task", forbid_unknown_fields=True):
    """One thing still to do. ``seat`` is who does it, and who is asked where there is something to ask."""

    seat: Seat


class Hit(Task, frozen=True, kw_only=True, tag="hit"):
    """Harm or shove one enemy."""

    attacker: int
    target: int
    damage: int = 0
    push: int = 0
    pull: int = 0


class MayStep(Task, frozen=True, kw_only=True, tag="may_step"):
    """A piece may step, ``steps`` times at the most; where ``must``, it steps as long as it can."""

    piece: int
    steps: int = 1
    must: bool = False
    given: Then | None = None


class MayEnter(Task, frozen=True, kw_only=True, tag="may_enter"):
    """A piece may step into the square where its target stood, if it has slain it."""

    piece: int
    target: int
    square: Square
    given: Then | None = None


class MaySwap(Task, frozen=True, kw_only=True, tag="may_swap"):
    """A piece may swap with a friendly Minion in a clear line."""

    piece: int
    range: int
    given: Then | None = None


class MayRecall(Task, frozen=True, kw_only=True, tag="may_recall"):
    """A slain Minion may return at once to its back row (Grave Tide)."""

    piece: int


class MayFind(Task, frozen=True, kw_only=True, tag="may_find"):
    """A piece has come to rest where a Relic noted on paper may lie: its owner tells whether it does."""

    piece: int
    square: Square


class EndTurn(Task, frozen=True, kw_only=True, tag="end_turn"):
    """The turn ends; a carrier of the Lantern Bearers may step before (``lantern`` is its answer given beforehand)."""

    lantern: Then | None = None
    lantern_done: bool = False


class MayEscort(Task, frozen=True, kw_only=True, tag="may_escort"):
    """After an Escort card's MOVE another piece than the one that moved may step: which?"""

    moved: int


class Aim(Task, frozen=True, kw_only=True, tag="aim"):
    """The attack goes on against one enemy after another: which is the next of those that are ``left``?"""

    piece: int
    """The attacker."""

    left: tuple[int, ...]
    least: int
    """So many more must be named."""

    most: int
    damage: int = 0
    push: int = 0
    pull: int = 0
    enter: bool = False
    """The attacker may step into the square of an enemy that it slays."""


class Compose(Task, frozen=True, kw_only=True, tag="compose"):
    """A play is put together, choice by choice; nothing of it has happened yet.

    ``asks``: the piece that moves or attacks, the slain Minion, the square where it goes, the attacker's step before,
    the target, the die.
    """

    card: str
    mode: Mode
    asks: Question
    piece: int | None = None
    """The piece that moves or attacks; the slain Minion of a RALLY or of Harrow."""

    targets: tuple[int, ...] = ()


AnyTask = Union[Compose, MayEscort, Aim, Hit, MayStep, MayEnter, MaySwap, MayRecall, MayFind, EndTurn]
