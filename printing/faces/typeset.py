"""Text elements: filled from the fields, fitted to their box, placed as runs."""

import re

from printing.faces.binding import Fields, fill, listed
from printing.faces.canvas import Canvas
from printing.faces.drawing import Box, Ink, Instruction, Run, polygon
from printing.faces.fitting import (
    ICON_ADVANCE,
    ICON_BELOW,
    ICON_SIDE,
    Fitted,
    Line,
    Measure,
    Span,
    fit,
    width_of,
    words_of,
)
from printing.faces.markup import plain_spans, rich_spans
from printing.faces.schema import LEAST_SIZE, Rich, Style, Text
from printing.paper import MM, Rect

_BESIDE_A_FIGURE = re.compile(r"(?<=[a-zA-Z]) (?=\d)|(?<=\d) (?=[a-zA-Z])")

CUT_MARK = 1.6
"""Side of the mark at the corner of a box whose text was cut, mm."""

WRITING_LINE = 5.2
"""From one line to write on to the next, mm."""


def draw_text(element: Text, canvas: Canvas) -> list[Instruction]:
    """A text or rich text element."""
    texts = [fill(element.text, fields) for fields in _items(element, canvas)]
    text, box = "\n".join(one for one in texts if one), canvas.box(element.box)
    if not text.strip():
        return _room_to_write(element, box, canvas)
    return set_text(text, element.style, box, canvas, isinstance(element, Rich), element.turn)


def _room_to_write(element: Text, box: Rect, canvas: Canvas) -> list[Instruction]:
    """A ruled box, or lines, for what the facts do not tell."""
    ink = canvas.ink(None, element.blank_colour, 0.15)
    if element.blank == "box":
        return [Box(x=box.x, y=box.y, width=box.width, height=box.height, radius=0.6 * canvas.scale, ink=ink)]
    if element.blank == "nothing":
        return []
    count = max(1, int(box.height / (WRITING_LINE * canvas.scale))) if element.blank == "lines" else 1
    step = box.height / count
    levels = [box.y + n * step for n in range(1, count + 1)]
    return [polygon([(box.x, y), (box.right, y)], ink, closed=False) for y in levels]


def _items(element: Text, canvas: Canvas) -> list[Fields]:
    if element.each is None:
        return [canvas.fields]
    items = listed(canvas.fields, element.each)
    return [{**canvas.fields, **(item if isinstance(item, dict) else {}), "item": item} for item in items]


def measure(style: Style, canvas: Canvas) -> Measure:
    """A style at the card's scale, its type never under the least size."""
    size = max(LEAST_SIZE, style.size * canvas.scale)
    least = min(size, max(LEAST_SIZE, style.least * min(1, canvas.scale)))
    return Measure(
        metrics=canvas.metrics, font=style.font, size=size, least=least, leading=style.leading, gap=style.gap
    )


def set_text(
    text: str,
    style_name: str,
    box: Rect,
    canvas: Canvas,
    rich: bool = False,
    turn: float = 0,
    colour: str | None = None,
) -> list[Instruction]:
    """Text in a box of the card; what is cut or lacking is noted on the canvas."""
    style = canvas.style(style_name)
    if not text.strip():
        return []
    given = text
    if style.keep_figures:
        text = _BESIDE_A_FIGURE.sub("\u00a0", text)
    unknown: list[str] = []
    lines = rich_spans(text, style.font, canvas.layout.icons, unknown) if rich else plain_spans(text, style.font)
    canvas.missing += unknown
    if style.upper:
        lines = [[Span(span.text.upper(), span.font, span.icon) for span in spans] for spans in lines]
    paragraphs = [words_of(spans, canvas.metrics, canvas.lacking) for spans in lines]
    paragraphs = [words for words in paragraphs if words]
    how = measure(style, canvas)
    across, along = (box.height, box.width) if turn else (box.width, box.height)
    fitted = fit(paragraphs, across * MM, along * MM, how)
    if fitted.cut:
        canvas.cut = given
    return place(fitted, box, how, style, canvas, canvas.text_colour(colour or style.colour), turn)


def place(
    fitted: Fitted, box: Rect, how: Measure, style: Style, canvas: Canvas, colour: str, turn: float = 0
) -> list[Instruction]:
    """Fitted lines as runs and icons in their box; a cut text gets its mark in the corner."""
    across, along = (box.height, box.width) if turn else (box.width, box.height)
    size = fitted.size / MM
    spare = along - how.height(fitted.lines) * size
    y = {"top": 0.0, "middle": spare / 2, "bottom": spare}[style.valign] + how.metrics.ascent(how.font) * size
    drawn: list[Instruction] = []
    for n, line in enumerate(fitted.lines):
        y += (how.gap * size if line.first and n else 0) + (how.leading * size if n else 0)
        x = {"left": 0.0, "center": 0.5, "right": 1.0}[style.align] * (across - line.width * size)
        for span, along_line in _runs(line, how):
            if span.icon:
                drawn += _icon(span.icon, x + along_line * size, y, size, box, style, canvas, colour, turn)
                continue
            at = _turned(box, x + along_line * size, y, turn)
            drawn.append(
                Run(x=at[0], y=at[1], font=span.font, size=fitted.size, colour=colour, text=span.text, turn=turn)
            )
    if fitted.cut:
        corner = [(box.right, box.bottom - CUT_MARK), (box.right, box.bottom), (box.right - CUT_MARK, box.bottom)]
        drawn.append(polygon(corner, Ink(fill=colour)))
    return drawn


def _icon(
    name: str, x: float, baseline: float, em: float, box: Rect, style: Style, canvas: Canvas, colour: str, turn: float
) -> list[Instruction]:
    """An icon that sits on the line as a letter does: always as far from the baseline."""
    side = ICON_SIDE * em
    left, bottom = x + (ICON_ADVANCE - ICON_SIDE) / 2 * em, baseline + ICON_BELOW * em
    middle = _turned(box, left + side / 2, bottom - side / 2, turn)
    square = Rect(middle[0] - side / 2, middle[1] - side / 2, side, side)
    return canvas.icon(name, square, colour, style.paper, -turn)


def _turned(box: Rect, x: float, y: float, turn: float) -> tuple[float, float]:
    """A place in the lying text on the card: turned by 90 it runs upward, by -90 downward."""
    if turn == 90:
        return box.x + y, box.bottom - x
    if turn == -90:
        return box.right - y, box.y + x
    return box.x + x, box.y + y


def _runs(line: Line, how: Measure) -> list[tuple[Span, float]]:
    """Each stretch of a line in one font, and each icon, with its distance from the line's start (em)."""
    space = how.metrics.advance(" ", how.font)
    runs: list[tuple[Span, float]] = []
    x = 0.0
    for n, word in enumerate(line.words):
        x += space if n else 0
        for m, span in enumerate(word.spans):
            last = runs[-1][0] if runs else None
            if last and last.font == span.font == how.font and not (last.icon or span.icon):
                runs[-1] = (Span(last.text + (" " if m == 0 else "") + span.text, span.font), runs[-1][1])
            else:
                runs.append((span, x))
            x += width_of(span, how.metrics)
    return runs
