"""Paper, cards and cut marks: pure geometry in millimetres, origin at the top left corner, y downward.

A page holds as many rows and columns of cards as fit, as one block in its middle.
"""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

MM = 72 / 25.4
"""Points in a millimetre."""

LEAST_MARGIN = 3.0
"""Between the block of cards and the edge of the paper, mm: what is left for a mark."""

MARK_GAP = 1.0
"""Between a card and the mark beside it, mm, so that a cut a hair off shows no ink."""

MARK_LENGTH = 4.0

Marks = Literal["corner", "edge", "full", "none"]
"""Short marks beside the block; marks as far as the paper's edge; lines across everything; none."""


class WrongOption(ValueError):
    """A wish that cannot be met: the ``option`` it was made in (``paper``, ``card`` …) and words."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option, self.message = option, message


class Size(msgspec.Struct, frozen=True):
    """Width and height, mm."""

    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.width:g} × {self.height:g} mm"

    def turned(self) -> "Size":
        """The same, a quarter turn round."""
        return Size(self.height, self.width)


class Rect(msgspec.Struct, frozen=True):
    """A box: its left and top edge, its width and height, mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its bottom edge."""
        return self.y + self.height


class Segment(msgspec.Struct, frozen=True):
    """A straight line from one point to another, mm."""

    x1: float
    y1: float
    x2: float
    y2: float


PAPERS: Mapping[str, Size] = {
    "a3": Size(297, 420),
    "a4": Size(210, 297),
    "a5": Size(148, 210),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
}

CARDS: Mapping[str, Size] = {
    "poker": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "tarot": Size(69.85, 120.65),
    "mini": Size(44.45, 63.5),
    "square": Size(69.85, 69.85),
}

_PAPER_RANGE = (50.0, 2000.0)
_CARD_RANGE = (20.0, 1000.0)


def _size(option: str, word: str, known: Mapping[str, Size], limits: tuple[float, float]) -> Size:
    name = word.strip().lower()
    if name in known:
        return known[name]
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(?:mm)?", name)
    if found is None:
        raise WrongOption(option, f"{word!r} is no {option}; there are {', '.join(known)} and W×H in mm, as 100x150")
    size = Size(float(found[1]), float(found[2]))
    low, high = limits
    if not (low <= size.width <= high and low <= size.height <= high):
        raise WrongOption(option, f"{option} of {size}: each side must be from {low:g} to {high:g} mm")
    return size


def paper_named(word: str) -> Size:
    """A paper by its name or as ``WxH`` (mm). Raises :class:`WrongOption`."""
    return _size("paper", word, PAPERS, _PAPER_RANGE)


def card_named(word: str) -> Size:
    """A card size by its name or as ``WxH`` (mm). Raises :class:`WrongOption`."""
    return _size("card", word, CARDS, _CARD_RANGE)


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """Where the cards of a page lie. ``gutter`` is the space between columns and between rows, mm."""

    page: Size
    card: Size
    gutter: tuple[float, float]
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """How many cards a page holds."""
        return self.columns * self.rows

    @property
    def margin_x(self) -> float:
        """From the paper's left edge to the first column, and as much at the right."""
        return (self.page.width - _extent(self.columns, self.card.width, self.gutter[0])) / 2

    @property
    def margin_y(self) -> float:
        """From the paper's top edge to the first row, and as much at the bottom."""
        return (self.page.height - _extent(self.rows, self.card.height, self.gutter[1])) / 2

    def slot(self, n: int) -> Rect:
        """The box of the n-th card of a page (from 0), row by row."""
        row, column = divmod(n, self.columns)
        x = self.margin_x + column * (self.card.width + self.gutter[0])
        y = self.margin_y + row * (self.card.height + self.gutter[1])
        return Rect(x, y, self.card.width, self.card.height)

    def block(self, used: int) -> Rect:
        """The box around the first ``used`` cards of a page."""
        columns, rows = min(used, self.columns), -(-used // self.columns)
        width = _extent(columns, self.card.width, self.gutter[0])
        height = _extent(rows, self.card.height, self.gutter[1])
        return Rect(self.margin_x, self.margin_y, width, height)

    def cut_lines(self, used: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The x of every vertical and the y of every horizontal cut around the first ``used`` cards."""
        slots = [self.slot(n) for n in range(used)]
        xs = {round(x, 4) for slot in slots for x in (slot.x, slot.right)}
        ys = {round(y, 4) for slot in slots for y in (slot.y, slot.bottom)}
        return tuple(sorted(xs)), tuple(sorted(ys))


def _extent(count: int, side: float, gutter: float) -> float:
    return count * side + max(0, count - 1) * gutter


def _fitting(room: float, side: float, gutter: float) -> int:
    return int((room - 2 * LEAST_MARGIN + gutter + 1e-6) // (side + gutter))


def _grid_on(page: Size, card: Size, gutter: tuple[float, float]) -> Grid:
    columns, rows = _fitting(page.width, card.width, gutter[0]), _fitting(page.height, card.height, gutter[1])
    return Grid(page=page, card=card, gutter=gutter, columns=columns, rows=rows)


def grid(paper: Size, card: Size, gutter: tuple[float, float] = (0, 0), turn: bool = True) -> Grid:
    """The grid that holds the most cards, on the paper as it is or (``turn``) turned; as it is where both are equal.

    Raises :class:`WrongOption` with both sizes when not one card fits.
    """
    grids = [_grid_on(page, card, gutter) for page in ((paper, paper.turned()) if turn else (paper,))]
    grids = [one for one in grids if one.columns > 0 and one.rows > 0]
    if not grids:
        least = Size(card.width + 2 * LEAST_MARGIN, card.height + 2 * LEAST_MARGIN)
        raise WrongOption("card", f"a card of {card} needs paper of at least {least}; this paper is {paper}")
    return max(grids, key=lambda one: one.capacity)


def cut_marks(grid: Grid, used: int, kind: Marks) -> tuple[Segment, ...]:
    """Marks for every cut around the first ``used`` cards, at both its ends; on a card only with ``full``."""
    if kind == "none" or used == 0:
        return ()
    xs, ys = grid.cut_lines(used)
    block, page = grid.block(used), grid.page
    if kind == "full":
        down = tuple(Segment(x, 0, x, page.height) for x in xs)
        return down + tuple(Segment(0, y, page.width, y) for y in ys)
    left, right = _reach(block.x, block.right, page.width, kind)
    top, bottom = _reach(block.y, block.bottom, page.height, kind)
    marks = [Segment(x, end, x, start) for x in xs for end, start in (top, bottom)]
    marks += [Segment(end, y, start, y) for y in ys for end, start in (left, right)]
    return tuple(marks)


def _reach(start: float, end: float, page: float, kind: Marks) -> tuple[tuple[float, float], tuple[float, float]]:
    """Outer and inner end of the marks before and after the block, along one axis."""
    low, high = start - MARK_GAP, end + MARK_GAP
    if kind == "edge":
        return (0, low), (page, high)
    return (max(0, low - MARK_LENGTH), low), (min(page, high + MARK_LENGTH), high)
