r"""Rich text: ``**bold**``, ``*italic*``, both nested, ``:icon:``; ``\*`` and ``\:`` are themselves.

A new line begins a paragraph. Read in one pass: a text made to keep a reader busy takes no longer than another.
"""

import re
from collections.abc import Container

import msgspec

from printing.faces.fitting import Span

_TOKEN = re.compile(r"\\([*:])|(\*+)|:([a-z0-9][a-z0-9_-]{0,59}):")
_WORD = re.compile(r"[\w:]")

_NOT_SEEN: dict[int, str | None] = {
    **dict.fromkeys((0x00AD, *range(0x200B, 0x2010), 0x2060, 0xFE0E, 0xFE0F, 0xFEFF)),
    **dict.fromkeys((0x0085, 0x2028, 0x2029), "\n"),
}
"""What comes along with text from elsewhere: signs that nobody sees, such as a soft hyphen, and other line ends."""


class _Mark(msgspec.Struct):
    """Stars that may begin or end something; what is matched with nothing stays as it is written."""

    stars: str
    opens: bool
    closes: bool
    at: int
    partner: bool = False


_Piece = str | _Mark | Span


def styled(font: str, bold: bool, italic: bool) -> str:
    """The name of a font's bold or italic companion: ``sans`` -> ``sans-bold-italic``; a user's own font has none."""
    if not (bold or italic) or font.startswith("own"):
        return font
    family, _, style = font.partition("-")
    bold, italic = bold or "bold" in style, italic or "italic" in style
    return family + "-bold" * bold + "-italic" * italic


def _lines(text: str) -> list[str]:
    return text.translate(_NOT_SEEN).split("\n")


def plain_spans(text: str, font: str) -> list[list[Span]]:
    """Text without marks: one list of spans for each of its lines."""
    return [[Span(line, font)] for line in _lines(text)]


def rich_spans(text: str, font: str, icons: Container[str] = (), unknown: list[str] | None = None) -> list[list[Span]]:
    """Text with marks: one list of spans for each of its lines. A mark that is not closed is a star.

    ``:name:`` is an icon where ``icons`` has it. Where it has not, it stays as it is written; standing between words,
    so that it must have been meant as one, it is noted in ``unknown``.
    """
    return [_spans(line, font, icons, unknown) for line in _lines(text)]


def _spans(line: str, font: str, icons: Container[str], unknown: list[str] | None) -> list[Span]:
    pieces = _pieces(line, font, icons, unknown)
    _match(pieces)
    spans: list[Span] = []
    bold = italic = False
    for piece in pieces:
        if isinstance(piece, Span):
            spans.append(piece)
            continue
        if isinstance(piece, _Mark) and piece.partner:
            bold, italic = bold != (piece.stars == "**"), italic != (piece.stars == "*")
            continue
        text, name = piece if isinstance(piece, str) else piece.stars, styled(font, bold, italic)
        if spans and not spans[-1].icon and spans[-1].font == name:
            spans[-1] = Span(spans[-1].text + text, name)
        elif text:
            spans.append(Span(text, name))
    return spans


def _pieces(line: str, font: str, icons: Container[str], unknown: list[str] | None) -> list[_Piece]:
    """Text, stars and icons, in their order. Three stars are a bold and an italic mark."""
    pieces: list[_Piece] = []
    end = 0
    while found := _TOKEN.search(line, end):
        pieces.append(line[end : found.start()])
        end = found.end()
        if found[1]:
            pieces.append(found[1])
        elif found[2]:
            pieces += _marks(line, found.start(), end)
        elif found[3] in icons:
            pieces.append(Span("", font, found[3]))
        else:
            end -= 1  # the second colon may begin an icon: ``a:b:gold:``
            pieces.append(line[found.start() : end])
            if unknown is not None and _stands_apart(line, found):
                unknown.append(found[0])
    return [*pieces, line[end:]]


def _stands_apart(line: str, found: re.Match[str]) -> bool:
    around = line[found.start() - 1 : found.start()] + line[found.end() : found.end() + 1]
    return found[3][0].isalpha() and not _WORD.search(around)


def _marks(line: str, start: int, end: int) -> list[_Piece]:
    stars = line[start:end]
    opens = end < len(line) and not line[end].isspace()
    closes = start > 0 and not line[start - 1].isspace()
    if len(stars) > 3:
        return [stars]
    parts = {1: ["*"], 2: ["**"], 3: ["**", "*"]}[len(stars)]
    return [_Mark(part, opens, closes, n) for n, part in enumerate(parts)]


def _match(pieces: list[_Piece]) -> None:
    """Each mark that closes finds the nearest one of its kind that is open; those between the two are plain stars."""
    stack: list[tuple[int, _Mark]] = []
    n = 0
    while n < len(pieces):
        mark = pieces[n]
        if isinstance(mark, _Mark):
            follower = pieces[n + 1] if n + 1 < len(pieces) else None
            if isinstance(follower, _Mark) and follower.at == 1 and mark.closes and stack and stack[-1][1].stars == "*":
                pieces[n], pieces[n + 1] = follower, mark  # what was opened last is closed first
                follower.at, mark.at, mark = 0, 0, follower
            if not _close(mark, n, stack, pieces) and mark.opens:
                stack.append((n, mark))
        n += 1


def _close(mark: _Mark, n: int, stack: list[tuple[int, _Mark]], pieces: list[_Piece]) -> bool:
    if not mark.closes or all(one.stars != mark.stars for _, one in stack[-2:]):
        return False
    while stack[-1][1].stars != mark.stars:
        stack.pop()
    at, opened = stack[-1]
    if not any(pieces[at + 1 : n]):
        return False
    stack.pop()
    opened.partner = mark.partner = True
    return True
