"""The squares of a board as things to tap."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from games.drawn import DrawnBoard, Spot

Command = dict[str, Any]


class Square(NamedTuple):
    """A square of the drawn board, and the command that tapping it gives.

    That is a legal one where there is one (``lit``), else one of the same type, which the rules will refuse.
    """

    name: str
    """``3-4``."""

    words: str
    command: Command
    lit: bool
    piece: int | None
    """The piece that stands there."""

    box: SafeString
    """Where it is drawn, as attributes of an SVG element."""


def square_key(square: Any) -> str:
    """``[3, 4]`` as the key ``3,4``."""
    return ",".join(map(str, square))


def squares_of(
    board: DrawnBoard,
    pieces: list[dict[str, Any]],
    at_square: dict[str, Command],
    at_piece: dict[int, Command],
    types: tuple[str, str],
) -> list[Square]:
    """Every square in rows from the top. ``types``: the command types that a square and a piece give otherwise."""
    standing = {square_key(one["square"]): one["id"] for one in pieces if one.get("square")}
    found = []
    for spot in board.spots:
        key = square_key(spot.square)
        piece = standing.get(key)
        legal = (at_piece.get(piece) if piece is not None else None) or at_square.get(key)
        asked: Command = {"type": types[0], "square": list(spot.square)}
        if piece is not None and not at_square:
            asked = {"type": types[1], "piece": piece}
        found.append(
            Square("-".join(map(str, spot.square)), spot.words, legal or asked, legal is not None, piece, _box(spot))
        )
    return found


def _box(spot: Spot) -> SafeString:
    return mark_safe(f'x="{spot.x}" y="{spot.y}" width="{spot.size}" height="{spot.size}"')  # noqa: S308  numbers
