"""What stands in the margin of a sheet: the marks, its title, a ruler to check the printer with. Pure, in mm.

Nothing of it touches a card. The title lies above the cards where there is room for it, else at their left, else
between the marks; the ruler on the other side. Along the marks that reach the paper's edge, both keep between two cuts.
"""

from collections.abc import Sequence

import msgspec

from printing.faces.drawing import Ink, Instruction, Run, polygon
from printing.faces.fitting import ELLIPSIS, STAND_IN, FontMetrics
from printing.faces.schema import LEAST_SIZE
from printing.marks import MarkStyle, block_of, cut_marks, cuts_of
from printing.paper import LEAST_MARGIN, MM, Rect, Size

RULER = 100.0
INK = "#000000"
FONT = "sans"
TITLE_SIZE = 8.0
PRINTABLE = 4.0
"""Most printers leave this much of the paper's edge blank, mm."""

NEAREST = LEAST_MARGIN
"""Where there is no other room: as near to the paper's edge as cards may lie, which many printers reach, mm."""

_TICK = 2.0
_LINE = LEAST_SIZE / MM
_CLEAR = 0.6
_LEAST_CLEAR = 0.4


class Margin(msgspec.Struct, frozen=True, kw_only=True):
    """The instructions of a margin, and what found too little room in it."""

    instructions: tuple[Instruction, ...]
    cut: tuple[tuple[str, str], ...]
    """``title`` or ``ruler`` and its text, where it found no room or not enough."""

    lacking: str = ""
    """Characters of the title that no font has; a visible sign stands in their place."""


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


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a page when its margin is drawn.

    ``trims`` are the cards on it, ``area`` all places that such a page has; ``bleed`` is what may be inked around
    them; ``fold``: its cards are folded about its middle; ``marked``, ``ruled``: whether it has cut marks and a ruler.
    """

    page: Size
    trims: tuple[Rect, ...]
    area: tuple[Rect, ...]
    style: MarkStyle
    bleed: float = 0
    fold: bool = False
    marked: bool = True
    ruled: bool = True
    tight: bool = False
    """There is no room beyond the marks: what is written stands between them."""

    blank: float = PRINTABLE
    """How much of the paper's edge stays blank, mm."""

    clear: float = _CLEAR
    """Between what is written and a mark or a bleed, mm."""

    @property
    def away(self) -> float:
        """How far from the cards anything else may stand, mm."""
        return max(self.style.reach if self.marked and not self.tight else 0, self.bleed) + self.clear

    @property
    def crossed(self) -> bool:
        """Whether marks run through the margin."""
        return self.marked and (self.tight or self.style.crosses_margin)


def margin(edge: Edge, titles: Sequence[str], metrics: FontMetrics) -> Margin:
    """Marks, title and ruler of a page.

    ``titles`` say the same, from the longest to the shortest: the first that has room is drawn.
    """
    drawn = _marks(edge)
    edge, title_strip, ruler_strip = _roomiest(edge)
    cut: list[tuple[str, str]] = []
    placed: list[Instruction] = []
    lacking: set[str] = set()
    if titles:
        titles = [_with_stand_ins(title, metrics, lacking) for title in titles]
        title = _fitting_title(titles, title_strip, metrics)
        shown, placed = _title(title, title_strip, metrics)
        cut += [("title", title)] if shown != title else []
    ruler = _ruler(ruler_strip, edge, metrics) if edge.ruled else []
    cut += [("ruler", f"{RULER:g} mm")] if edge.ruled and not ruler else []
    return Margin(instructions=(*drawn, *placed, *ruler), cut=tuple(cut), lacking="".join(sorted(lacking)))


def _roomiest(edge: Edge) -> tuple[Edge, _Strip, _Strip]:
    """The bands for the title and the ruler: above and below the cards, else at their sides, else between the marks.

    A bleed of 3 mm around nine poker cards on A4 leaves so little that they must go nearer to the paper's edge.
    """
    tight = msgspec.structs.replace(edge, tight=True)
    for one in (edge, tight, msgspec.structs.replace(tight, blank=NEAREST, clear=_LEAST_CLEAR)):
        top, bottom, left, right = _strips(one)
        for pair in ((top, bottom), (left, right)):
            if min(strip.depth for strip in pair) >= _LINE:
                return one, *pair
    return edge, left, right


def _marks(edge: Edge) -> list[Instruction]:
    """Cut marks, and a dashed line where the paper is folded: above and below the cards."""
    drawn: list[Instruction] = []
    if edge.marked:
        ink = Ink(stroke=edge.style.colour, line=edge.style.width)
        marks = cut_marks(edge.page, edge.trims, edge.style)
        drawn += [polygon([(mark.x1, mark.y1), (mark.x2, mark.y2)], ink, closed=False) for mark in marks]
    if edge.fold:
        block, middle = block_of(edge.trims), edge.page.width / 2
        ink = Ink(stroke=INK, line=0.2, dash=(2, 1))
        gap = max(edge.bleed, edge.style.offset)
        for start, end in ((0.0, block.y - gap), (block.bottom + gap, edge.page.height)):
            drawn.append(polygon([(middle, start), (middle, end)], ink, closed=False))
    return drawn


def _strips(edge: Edge) -> tuple[_Strip, _Strip, _Strip, _Strip]:
    """The bands above, below, left and right of the cards, between the marks and what a printer leaves blank."""
    block, page, away = block_of(edge.area), edge.page, edge.away
    along_x = _between_cuts(edge, 0) if edge.crossed else (max(block.x, edge.blank), block.right)
    if edge.fold and not edge.crossed:
        along_x = (along_x[0], page.width / 2 - edge.clear)
    along_y = _between_cuts(edge, 1) if edge.crossed else (block.y, block.bottom)
    wide, high = along_x[1] - along_x[0], along_y[1] - along_y[0]
    above, below = block.y - away - edge.blank, page.height - block.bottom - away - edge.blank
    before, after = block.x - away - edge.blank, page.width - block.right - away - edge.blank
    return (
        _Strip(Rect(along_x[0], edge.blank, wide, above), False),
        _Strip(Rect(along_x[0], block.bottom + away, wide, below), False),
        _Strip(Rect(edge.blank, along_y[0], before, high), True),
        _Strip(Rect(page.width - edge.blank - after, along_y[0], after, high), True),
    )


def _between_cuts(edge: Edge, axis: int) -> tuple[float, float]:
    """Where no cut runs: along the first column, or the last row, from which text at the side is read upward."""
    gap = edge.style.offset
    if axis == 0:
        slot = min(edge.area, key=lambda one: one.x)
        return slot.x + gap, slot.right - gap
    slot = max(edge.area, key=lambda one: one.y)
    return slot.y + gap, slot.bottom - gap


def _with_stand_ins(text: str, metrics: FontMetrics, lacking: set[str]) -> str:
    """A text with a visible sign for each character that no font has, which is noted."""
    known = [character if metrics.font_with(character, FONT) else STAND_IN for character in text]
    lacking |= {character for character, shown in zip(text, known, strict=True) if shown != character}
    return "".join(known)


def _stretches(text: str, metrics: FontMetrics) -> list[tuple[str, str]]:
    """A text as stretches of one font each: most of it in the font of the margin."""
    found: list[tuple[str, str]] = []
    for character in text:
        font = metrics.font_with(character, FONT) or FONT
        if found and found[-1][1] == font:
            found[-1] = (found[-1][0] + character, font)
        else:
            found.append((character, font))
    return found


def _width(text: str, metrics: FontMetrics) -> float:
    """Of a text, em."""
    return sum(metrics.advance(part, font) for part, font in _stretches(text, metrics))


def _fitting_title(titles: Sequence[str], strip: _Strip, metrics: FontMetrics) -> str:
    """The first of the titles that the strip holds, or the last."""
    room = strip.length * MM / LEAST_SIZE
    return next((title for title in titles if _width(title, metrics) <= room), titles[-1])


def _title(title: str, strip: _Strip, metrics: FontMetrics) -> tuple[str, list[Instruction]]:
    """As much of the title as the strip holds, in one line, and how it is drawn."""
    if strip.depth < _LINE:
        return "", []
    wide = _width(title, metrics)
    size = max(LEAST_SIZE, min(TITLE_SIZE, strip.depth * MM, strip.length * MM / wide))
    shown = title
    while shown and _width(shown, metrics) * size > strip.length * MM + 1e-6:
        shown = shown.rstrip(ELLIPSIS)[:-1].rstrip()
        shown = f"{shown}{ELLIPSIS}" if shown else ""
    return shown, _runs(shown, strip, 0, size, metrics)


def _runs(text: str, strip: _Strip, along: float, size: float, metrics: FontMetrics) -> list[Instruction]:
    """Text in the middle of a strip's depth."""
    ascent, descent = metrics.ascent(FONT), metrics.descent(FONT)
    across = strip.depth / 2 + (ascent - descent) / 2 * size / MM
    turn = 90 if strip.upright else 0
    runs: list[Instruction] = []
    for part, font in _stretches(text, metrics):
        x, y = strip.at(along, across)
        runs.append(Run(x=x, y=y, font=font, size=size, colour=INK, text=part, turn=turn))
        along += metrics.advance(part, font) * size / MM
    return runs


def _ruler(strip: _Strip, edge: Edge, metrics: FontMetrics) -> list[Instruction]:
    """100 mm with a tick every centimetre, and words beside it."""
    room = (edge.page.height if strip.upright else edge.page.width) - 2 * edge.blank
    if room < RULER or strip.depth < _LINE:
        return []
    free = strip if strip.length >= RULER else _whole(strip, edge)
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
        if begin + metrics.advance(words, FONT) * LEAST_SIZE / MM <= _words_end(free, begin, edge):
            drawn += _runs(words, free, begin, LEAST_SIZE, metrics)
            break
    return drawn


def _whole(strip: _Strip, edge: Edge) -> _Strip:
    """The strip along all of the printable paper."""
    page, box = edge.page, strip.box
    if strip.upright:
        return _Strip(Rect(box.x, edge.blank, box.width, page.height - 2 * edge.blank), True)
    return _Strip(Rect(edge.blank, box.y, page.width - 2 * edge.blank, box.height), False)


def _words_end(strip: _Strip, begin: float, edge: Edge) -> float:
    """How far words from ``begin`` on may reach along the strip: to its end, or to the next cut that crosses it."""
    if not edge.crossed:
        return strip.length
    xs, ys = cuts_of(edge.area)
    cuts = [strip.box.bottom - y for y in ys] if strip.upright else [x - strip.box.x for x in xs]
    return min((cut - 1 for cut in cuts if cut > begin), default=strip.length)
