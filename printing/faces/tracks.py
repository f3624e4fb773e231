"""Tracks: places for a token, a die or a cross, in one line or in many."""

import math
from collections.abc import Sequence
from typing import Any

from printing.faces.binding import MOST_ITEMS, FaceFault, look_up, words
from printing.faces.canvas import Canvas
from printing.faces.drawing import Box, Disc, Instruction, polygon
from printing.faces.schema import Track
from printing.faces.typeset import set_text
from printing.paper import Rect

_SMALLER = 0.94
_LEAST = 0.3
"""Places are drawn no smaller than this part of their size."""

_NUMBERED = 3.0
"""Diameter of the smallest place that shows its number, mm: a place is counted as well as read."""

_BETWEEN_LISTS = 0.45
"""More space between the lines of two lists than between two lines of one, in steps."""

Placed = list[tuple[Any, float, float]]
"""Each item with the left and top of its place, mm from the corner of the box."""


def draw_track(track: Track, canvas: Canvas) -> list[Instruction]:
    """The places of a track."""
    groups, box = _groups(track, canvas), canvas.box(track.box)
    size = track.size * canvas.scale
    if track.step is None:
        placed = _spread([item for group in groups for item in group], box, size)
    else:
        step, wanted = track.step * canvas.scale, size
        while (found := _in_lines(groups, box, size, step)) is None and size > wanted * _LEAST:
            size, step = size * _SMALLER, step * _SMALLER
        if found is None:
            canvas.cut = f"{sum(map(len, groups))} places"
        placed = found or []
    drawn: list[Instruction] = []
    for n, (item, x, y) in enumerate(placed):
        drawn += _place(track, canvas, Rect(box.x + x, box.y + y, size, size), item, n == 0, n == len(placed) - 1)
    return drawn


def _groups(track: Track, canvas: Canvas) -> list[list[Any]]:
    """Items that stand on lines of their own. A number is as many places as it says. Raises :class:`FaceFault`."""
    value = look_up(canvas.fields, track.each)
    if value is None:
        return []
    if isinstance(value, int | float) and not isinstance(value, bool) and float(value).is_integer() and value >= 0:
        value = list(range(1, min(int(value), MOST_ITEMS + 1) + 1))
    if not isinstance(value, list | tuple):
        raise FaceFault(f"field {track.each!r} is {value!r}, no list and no number")
    groups = (
        [list(one) for one in value] if value and all(isinstance(one, list | tuple) for one in value) else [list(value)]
    )
    if sum(map(len, groups)) > MOST_ITEMS:
        raise FaceFault(f"field {track.each!r} asks for more than {MOST_ITEMS} places")
    return groups


def _spread(items: Sequence[Any], box: Rect, size: float) -> Placed:
    """In one line, the first and the last at the ends of the box."""
    lying = box.width >= box.height
    gap = ((box.width if lying else box.height) - size) / max(1, len(items) - 1)
    across = ((box.height if lying else box.width) - size) / 2
    return [(item, n * gap, across) if lying else (item, across, n * gap) for n, item in enumerate(items)]


def _in_lines(groups: Sequence[Sequence[Any]], box: Rect, size: float, step: float) -> Placed | None:
    """From the top left on, each list on lines of its own, or beside the one before where that finds no room."""
    return _wrapped(groups, box, size, step, False) or _wrapped(groups, box, size, step, True)


def _wrapped(groups: Sequence[Sequence[Any]], box: Rect, size: float, step: float, beside: bool) -> Placed | None:
    """In as many lines as they need; ``None``: the box does not hold them."""
    across = int((box.width - size + 1e-6) // step) + 1 if box.width + 1e-6 >= size else 0
    if across == 0:
        return None
    placed: Placed = []
    x, y = 0.0, 0.0
    for n, group in enumerate(groups):
        x += step * _BETWEEN_LISTS if n else 0
        if n and not (beside and x + (len(group) - 1) * step + size <= box.width + 1e-6):
            x, y = 0.0, y + step * (1 + _BETWEEN_LISTS)
        for m, item in enumerate(group):
            if m and x + size > box.width + 1e-6:
                x, y = 0.0, y + step
            placed.append((item, x, y))
            x += step
    return placed if y + size <= box.height + 1e-6 else None


def _place(track: Track, canvas: Canvas, at: Rect, item: Any, first: bool, last: bool) -> list[Instruction]:
    end = (track.first_fill if first else None) or (track.last_fill if last else None)
    ink = canvas.ink(end or track.fill, track.stroke, track.line)
    middle, radius = (at.x + at.width / 2, at.y + at.height / 2), at.width / 2
    drawn: list[Instruction]
    match track.shape:
        case "circle":
            drawn = [Disc(x=middle[0], y=middle[1], radius=radius, ink=ink)]
        case "hex":
            turns = [math.radians(60 * n + 30) for n in range(6)]
            corners = [(middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns]
            drawn = [polygon(corners, ink)]
        case _:
            drawn = [Box(x=at.x, y=at.y, width=at.width, height=at.height, radius=at.width * 0.12, ink=ink)]
    if track.numbers and not (isinstance(item, int) and at.width < _NUMBERED):
        drawn += set_text(words(item), track.style, at, canvas, colour=track.ends_colour if end else None)
    return drawn
