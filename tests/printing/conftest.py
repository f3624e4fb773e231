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
