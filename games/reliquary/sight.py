"""Who can go where, and who can reach whom: pure questions to a state."""

from collections.abc import Iterator

from games.decider import Seat
from games.reliquary.board import (
    Square,
    back_row,
    between,
    direction,
    distance,
    facing,
    half_of,
    neighbours,
    on_board,
    other,
    rows_from_edge,
    shifted,
)
from games.reliquary.cards import MoveCard
from games.reliquary.state import Piece, State


def steps_from(state: State, piece: Piece) -> tuple[Square, ...]:
    """The squares that a piece may step to: unblocked neighbours; none for a veiled piece (RQ-C1)."""
    if piece.square is None or state.is_veiled(piece):
        return ()
    return tuple(square for square in neighbours(piece.square, state.board) if not state.blocked(square))


def moves_of(state: State, piece: Piece, card: MoveCard) -> tuple[Square, ...]:
    """The squares that a piece may MOVE to by a card, leaping what lies between (RQ-T2)."""
    if piece.square is None or state.is_veiled(piece):
        return ()
    ends = (shifted(piece.square, facing(offset, piece.owner)) for offset in card.pattern)
    return tuple(end for end in ends if not state.blocked(end))


def standing(state: State, seat: Seat) -> Iterator[Piece]:
    """A seat's pieces on the board."""
    return (piece for piece in state.pieces if piece.owner == seat and piece.square is not None)


def slain_minions(state: State, seat: Seat) -> tuple[Piece, ...]:
    """A seat's Minions off the board."""
    return tuple(p for p in state.pieces if p.owner == seat and p.square is None and p.kind == "minion")


def free_back_row(state: State, seat: Seat) -> tuple[Square, ...]:
    """The empty squares of a seat's own back row."""
    y = back_row(seat, state.board)
    return tuple((x, y) for x in range(1, state.board + 1) if not state.blocked((x, y)))


def may_hide(state: State, seat: Seat, square: Square) -> bool:
    """Whether a seat's Relic may have been hidden on a square: its half, not its back row, no Ruin (RQ-S6)."""
    if half_of(square, state.board) != seat or rows_from_edge(square, seat, state.board) == 1:
        return False
    return on_board(square, state.board) and square not in state.ruins


def sees(state: State, start: Square, target: Piece, *, through_ruins: bool = True) -> bool:
    """Whether a clear straight line leads from a square to a piece (RQ-C2).

    Toward a carrier Ruins do not count, unless ``through_ruins`` is off (Hook).
    """
    if target.square is None or direction(start, target.square) is None:
        return False
    ignore_ruins = through_ruins and state.carried_by(target) is not None
    for square in between(start, target.square):
        if square in state.ruins and not ignore_ruins:
            return False
        if state.at(square) is not None:
            return False
    return True


def in_reach(state: State, start: Square, target: Piece, reach: int, *, through_ruins: bool = True) -> bool:
    """Whether a piece is within ``reach`` king steps in a clear line; next to it no line is needed."""
    if target.square is None or not 1 <= distance(start, target.square) <= reach:
        return False
    return sees(state, start, target, through_ruins=through_ruins)


def enemies_in_reach(
    state: State, seat: Seat, start: Square, reach: int, *, through_ruins: bool = True
) -> tuple[Piece, ...]:
    """The enemies of a seat that can be reached from a square."""
    enemies = standing(state, other(seat))
    return tuple(enemy for enemy in enemies if in_reach(state, start, enemy, reach, through_ruins=through_ruins))


def friends_to_swap(state: State, piece: Piece, reach: int, *, minions_only: bool) -> tuple[Piece, ...]:
    """The friendly pieces that a piece may swap with."""
    start = piece.square
    if start is None:
        return ()
    friends = (p for p in standing(state, piece.owner) if p.id != piece.id)
    return tuple(
        friend
        for friend in friends
        if (friend.kind == "minion" or not minions_only) and in_reach(state, start, friend, reach)
    )
