"""The one measuring code: text broken into lines and fitted to a box, between a normal and a least size.

Preview and file use the same lines, so what fits in one fits in the other.
"""

import unicodedata
from collections.abc import Sequence
from typing import Protocol

import msgspec

SIZE_STEP = 0.25
"""Points between two sizes that are tried."""

STAND_IN = "◆"
"""What is drawn for a character that no font has; every shipped font has this one."""

ELLIPSIS = "…"

ICON_SIDE = 0.92
"""Side of an icon among words, em: from a little below the baseline to a little above a capital."""

ICON_BELOW = 0.14
"""So far below the baseline it begins, em, wherever it stands."""

ICON_ADVANCE = 1.0
"""Its width with the little space at both of its sides, em."""


class FontMetrics(Protocol):
    """What measuring needs to know of fonts, named ``sans``, ``sans-bold``, ``serif-bold-italic`` …; lengths in em."""

    def advance(self, text: str, font: str) -> float:
        """The width of a text, all of whose characters the font has."""

    def font_with(self, character: str, font: str) -> str | None:
        """The font itself, or the nearest one that has the character; ``None``: no font has it."""

    def ascent(self, font: str) -> float:
        """From the baseline up to the top of the line."""

    def descent(self, font: str) -> float:
        """From the baseline down to the bottom of the line."""


class Span(msgspec.Struct, frozen=True):
    """A stretch of text in one font; or an icon (by its name), which stands among letters of that font."""

    text: str
    font: str
    icon: str = ""


class Word(msgspec.Struct, frozen=True):
    """What is never broken where there is room for it; ``width`` in em."""

    spans: tuple[Span, ...]
    width: float


class Line(msgspec.Struct, frozen=True):
    """Words of one line; ``width`` in em, the spaces between them included; ``first``: it begins a paragraph."""

    words: tuple[Word, ...]
    width: float
    first: bool


class Fitted(msgspec.Struct, frozen=True, kw_only=True):
    """Lines at a size (points) that stand in the box; ``cut``: not all of the text does."""

    size: float
    lines: tuple[Line, ...]
    cut: bool


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """How a text is set: its normal and least size (points), leading and the gap between paragraphs (em)."""

    metrics: FontMetrics
    font: str
    size: float
    least: float
    leading: float = 1.15
    gap: float = 0.3

    def height(self, lines: Sequence[Line]) -> float:
        """The height of lines set below each other, em."""
        if not lines:
            return 0
        gaps = sum(line.first for line in lines[1:])
        inner = (len(lines) - 1) * self.leading + gaps * self.gap
        return self.metrics.ascent(self.font) + self.metrics.descent(self.font) + inner


def words_of(spans: Sequence[Span], metrics: FontMetrics, lacking: set[str]) -> tuple[Word, ...]:
    """A paragraph's words; a character that its font lacks comes from another font, or is stood in for and noted."""
    words: list[Word] = []
    open_word: list[Span] = []
    for span in spans:
        if span.icon:
            open_word.append(span)
            continue
        text = unicodedata.normalize("NFC", span.text)
        for n, part in enumerate(_split(text)):
            if n and open_word:
                words.append(_word(open_word, metrics))
                open_word = []
            if part:
                open_word += _drawable(part, span.font, metrics, lacking)
    if open_word:
        words.append(_word(open_word, metrics))
    return tuple(words)


def _split(text: str) -> list[str]:
    """Split at spaces and tabs but not at a no-break space, which keeps figures and their unit together."""
    return text.replace("\t", " ").split(" ")


def _drawable(text: str, font: str, metrics: FontMetrics, lacking: set[str]) -> list[Span]:
    spans: list[Span] = []
    for character in text:
        found = metrics.font_with(character, font)
        if found is None:
            lacking.add(character)
            character, found = STAND_IN, metrics.font_with(STAND_IN, font) or font
        if spans and spans[-1].font == found:
            spans[-1] = Span(spans[-1].text + character, found)
        else:
            spans.append(Span(character, found))
    return spans


def _word(spans: Sequence[Span], metrics: FontMetrics) -> Word:
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].font == span.font and not (joined[-1].icon or span.icon):
            joined[-1] = Span(joined[-1].text + span.text, span.font)
        else:
            joined.append(span)
    return Word(tuple(joined), sum(width_of(span, metrics) for span in joined))


def width_of(span: Span, metrics: FontMetrics) -> float:
    """How far a span reaches along its line, em."""
    return ICON_ADVANCE if span.icon else metrics.advance(span.text, span.font)


def fit(paragraphs: Sequence[tuple[Word, ...]], width: float, height: float, how: Measure) -> Fitted:
    """The text at the greatest size from normal to least at which it stands in the box (points); else cut."""
    steps = int((how.size - how.least) / SIZE_STEP)
    sizes = sorted({how.least, *(how.size - n * SIZE_STEP for n in range(steps + 1))}, reverse=True)
    low, high = 0, len(sizes) - 1
    best: Fitted | None = None
    while low <= high:
        middle = 0 if best is None and low == 0 and high == len(sizes) - 1 else (low + high) // 2
        size = sizes[middle]
        lines = _wrap(paragraphs, width / size, how)
        if lines is not None and how.height(lines) * size <= height + 1e-6:
            best = Fitted(size=size, lines=lines, cut=False)
            high = middle - 1
        else:
            low = middle + 1
    return best or _cut(paragraphs, width, height, how)


def _wrap(paragraphs: Sequence[tuple[Word, ...]], width: float, how: Measure) -> tuple[Line, ...] | None:
    """Greedy lines no wider than ``width`` (em); ``None`` when a word alone is wider."""
    space = how.metrics.advance(" ", how.font)
    lines: list[Line] = []
    for words in paragraphs:
        line: list[Word] = []
        used = 0.0
        first = True
        for word in words:
            if word.width > width + 1e-9:
                return None
            longer = used + space + word.width if line else word.width
            if line and longer > width + 1e-9:
                lines.append(Line(tuple(line), used, first))
                line, used, first = [word], word.width, False
            else:
                line.append(word)
                used = longer
        lines.append(Line(tuple(line), used, first))
    return tuple(lines)


def _cut(paragraphs: Sequence[tuple[Word, ...]], width: float, height: float, how: Measure) -> Fitted:
    """As many lines as the box holds at the least size, the last one ending in an ellipsis."""
    size = how.least
    em = width / size
    broken = [tuple(part for word in words for part in _broken(word, em, how.metrics)) for words in paragraphs]
    lines = _wrap(broken, em, how) or ()
    kept = list(lines)
    while kept and how.height(kept) * size > height + 1e-6:
        kept.pop()
    if len(kept) == len(lines):
        return Fitted(size=size, lines=lines, cut=False)
    if kept:
        kept[-1] = _ending(kept[-1], em, how)
    return Fitted(size=size, lines=tuple(kept), cut=True)


def _ending(line: Line, em: float, how: Measure) -> Line:
    """A line that ends in an ellipsis and leaves room for the mark of a cut text."""
    space = how.metrics.advance(" ", how.font)
    dots = Word((Span(ELLIPSIS, how.font),), how.metrics.advance(ELLIPSIS, how.font))
    words, used = list(line.words), line.width
    while words and used + dots.width > em - 1:
        used -= words.pop().width + (space if words else 0)
    return Line((*words, dots), used + (space if words else 0) + dots.width, line.first)


def _broken(word: Word, width: float, metrics: FontMetrics) -> list[Word]:
    """A word too long for any line, in parts that are not."""
    if word.width <= width:
        return [word]
    parts: list[Word] = []
    part: list[Span] = []
    used = 0.0
    for span in word.spans:
        for one in [span] if span.icon else [Span(character, span.font) for character in span.text]:
            wide = width_of(one, metrics)
            if part and used + wide > width:
                parts.append(_word(part, metrics))
                part, used = [], 0.0
            part.append(one)
            used += wide
    return [*parts, _word(part, metrics)]
