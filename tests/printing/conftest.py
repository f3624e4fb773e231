"""Sheets that are printed once for all the tests that read them back."""

import pytest


@pytest.fixture(scope="session")
def metrics():
    from printing.pdf import ShippedFonts

    return ShippedFonts()


@pytest.fixture(scope="session")
def layout():
    from printing.sources import layout_named

    return layout_named("reliquary")


@pytest.fixture(scope="session")
def cards():
    """Code -> card, all that Reliquary prints."""
    from printing.sources import source_named

    return {card.code: card for sheet in source_named("reliquary").sheets for card in sheet.cards}


@pytest.fixture(scope="session")
def printed(tmp_path_factory):
    """Print Reliquary with options (once for the same ones) and open the file: ``printed("--paper", "letter")``."""
    import pdfplumber
    from django.core.management import call_command

    files = {}

    def sheets(*options):
        if options not in files:
            path = tmp_path_factory.mktemp("sheets") / "sheets.pdf"
            call_command("print_sheets", "reliquary", "-o", str(path), *options)
            files[options] = pdfplumber.open(path)
        return files[options]

    yield sheets
    for file in files.values():
        file.close()


TWO_SIDES = """\
layout: 1
card: [63.5, 88.9]
colours: {front: "#cc0000", back: "#0000cc"}
styles: {number: {font: sans-bold, size: 20, align: center, valign: middle}}
faces:
  front:
    elements:
      - {id: ground, draw: rect, box: [0, 0, 63.5, 88.9], fill: front}
      - {id: number, draw: text, box: [11.75, 30, 40, 20], text: "F{n}", style: number}
  back:
    elements:
      - {id: ground, draw: rect, box: [0, 0, 63.5, 88.9], fill: back}
      - {id: corner, draw: rect, box: [0, 0, 10, 10], fill: "#00cc00"}
  own_back:
    elements:
      - {id: ground, draw: rect, box: [0, 0, 63.5, 88.9], fill: back}
      - {id: number, draw: text, box: [11.75, 30, 40, 20], text: "B{n}", style: number}
"""


@pytest.fixture(scope="session")
def two_sides():
    """A layout of a red front with a number, a blue back, and a back with a number."""
    from printing.faces.layout import load_layout
    from printing.sources import layout_text

    return load_layout(TWO_SIDES, "two_sides.yaml", layout_text)


@pytest.fixture
def numbered():
    """A source of so many numbered cards, all different; ``blank`` are those without a back."""
    from printing.sources import PrintedCard, PrintedSheet, Source

    def numbered(count, back="own_back", blank=(), pictures=None, **fields):
        cards = tuple(
            PrintedCard(code=f"xx-{n:03}", face="front", fields={"n": n, **fields}, back=None if n in blank else back)
            for n in range(1, count + 1)
        )
        sheet = PrintedSheet(number=1, title="Numbers", cards=cards)
        return Source(name="Test", edition="one", layout="", sheets=(sheet,), pictures=pictures or {})

    return numbered


@pytest.fixture
def read_back(two_sides, tmp_path):
    """Print a source with options and open the file with other eyes than those that wrote it."""
    import pdfplumber

    from printing.options import options_from
    from printing.render import write_sheets

    opened = []

    def read_back(source, layout=None, **options):
        path = tmp_path / f"{len(opened)}.pdf"
        write_sheets(path, source, layout or two_sides, options_from(options))
        opened.append(pdfplumber.open(path))
        return opened[-1]

    yield read_back
    for file in opened:
        file.close()
