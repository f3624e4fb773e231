"""Fonts that a user gives, for scripts that the shipped ones do not have.

Such a font is parsed before anything else sees it, and cut down to the characters of the print. It helps out
wherever the shipped fonts have no glyph, and a layout's style may name it: ``own-1``, ``own-2`` …
"""

import io
import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec

MOST_BYTES = 20 * 1024 * 1024
MOST_FONTS = 9

_SIGNATURES = (b"\x00\x01\x00\x00", b"true", b"OTTO")
_NEEDED = ("cmap", "head", "hhea", "hmtx", "maxp", "name")
_UNSHAPED = ((0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x17FF), (0x1A20, 0x1AAF))
"""Scripts whose letters change beside each other: set letter by letter they would be wrong, so they are reported."""


OWN = "own-"
"""How the names of such fonts begin; ``own-1`` is the first that was given."""


class BadFont(ValueError):
    """A file that is not taken as a font: words that say what is wrong with it."""


class OwnFont(msgspec.Struct, frozen=True):
    """A font of a user that has been parsed: the file as it came, and the characters that it has."""

    content: bytes
    characters: frozenset[int]

    def has(self, character: str) -> bool:
        """Whether it can be set with this font, letter by letter."""
        code = ord(character)
        return code in self.characters and is_plain(character)


def own_number(name: str) -> int | None:
    """Which of a user's fonts a name means, from 1; ``None``: it is a shipped one."""
    return int(name.removeprefix(OWN)) if name.startswith(OWN) else None


def is_plain(character: str) -> bool:
    """Whether a character is set from left to right, and looks the same whatever stands beside it."""
    code = ord(character)
    if any(low <= code <= high for low, high in _UNSHAPED):
        return False
    return unicodedata.bidirectional(character) not in ("R", "AL", "AN")


def look_at(content: bytes) -> OwnFont:
    """A TrueType or OpenType font. Raises :class:`BadFont`."""
    from fontTools.ttLib import TTFont, TTLibError

    if len(content) > MOST_BYTES:
        raise BadFont(f"{len(content) / 2**20:.1f} MiB; a font has 20 MiB at the most")
    if content[:4] == b"ttcf":
        raise BadFont("a collection of fonts; one font is taken")
    if content[:4] not in _SIGNATURES:
        raise BadFont("no font: a TrueType or an OpenType is taken")
    try:
        font = TTFont(io.BytesIO(content), lazy=True)
        lacking = [table for table in _NEEDED if table not in font]
        outlines = [table for table in ("glyf", "CFF ", "CFF2") if table in font]
        if lacking or not outlines:
            raise BadFont(f"damaged: it has no table {(lacking or ['glyf'])[0]!r}")
        characters = frozenset(font.getBestCmap() or ())
        if "OS/2" in font and font["OS/2"].fsType & 0x000F == 0x0002:
            raise BadFont("its licence, as the font itself says, does not allow it to be embedded")
        font["hmtx"], font["hhea"], font["head"], len(font.getGlyphOrder())  # parsed, or a fault
        font[outlines[0]]
    except BadFont:
        raise
    except (TTLibError, OSError) as error:
        raise BadFont(f"damaged: {error}") from None
    except Exception as error:  # fontTools meets rotten bytes with whatever they lead to
        raise BadFont(f"damaged: {type(error).__name__} {error}") from None
    if not characters:
        raise BadFont("it has no characters")
    return OwnFont(content, characters)


def cut_down(font: OwnFont, characters: Iterable[int]) -> bytes:
    """A TrueType font with these characters alone; curves of another kind are turned into its own."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(
        layout_features=[], hinting=False, notdef_outline=True, name_IDs=[1, 2, 4, 6], drop_tables=["+", "DSIG", "GSUB"]
    )
    opened = TTFont(io.BytesIO(font.content), lazy=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[*characters, 32])
    cutter.subset(opened)
    if "glyf" not in opened:
        _turn_curves(opened)
    for table in ("fvar", "gvar", "avar", "HVAR", "VVAR", "MVAR", "STAT", "CFF ", "CFF2", "VORG"):
        if table in opened:
            del opened[table]
    written = io.BytesIO()
    opened.save(written, reorderTables=False)
    return written.getvalue()


def _turn_curves(font: Any) -> None:
    """Cubic outlines into quadratic ones, to a thousandth of the em."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs, order = font.getGlyphSet(), font.getGlyphOrder()
    most = font["head"].unitsPerEm / 1000
    drawn = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, most, reverse_direction=True))
        drawn[name] = pen.glyph()
    table = font["glyf"] = newTable("glyf")
    table.glyphOrder, table.glyphs = order, drawn
    font["loca"] = newTable("loca")
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    for field in (
        "maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
        "maxSizeOfInstructions",
    ):  # fmt: skip
        setattr(maxp, field, 1 if field == "maxZones" else 0)
    maxp.maxComponentElements = maxp.maxComponentDepth = 0
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"
