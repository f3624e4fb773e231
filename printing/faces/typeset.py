"""Text elements: filled from the fields, fitted to their box, placed as runs."""

import re
from collections.abc import Sequence

from printing.faces.binding import Fields, fill, listed
from printing.faces.canvas import Canvas
from printing.faces.drawing import Ink, Instruction, Run, polygon
from printing.faces.fitting import Fitted, Line, Measure, Word, fit, words_of
from printing.faces.markup import plain_spans, rich_spans
from printing.faces.schema import LEAST_SIZE, Rich, Style, Text
from printing.paper import MM, Rect

_BESIDE_A_FIGURE = re.compile(r"(?<=[a-zA-Z]) (?=\d)|(?<=\d) (?=[a-zA-Z])")

CUT_MARK = 1.6
"""Side of the mark at the corner of a box whose text was cut, mm."""


def draw_text(element: Text, canvas: Canvas) -> list[Instruction]:
    """A text or rich text element."""
    texts = [fill(element.text, fields) for fields in _items(element, canvas)]
    text = "\n".join(one for one in texts if one)
    return set_text(text, element.style, canvas.box(element.box), canvas, isinstance(element, Rich), element.turn)


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
    if style.upper:
        text = text.upper()
    if style.keep_figures:
        text = _BESIDE_A_FIGURE.sub("\u00a0", text)
    lines = (rich_spans if rich else plain_spans)(text, style.font)
    paragraphs = [words_of(spans, canvas.metrics, canvas.lacking) for spans in lines]
    paragraphs = [words for words in paragraphs if words]
    how = measure(style, canvas)
    across, along = (box.height, box.width) if turn else (box.width, box.height)
    fitted = fit(paragraphs, across * MM, along * MM, how)
    if fitted.cut:
        canvas.cut = given
    return place(fitted, box, how, style, canvas.colour(colour or style.colour), turn)


def place(fitted: Fitted, box: Rect, how: Measure, style: Style, colour: str, turn: float = 0) -> list[Instruction]:
    """Fitted lines as runs in their box; a cut text gets its mark in the corner."""
    across, along = (box.height, box.width) if turn else (box.width, box.height)
    size = fitted.size / MM
    spare = along - how.height(fitted.lines) * size
    y = {"top": 0.0, "middle": spare / 2, "bottom": spare}[style.valign] + how.metrics.ascent(how.font) * size
    runs: list[Instruction] = []
    for n, line in enumerate(fitted.lines):
        y += (how.gap * size if line.first and n else 0) + (how.leading * size if n else 0)
        x = {"left": 0.0, "center": 0.5, "right": 1.0}[style.align] * (across - line.width * size)
        for text, font, along_line in _runs(line, how):
            at = _turned(box, x + along_line * size, y, turn)
            runs.append(Run(x=at[0], y=at[1], font=font, size=fitted.size, colour=colour, text=text, turn=turn))
    if fitted.cut:
        corner = [(box.right, box.bottom - CUT_MARK), (box.right, box.bottom), (box.right - CUT_MARK, box.bottom)]
        runs.append(polygon(corner, Ink(fill=colour)))
    return runs


def _turned(box: Rect, x: float, y: float, turn: float) -> tuple[float, float]:
    """A place in the lying text on the card: turned by 90 it runs upward, by -90 downward."""
    if turn == 90:
        return box.x + y, box.bottom - x
    if turn == -90:
        return box.right - y, box.y + x
    return box.x + x, box.y + y


def _runs(line: Line, how: Measure) -> list[tuple[str, str, float]]:
    """Text, font and distance from the line's start (em) of each stretch of a line in one font."""
    space = how.metrics.advance(" ", how.font)
    runs: list[tuple[str, str, float]] = []
    x = 0.0
    for n, word in enumerate(line.words):
        x += space if n else 0
        for m, (text, font, wide) in enumerate(_spans(word, how)):
            if runs and runs[-1][1] == font and font == how.font:
                runs[-1] = (runs[-1][0] + (" " if m == 0 else "") + text, font, runs[-1][2])
            else:
                runs.append((text, font, x))
            x += wide
    return runs


def _spans(word: Word, how: Measure) -> Sequence[tuple[str, str, float]]:
    return [(span.text, span.font, how.metrics.advance(span.text, span.font)) for span in word.spans]
