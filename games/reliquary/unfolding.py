"""A command as it unfolds: the events so far, the state after them, and what is still to do."""

from games.decider import Chance, Seat
from games.reliquary import events as happened
from games.reliquary.agenda import AnyTask, MayFind, MayRecall
from games.reliquary.board import Square, other
from games.reliquary.events import AnyEvent
from games.reliquary.sight import may_hide
from games.reliquary.state import Piece, State, evolve


class Unfolding:
    """Collects the events of one command. It is the only thing here that changes, and it lives for one command."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[AnyEvent] = []
        self.agenda: list[AnyTask] = []
        self.resumed = False
        """It goes on after a choice: what was said beforehand may have become impossible, and is asked again."""

    def happen(self, event: AnyEvent) -> None:
        """Write an event down and go on from the state after it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def piece(self, number: int) -> Piece:
        """A piece that is known to be there."""
        piece = self.state.piece(number)
        if piece is None:
            raise LookupError(f"there is no piece {number}")
        return piece

    def roll(self, seat: Seat, given: int | None) -> int:
        """A d6: the table's own, or one by chance."""
        value = self.chance.roll(6) if given is None else given
        self.happen(happened.DieRolled(seat=seat, value=value, by_table=given is not None))
        return value

    def move(self, piece: Piece, square: Square, how: happened.Displacement) -> None:
        """Bring a piece to a free square. A carrier that is pushed or pulled leaves its Relic behind (RQ-R3)."""
        origin = piece.square
        if origin is None:
            raise LookupError(f"piece {piece.id} is slain")
        carried = self.state.carried_by(piece)
        self.happen(happened.PieceMoved(piece=piece.id, origin=origin, square=square, how=how))
        if carried is not None and how in ("push", "pull"):
            self.happen(happened.RelicDropped(relic=carried.owner, piece=piece.id, square=origin))
        self.find_relic(piece.id)

    def swap(self, one: Piece, two: Piece) -> None:
        """Two pieces change places, with what they carry."""
        if one.square is None or two.square is None:
            raise LookupError("a slain piece cannot swap")
        self.happen(happened.PiecesSwapped(pieces=(one.id, two.id), squares=(two.square, one.square)))
        self.find_relic(one.id)
        self.find_relic(two.id)

    def find_relic(self, number: int) -> None:
        """The piece takes the opposing Relic if it has come to rest on it (RQ-R1)."""
        piece = self.piece(number)
        relic = self.state.relics[other(piece.owner) - 1]
        if piece.square is None:
            return
        if relic.on_paper and piece.square not in relic.not_at and may_hide(self.state, relic.owner, piece.square):
            self.agenda.insert(0, MayFind(seat=relic.owner, piece=number, square=piece.square))
        if relic.square != piece.square:
            return
        if relic.place == "hidden":
            self.happen(happened.RelicRevealed(relic=relic.owner, square=piece.square))
        self.happen(happened.RelicTaken(relic=relic.owner, piece=number))

    def hurt(self, number: int, amount: int, cause: happened.Cause) -> None:
        """Take HP from a piece, unless it is warded; slay it at 0."""
        piece = self.piece(number)
        if self.state.is_warded(piece) or piece.square is None or amount == 0:
            return
        lost = min(amount, piece.hp)
        self.happen(happened.DamageTaken(piece=number, amount=lost, hp=piece.hp - lost, cause=cause))
        if piece.hp == lost:
            self._slay(piece, piece.square)

    def _slay(self, piece: Piece, square: Square) -> None:
        carried = self.state.carried_by(piece)
        self.happen(happened.PieceSlain(piece=piece.id, square=square))
        if carried is not None:
            self.happen(happened.RelicDropped(relic=carried.owner, piece=piece.id, square=square))
        if piece.kind == "hero":
            self.happen(happened.MatchDecided(winners=(other(piece.owner),), reason="RQ-W"))
        else:
            self.agenda.insert(0, MayRecall(seat=piece.owner, piece=piece.id))
