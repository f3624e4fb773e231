"""Marks to cut by: pure geometry in millimetres. Only full lines ever touch a card."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from printing.paper import Rect, Segment, Size

Marks = Literal["corner", "outer", "edge", "full", "none"]
"""Short marks at every corner of every card, between the cards too where the gutter has room; short marks beside the
block alone; marks from the block to the paper's edge; lines across everything; none."""

LEAST_MARK = 0.3
"""A mark between two cards that would be shorter than this is left out, mm."""

_NIL = 1e-6
"""What is no difference between two lengths, mm: else a gutter that is just wide enough has marks on one side alone."""


class MarkStyle(msgspec.Struct, frozen=True, kw_only=True):
    """How cut marks are drawn. ``offset``: between a card and its mark, so that a cut a hair off shows no ink. mm."""

    kind: Marks = "corner"
    length: float = 4.0
    offset: float = 1.0
    width: float = 0.1
    colour: str = "#000000"

    @property
    def reach(self) -> float:
        """How far short marks stand out beside the block of cards, mm."""
        return {"corner": self.offset + self.length, "outer": self.offset + self.length}.get(self.kind, self.offset)

    @property
    def crosses_margin(self) -> bool:
        """Whether the marks reach the paper's edge."""
        return self.kind in ("edge", "full")


def block_of(slots: Sequence[Rect]) -> Rect:
    """The box around boxes."""
    x, y = min(slot.x for slot in slots), min(slot.y for slot in slots)
    return Rect(x, y, max(slot.right for slot in slots) - x, max(slot.bottom for slot in slots) - y)


def cuts_of(slots: Iterable[Rect]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The x of every vertical and the y of every horizontal cut around boxes."""
    boxes = list(slots)
    xs = {round(x, 4) for slot in boxes for x in (slot.x, slot.right)}
    ys = {round(y, 4) for slot in boxes for y in (slot.y, slot.bottom)}
    return tuple(sorted(xs)), tuple(sorted(ys))


def cut_marks(page: Size, slots: Sequence[Rect], style: MarkStyle) -> tuple[Segment, ...]:
    """Marks for every cut around the trims of cards, at both its ends; on a card only with ``full``."""
    if style.kind == "none" or not slots:
        return ()
    xs, ys = cuts_of(slots)
    if style.kind == "full":
        down = tuple(Segment(x, 0, x, page.height) for x in xs)
        return down + tuple(Segment(0, y, page.width, y) for y in ys)
    block = block_of(slots)
    left, right = _reach(block.x, block.right, page.width, style)
    top, bottom = _reach(block.y, block.bottom, page.height, style)
    marks = [Segment(x, end, x, start) for x in xs for end, start in (top, bottom)]
    marks += [Segment(end, y, start, y) for y in ys for end, start in (left, right)]
    if style.kind == "corner":
        marks += _between(slots, style)
    return tuple(marks)


def _reach(start: float, end: float, page: float, style: MarkStyle) -> tuple[tuple[float, float], tuple[float, float]]:
    """Outer and inner end of the marks before and after the block, along one axis."""
    low, high = max(0.0, start - style.offset), min(page, end + style.offset)
    if style.kind == "edge":
        return (0, low), (page, high)
    return (max(0, low - style.length), low), (min(page, high + style.length), high)


def _between(slots: Sequence[Rect], style: MarkStyle) -> Iterator[Segment]:
    """Marks in the gutters, at the corners of the cards beside them."""
    for row in _lines(slots, key=lambda slot: slot.y):
        for one, other in pairwise(sorted(row, key=lambda slot: slot.x)):
            for start, end in _short(one.right, other.x, style):
                yield from (Segment(start, y, end, y) for y in (one.y, one.bottom))
    for column in _lines(slots, key=lambda slot: slot.x):
        for one, other in pairwise(sorted(column, key=lambda slot: slot.y)):
            for start, end in _short(one.bottom, other.y, style):
                yield from (Segment(x, start, x, end) for x in (one.x, one.right))


def _lines(slots: Iterable[Rect], key: Callable[[Rect], float]) -> Iterable[list[Rect]]:
    found: dict[float, list[Rect]] = {}
    for slot in slots:
        found.setdefault(round(key(slot), 4), []).append(slot)
    return found.values()


def _short(start: float, end: float, style: MarkStyle) -> list[tuple[float, float]]:
    """What fits between two cards: one mark for both where their marks would meet, else one for each."""
    low, high = start + style.offset, end - style.offset
    if high - low < LEAST_MARK - _NIL:
        return []
    if high - low <= 2 * style.length + _NIL:
        return [(low, high)]
    return [(low, low + style.length), (high - style.length, high)]
