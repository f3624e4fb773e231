"""A PDF out of drawing instructions: the one module that knows ReportLab.

The same instructions give the same bytes: no clock, no random id. The file is written as it is formatted, and a picture
is read when its turn comes, so that no print keeps all of it in memory. Import it where a PDF is made, not before: it
takes time at a cold start.
"""

import io
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from reportlab import __version__ as reportlab_version
from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printing.faces.drawing import Instruction
from printing.fonts import OWN, OwnFont, cut_down
from printing.images import UPRIGHT, BadImage, ImageFile, Images, Stored, mask_of, stored
from printing.operators import Writer, at, clipped, matrix
from printing.paper import MM, Rect, Size

VERSION = reportlab_version
"""Part of what names a file: another version may write other bytes."""

# ASCII85 around every stream costs a quarter more bytes and most of the time, for nothing that a reader needs.
rl_config.useA85 = 0


_PACKAGES = {"sans": ("font_source_sans_pro", "SourceSansPro"), "serif": ("font_source_serif_pro", "SourceSerifPro")}
_STYLES = {
    "": "Regular",
    "italic": "It",
    "semibold": "Semibold",
    "semibold-italic": "SemiboldIt",
    "bold": "Bold",
    "bold-italic": "BoldIt",
}


class NoFont(LookupError):
    """A font that is not shipped, or whose package is not installed."""


@lru_cache
def _shipped(name: str) -> TTFont:
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
    """The metrics of the shipped fonts (Source Sans, Source Serif; OFL), as measuring wants them.

    ``own`` are fonts of the user, ``own-1`` the first; they help out where no shipped font has a character. They are
    cut down to ``characters``: all that the print may need of them.
    """

    def __init__(self, own: Sequence[OwnFont] = (), characters: Iterable[str] = ()) -> None:
        self._advances: dict[tuple[str, str], float] = {}
        self._found: dict[tuple[str, str], str | None] = {}
        needed = {ord(one) for one in characters}
        self._own: dict[str, TTFont] = {}
        for n, font in enumerate(own, 1):
            cut = cut_down(font, [code for code in needed if font.has(chr(code))])
            self._own[f"{OWN}{n}"] = TTFont(f"{OWN}{n}", io.BytesIO(cut))
        self._files = {f"{OWN}{n}": font for n, font in enumerate(own, 1)}

    def face(self, name: str) -> TTFont:
        """The font of a name; what was not given is as the plain shipped one. Raises :class:`NoFont`."""
        if name.startswith(OWN):
            return self._own.get(name) or _shipped("sans")
        return _shipped(name)

    def advance(self, text: str, font: str) -> float:
        """The width of a text, em."""
        key = (text, font)
        if key not in self._advances:
            face = self.face(font).face
            widths, usual = face.charWidths, face.defaultWidth
            self._advances[key] = sum(widths.get(ord(character), usual) for character in text) / 1000
        return self._advances[key]

    def font_with(self, character: str, font: str) -> str | None:
        """The font, or the nearest that has the character: upright, of the other family, or plain; then the user's."""
        key = (character, font)
        if key not in self._found:
            self._found[key] = next((name for name in self._candidates(font) if self._has(name, character)), None)
        return self._found[key]

    def _candidates(self, font: str) -> list[str]:
        own = list(self._own)
        if font.startswith(OWN):
            return [*([font] if font in self._own else []), "sans", "serif", *own]
        family, _, style = font.partition("-")
        upright = style.replace("italic", "").strip("-")
        other = "sans" if family == "serif" else "serif"
        styles = [f"{family}-{upright}", f"{other}-{style}", f"{other}-{upright}", "sans", "serif"]
        return [font, *(name.rstrip("-") for name in styles), *own]

    def _has(self, font: str, character: str) -> bool:
        if font in self._files and not self._files[font].has(character):
            return False
        return ord(character) in self.face(font).face.charToGlyph

    def ascent(self, font: str) -> float:
        """Above the baseline, em."""
        return float(self.face(font).face.ascent) / 1000

    def descent(self, font: str) -> float:
        """Below the baseline, em."""
        return -float(self.face(font).face.descent) / 1000


NOTHING = " "
"""Of no content at all ReportLab makes a magenta square, to try itself with."""


class PdfFile:
    """A PDF that is written page by page to an open binary file; nothing is complete before :meth:`save`.

    Cards are given as content: operators on an area of their own size, with the names of what they draw on in
    ``used``, as :meth:`content` makes them.
    """

    def __init__(self, target: BinaryIO, title: str, fonts: ShippedFonts, images: Images | None = None) -> None:
        self._fonts, self._images = fonts, Images({}) if images is None else images
        # Begun with an embedded font, the file never names Helvetica, which a reader's machine would have to have.
        first = _shipped("sans").fontName
        canvas: Any = Canvas(target, invariant=1, pageCompression=1, initialFontName=first)  # type: ignore[arg-type]
        self._canvas = canvas
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Companion")
        self._canvas.setCreator("Companion")
        self._canvas.setSubject("Cards to cut")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._doc = self._canvas._doc
        self._doc.__class__ = _Document
        self._doc.target = target
        self._writer = Writer(self._encode, self._place)
        self._encoded: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
        self._placed: dict[str, tuple[str, str]] = {}
        self._kept: dict[str, str] = {}
        self._used: set[str] = set()
        self._height = 0.0
        self._stored = 0
        self.spoilt: dict[str, str] = {}
        """Name of a picture -> why it turned out, when it was written, to be none; a grey area stands for it."""

    def begin_page(self, page: Size, trim: Rect, bleed: Rect, moved: Sequence[float] = ()) -> None:
        """A page of this size; ``trim`` is the block that its cards fill, ``bleed`` what may be inked around it.

        ``moved`` is a change of coordinates (in points, y upward) for all that is drawn on it.
        """
        self._canvas.setPageSize((page.width * MM, page.height * MM))
        self._height = page.height
        for box, name in ((trim, "trim"), (bleed, "bleed")):
            left, right, low, high = box.x, box.right, page.height - box.bottom, page.height - box.y
            self._canvas.setCropBox(_changed((left, low, right, high), moved), name)
        if moved:
            self._add(matrix(moved))

    def end_page(self) -> None:
        """The page is done."""
        self._canvas._formsinuse = sorted(self._used)
        self._used = set()
        self._canvas.showPage()

    def draw(self, instructions: Iterable[Instruction]) -> None:
        """Instructions in mm from the page's top left corner."""
        content, used = self.content(instructions, self._height)
        self._used |= used
        self._add(f"q\n{content}\nQ")

    def content(self, instructions: Iterable[Instruction], height: float) -> tuple[str, set[str]]:
        """Operators for an area so many mm high, and the names of the pictures that they draw."""
        outside, self._used = self._used, set()
        operators = self._writer.operators(instructions, height)
        used, self._used = self._used, outside
        return operators, used

    def store(self, content: str, used: set[str], area: Rect) -> str:
        """Keep content under a name, to be drawn any number of times; nothing outside the area (mm) is seen.

        The area is in the content's own coordinates, from its bottom left corner, y upward.
        """
        self._stored += 1
        name = f"part-{self._stored}"
        form = pdfdoc.PDFFormXObject(
            *(round(number * MM, 4) for number in (area.x, area.y, area.right, area.bottom))  # bottom: the higher y
        )
        form.compression = 1
        form.setStreamList([content or NOTHING])
        form.XObjects = self._doc.xobjDict(sorted(used)) if used else None
        self._doc.Reference(form, self._doc.getXObjectName(name))
        return name

    def resource(self, name: str) -> str:
        """By what name content draws what is stored under one."""
        return str(self._doc.getXObjectName(name))

    def place(self, content: str, used: set[str], box: Rect, turned: bool = False, window: Rect | None = None) -> None:
        """Draw content that fills a box of the page; ``turned``: upside down; ``window``: all that is seen of it."""
        self._used |= used
        inside = f"{clipped(window, self._height)} " if window else ""
        self._add(f"q {inside}{at(box, self._height, turned)}\n{content}\nQ")

    def save(self) -> None:
        """Write the file."""
        self._canvas.save()

    def _add(self, operators: str) -> None:
        self._canvas._code.append(operators)

    def _encode(self, font: str, text: str) -> tuple[tuple[str, str], ...]:
        key = (font, text)
        found = self._encoded.get(key)
        if found is None:
            face = self._fonts.face(font)
            found = tuple(
                (face.getSubsetInternalName(subset, self._doc), escapePDF(part))
                for subset, part in face.splitString(text, self._doc)
            )
            if len(text) < 40:
                self._encoded[key] = found
        return found

    def _place(self, image: str) -> tuple[str, str]:
        """The resource of a picture, whose content is stored once under however many names."""
        if image not in self._placed:
            file = self._images.file(image)
            if file is None:
                raise KeyError(image)
            if file.digest not in self._kept:
                name = f"image-{len(self._kept) + 1}"
                self._kept[file.digest] = name
                self._doc.Reference(_Image(image, file, self), self._doc.getXObjectName(name))
            self._placed[image] = (self._kept[file.digest], UPRIGHT[file.orientation])
        name, upright = self._placed[image]
        self._used.add(name)
        return self.resource(name), upright


def _changed(box: tuple[float, float, float, float], moved: Sequence[float]) -> tuple[float, ...]:
    """A box (mm) in points, moved as what is drawn in it."""
    left, low, right, high = (number * MM for number in box)
    if not moved:
        return left, low, right, high
    across, _, _, up, x, y = moved
    return left * across + x, low * up + y, right * across + x, high * up + y


class _Document(pdfdoc.PDFDocument):
    """Writes each object to its file as soon as it is formatted."""

    target: BinaryIO

    @property
    def __accum__(self) -> Any:
        return self._writing

    @__accum__.setter
    def __accum__(self, file: Any) -> None:
        """ReportLab's collector of the file, which from now on collects nothing."""
        for begun in file.strings:
            self.target.write(begun)
        file.strings.clear()
        file.write = self.target.write
        self._writing = file

    @__accum__.deleter
    def __accum__(self) -> None:
        del self._writing


class _Image(pdfdoc.PDFObject):
    """A picture that is read when it is written."""

    def __init__(self, name: str, file: ImageFile, pdf: PdfFile) -> None:
        self.name, self.file, self.pdf = name, file, pdf
        self.mask = pdf._doc.Reference(_Mask(file)) if file.clear else None

    def format(self, document: Any) -> Any:
        width, height = self.file.width, self.file.height
        try:
            kept = stored(self.file)
        except (BadImage, OSError) as error:
            self.pdf.spoilt[self.name] = str(error)
            kept, width, height = Stored(zlib.compress(b"\x80"), "FlateDecode", "DeviceGray"), 1, 1
        space: Any = pdfdoc.PDFName(kept.space)
        if kept.palette:
            last, colours = len(kept.palette) // 3 - 1, f"<{kept.palette.hex()}>"
            space = pdfdoc.PDFArray([space, pdfdoc.PDFName("DeviceRGB"), last, colours])
        stream = _stream(width, height, kept.stream, kept.filter, space)
        if kept.decode:
            stream.dictionary["Decode"] = pdfdoc.PDFArray(kept.decode)
        if kept.parameters:
            stream.dictionary["DecodeParms"] = pdfdoc.PDFDictionary(dict(kept.parameters))
            stream.dictionary["BitsPerComponent"] = kept.parameters["BitsPerComponent"]
        if self.mask:
            stream.dictionary["SMask"] = self.mask
        return stream.format(document)


class _Mask(pdfdoc.PDFObject):
    """The transparency of a picture; none of one that is spoilt."""

    def __init__(self, file: ImageFile) -> None:
        self.file = file

    def format(self, document: Any) -> Any:
        width, height = self.file.width, self.file.height
        try:
            mask = mask_of(self.file)
        except (BadImage, OSError):
            mask, width, height = zlib.compress(b"\xff"), 1, 1
        return _stream(width, height, mask, "FlateDecode", pdfdoc.PDFName("DeviceGray")).format(document)


def _stream(width: int, height: int, content: bytes, filter: str, space: Any) -> Any:
    stream: Any = pdfdoc.PDFStream(content=content)
    stream.dictionary["Type"] = pdfdoc.PDFName("XObject")
    stream.dictionary["Subtype"] = pdfdoc.PDFName("Image")
    stream.dictionary["Width"], stream.dictionary["Height"] = width, height
    stream.dictionary["ColorSpace"] = space
    stream.dictionary["BitsPerComponent"] = 8
    stream.dictionary["Filter"] = pdfdoc.PDFName(filter)
    return stream
