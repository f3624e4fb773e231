"""The board as geometry: squares, distances, lines, halves. Nothing here knows a piece's rules.

A square is ``(x, y)``, 1-based, ``(1, 1)`` the left corner of seat 1's own back row. Distances are king steps.
"""

from collections.abc import Iterator

from games.decider import Seat
from games.reliquary.cards import Offset

Square = tuple[int, int]
DIRECTIONS: tuple[Offset, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight neighbours, clockwise from straight ahead of seat 1."""


def other(seat: Seat) -> Seat:
    """The opposing seat."""
    return 3 - seat


def on_board(square: Square, board: int) -> bool:
    """Whether the square is one of the board's."""
    return 1 <= square[0] <= board and 1 <= square[1] <= board


def shifted(square: Square, offset: Offset, times: int = 1) -> Square:
    """The square that lies ``times`` offsets away; it may be off the board."""
    return square[0] + offset[0] * times, square[1] + offset[1] * times


def facing(offset: Offset, seat: Seat) -> Offset:
    """A pattern's offset as seat's player sees it, on the board: seat 2 sits half a turn round."""
    return offset if seat == 1 else (-offset[0], -offset[1])


def turned(square: Square, board: int) -> Square:
    """The square half a turn about the centre."""
    return board + 1 - square[0], board + 1 - square[1]


def distance(one: Square, two: Square) -> int:
    """King steps between two squares (RQ-C1)."""
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def direction(start: Square, end: Square) -> Offset | None:
    """The way along a row, column or diagonal from one square to another; ``None`` where there is none (RQ-C2)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if (dx, dy) == (0, 0) or (dx and dy and abs(dx) != abs(dy)):
        return None
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def between(start: Square, end: Square) -> Iterator[Square]:
    """The squares strictly between two that lie in line."""
    way = direction(start, end)
    if way is not None:
        for times in range(1, distance(start, end)):
            yield shifted(start, way, times)


def neighbours(square: Square, board: int) -> Iterator[Square]:
    """The squares of the board around one."""
    for way in DIRECTIONS:
        near = shifted(square, way)
        if on_board(near, board):
            yield near


def back_row(seat: Seat, board: int) -> int:
    """The y of a seat's own back row."""
    return 1 if seat == 1 else board


def rows_from_edge(square: Square, seat: Seat, board: int) -> int:
    """Which row it is counted from a seat's own edge: 1 for the back row."""
    return square[1] if seat == 1 else board + 1 - square[1]


def half_of(square: Square, board: int) -> Seat | None:
    """Whose half a square lies in; the middle row of an odd board is nobody's (RQ-X7)."""
    if square[1] <= board // 2:
        return 1
    return 2 if square[1] > board - board // 2 else None


def squares(board: int) -> Iterator[Square]:
    """Every square, row by row from seat 1's edge."""
    for y in range(1, board + 1):
        for x in range(1, board + 1):
            yield x, y
