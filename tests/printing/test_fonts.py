"""Fonts of one's own: parsed first, refused with a reason, embedded where the shipped ones have no glyph."""

import io
from contextlib import suppress

import msgspec
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

from printing.faces.layout import load_layout
from printing.fonts import MOST_BYTES, BadFont, look_at
from printing.options import Options
from printing.paper import WrongOption
from printing.render import Printing, write_sheets
from printing.sources import layout_text

TEXT = """\
layout: 1
card: [63.5, 88.9]
styles: {words: {font: sans, size: 24}, own: {font: own-1, size: 24}}
faces:
  front: {elements: [{id: words, draw: text, box: [5, 5, 53, 40], text: "{words}", style: words}]}
  own: {elements: [{id: words, draw: text, box: [5, 5, 53, 40], text: "{words}", style: own}]}
"""
GLYPHS = {0x20: "space", 0x6F22: "han", 0x05D0: "alef", 0x0915: "ka", 0x41: "A"}


def squares(pen):
    pen.moveTo((100, 0))
    pen.lineTo((100, 700))
    pen.curveTo((300, 900), (700, 900), (900, 700)) if isinstance(pen, T2CharStringPen) else pen.lineTo((900, 700))
    pen.lineTo((900, 0))
    pen.closePath()
    return pen


def font_of(cff=False, restricted=False, lacking=()):
    """A font of five characters, each a block 0.8 em wide."""
    names = [".notdef", *GLYPHS.values()]
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(GLYPHS)
    if cff:
        drawn = {name: squares(T2CharStringPen(1000, None)).getCharString() for name in names}
        builder.setupCFF("Blocks", {}, drawn, {})
    else:
        builder.setupGlyf({name: squares(TTGlyphPen(None)).glyph() for name in names})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (1000, 100)))
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": "Blocks", "styleName": "Regular", "psName": "Blocks-Regular"})
    builder.setupOS2(sTypoAscender=900, fsType=2 if restricted else 0)
    builder.setupPost()
    for table in lacking:
        del builder.font[table]
    written = io.BytesIO()
    builder.save(written)
    return written.getvalue()


@pytest.fixture
def printed_with(numbered, tmp_path):
    import pdfplumber

    opened = []

    def printed_with(words, *fonts, face="front"):
        path = tmp_path / "fonts.pdf"
        source = numbered(1, words=words)
        card = source.sheets[0].cards[0]
        sheet = msgspec.structs.replace(source.sheets[0], cards=(msgspec.structs.replace(card, face=face),))
        layout = load_layout(TEXT, "text.yaml", layout_text)
        report = write_sheets(
            path,
            msgspec.structs.replace(source, sheets=(sheet,)),
            layout,
            Options(),
            fonts=[look_at(font) for font in fonts],
        )
        opened.append(pdfplumber.open(path))
        return opened[-1].pages[0], report

    yield printed_with
    for file in opened:
        file.close()


@pytest.mark.parametrize("cff", [False, True], ids=["TrueType", "OpenType"])
def test_a_script_that_is_not_shipped_is_drawn_with_the_users_font(printed_with, cff):
    page, report = printed_with("Wolf 漢 end", font_of(cff))
    assert report.clean
    (drawn,) = [char for char in page.chars if char["text"] == "漢"]
    assert "Blocks" in drawn["fontname"]
    assert drawn["size"] == pytest.approx(24, abs=0.1)
    assert {char["text"] for char in page.chars} >= set("Wolf")
    assert all("+" in char["fontname"] for char in page.chars)


def test_without_it_the_character_is_stood_in_for_and_reported(printed_with):
    page, report = printed_with("Wolf 漢 end")
    assert [(one.card, one.box, one.characters) for one in report.missing_glyphs] == [("xx-001", "words", "漢")]
    assert "◆" in page.extract_text()


def test_the_shipped_fonts_have_latin_greek_and_cyrillic(printed_with):
    words = "ž č ý ě ř Ω δ Ж щ"
    page, report = printed_with(words)
    assert report.clean
    assert {char["text"] for char in page.chars} >= set(words.replace(" ", ""))


def test_a_title_in_another_script_is_drawn_or_reported(numbered, two_sides, tmp_path):
    import pdfplumber

    source = numbered(10)
    sheets = (msgspec.structs.replace(source.sheets[0], title="The 漢 sheet"),)
    source = msgspec.structs.replace(source, sheets=sheets)
    told = []
    for fonts in ([], [look_at(font_of())]):
        path = tmp_path / "title.pdf"
        report = write_sheets(path, source, two_sides, Options(), fonts=fonts)
        with pdfplumber.open(path) as file:
            told.append((report, file.pages[0].extract_text()))
    (without, plain), (given, whole) = told
    assert [(one.page, one.box, one.characters) for one in without.missing_glyphs] == [
        (1, "title", "漢"),
        (2, "title", "漢"),
    ]
    assert "The ◆ sheet" in plain
    assert given.clean
    assert "漢" in whole


@pytest.mark.parametrize("letter", ["א", "क"])
def test_letters_that_would_be_set_wrong_are_reported_instead(printed_with, letter):
    _, report = printed_with(f"Wolf {letter}", font_of())
    assert [one.characters for one in report.missing_glyphs] == [letter]


def test_a_style_may_name_it(printed_with):
    page, report = printed_with("A漢", font_of(), face="own")
    assert report.clean
    assert {char["text"] for char in page.chars if "Blocks" in char["fontname"]} == {"A", "漢"}


def test_a_font_that_nobody_gave_is_told_and_only_where_it_is_drawn_with(numbered):
    source, layout = numbered(1), load_layout(TEXT.replace("own-1", "own-2"), "text.yaml", layout_text)
    one, two = ([look_at(font_of())] * count for count in (1, 2))

    def printing(face, fonts, back="front", backs="none"):
        card = msgspec.structs.replace(source.sheets[0].cards[0], face=face, back=back)
        sheet = msgspec.structs.replace(source.sheets[0], cards=(card,))
        return Printing(msgspec.structs.replace(source, sheets=(sheet,)), layout, Options(backs=backs), fonts=fonts)

    for wanted in ({"face": "own"}, {"face": "front", "back": "own", "backs": "each"}):
        assert printing(**wanted, fonts=two).total == 1
        for given in ((), one):
            with pytest.raises(WrongOption) as refused:
                printing(**wanted, fonts=given)
            assert refused.value.option == "font"
    assert printing("front", fonts=(), back="own").total == 1


WRONG = [
    (b"", "no font"),
    (b"OTTO", "damaged"),
    (b"<?xml version='1.0'?>", "no font"),
    (b"ttcf" + bytes(100), "collection"),
    (bytes(MOST_BYTES + 1), "20 MiB"),
    (font_of()[:300], "damaged"),
    (font_of(lacking=["cmap"]), "cmap"),
    (font_of(lacking=["glyf", "loca"]), "glyf"),
    (font_of(restricted=True), "licence"),
]


@pytest.mark.parametrize(("content", "reason"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_font_is_refused_with_a_reason(content, reason):
    with pytest.raises(BadFont, match=reason):
        look_at(content)


def test_rotten_bytes_are_refused_and_nothing_else():
    whole = font_of()
    for at in range(0, len(whole), 37):
        rotten = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        with suppress(BadFont):
            look_at(rotten)
