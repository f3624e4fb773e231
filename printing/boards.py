"""A board of squares over as many pages as it takes, to be glued together: pure, in mm.

What a board looks like is data (``games/<game>/board.yaml``). Two pages that meet show the same strip of the board;
crosses in that strip come to lie on each other.
"""

from collections.abc import Iterator
from math import ceil
from typing import Annotated, Literal

import msgspec

from printing.faces.drawing import Box, Ink, Instruction, Run, polygon
from printing.faces.fitting import FontMetrics
from printing.faces.schema import Hex
from printing.paper import MM, Edges, Rect, Size, WrongOption

INK = "#000000"
OVERLAP = 10.0
"""How much of the board two pages share, mm."""

CROSS = 3.0
LABEL = 8.0
BORDER = 8.0
"""Around the squares, for their numbers, mm."""

Count = Annotated[int, msgspec.Meta(ge=1, le=40)]


class Tint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rows (from 1, the nearest first) whose squares have another colour."""

    rows: tuple[Count, ...]
    colour: Hex


class Board(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board of squares. ``number`` is what it is asked for by; ``square`` the side of one, mm."""

    number: int
    name: str
    columns: Count
    rows: Count
    square: Annotated[float, msgspec.Meta(ge=5, le=100)]
    light: Hex = "#ffffff"
    dark: Hex = "#e4e0d6"
    line: Hex = "#8a8272"
    tints: tuple[Tint, ...] = ()

    @property
    def size(self) -> Size:
        """With its border."""
        return Size(self.columns * self.square + 2 * BORDER, self.rows * self.square + 2 * BORDER)


class BoardFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``games/<game>/board.yaml``: the boards that a game is played on, the usual one first."""

    boards: Annotated[tuple[Board, ...], msgspec.Meta(min_length=1)]


def draw_board(board: Board, metrics: FontMetrics) -> list[Instruction]:
    """The whole board, its corner at 0, 0: the first row at the bottom, the first column at the left."""
    tints = {row: tint.colour for tint in board.tints for row in tint.rows}
    drawn: list[Instruction] = []
    for row in range(1, board.rows + 1):
        for column in range(1, board.columns + 1):
            x = BORDER + (column - 1) * board.square
            y = BORDER + (board.rows - row) * board.square
            colour = tints.get(row) or (board.dark if (row + column) % 2 == 0 else board.light)
            ink = Ink(fill=colour, stroke=board.line, line=0.25)
            drawn.append(Box(x=x, y=y, width=board.square, height=board.square, ink=ink))
    wide, high = board.columns * board.square, board.rows * board.square
    drawn.append(Box(x=BORDER, y=BORDER, width=wide, height=high, ink=Ink(stroke=INK, line=0.6)))
    return drawn + list(_numbers(board, metrics))


def _numbers(board: Board, metrics: FontMetrics) -> Iterator[Instruction]:
    size = board.size
    for column in range(1, board.columns + 1):
        x = BORDER + (column - 0.5) * board.square
        yield _label(str(column), x, size.height - 2, metrics)
        yield _label(str(column), x, BORDER - 2, metrics)
    for row in range(1, board.rows + 1):
        y = BORDER + (board.rows - row + 0.5) * board.square + 1
        yield _label(str(row), BORDER / 2, y, metrics)
        yield _label(str(row), size.width - BORDER / 2, y, metrics)


def _label(text: str, x: float, y: float, metrics: FontMetrics, size: float = LABEL) -> Run:
    wide = metrics.advance(text, "sans") * size / MM
    return Run(x=x - wide / 2, y=y, font="sans", size=size, colour=INK, text=text)


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a board: its column and row from 1; ``window`` is the part of the page that shows ``part`` of it.

    ``shared``: how much of the part its neighbours show as well, on each side.
    """

    column: int
    row: int
    window: Rect
    part: Rect
    shared: Edges


class Tiling(msgspec.Struct, frozen=True, kw_only=True):
    """How a board is spread over pages, row by row from its upper left corner."""

    page: Size
    columns: int
    rows: int
    tiles: tuple[Tile, ...]


def tiling(size: Size, paper: Size, margin: Edges, orientation: Literal["auto", "portrait", "landscape"]) -> Tiling:
    """The fewest pages that show all of a board; the parts of all are of one size.

    Raises :class:`WrongOption` with both numbers for paper that has no room beside its overlap.
    """
    upright = paper if paper.height >= paper.width else paper.turned()
    pages = {"portrait": (upright,), "landscape": (upright.turned(),), "auto": (upright, upright.turned())}[orientation]
    ways = [_tiled(size, page, margin) for page in pages]
    return min(ways, key=lambda way: len(way.tiles))


def _tiled(size: Size, page: Size, margin: Edges) -> Tiling:
    room = Size(page.width - margin.left - margin.right, page.height - margin.top - margin.bottom)
    if min(room.width, room.height) < 2 * OVERLAP:
        raise WrongOption("paper", f"a page needs {2 * OVERLAP:g} mm beside its margins; {page} leaves {room}")
    across, down = _count(size.width, room.width), _count(size.height, room.height)
    part = Size(_part(size.width, across), _part(size.height, down))
    tiles = []
    for row in range(down):
        for column in range(across):
            window = Rect(
                margin.left + (room.width - part.width) / 2,
                margin.top + (room.height - part.height) / 2,
                part.width,
                part.height,
            )
            shown = Rect(column * (part.width - OVERLAP), row * (part.height - OVERLAP), part.width, part.height)
            shared = Edges(
                OVERLAP * (row > 0), OVERLAP * (column < across - 1), OVERLAP * (row < down - 1), OVERLAP * (column > 0)
            )
            tiles.append(Tile(column=column + 1, row=row + 1, window=window, part=shown, shared=shared))
    return Tiling(page=page, columns=across, rows=down, tiles=tuple(tiles))


def _count(whole: float, room: float) -> int:
    return 1 if whole <= room else ceil((whole - OVERLAP) / (room - OVERLAP) - 1e-9)


def _part(whole: float, count: int) -> float:
    return (whole - OVERLAP) / count + OVERLAP if count > 1 else whole


def crosses(tile: Tile) -> list[tuple[float, float]]:
    """Where the crosses of a tile are, on the board: two in the middle of each strip that it shares."""
    part, shared = tile.part, tile.shared
    xs = [part.x + part.width / 4, part.x + part.width * 3 / 4]
    ys = [part.y + part.height / 4, part.y + part.height * 3 / 4]
    found: list[tuple[float, float]] = []
    for there, x in ((shared.left, part.x + OVERLAP / 2), (shared.right, part.right - OVERLAP / 2)):
        found += [(x, y) for y in ys if there]
    for there, y in ((shared.top, part.y + OVERLAP / 2), (shared.bottom, part.bottom - OVERLAP / 2)):
        found += [(x, y) for x in xs if there]
    return found


def tile_marks(tile: Tile, whole: Tiling, name: str, metrics: FontMetrics) -> list[Instruction]:
    """On the page: crosses that come to lie on those of the neighbours, where to cut, and which page it is."""
    window, part = tile.window, tile.part
    drawn: list[Instruction] = []
    for x, y in crosses(tile):
        at_x, at_y = window.x + x - part.x, window.y + y - part.y
        ink = Ink(stroke=INK, line=0.15)
        drawn.append(polygon([(at_x - CROSS, at_y), (at_x + CROSS, at_y)], ink, closed=False))
        drawn.append(polygon([(at_x, at_y - CROSS), (at_x, at_y + CROSS)], ink, closed=False))
    drawn += _cuts(tile)
    many = whole.columns * whole.rows
    number = (tile.row - 1) * whole.columns + tile.column
    words = f"{name} · page {number} of {many}: row {tile.row}, column {tile.column}"
    words += " · cut on the dashed lines, glue cross on cross" if many > 1 else ""
    drawn.append(Run(x=window.x, y=window.y - 1.2, font="sans", size=6, colour=INK, text=words))
    return drawn


def _cuts(tile: Tile) -> Iterator[Instruction]:
    """A dashed line down the middle of each shared strip at the right and below: there this page is cut."""
    window, shared = tile.window, tile.shared
    ink = Ink(stroke=INK, line=0.15, dash=(1.5, 1.5))
    if shared.right:
        x = window.right - OVERLAP / 2
        yield polygon([(x, window.y), (x, window.bottom)], ink, closed=False)
    if shared.bottom:
        y = window.bottom - OVERLAP / 2
        yield polygon([(window.x, y), (window.right, y)], ink, closed=False)
