"""What can have happened in Reliquary. Every outcome is written out, so that folding needs no rule and no secret."""

from typing import ClassVar, Literal

from games.decider import Event, Seat
from games.reliquary.agenda import AnyTask, Mode
from games.reliquary.board import Square
from games.reliquary.cards import Stamp

Phase = Literal["sides", "ruins", "factions", "deal", "rites", "deployment", "relics", "play", "over"]
PieceKind = Literal["hero", "minion"]
Displacement = Literal["move", "step", "push", "pull"]
Cause = Literal["attack", "crush", "ordeal"]


class PhaseBegan(Event, frozen=True, kw_only=True):
    """The next part of the match has begun."""

    phase: Phase


class SideTaken(Event, frozen=True, kw_only=True):
    """A seat plays this side; the other seat has the other."""

    seat: Seat
    side: Stamp


class RuinsPlaced(Event, frozen=True, kw_only=True):
    """A pair of Ruins stands."""

    seat: Seat
    squares: tuple[Square, Square]


class FactionPicked(Event, frozen=True, kw_only=True):
    """A seat has chosen; what, only it knows until both are shown."""

    seat: Seat
    faction: str | None
    on_paper: bool


class FactionsRevealed(Event, frozen=True, kw_only=True):
    """Both choices are shown, in the order of the seats; two equal ones are void."""

    factions: tuple[str, str]
    equal: bool
    reveals: ClassVar[bool] = True


class CardsDealt(Event, frozen=True, kw_only=True):
    """Three open cards to each seat, one waits; its stamp names the first seat."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    waiting: str
    stamp: Stamp
    first: Seat
    by_table: bool
    reveals: ClassVar[bool] = True


class RiteTaken(Event, frozen=True, kw_only=True):
    """A seat has drafted a Rite."""

    seat: Seat
    rite: str


class PieceDeployed(Event, frozen=True, kw_only=True):
    """A piece stands on the board for the first time. A Rite brings a new Minion in the same way."""

    seat: Seat
    piece: int
    kind: PieceKind
    hp: int
    square: Square


class RelicHidden(Event, frozen=True, kw_only=True):
    """A seat has hidden its Relic; where, only it knows, or its paper."""

    seat: Seat
    square: Square | None
    on_paper: bool


class PlayBegan(Event, frozen=True, kw_only=True):
    """The first turn has begun."""

    first: Seat


class CardPlayed(Event, frozen=True, kw_only=True):
    """A seat used a card, which now waits, and took the one that waited."""

    seat: Seat
    card: str
    mode: Mode
    took: str
    piece: int | None = None
    """The piece that moves or attacks."""


class PieceMoved(Event, frozen=True, kw_only=True):
    """A piece has come from one square to another."""

    piece: int
    origin: Square
    square: Square
    how: Displacement


class PiecesSwapped(Event, frozen=True, kw_only=True):
    """Two pieces have changed places; ``squares`` are where each stands now."""

    pieces: tuple[int, int]
    squares: tuple[Square, Square]


class DieRolled(Event, frozen=True, kw_only=True):
    """A d6 was rolled, by chance or at the table."""

    seat: Seat
    value: int
    by_table: bool
    reveals: ClassVar[bool] = True


class DamageTaken(Event, frozen=True, kw_only=True):
    """A piece lost HP; ``hp`` is what it has left."""

    piece: int
    amount: int
    hp: int
    cause: Cause


class PieceSlain(Event, frozen=True, kw_only=True):
    """A piece has left the board."""

    piece: int
    square: Square


class PieceReturned(Event, frozen=True, kw_only=True):
    """A slain Minion is back: by RALLY, or at once by Grave Tide's passive, which is then used up."""

    seat: Seat
    piece: int
    square: Square
    how: Literal["rally", "recall"]


class PieceHarrowed(Event, frozen=True, kw_only=True):
    """A slain enemy Minion, marked, fights for the seat."""

    seat: Seat
    piece: int
    square: Square


class RuinRemoved(Event, frozen=True, kw_only=True):
    """A Ruin is gone."""

    square: Square


class RitePlayed(Event, frozen=True, kw_only=True):
    """A seat used its Rite: the Vigil die is at 6."""

    seat: Seat
    rite: str
    vigil: int


class PieceVeiled(Event, frozen=True, kw_only=True):
    """A piece may neither MOVE nor step in the turn of that number."""

    piece: int
    turn: int


class PieceWarded(Event, frozen=True, kw_only=True):
    """A piece is safe until the turn of that number begins."""

    piece: int
    until: int


class RelicRevealed(Event, frozen=True, kw_only=True):
    """It is known where a seat's hidden Relic lies."""

    relic: Seat
    square: Square
    reveals: ClassVar[bool] = True


class NothingFound(Event, frozen=True, kw_only=True):
    """A seat told that its Relic, noted on paper, does not lie on this square."""

    relic: Seat
    square: Square


class RelicTaken(Event, frozen=True, kw_only=True):
    """A piece carries that seat's Relic."""

    relic: Seat
    piece: int


class RelicDropped(Event, frozen=True, kw_only=True):
    """That seat's Relic lies open on a square."""

    relic: Seat
    piece: int
    square: Square


class PlayWaits(Event, frozen=True, kw_only=True):
    """The play stops for a choice: that of the first task; the others follow it."""

    agenda: tuple[AnyTask, ...]


class PlayResumed(Event, frozen=True, kw_only=True):
    """The choice was made."""

    seat: Seat
    declined: bool = False


class PlayTakenBack(Event, frozen=True, kw_only=True):
    """A play that was put together is not made: the card is in the hand again."""

    seat: Seat


class TurnEnded(Event, frozen=True, kw_only=True):
    """A seat's turn is over."""

    seat: Seat


class RoundEnded(Event, frozen=True, kw_only=True):
    """Both seats had their turn; the Vigil die shows ``vigil``."""

    round: int
    quiet: bool
    vigil: int


class TurnBegan(Event, frozen=True, kw_only=True):
    """It is a seat's turn."""

    seat: Seat
    turn: int
    round: int


class VigilScored(Event, frozen=True, kw_only=True):
    """The Vigil die came to 0: what was compared, for each seat."""

    scores: tuple[int, int]
    hero_damage: tuple[int, int]
    minions: tuple[int, int]


class MatchDecided(Event, frozen=True, kw_only=True):
    """The match is over; no winner means a draw. ``reason`` is a rule id."""

    winners: tuple[Seat, ...]
    reason: str


SetupEvent = (
    PhaseBegan
    | SideTaken
    | RuinsPlaced
    | FactionPicked
    | FactionsRevealed
    | CardsDealt
    | RiteTaken
    | PieceDeployed
    | RelicHidden
    | PlayBegan
)
PieceEvent = (
    PieceMoved | PiecesSwapped | DamageTaken | PieceSlain | PieceReturned | PieceHarrowed | PieceVeiled | PieceWarded
)
RelicEvent = RelicRevealed | NothingFound | RelicTaken | RelicDropped
TurnEvent = (
    CardPlayed
    | DieRolled
    | RuinRemoved
    | RitePlayed
    | PlayWaits
    | PlayResumed
    | PlayTakenBack
    | TurnEnded
    | RoundEnded
    | TurnBegan
    | VigilScored
    | MatchDecided
)
AnyEvent = SetupEvent | PieceEvent | RelicEvent | TurnEvent
