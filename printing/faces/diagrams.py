"""Elements with a form of their own: icon row, move grid, table."""

from collections.abc import Sequence
from typing import Any

import msgspec

from printing.faces.binding import FaceFault, Fields, fill, listed, look_up, words
from printing.faces.canvas import Canvas
from printing.faces.drawing import Box, Ink, Instruction, Outline, Point, polygon
from printing.faces.fitting import fit, words_of
from printing.faces.markup import rich_spans
from printing.faces.schema import IconRow, MoveGrid, Table
from printing.faces.typeset import measure, place, set_text
from printing.paper import MM, Rect

CELL_PADDING = 0.6
"""Left and right of the text in a table's cell, mm."""


MOST_SQUARES = 15
"""Along each side of a move grid, which grows to what it must show."""


def draw_icon_row(row: IconRow, canvas: Canvas) -> list[Instruction]:
    """An icon for each item of a list, and its label below it."""
    box, size, step = canvas.box(row.box), row.size * canvas.scale, row.step * canvas.scale
    items = listed(canvas.fields, row.each)
    length = (len(items) - 1) * step + size
    start = box.x + {"left": 0.0, "center": 0.5, "right": 1.0}[row.align] * (box.width - length)
    drawn: list[Instruction] = []
    for n, item in enumerate(items):
        name = fill(row.icon, _with(canvas.fields, item))
        place_of_it = Rect(start + n * step, box.y, size, size)
        drawn += canvas.icon(name, place_of_it, row.colour, row.paper)
        label = row.labels.get(name)
        if label and row.style:
            below = Rect(place_of_it.x + size / 2 - step / 2, box.y + size, step, box.height - size)
            drawn += set_text(label, row.style, below, canvas)
    return drawn


def _with(fields: Fields, item: Any) -> dict[str, Any]:
    return {**fields, **(item if isinstance(item, dict) else {}), "item": item}


def draw_move_grid(grid: MoveGrid, canvas: Canvas) -> list[Instruction]:
    """Squares, the piece in the middle, a sign on each square that it may go to."""
    offsets = _offsets(grid, canvas)
    box, n = canvas.box(grid.box), max([grid.squares, *(2 * max(map(abs, offset)) + 1 for offset in offsets)])
    side = min(box.width, box.height) / n
    left, top = box.x + (box.width - n * side) / 2, box.y + (box.height - n * side) / 2
    middle = n // 2
    drawn: list[Instruction] = []
    if grid.shade is not None:
        dark = [(column, row) for row in range(n) for column in range(n) if (column + row) % 2]
        corners = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x, y in dark]
        drawn.append(_paths(corners, left, top, side, canvas.ink(grid.shade, None), closed=True))
    lines = [[(k, 0), (k, n)] for k in range(n + 1)] + [[(0, k), (n, k)] for k in range(n + 1)]
    ink = canvas.ink(None, grid.line, 0.15)
    drawn.append(_paths(lines, left, top, side, ink, closed=False))
    for dx, dy in offsets:
        drawn += _target(left + (middle + dx) * side, top + (middle - dy) * side, side, grid, canvas)
    inset = side * 0.04
    own = Rect(left + middle * side + inset, top + middle * side + inset, side - 2 * inset, side - 2 * inset)
    return drawn + canvas.icon(grid.piece, own, grid.colour, grid.paper)


def _paths(
    paths: Sequence[Sequence[tuple[int, int]]], left: float, top: float, side: float, ink: Ink, closed: bool
) -> Outline:
    """Many paths over the corners of squares as one outline, which is drawn and stored in a fraction of the time."""
    steps: list[tuple[str, tuple[Point, ...]]] = []
    for path in paths:
        for n, (x, y) in enumerate(path):
            steps.append(("L" if n else "M", ((left + x * side, top + y * side),)))
        if closed:
            steps.append(("Z", ()))
    return Outline(steps=tuple(steps), ink=ink)


def _offsets(grid: MoveGrid, canvas: Canvas) -> list[tuple[int, int]]:
    offsets = []
    for offset in listed(canvas.fields, grid.field):
        if not (isinstance(offset, list | tuple) and len(offset) == 2 and all(isinstance(one, int) for one in offset)):
            raise FaceFault(f"field {grid.field!r} has {offset!r}, which is no [dx, dy]")
        if max(map(abs, offset)) > MOST_SQUARES // 2 or tuple(offset) == (0, 0):
            raise FaceFault(f"field {grid.field!r} has {list(offset)}; a grid has {MOST_SQUARES} squares at the most")
        offsets.append((offset[0], offset[1]))
    return offsets


def _target(x: float, y: float, side: float, grid: MoveGrid, canvas: Canvas) -> list[Instruction]:
    inset = side * 0.07
    box = Box(
        x=x + inset,
        y=y + inset,
        width=side - 2 * inset,
        height=side - 2 * inset,
        radius=side * 0.14,
        ink=canvas.ink(grid.target, None),
    )
    cx, cy, reach = x + side / 2, y + side / 2, side * 0.2
    diamond = [(cx, cy - reach), (cx + reach, cy), (cx, cy + reach), (cx - reach, cy)]
    mark = Ink(fill=canvas.text_colour(grid.mark))
    return [box, polygon(diamond, mark)]


def draw_table(table: Table, canvas: Canvas) -> list[Instruction]:
    """Rows of equal height, all of their text at one size."""
    head, rows = _rows(table, canvas)
    box = canvas.box(table.box)
    if not rows:
        return []
    lines = ([head] if head else []) + rows
    for row in lines:
        if len(row) != len(table.widths):
            raise FaceFault(f"field {table.field!r} has a row of {len(row)} cells; the table has {len(table.widths)}")
    height = box.height / len(lines)
    drawn = _fills(table, box, height, len(lines), bool(head), canvas)
    first = 1 if head else 0
    if head and table.head:
        drawn += _cells([head], table.head, Rect(box.x, box.y, box.width, height), table, canvas)
    below = Rect(box.x, box.y + first * height, box.width, box.height - first * height)
    return drawn + _cells(rows, table.style, below, table, canvas)


def _rows(table: Table, canvas: Canvas) -> tuple[list[str], list[list[str]]]:
    if table.cells:
        items = [_with(canvas.fields, item) for item in listed(canvas.fields, table.field)]
        return [], [[fill(cell, item) for cell in table.cells] for item in items]
    value = look_up(canvas.fields, table.field)
    if value is None:
        return [], []
    if not (isinstance(value, dict) and "columns" in value and "rows" in value):
        raise FaceFault(f"field {table.field!r} is no table of columns and rows")
    head = [words(cell) for cell in value["columns"]] if table.head else []
    return head, [[words(cell) for cell in row] for row in value["rows"]]


def _fills(table: Table, box: Rect, height: float, count: int, head: bool, canvas: Canvas) -> list[Instruction]:
    drawn: list[Instruction] = []
    for n in range(count):
        colour = table.head_fill if head and n == 0 else (table.stripe if n % 2 else None)
        if colour is not None:
            ink = canvas.ink(colour, None)
            drawn.append(Box(x=box.x, y=box.y + n * height, width=box.width, height=height, ink=ink))
    line = canvas.ink(None, table.line)
    for n in range(1, count):
        y = box.y + n * height
        drawn.append(polygon([(box.x, y), (box.right, y)], line, closed=False))
    drawn.append(Box(x=box.x, y=box.y, width=box.width, height=box.height, ink=line))
    return drawn


def _cells(
    rows: Sequence[Sequence[str]], style_name: str, box: Rect, table: Table, canvas: Canvas
) -> list[Instruction]:
    """The text of cells, all at the size of the one that needs the smallest."""
    style = canvas.style(style_name)
    how, height, total = measure(style, canvas), box.height / len(rows), sum(table.widths)
    cells = []
    for n, row in enumerate(rows):
        x = box.x
        for text, share in zip(row, table.widths, strict=True):
            width = box.width * share / total
            cell = Rect(x + CELL_PADDING, box.y + n * height, width - 2 * CELL_PADDING, height)
            text = text.upper() if style.upper else text
            spans = rich_spans(text, style.font, canvas.layout.icons, canvas.missing)
            cells.append((cell, [words_of(line, canvas.metrics, canvas.lacking) for line in spans], text))
            x += width
    size = min(fit(lines, cell.width * MM, cell.height * MM, how).size for cell, lines, _ in cells)
    same = msgspec.structs.replace(how, size=size)
    drawn: list[Instruction] = []
    for cell, lines, text in cells:
        fitted = fit(lines, cell.width * MM, cell.height * MM, same)
        if fitted.cut:
            canvas.cut = text
        drawn += place(fitted, cell, same, style, canvas, canvas.text_colour(style.colour))
    return drawn
