"""A board that is drawn in layers, so that a page can put something to tap between the ground and what stands on it."""

from typing import NamedTuple


class Spot(NamedTuple):
    """A square of a drawn board: where it is, from its upper left corner in px, and what is on it, in words."""

    square: tuple[int, int]
    x: float
    y: float
    size: float
    words: str


class DrawnBoard(NamedTuple):
    """A board as SVG elements. Colours are CSS variables with their usual values: ``var(--board-ink, #231e19)``."""

    width: float
    height: float
    ground: str
    things: str
    """Pieces and all that stands or happened on the ground."""

    spots: tuple[Spot, ...]
    """In rows from the top of the picture, each from the left."""

    columns: int
    title: str
    """Whose turn it is, or how it ended."""

    words: str
    """The whole position."""
