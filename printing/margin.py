"""What stands in the margin of a sheet: the marks, its title, a ruler to check the printer with. Pure, in mm.

Nothing of it touches a card. The title lies above the cards where there is room for it, else at their left; the ruler
on the other side. Along the marks that reach the paper's edge, both keep between two cuts.
"""

from collections.abc import Sequence

import msgspec

from printing.faces.drawing import Ink, Instruction, Run, polygon
from printing.faces.fitting import ELLIPSIS, FontMetrics
from printing.faces.schema import LEAST_SIZE
from printing.paper import MARK_GAP, MARK_LENGTH, MM, Grid, Marks, Rect, cut_marks

RULER = 100.0
INK = "#000000"
FONT = "sans"
TITLE_SIZE = 8.0
PRINTABLE = 4.0
"""Most printers leave this much of the paper's edge blank, mm."""

_TICK = 2.0
_LINE = LEAST_SIZE / MM
_CLEAR = 0.6


class Margin(msgspec.Struct, frozen=True, kw_only=True):
    """The instructions of a margin, and what found too little room in it."""

    instructions: tuple[Instruction, ...]
    cut: tuple[tuple[str, str], ...]
    """``title`` or ``ruler`` and its text, where it found no room or not enough."""


class _Strip(msgspec.Struct, frozen=True):
    """A band of margin beside the cards in which text runs: along the top or bottom, or (``upright``) up a side."""

    box: Rect
    upright: bool

    @property
    def length(self) -> float:
        return self.box.height if self.upright else self.box.width

    @property
    def depth(self) -> float:
        return self.box.width if self.upright else self.box.height

    def at(self, along: float, across: float) -> tuple[float, float]:
        """A place so far along the reading direction and so far down from the top of the letters."""
        if self.upright:
            return self.box.x + across, self.box.bottom - along
        return self.box.x + along, self.box.y + across


def margin(grid: Grid, used: int, kind: Marks, titles: Sequence[str], metrics: FontMetrics) -> Margin:
    """Marks, title and ruler of a page on which the first ``used`` places hold a card.

    ``titles`` say the same, from the longest to the shortest: the first that has room is drawn.
    """
    ink = Ink(stroke=INK, line=0.1)
    drawn: list[Instruction] = [
        polygon([(mark.x1, mark.y1), (mark.x2, mark.y2)], ink, closed=False) for mark in cut_marks(grid, used, kind)
    ]
    top, bottom, left, right = _strips(grid, kind)
    roomy = min(top.depth, bottom.depth) >= _LINE
    title_strip, ruler_strip = (top, bottom) if roomy else (left, right)
    title = _fitting_title(titles, title_strip, metrics)
    shown, placed = _title(title, title_strip, metrics)
    ruler = _ruler(ruler_strip, grid, kind, metrics)
    cut = [("title", title)] if shown != title else []
    cut += [] if ruler else [("ruler", f"{RULER:g} mm")]
    return Margin(instructions=(*drawn, *placed, *ruler), cut=tuple(cut))


def _strips(grid: Grid, kind: Marks) -> tuple[_Strip, _Strip, _Strip, _Strip]:
    """The bands above, below, left and right of the cards, between the marks and what a printer leaves blank."""
    block, page = grid.block(grid.capacity), grid.page
    short = kind == "corner"
    away = MARK_GAP + (MARK_LENGTH if short else 0) + _CLEAR
    along_x = _between_cuts(grid, 0) if kind in ("edge", "full") else (max(block.x, PRINTABLE), block.right)
    along_y = _between_cuts(grid, 1) if kind in ("edge", "full") else (block.y, block.bottom)
    wide, high = along_x[1] - along_x[0], along_y[1] - along_y[0]
    deep_y, deep_x = block.y - away - PRINTABLE, block.x - away - PRINTABLE
    return (
        _Strip(Rect(along_x[0], PRINTABLE, wide, deep_y), False),
        _Strip(Rect(along_x[0], block.bottom + away, wide, deep_y), False),
        _Strip(Rect(PRINTABLE, along_y[0], deep_x, high), True),
        _Strip(Rect(page.width - PRINTABLE - deep_x, along_y[0], deep_x, high), True),
    )


def _between_cuts(grid: Grid, axis: int) -> tuple[float, float]:
    """Where no cut runs: along the first column, or the last row, from which text at the side is read upward."""
    slot = grid.slot(0) if axis == 0 else grid.slot(grid.capacity - 1)
    start, side = (slot.x, slot.width) if axis == 0 else (slot.y, slot.height)
    return start + MARK_GAP, start + side - MARK_GAP


def _fitting_title(titles: Sequence[str], strip: _Strip, metrics: FontMetrics) -> str:
    """The first of the titles that the strip holds, or the last."""
    room = strip.length * MM / LEAST_SIZE
    return next((title for title in titles if metrics.advance(title, FONT) <= room), titles[-1])


def _title(title: str, strip: _Strip, metrics: FontMetrics) -> tuple[str, list[Instruction]]:
    """As much of the title as the strip holds, in one line, and how it is drawn."""
    if strip.depth < _LINE:
        return "", []
    wide = metrics.advance(title, FONT)
    size = max(LEAST_SIZE, min(TITLE_SIZE, strip.depth * MM, strip.length * MM / wide))
    shown = title
    while shown and metrics.advance(shown, FONT) * size > strip.length * MM + 1e-6:
        shown = shown.rstrip(ELLIPSIS)[:-1].rstrip()
        shown = f"{shown}{ELLIPSIS}" if shown else ""
    return shown, [_run(shown, strip, 0, size, metrics)] if shown else []


def _run(text: str, strip: _Strip, along: float, size: float, metrics: FontMetrics) -> Run:
    """Text in the middle of a strip's depth."""
    ascent, descent = metrics.ascent(FONT), metrics.descent(FONT)
    across = strip.depth / 2 + (ascent - descent) / 2 * size / MM
    x, y = strip.at(along, across)
    return Run(x=x, y=y, font=FONT, size=size, colour=INK, text=text, turn=90 if strip.upright else 0)


def _ruler(strip: _Strip, grid: Grid, kind: Marks, metrics: FontMetrics) -> list[Instruction]:
    """100 mm with a tick every centimetre, and words beside it."""
    room = (grid.page.height if strip.upright else grid.page.width) - 2 * PRINTABLE
    if room < RULER or strip.depth < _LINE:
        return []
    free = strip if strip.length >= RULER else _whole(strip, grid)
    tick = min(_TICK, free.depth)
    start = 0.0 if free.length >= RULER + 20 else (free.length - RULER) / 2
    level = free.depth / 2 + tick / 2
    ink = Ink(stroke=INK, line=0.15)
    drawn: list[Instruction] = [polygon([free.at(start, level), free.at(start + RULER, level)], ink, closed=False)]
    for millimetre in range(0, 101, 5):
        high = tick if millimetre % 50 == 0 else tick * (0.7 if millimetre % 10 == 0 else 0.4)
        ends = [free.at(start + millimetre, level), free.at(start + millimetre, level - high)]
        drawn.append(polygon(ends, ink, closed=False))
    for words in (
        "100 mm: measure it. If it is not, print at 100 %, without fitting to the page.",
        "100 mm: print at 100 %",
        "100 mm",
    ):
        begin = start + RULER + 1.5
        if begin + metrics.advance(words, FONT) * LEAST_SIZE / MM <= _words_end(free, begin, grid, kind):
            drawn.append(_run(words, free, begin, LEAST_SIZE, metrics))
            break
    return drawn


def _whole(strip: _Strip, grid: Grid) -> _Strip:
    """The strip along all of the printable paper."""
    page, box = grid.page, strip.box
    if strip.upright:
        return _Strip(Rect(box.x, PRINTABLE, box.width, page.height - 2 * PRINTABLE), True)
    return _Strip(Rect(PRINTABLE, box.y, page.width - 2 * PRINTABLE, box.height), False)


def _words_end(strip: _Strip, begin: float, grid: Grid, kind: Marks) -> float:
    """How far words from ``begin`` on may reach along the strip: to its end, or to the next cut that crosses it."""
    if kind not in ("edge", "full"):
        return strip.length
    xs, ys = grid.cut_lines(grid.capacity)
    cuts = [strip.box.bottom - y for y in ys] if strip.upright else [x - strip.box.x for x in xs]
    return min((cut - 1 for cut in cuts if cut > begin), default=strip.length)
