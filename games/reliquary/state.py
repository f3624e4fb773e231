"""The state of a match of Reliquary, and ``evolve``: what each stored event makes of it, for ever."""

from typing import Any, Literal, Union, assert_never

import msgspec

from games.decider import Outcome, Seat
from games.reliquary import events as happened
from games.reliquary.agenda import AnyTask
from games.reliquary.board import Square, other
from games.reliquary.cards import AgnosticMove, BoardRow, Faction, MoveCard, Rite, Stamp, UniqueMove
from games.reliquary.events import AnyEvent, Phase, PieceEvent, PieceKind, RelicEvent, SetupEvent, TurnEvent

VIGIL_TOP = 6
TableCard = Union[AgnosticMove, UniqueMove, Faction, Rite]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a match is played with; each has its usual value."""

    board: Literal[8, 9, 10, 11, 12] = 8
    """Squares a side."""

    ruins: Literal[0, 2, 4, 6, 8, 10, 12] | None = None
    """Ruins in all, where the table wants another number than its board size has."""

    rites: bool = False
    """Whether the Rites module is in (RQ-S4m)."""

    vigil_reading: Literal["own", "enemy"] = "own"
    """Whose carrier in the own half costs a point (RQ-X8)."""


class Pick(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A faction chosen and not yet shown; ``None`` where it is hidden or on paper."""

    faction: str | None
    on_paper: bool


class SeatState(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What belongs to one seat."""

    side: Stamp | None = None
    pick: Pick | None = None
    faction: str | None = None
    cards: tuple[str, ...] = ()
    rite: str | None = None
    rite_used: bool = False
    recalled: bool = False
    """Grave Tide's passive has been used."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Hero or a Minion."""

    id: int
    owner: Seat
    kind: PieceKind
    square: Square | None
    """Where it stands; ``None``: slain."""

    hp: int
    stepped: bool = False
    """It has taken a step in this turn."""

    marked: bool = False
    """It was harrowed: it has changed sides."""

    veiled_in: int | None = None
    """In the turn of this number it may neither MOVE nor step."""

    warded_until: int | None = None
    """It is safe until the turn of this number begins."""


class Relic(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat's Relic. While it is hidden its square is ``None`` for who may not know it, and on paper."""

    owner: Seat
    place: Literal["aside", "hidden", "open", "carried"] = "aside"
    square: Square | None = None
    on_paper: bool = False
    not_at: tuple[Square, ...] = ()
    """Squares where it does not lie, as its owner has told; only while it is hidden on paper."""

    carrier: int | None = None


class State(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is true of a match; a seat's view of it has the same shape."""

    options: Options
    figures: BoardRow
    """What the match is set up with."""

    cards: dict[str, TableCard]
    phase: Phase = "sides"
    seats: tuple[SeatState, SeatState] = (SeatState(), SeatState())
    ruins: tuple[Square, ...] = ()
    pieces: tuple[Piece, ...] = ()
    relics: tuple[Relic, Relic] = (Relic(owner=1), Relic(owner=2))
    waiting: str | None = None
    rites_left: tuple[str, ...] = ()
    first: Seat | None = None
    active: Seat | None = None
    turn: int = 0
    round: int = 0
    vigil: int = VIGIL_TOP
    hp_lost: bool = False
    """Some piece has lost HP in this round."""

    relic_moved: bool = False
    """A Relic was picked up or dropped in this round."""

    rite_played: bool = False
    agenda: tuple[AnyTask, ...] = ()
    """What is left of a play that waits for a choice; empty when a card is to be played."""

    result: Outcome | None = None

    @property
    def board(self) -> int:
        """Squares a side."""
        return self.options.board

    def seat(self, seat: Seat) -> SeatState:
        """What belongs to a seat."""
        return self.seats[seat - 1]

    def piece(self, number: int | None) -> Piece | None:
        """The piece of that number, slain ones too."""
        return next((piece for piece in self.pieces if piece.id == number), None)

    def at(self, square: Square) -> Piece | None:
        """The piece on a square."""
        return next((piece for piece in self.pieces if piece.square == square), None)

    def blocked(self, square: Square) -> bool:
        """Whether nothing can come to a square: off the board, a Ruin, occupied (RQ-C1)."""
        x, y = square
        return (
            not (1 <= x <= self.board and 1 <= y <= self.board) or square in self.ruins or self.at(square) is not None
        )

    def is_warded(self, piece: Piece) -> bool:
        """Whether Aegis keeps a piece from harm."""
        return piece.warded_until is not None and self.turn < piece.warded_until

    def is_veiled(self, piece: Piece) -> bool:
        """Whether Veil keeps a piece from MOVE and steps in this turn."""
        return piece.veiled_in == self.turn

    def carried_by(self, piece: Piece) -> Relic | None:
        """The Relic that a piece carries."""
        return next((relic for relic in self.relics if relic.carrier == piece.id), None)

    def move_card(self, code: str) -> MoveCard | None:
        """A move card of this match."""
        card = self.cards.get(code)
        return card if isinstance(card, AgnosticMove | UniqueMove) else None

    def faction_of(self, seat: Seat) -> Faction | None:
        """A seat's faction, once it is shown."""
        card = self.cards.get(self.seat(seat).faction or "")
        return card if isinstance(card, Faction) else None


def with_seat(state: State, seat: Seat, **changes: Any) -> State:
    """The state with changes to what belongs to one seat."""
    changed = msgspec.structs.replace(state.seat(seat), **changes)
    seats = (changed, state.seats[1]) if seat == 1 else (state.seats[0], changed)
    return msgspec.structs.replace(state, seats=seats)


def with_piece(state: State, number: int, **changes: Any) -> State:
    """The state with changes to one piece."""
    pieces = tuple(msgspec.structs.replace(piece, **changes) if piece.id == number else piece for piece in state.pieces)
    return msgspec.structs.replace(state, pieces=pieces)


def with_relic(state: State, owner: Seat, **changes: Any) -> State:
    """The state with a seat's Relic put elsewhere; what is not told of it is as on the first day."""
    relic = Relic(owner=owner, **changes)
    relics = (relic, state.relics[1]) if owner == 1 else (state.relics[0], relic)
    return msgspec.structs.replace(state, relics=relics)


def evolve(state: State, event: AnyEvent) -> State:
    """The state after one more event."""
    if isinstance(event, PieceEvent):
        return _evolve_piece(state, event)
    if isinstance(event, TurnEvent):
        return _evolve_turn(state, event)
    if isinstance(event, RelicEvent):
        return _evolve_relic(state, event)
    return _evolve_setup(state, event)


def _evolve_setup(state: State, event: SetupEvent) -> State:
    match event:
        case happened.PhaseBegan():
            rites = tuple(card.code for card in state.cards.values() if isinstance(card, Rite))
            left = rites if event.phase == "rites" else ()
            return msgspec.structs.replace(state, phase=event.phase, rites_left=left)
        case happened.SideTaken():
            other_side = "skull" if event.side == "key" else "key"
            return with_seat(with_seat(state, event.seat, side=event.side), other(event.seat), side=other_side)
        case happened.RuinsPlaced():
            return msgspec.structs.replace(state, ruins=state.ruins + event.squares)
        case happened.FactionPicked():
            return with_seat(state, event.seat, pick=Pick(faction=event.faction, on_paper=event.on_paper))
        case happened.FactionsRevealed():
            for seat in (1, 2):
                faction = None if event.equal else event.factions[seat - 1]
                state = with_seat(state, seat, pick=None, faction=faction)
            return state
        case happened.CardsDealt():
            state = with_seat(with_seat(state, 1, cards=event.hands[0]), 2, cards=event.hands[1])
            return msgspec.structs.replace(state, waiting=event.waiting, first=event.first)
        case happened.RiteTaken():
            left = tuple(rite for rite in state.rites_left if rite != event.rite)
            return msgspec.structs.replace(with_seat(state, event.seat, rite=event.rite), rites_left=left)
        case happened.PieceDeployed():
            piece = Piece(id=event.piece, owner=event.seat, kind=event.kind, square=event.square, hp=event.hp)
            return msgspec.structs.replace(state, pieces=(*state.pieces, piece))
        case happened.RelicHidden():
            return with_relic(state, event.seat, place="hidden", square=event.square, on_paper=event.on_paper)
        case happened.PlayBegan():
            changes = {"phase": "play", "active": event.first, "turn": 1, "round": 1, "vigil": VIGIL_TOP}
            return msgspec.structs.replace(state, **changes)
        case _:
            assert_never(event)


def _evolve_piece(state: State, event: PieceEvent) -> State:
    match event:
        case happened.PieceMoved():
            if event.how == "step":
                return with_piece(state, event.piece, square=event.square, stepped=True)
            return with_piece(state, event.piece, square=event.square)
        case happened.PiecesSwapped():
            state = with_piece(state, event.pieces[0], square=event.squares[0])
            return with_piece(state, event.pieces[1], square=event.squares[1])
        case happened.DamageTaken():
            return msgspec.structs.replace(with_piece(state, event.piece, hp=event.hp), hp_lost=True)
        case happened.PieceSlain():
            return with_piece(state, event.piece, square=None, hp=0, stepped=False, veiled_in=None, warded_until=None)
        case happened.PieceReturned():
            state = with_piece(state, event.piece, square=event.square, hp=1)
            return with_seat(state, event.seat, recalled=True) if event.how == "recall" else state
        case happened.PieceHarrowed():
            return with_piece(state, event.piece, square=event.square, hp=1, owner=event.seat, marked=True)
        case happened.PieceVeiled():
            return with_piece(state, event.piece, veiled_in=event.turn)
        case happened.PieceWarded():
            return with_piece(state, event.piece, warded_until=event.until)
        case _:
            assert_never(event)


def _evolve_relic(state: State, event: RelicEvent) -> State:
    match event:
        case happened.RelicRevealed():
            return with_relic(state, event.relic, place="open", square=event.square)
        case happened.NothingFound():
            relic = state.relics[event.relic - 1]
            told = (*relic.not_at, event.square)
            return with_relic(
                state, event.relic, place=relic.place, square=relic.square, on_paper=relic.on_paper, not_at=told
            )
        case happened.RelicTaken():
            state = with_relic(state, event.relic, place="carried", carrier=event.piece)
            return msgspec.structs.replace(state, relic_moved=True)
        case happened.RelicDropped():
            state = with_relic(state, event.relic, place="open", square=event.square)
            return msgspec.structs.replace(state, relic_moved=True)
        case _:
            assert_never(event)


def _evolve_turn(state: State, event: TurnEvent) -> State:
    match event:
        case happened.CardPlayed():
            kept = tuple(event.took if code == event.card else code for code in state.seat(event.seat).cards)
            return msgspec.structs.replace(with_seat(state, event.seat, cards=kept), waiting=event.card)
        case happened.RuinRemoved():
            ruins = tuple(square for square in state.ruins if square != event.square)
            return msgspec.structs.replace(state, ruins=ruins)
        case happened.RitePlayed():
            state = with_seat(state, event.seat, rite_used=True)
            return msgspec.structs.replace(state, vigil=event.vigil, rite_played=True)
        case happened.PlayWaits():
            return msgspec.structs.replace(state, agenda=event.agenda)
        case happened.PlayResumed() | happened.PlayTakenBack():
            return msgspec.structs.replace(state, agenda=())
        case happened.RoundEnded():
            changes = {"vigil": event.vigil, "hp_lost": False, "relic_moved": False, "rite_played": False}
            return msgspec.structs.replace(state, **changes)
        case happened.TurnEnded():
            pieces = tuple(_rested(piece, state.turn) for piece in state.pieces)
            return msgspec.structs.replace(state, pieces=pieces)
        case happened.TurnBegan():
            pieces = tuple(_unwarded(piece, event.turn) for piece in state.pieces)
            changed = {"active": event.seat, "turn": event.turn, "round": event.round, "pieces": pieces}
            return msgspec.structs.replace(state, **changed)
        case happened.MatchDecided():
            result = Outcome(winners=event.winners, reason=event.reason)
            return msgspec.structs.replace(state, phase="over", active=None, agenda=(), result=result)
        case happened.DieRolled() | happened.VigilScored():
            return state
        case _:
            assert_never(event)


def _rested(piece: Piece, turn: int) -> Piece:
    over = piece.veiled_in is not None and piece.veiled_in <= turn
    if not piece.stepped and not over:
        return piece
    return msgspec.structs.replace(piece, stepped=False, veiled_in=None if over else piece.veiled_in)


def _unwarded(piece: Piece, turn: int) -> Piece:
    if piece.warded_until is None or piece.warded_until > turn:
        return piece
    return msgspec.structs.replace(piece, warded_until=None)
