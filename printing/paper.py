"""Paper and cards: pure geometry in millimetres, origin at the top left corner, y downward.

A page holds as many rows and columns of cards as fit, as one block in the middle of what its margins leave.
"""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

MM = 72 / 25.4
"""Points in a millimetre."""

LEAST_MARGIN = 3.0
"""Between the block of cards and the edge of the paper where nothing else is asked for, mm: room for a mark."""

Mirror = Literal["x", "y"]
"""The axis along which a page is mirrored: ``x`` when the paper is turned about a vertical line."""


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

    @property
    def word(self) -> str:
        """As it is written where a size is asked for: ``63.5x88.9``."""
        return f"{self.width!r}x{self.height!r}"

    def turned(self) -> "Size":
        """The same, a quarter turn round."""
        return Size(self.height, self.width)

    def grown(self, by: float) -> "Size":
        """Larger by so much on each of its four sides."""
        return Size(self.width + 2 * by, self.height + 2 * by)


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

    def grown(self, by: "Edges") -> "Rect":
        """Larger by so much on each side."""
        return Rect(
            self.x - by.left, self.y - by.top, self.width + by.left + by.right, self.height + by.top + by.bottom
        )


class Edges(msgspec.Struct, frozen=True):
    """A length for each side of a box, mm: in the order in which margins are named."""

    top: float
    right: float
    bottom: float
    left: float


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
    """Where the cards of a page lie.

    ``gutter`` is the space between columns and between rows; ``x``, ``y`` the corner of the first card. ``free`` are
    the places that may be used, from 0, row by row. With ``mirror`` it is what is seen from behind: the n-th place lies
    behind the n-th place of the same grid without.
    """

    page: Size
    card: Size
    gutter: tuple[float, float]
    columns: int
    rows: int
    x: float
    y: float
    free: tuple[int, ...]
    mirror: Mirror | None = None

    @property
    def capacity(self) -> int:
        """How many cards a page holds."""
        return len(self.free)

    @property
    def margin_x(self) -> float:
        """From the paper's left edge to the first column."""
        return self.block(self.capacity).x

    @property
    def margin_y(self) -> float:
        """From the paper's top edge to the first row."""
        return self.block(self.capacity).y

    def from_behind(self, mirror: Mirror) -> "Grid":
        """The same places seen from the back of the paper."""
        return msgspec.structs.replace(self, mirror=mirror)

    def slot(self, n: int) -> Rect:
        """The box of the n-th card of a page (from 0), row by row."""
        row, column = divmod(self.free[n], self.columns)
        x = self.x + column * (self.card.width + self.gutter[0])
        y = self.y + row * (self.card.height + self.gutter[1])
        return self._seen(Rect(x, y, self.card.width, self.card.height))

    def _seen(self, box: Rect) -> Rect:
        if self.mirror == "x":
            return Rect(self.page.width - box.right, box.y, box.width, box.height)
        if self.mirror == "y":
            return Rect(box.x, self.page.height - box.bottom, box.width, box.height)
        return box

    def block(self, used: int) -> Rect:
        """The box around the first ``used`` cards of a page."""
        slots = self.slots(max(1, used))
        x, y = min(slot.x for slot in slots), min(slot.y for slot in slots)
        right, bottom = max(slot.right for slot in slots), max(slot.bottom for slot in slots)
        return Rect(x, y, right - x, bottom - y)

    def slots(self, used: int) -> tuple[Rect, ...]:
        """The boxes of the first ``used`` cards of a page."""
        return tuple(self.slot(n) for n in range(used))

    def outer(self, used: int, n: int) -> Edges:
        """1 for each side of the n-th card on which none of the first ``used`` cards lies beside it, else 0."""
        taken = set(self.free[:used])
        row, column = divmod(self.free[n], self.columns)
        above, below = (row - 1, column), (row + 1, column)
        before, after = (row, column - 1), (row, column + 1)
        if self.mirror == "x":
            before, after = after, before
        if self.mirror == "y":
            above, below = below, above

        def open_to(place: tuple[int, int]) -> float:
            inside = 0 <= place[0] < self.rows and 0 <= place[1] < self.columns
            return float(not (inside and place[0] * self.columns + place[1] in taken))

        return Edges(open_to(above), open_to(after), open_to(below), open_to(before))


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """What the cards of a page have to keep to. ``skip``: places that stay empty, counted from 1, row by row.

    ``fold``: the fronts keep to the left half of the paper, as far from its middle as from each other.
    """

    gutter: tuple[float, float] = (0, 0)
    margin: Edges = Edges(LEAST_MARGIN, LEAST_MARGIN, LEAST_MARGIN, LEAST_MARGIN)
    skip: tuple[int, ...] = ()
    fold: bool = False

    def width(self, page: Size) -> float:
        """What there is for the columns of a page."""
        if self.fold:
            return page.width / 2 - max(self.margin.left, self.margin.right) - self.gutter[0] / 2
        return page.width - self.margin.left - self.margin.right

    def height(self, page: Size) -> float:
        """What there is for its rows."""
        return page.height - self.margin.top - self.margin.bottom

    def least(self, card: Size) -> Size:
        """The smallest paper that holds one card."""
        left, right = self.margin.left, self.margin.right
        wide = 2 * (card.width + max(left, right)) + self.gutter[0] if self.fold else card.width + left + right
        return Size(round(wide, 4), round(card.height + self.margin.top + self.margin.bottom, 4))


def _extent(count: int, side: float, gutter: float) -> float:
    return count * side + max(0, count - 1) * gutter


def _fitting(room: float, side: float, gutter: float) -> int:
    return max(0, int((room + gutter + 1e-6) // (side + gutter)))


def _grid_on(page: Size, card: Size, room: Room) -> Grid:
    gutter, margin = room.gutter, room.margin
    columns = _fitting(room.width(page), card.width, gutter[0])
    rows = _fitting(room.height(page), card.height, gutter[1])
    wide, high = _extent(columns, card.width, gutter[0]), _extent(rows, card.height, gutter[1])
    x = page.width / 2 - gutter[0] / 2 - wide if room.fold else margin.left + (room.width(page) - wide) / 2
    y = margin.top + (room.height(page) - high) / 2
    free = tuple(n for n in range(columns * rows) if n + 1 not in room.skip)
    return Grid(page=page, card=card, gutter=gutter, columns=columns, rows=rows, x=x, y=y, free=free)


def grid(paper: Size, card: Size, room: Room | None = None, turn: bool = True) -> Grid:
    """The grid that holds the most cards, on the paper as it is or (``turn``) turned; as it is where both are equal.

    Raises :class:`WrongOption` with both sizes when not one card fits, and for places to skip that there are not.
    """
    room = room or Room()
    grids = [_grid_on(page, card, room) for page in ((paper, paper.turned()) if turn else (paper,))]
    grids = [one for one in grids if one.columns > 0 and one.rows > 0]
    if not grids:
        need = f"two cards of {card} need" if room.fold else f"a card of {card} needs"
        raise WrongOption("card", f"{need} paper of at least {room.least(card)}; this paper is {paper}")
    most = max(grids, key=lambda one: one.columns * one.rows)
    places = most.columns * most.rows
    beyond = [n for n in room.skip if not 1 <= n <= places]
    if beyond:
        raise WrongOption("skip", f"there is no place {beyond[0]}; a page has {places}")
    if not most.free:
        raise WrongOption("skip", f"all {places} places of the page are skipped")
    return most
