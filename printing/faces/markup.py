"""Rich text: ``**bold**``, ``*italic*``, both nested; ``\\*`` is a star. A new line begins a paragraph."""

import re

from printing.faces.fitting import Span

_MARK = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<!\*)\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?!\*)")
_STAR = "\ue000"
"""Stands for an escaped star while the marks are read: a private character that no text holds."""


def styled(font: str, bold: bool, italic: bool) -> str:
    """The name of a font's bold or italic companion: ``sans`` -> ``sans-bold-italic``."""
    if not (bold or italic):
        return font
    family, _, style = font.partition("-")
    bold, italic = bold or "bold" in style, italic or "italic" in style
    return family + "-bold" * bold + "-italic" * italic


def plain_spans(text: str, font: str) -> list[list[Span]]:
    """Text without marks: one list of spans for each of its lines."""
    return [[Span(line, font)] for line in text.split("\n")]


def rich_spans(text: str, font: str) -> list[list[Span]]:
    """Text with marks: one list of spans for each of its lines. A mark that is not closed is a star."""
    lines = text.replace(r"\*", _STAR).split("\n")
    return [_spans(line, font, False, False) for line in lines]


def _spans(text: str, font: str, bold: bool, italic: bool) -> list[Span]:
    spans: list[Span] = []
    end = 0
    for found in _MARK.finditer(text):
        spans += _literal(text[end : found.start()], font, bold, italic)
        if found[1] is not None:
            spans += _spans(found[1], font, True, italic)
        else:
            spans += _spans(found[2], font, bold, True)
        end = found.end()
    return spans + _literal(text[end:], font, bold, italic)


def _literal(text: str, font: str, bold: bool, italic: bool) -> list[Span]:
    return [Span(text.replace(_STAR, "*"), styled(font, bold, italic))] if text else []
