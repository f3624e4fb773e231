"""What a seat of Reliquary can ask for. Cards are named by code, pieces by their number in the state."""

from typing import Annotated, ClassVar, Union

import msgspec
from msgspec import Meta

from games.decider import Command
from games.reliquary.agenda import Mode, Then
from games.reliquary.board import Square
from games.reliquary.cards import Stamp


class TakeSide(Command, frozen=True, kw_only=True):
    """Play as Key or as Skull; the other seat gets what is left (RQ-S1)."""

    side: Stamp


class PlaceRuins(Command, frozen=True, kw_only=True):
    """Put a Ruin on a square; its twin stands half a turn about the centre (RQ-S2)."""

    square: Square


class PickFaction(Command, frozen=True, kw_only=True):
    """Choose a faction in secret: here, or on paper and told here when both have chosen (RQ-S3, RQ-X23)."""

    faction: str | None = None
    on_paper: bool = False
    simultaneous: ClassVar[bool] = True


class Deal(Command, frozen=True, kw_only=True):
    """Deal seven cards by chance, out of ``seven`` where named; or tell what was dealt at the table (RQ-S4)."""

    seven: tuple[str, ...] | None = None
    hands: tuple[tuple[str, ...], ...] | None = None
    """Three cards for seat 1, three for seat 2."""

    waiting: str | None = None
    stamp: Stamp | None = None
    """The stamp on the table's own waiting card, where it differs from the edition's (RQ-X2)."""


class TakeRite(Command, frozen=True, kw_only=True):
    """Draft a Rite (RQ-S4m)."""

    rite: str


class Deploy(Command, frozen=True, kw_only=True):
    """Put the next piece on a square: a Minion, and the Hero as the last (RQ-S5)."""

    square: Square


class HideRelic(Command, frozen=True, kw_only=True):
    """Hide the own Relic on a square, or note the square on paper (RQ-S6, RQ-X23)."""

    square: Square | None = None
    on_paper: bool = False
    simultaneous: ClassVar[bool] = True


class Escort(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which other piece steps after an Escort card's MOVE, and where to."""

    piece: int
    square: Square


class PlayMove(Command, frozen=True, kw_only=True):
    """Play a card to MOVE a piece by its pattern (RQ-T2)."""

    card: str
    piece: int
    square: Square
    escort: Escort | None = None
    lantern: Then | None = None
    """The carrier's step at the end of the turn (Lantern Bearers); left out, it is asked where it is possible."""


class PlayAttack(Command, frozen=True, kw_only=True):
    """Play a card to ATTACK with a piece (RQ-T3)."""

    card: str
    piece: int
    step: Square | None = None
    """The step before an adjacent attack, or Gale's."""

    targets: tuple[int, ...] = ()
    """The enemies, in order: one, two for Ash Reapers, all adjacent ones for Gale; for Passage the friendly piece."""

    roll: int | None = None
    """The die that was rolled at the table; left out, chance rolls it."""

    then: Then | None = None
    """What the attacker does afterwards; left out, it is asked where it is possible."""

    lantern: Then | None = None


class Rally(Command, frozen=True, kw_only=True):
    """Spend a card to return a slain Minion to the own back row (RQ-T4)."""

    card: str
    square: Square
    piece: int | None = None
    """Which slain Minion; left out, the first one."""

    lantern: Then | None = None


class PlayRite(Command, frozen=True, kw_only=True):
    """Spend a card for the own Rite (RQ-T5)."""

    card: str
    square: Square
    piece: int | None = None
    """Harrow: which slain enemy Minion; left out, the first one."""

    lantern: Then | None = None


class SwapCard(Command, frozen=True, kw_only=True):
    """Exchange a card with the waiting one without effect, where nothing else can be played (RQ-X6)."""

    card: str
    lantern: Then | None = None


class BeginPlay(Command, frozen=True, kw_only=True):
    """Put a play together: this card, in this mode. What else it needs is asked, one choice at a time."""

    card: str
    mode: Mode


class ChoosePiece(Command, frozen=True, kw_only=True):
    """A choice of a play that is put together: this piece (what for, the state's first task says)."""

    piece: int


class ChooseSquare(Command, frozen=True, kw_only=True):
    """A choice of a play that is put together: this square."""

    square: Square


class RollDie(Command, frozen=True, kw_only=True):
    """The last choice of a gamble: roll the die, or tell what the table's die shows."""

    value: Annotated[int, Meta(ge=1, le=6)] | None = None


class TakeBack(Command, frozen=True, kw_only=True):
    """Take the card of a play that is put together back into the hand."""


class Step(Command, frozen=True, kw_only=True):
    """Answer: step to this square."""

    square: Square


class SwapWith(Command, frozen=True, kw_only=True):
    """Answer: swap with this piece."""

    piece: int


class Recall(Command, frozen=True, kw_only=True):
    """Answer: the slain Minion returns on this square."""

    square: Square


class Decline(Command, frozen=True, kw_only=True):
    """Answer: no, or no more."""


class RevealRelic(Command, frozen=True, kw_only=True):
    """Tell where the own Relic, noted on paper, lies: an enemy piece has just found it (RQ-X23)."""

    square: Square
    simultaneous: ClassVar[bool] = True


SetupCommand = Union[TakeSide, PlaceRuins, PickFaction, Deal, TakeRite, Deploy, HideRelic]
Play = Union[PlayMove, PlayAttack, Rally, PlayRite, SwapCard]
Answer = Union[Step, SwapWith, Recall, Decline]
Choice = Union[ChoosePiece, ChooseSquare, RollDie, TakeBack]
AnyCommand = Union[SetupCommand, Play, BeginPlay, Choice, Answer, RevealRelic]
