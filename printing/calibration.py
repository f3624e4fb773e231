"""A sheet that tells what a printer does wrong, and what to type in: pure instructions, two pages. mm.

It is read with a pin instead of a light: a hole pricked through a cross on the front comes out somewhere in a grid on
the back, and the grid is labelled with the numbers to type in. Two lines to be measured tell the stretch.
"""

from collections.abc import Sequence
from typing import Literal

from printing.faces.drawing import Disc, Ink, Instruction, Run, polygon
from printing.faces.fitting import FontMetrics
from printing.options import Options
from printing.paper import MM, Rect, Size, WrongOption

INK = "#000000"
REACH = 6
"""How far the grid on the back reaches from its middle, mm."""

ASIDE = 24.0
"""From the paper's edges to the crosses in its corners, mm."""

TYPE = 8.0
LABEL = 6.0
SIZES = (8.0, 7.5, 7.0, 6.5, 6.0)
LEADING = 4.0

Point = tuple[float, float]


def page_of(options: Options) -> Size:
    """The paper, upright or lying as the cards would have it."""
    return options.grid().page


def targets(page: Size) -> tuple[Point, ...]:
    """Where the crosses are on the front: the middle first, then the corners."""
    right, low = page.width - ASIDE, page.height - ASIDE
    return (page.width / 2, page.height / 2), (ASIDE, ASIDE), (right, ASIDE), (ASIDE, low), (right, low)


def front(page: Size, options: Options, metrics: FontMetrics) -> list[Instruction]:
    """Crosses to prick, lines to measure, and what to do."""
    drawn: list[Instruction] = []
    for x, y in targets(page):
        drawn += [_line((x - 5, y), (x + 5, y)), _line((x, y - 5), (x, y + 5))]
        drawn.append(Disc(x=x, y=y, radius=2.5, ink=Ink(stroke=INK, line=0.15)))
    across, down = _lengths(page)
    left, top = (page.width - across) / 2, ASIDE + 12
    drawn += _measured((left, top), across, "x", metrics)
    drawn += _measured((ASIDE - 12, (page.height - down) / 2), down, "y", metrics)
    block = Rect(ASIDE + 4, top + 8, page.width - 2 * ASIDE - 8, page.height / 2 - top - 18)
    drawn += _paragraphs(_steps(page, options, across, down), block, metrics)
    below = Rect(block.x, page.height / 2 + 12, block.width, block.height)
    return drawn + _paragraphs(_tables(across, down), below, metrics)


def back(page: Size, options: Options, metrics: FontMetrics) -> list[Instruction]:
    """A grid behind each cross, labelled with what to type in."""
    mirror = options.mirror(page)
    drawn: list[Instruction] = []
    for x, y in targets(page):
        at = (page.width - x, y) if mirror == "x" else (x, page.height - y)
        drawn += _grid_about(at, metrics)
    words = "Back. Read the grid in the middle at the hole: X along its upper edge, Y along its left edge."
    block = Rect(ASIDE + 4, page.height / 2 - 3 * ASIDE, page.width - 2 * ASIDE - 8, ASIDE)
    return drawn + _paragraphs([words], block, metrics)


def _lengths(page: Size) -> tuple[float, float]:
    """Of the line across and the line down: whole tens of millimetres."""
    return (page.width - 2 * ASIDE) // 10 * 10, (page.height - 2 * ASIDE) // 10 * 10


def _steps(page: Size, options: Options, across: float, down: float) -> list[str]:
    edge = "short" if options.flip == "short" else "long"
    x, y = options.printer.back
    wide, high = options.printer.scale
    again = "" if (x, y) == (0, 0) else f" Add it to what you have now, {x:g},{y:g}."
    factor = "" if (wide, high) == (1, 1) else f" Multiply by what you have now, {wide:g} and {high:g}."
    return [
        f"To set up a printer: {page}, turned on its {edge} edge.",
        f"1. Print both pages on one sheet, at 100 %, on both sides, turning on the {edge} edge.",
        "2. Prick a pin straight through the middle of each cross on this side. Turn the sheet over.",
        "3. In the grid in the middle, read where the hole came out: first X, then Y, to half a millimetre. "
        f"Type these two numbers in: --printer X,Y.{again}",
        "4. Where the corners tell much else than the middle, the paper went in askew; nothing typed in mends that.",
        f"5. Measure the two long lines. Where they are not {across:g} and {down:g} mm, look below for the stretch "
        f"and type it in after the shift: --printer X,Y,W,H.{factor}",
        "6. Print this sheet again with these numbers: the holes are now in the middle.",
    ]


def _tables(across: float, down: float) -> list[str]:
    def row(name: str, length: float) -> str:
        told = [f"{length + off:g} mm: {length / (length + off):.4f}" for off in (-1, -0.5, 0.5, 1)]
        return f"{name}, the line of {length:g} mm. Measured " + ", ".join(told) + "."

    return [row("W", across), row("H", down), "Any other: what it should be, divided by what you measured."]


def _line(start: Point, end: Point, width: float = 0.15) -> Instruction:
    return polygon([start, end], Ink(stroke=INK, line=width), closed=False)


def _measured(start: Point, length: float, along: Literal["x", "y"], metrics: FontMetrics) -> list[Instruction]:
    """A line with a tick at each end and every ten millimetres, and its length beside it."""

    def at(along_it: float, beside: float) -> Point:
        return (start[0] + along_it, start[1] + beside) if along == "x" else (start[0] + beside, start[1] + along_it)

    drawn = [_line(at(0, 0), at(length, 0))]
    for n in range(int(length) // 10 + 1):
        drawn.append(_line(at(n * 10, 0), at(n * 10, -3 if n * 10 in (0, length) else -1.5)))
    words = f"{length:g} mm"
    wide = metrics.advance(words, "sans") * LABEL / MM
    x, y = at(length / 2, 3)
    if along == "x":
        drawn.append(_words(words, x - wide / 2, y))
    else:
        drawn.append(Run(x=x, y=y + wide / 2, font="sans", size=LABEL, colour=INK, text=words, turn=90))
    return drawn


def _words(text: str, x: float, y: float, size: float = LABEL) -> Run:
    return Run(x=x, y=y, font="sans", size=size, colour=INK, text=text)


def _grid_about(at: Point, metrics: FontMetrics) -> list[Instruction]:
    """Lines every half millimetre, heavier at whole ones, a number at every third."""
    x, y = at
    drawn: list[Instruction] = []
    for half in range(-2 * REACH, 2 * REACH + 1):
        off = half / 2
        width = 0.3 if half == 0 else 0.12 if half % 2 == 0 else 0.04
        drawn.append(_line((x + off, y - REACH), (x + off, y + REACH), width))
        drawn.append(_line((x - REACH, y + off), (x + REACH, y + off), width))
        if half % 6 == 0:
            words = f"{off:g}".replace("-", "−")
            wide = metrics.advance(words, "sans") * LABEL / MM
            drawn.append(_words(words, x + off - wide / 2, y - REACH - 1))
            drawn.append(_words(words, x - REACH - 1 - wide, y + off + 0.8))
    drawn.append(_words("X", x + REACH + 2, y - REACH - 1))
    drawn.append(_words("Y", x - REACH - 3, y + REACH + 3))
    return drawn


def _paragraphs(texts: Sequence[str], box: Rect, metrics: FontMetrics) -> list[Instruction]:
    """Text in lines no wider than the box, as small as it must be to stand in it, never under 6 pt."""
    for size in SIZES:
        lines = [line for text in texts for line in _broken(text, box.width * MM / size, metrics)]
        leading = LEADING * size / TYPE
        if len(lines) * leading <= box.height:
            return [_words(line, box.x, box.y + (n + 1) * leading, size) for n, line in enumerate(lines)]
    needed = f"{len(lines) * leading:.0f} mm"
    raise WrongOption(
        "paper", f"its text needs {needed} between the crosses; this paper leaves {max(0, box.height):.0f} mm"
    )


def _broken(text: str, width: float, metrics: FontMetrics) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and metrics.advance(longer, "sans") > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
