"""Drawing instructions into an SVG. Letters become outlines, so that a card looks as printed without its fonts."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from printing.faces.drawing import Box, Disc, Ink, Instruction, Outline, Picture, Run
from printing.paper import Size

MM_OF_POINT = 25.4 / 72
PACKAGES = {"sans": ("font_source_sans_pro", "SourceSansPro"), "serif": ("font_source_serif_pro", "SourceSerifPro")}
STYLES = {
    "": "Regular",
    "italic": "It",
    "semibold": "Semibold",
    "semibold-italic": "SemiboldIt",
    "bold": "Bold",
    "bold-italic": "BoldIt",
}


def svg_of(instructions: Iterable[Instruction], card: Size, title: str) -> str:
    """A card of that size, mm, as an SVG document."""
    glyphs: dict[tuple[str, str], str] = {}
    body = "".join(part for one in instructions for part in _drawn(one, glyphs))
    shapes = "".join(
        f'<path id="{name}" d="{_outline(font, character)}"/>' for (font, character), name in glyphs.items()
    )
    width, height = card.width, card.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f"aria-label={quoteattr(title)}><title>{escape(title)}</title><defs>{shapes}</defs>"
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>{body}</svg>'
    )


def _drawn(one: Instruction, glyphs: dict[tuple[str, str], str]) -> Iterator[str]:
    match one:
        case Run():
            yield from _text(one, glyphs)
        case Box():
            radius = f' rx="{_n(one.radius)}"' if one.radius else ""
            size = f'width="{_n(one.width)}" height="{_n(one.height)}"'
            yield f'<rect x="{_n(one.x)}" y="{_n(one.y)}" {size}{radius}{_ink(one.ink)}/>'
        case Disc():
            yield f'<circle cx="{_n(one.x)}" cy="{_n(one.y)}" r="{_n(one.radius)}"{_ink(one.ink)}/>'
        case Outline():
            steps = "".join(letter + " ".join(f"{_n(x)} {_n(y)}" for x, y in at) for letter, at in one.steps)
            yield f'<path d="{steps}"{_ink(one.ink)}/>'
        case Picture():
            return


def _text(run: Run, glyphs: dict[tuple[str, str], str]) -> Iterator[str]:
    scale = run.size * MM_OF_POINT / 1000
    turn = f" rotate({_n(-run.turn)})" if run.turn else ""
    yield f'<g fill="{run.colour}" transform="translate({_n(run.x)} {_n(run.y)}){turn} scale({scale:.5f})">'
    x = 0.0
    for character in run.text:
        if not character.isspace():
            name = glyphs.setdefault((run.font, character), f"g{len(glyphs)}")
            yield f'<use href="#{name}" x="{x:.0f}"/>' if x else f'<use href="#{name}"/>'
        x += _advance(run.font, character)
    yield "</g>"


def _ink(ink: Ink) -> str:
    words = f' fill="{ink.fill or "none"}"'
    if ink.stroke:
        words += f' stroke="{ink.stroke}" stroke-width="{_n(ink.line)}"'
        words += f' stroke-dasharray="{" ".join(map(_n, ink.dash))}"' if ink.dash else ""
    return words


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@lru_cache
def _font(name: str) -> tuple[Any, dict[int, str], int]:
    family, _, style = name.partition("-")
    package, stem = PACKAGES[family]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise LookupError(f"the package {package} is not installed")
    path = Path(spec.submodule_search_locations[0]) / "files" / f"{stem}-{STYLES[style]}.ttf"
    font = TTFont(path, lazy=True)
    return font.getGlyphSet(), font.getBestCmap(), int(font["head"].unitsPerEm)


@lru_cache(maxsize=4096)
def _outline(font: str, character: str) -> str:
    """The outline of a letter, its em a thousand, y downward."""
    glyphs, letters, em = _font(font)
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.0f}")
    scale = 1000 / em
    glyphs[letters.get(ord(character), ".notdef")].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
    return str(pen.getCommands())


@lru_cache(maxsize=4096)
def _advance(font: str, character: str) -> float:
    glyphs, letters, em = _font(font)
    return 1000 / em * float(glyphs[letters.get(ord(character), ".notdef")].width)
