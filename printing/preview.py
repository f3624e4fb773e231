"""One page of a print before it is asked for: drawn by what draws the file, of that page's cards alone."""

import io
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.accounts.models import User
from companion.problems import Problem
from printing import pictures, shelf, wishes
from printing.bundle import whole_file
from printing.render import Printing, Progress, write_sheets
from printing.report import Report
from printing.sources import PrintedSheet
from printing.wishes import Wish

PNG_DPI, TABLE_DPI = 150, 60
"""Of a card where pictures are made: alone, and on a sheet for a table, which has seventy."""

MOST_SECONDS = 5.0


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a print as it will be."""

    cards: int
    """Of the whole print."""

    pages: int
    """Of the whole print, those of all its files; where it is pictures each of them is a page."""

    page: int
    report: Report
    """Of this page: its cards, and what is not as it was meant."""

    width: int
    height: int
    """Of the picture, pixels."""

    picture: bytes
    """WebP; in JSON as base64."""


class _Drawn(NamedTuple):
    """A file with the page asked for, which is its page ``at``; and how much the whole print has."""

    file: Path
    at: int
    cards: int
    pages: int
    report: Report


def preview(wish: Wish, user: User, page: int = 1) -> Preview:
    """A page (from 1) of the print that a wish is for; the last one, or the first, where there is none of the number.

    Raises ``Problem``: ``unreadable`` with the path of the option for what cannot be printed, ``not_found``,
    ``too_large`` when the page takes longer than ``MOST_SECONDS``.
    """
    settled = wishes.settle(wish, user)
    meant = wishes.meaning(settled, user)
    page = max(page, 1)
    with tempfile.TemporaryDirectory(prefix="companion-preview-") as folder, wishes.faults_told():
        target = Path(folder) / "page.pdf"
        if meant.layout is None:
            report = wishes.draw(settled, meant, target, _in_time())
            drawn = _Drawn(target, min(page, report.pages), 0, report.pages, report)
        else:
            printing = Printing(meant.source, meant.layout, settled.options.settled(), _in_time(), meant.fonts)
            drawn = (_sheet if printing.options.format == "pdf" else _picture)(printing, target, page)
        picture, (width, height) = _smaller(shelf.picture(drawn.file, drawn.at))
    return Preview(
        cards=drawn.cards,
        pages=drawn.pages,
        page=min(page, drawn.pages),
        report=drawn.report,
        width=width,
        height=height,
        picture=picture,
    )


def _smaller(png: bytes) -> tuple[bytes, tuple[int, int]]:
    """It is looked at once, on a phone, over a bad network: a third of the bytes."""
    from PIL import Image

    made = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").save(made, format="WEBP", quality=75, method=2)
        return made.getvalue(), picture.size


def _sheet(printing: Printing, target: Path, page: int) -> _Drawn:
    pages = [one for file in printing.files for one in file]
    number = min(page, len(pages))
    with whole_file(target) as file:
        report = printing.into(file, [pages[number - 1]], number)
    return _Drawn(target, 1, printing.asked, len(pages), report)


def _picture(printing: Printing, target: Path, page: int) -> _Drawn:
    """What its cards take is drawn as a print of their own, with fewer dots."""
    pictures.check(printing)
    pages = pictures.pages_of(printing)
    cards, at = pages[min(page, len(pages)) - 1]
    source = msgspec.structs.replace(printing.source, sheets=(PrintedSheet(number=1, title="", cards=cards),))
    dpi = PNG_DPI if printing.options.format == "png" else TABLE_DPI
    options = msgspec.structs.replace(printing.options, preset=None, dpi=dpi)
    bundle = target.with_suffix(".zip")
    report = write_sheets(bundle, source, printing.layout, options, _in_time(), printing.fonts)
    return _Drawn(bundle, at, printing.asked, len(pages), report)


def _in_time() -> Progress:
    """Looks at the clock between two cards."""
    until = time.monotonic() + MOST_SECONDS

    def told(done: int, total: int) -> None:
        if time.monotonic() > until:
            words = "This page takes too long to be shown before it is printed; it can be printed all the same."
            raise Problem("too_large", words)

    return told
