"""Drawing instructions into a PDF: the one module that knows ReportLab, and its fonts.

The same instructions give the same bytes: no clock, no random id. Import it where a PDF is made, not before: it is what
takes time at a cold start.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

from reportlab import __version__ as reportlab_version
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printing.faces.drawing import Box, Disc, Ink, Instruction, Outline, Run
from printing.paper import MM, Rect, Size

VERSION = reportlab_version
"""Part of what names a file: another version may write other bytes."""

_PACKAGES = {"sans": ("font_source_sans_pro", "SourceSansPro"), "serif": ("font_source_serif_pro", "SourceSerifPro")}
_STYLES = {
    "": "Regular",
    "italic": "It",
    "semibold": "Semibold",
    "semibold-italic": "SemiboldIt",
    "bold": "Bold",
    "bold-italic": "BoldIt",
}

# ASCII85 around every stream costs a quarter more bytes and most of the time, for nothing that a reader needs.
rl_config.useA85 = 0


class NoFont(LookupError):
    """A font that is not shipped, or whose package is not installed."""


@lru_cache
def _font(name: str) -> TTFont:
    family, _, style = name.partition("-")
    if family not in _PACKAGES or style not in _STYLES:
        raise NoFont(f"no font is called {name!r}")
    package, stem = _PACKAGES[family]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise NoFont(f"the package {package} is not installed")
    path = Path(spec.submodule_search_locations[0]) / "files" / f"{stem}-{_STYLES[style]}.ttf"
    font = TTFont(name, str(path))
    pdfmetrics.registerFont(font)
    return font


class ShippedFonts:
    """The metrics of the shipped fonts (Source Sans, Source Serif; OFL), as measuring wants them."""

    def __init__(self) -> None:
        self._advances: dict[tuple[str, str], float] = {}
        self._found: dict[tuple[str, str], str | None] = {}

    def advance(self, text: str, font: str) -> float:
        """The width of a text, em."""
        key = (text, font)
        if key not in self._advances:
            face = _font(font).face
            widths, usual = face.charWidths, face.defaultWidth
            self._advances[key] = sum(widths.get(ord(character), usual) for character in text) / 1000
        return self._advances[key]

    def font_with(self, character: str, font: str) -> str | None:
        """The font, or the nearest that has the character: upright, of the other family, or plain."""
        key = (character, font)
        if key not in self._found:
            family, _, style = font.partition("-")
            upright = style.replace("italic", "").strip("-")
            other = "sans" if family == "serif" else "serif"
            styles = [f"{family}-{upright}", f"{other}-{style}", f"{other}-{upright}", "sans", "serif"]
            names = [font, *(name.rstrip("-") for name in styles)]
            code = ord(character)
            self._found[key] = next((name for name in names if code in _font(name).face.charToGlyph), None)
        return self._found[key]

    def ascent(self, font: str) -> float:
        """Above the baseline, em."""
        return float(_font(font).face.ascent) / 1000

    def descent(self, font: str) -> float:
        """Below the baseline, em."""
        return -float(_font(font).face.descent) / 1000


class PdfFile:
    """A PDF that is written page by page to an open binary file; nothing is complete before :meth:`save`."""

    def __init__(self, target: BinaryIO, title: str) -> None:
        # Begun with an embedded font, the file never names Helvetica, which would have to come from the reader's machine.
        first = _font("sans").fontName
        self._canvas = Canvas(target, invariant=1, pageCompression=1, initialFontName=first)  # type: ignore[arg-type]
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Companion")
        self._canvas.setCreator("Companion")
        self._canvas.setSubject("Cards to cut")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._height = 0.0
        self._forms: dict[str, Size] = {}

    def begin_page(self, page: Size, trim: Rect) -> None:
        """A page of this size; ``trim`` is the block that its cards fill (its TrimBox)."""
        self._canvas.setPageSize((page.width * MM, page.height * MM))
        self._height = page.height
        low, high = page.height - trim.bottom, page.height - trim.y
        self._canvas.setTrimBox((trim.x * MM, low * MM, trim.right * MM, high * MM))

    def end_page(self) -> None:
        """The page is done."""
        self._canvas.showPage()

    def draw(self, instructions: Iterable[Instruction]) -> None:
        """Instructions in mm from the page's top left corner."""
        _Pen(self._canvas, self._height).draw(instructions)

    def draw_card(self, instructions: Iterable[Instruction], box: Rect) -> None:
        """Instructions in mm from the top left corner of a box, clipped to it."""
        self._canvas.saveState()
        self._canvas.translate(box.x * MM, (self._height - box.bottom) * MM)
        self._clip(Size(box.width, box.height))
        _Pen(self._canvas, box.height).draw(instructions)
        self._canvas.restoreState()

    def store_card(self, name: str, instructions: Iterable[Instruction], size: Size) -> None:
        """Keep a card once, to be drawn any number of times. Between pages only."""
        self._canvas.beginForm(name, 0, 0, size.width * MM, size.height * MM)
        self._clip(size)
        _Pen(self._canvas, size.height).draw(instructions)
        self._canvas.endForm()
        self._forms[name] = size

    def draw_stored(self, name: str, box: Rect) -> None:
        """Draw a stored card in a box of its size."""
        self._canvas.saveState()
        self._canvas.translate(box.x * MM, (self._height - box.bottom) * MM)
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def save(self) -> None:
        """Write the file."""
        self._canvas.save()

    def _clip(self, size: Size) -> None:
        path = self._canvas.beginPath()
        path.rect(0, 0, size.width * MM, size.height * MM)
        self._canvas.clipPath(path, stroke=0, fill=0)


class _Pen:
    """Instructions onto a canvas whose origin is the bottom left corner of an area so many mm high."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas, self.height = canvas, height

    def draw(self, instructions: Iterable[Instruction]) -> None:
        for one in instructions:
            match one:
                case Run():
                    self._text(one)
                case Box():
                    stroke, fill = self._ink(one.ink)
                    at = (one.x * MM, (self.height - one.y - one.height) * MM, one.width * MM, one.height * MM)
                    if one.radius:
                        self.canvas.roundRect(*at, one.radius * MM, stroke=stroke, fill=fill)
                    else:
                        self.canvas.rect(*at, stroke=stroke, fill=fill)
                case Disc():
                    stroke, fill = self._ink(one.ink)
                    x, y = self._point((one.x, one.y))
                    self.canvas.circle(x, y, one.radius * MM, stroke=stroke, fill=fill)
                case Outline():
                    self._outline(one)

    def _point(self, at: tuple[float, float]) -> tuple[float, float]:
        return at[0] * MM, (self.height - at[1]) * MM

    def _ink(self, ink: Ink) -> tuple[int, int]:
        if ink.fill:
            self.canvas.setFillColorRGB(*_rgb(ink.fill))
        if ink.stroke:
            self.canvas.setStrokeColorRGB(*_rgb(ink.stroke))
            self.canvas.setLineWidth(ink.line * MM)
            self.canvas.setDash([length * MM for length in ink.dash])
        return int(ink.stroke is not None), int(ink.fill is not None)

    def _text(self, run: Run) -> None:
        _font(run.font)
        x, y = self._point((run.x, run.y))
        self.canvas.setFillColorRGB(*_rgb(run.colour))
        self.canvas.setFont(run.font, run.size)
        if not run.turn:
            self.canvas.drawString(x, y, run.text)
            return
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.rotate(run.turn)
        self.canvas.drawString(0, 0, run.text)
        self.canvas.restoreState()

    def _outline(self, outline: Outline) -> None:
        stroke, fill = self._ink(outline.ink)
        path = self.canvas.beginPath()
        for letter, points in outline.steps:
            numbers = [number for at in points for number in self._point(at)]
            match letter:
                case "M":
                    path.moveTo(*numbers)
                case "L":
                    path.lineTo(*numbers)
                case "C":
                    path.curveTo(*numbers)
                case _:
                    path.close()
        self.canvas.drawPath(path, stroke=stroke, fill=fill)


@lru_cache
def _rgb(colour: str) -> Sequence[float]:
    return tuple(int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
