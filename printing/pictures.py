"""Cards as pictures: one PNG for each side of each card, or sheets for Tabletop Simulator."""

import csv
import io
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from printing import raster
from printing.bundle import Bundle
from printing.options import PNG_DPI, SINGLE
from printing.paper import Size, WrongOption, card_named
from printing.render import Printing
from printing.report import Report
from printing.sources import PrintedCard, PrintedSheet

COLUMNS, ROWS = 10, 7
"""The grid of a sheet for Tabletop Simulator. Its last place is what others see of a card that is held."""

ON_A_TABLE = COLUMNS * ROWS - 1

USUAL_SIDE, MOST_SIDE = 4096, 10_000
"""Pixels of the longer side of such a sheet: usually, and at the most."""

MOST_PIXELS = 50_000_000
"""Of one picture."""

LONGEST_NAME = 60
"""Of a file, characters; a file system takes 255 bytes."""

INCH = 25.4
HIDDEN = (96, 96, 96)


def write(printing: Printing, bundle: Bundle) -> Report:
    """The pictures of a print, and a table of which is which."""
    return (_one_each if printing.options.format == "png" else _on_tables)(printing, bundle)


def pixels(size: Size, dpi: int) -> tuple[int, int]:
    """Width and height of a picture of so many dots per inch."""
    return round(size.width / INCH * dpi), round(size.height / INCH * dpi)


def check(printing: Printing) -> None:
    """Raise :class:`WrongOption` for pictures that would be too large, and for cards that cannot share a sheet."""
    if printing.options.format == "tts":
        _table_pixels(printing)
        return
    dpi = printing.options.dpi or PNG_DPI
    sizes = [pixels(part.grid.card.grown(printing.options.bleed), dpi) for part in printing.parts]
    width, height = max(sizes, key=lambda size: size[0] * size[1])
    if width * height > MOST_PIXELS:
        most = f"{MOST_PIXELS // 10**6} megapixels are the most"
        raise WrongOption("dpi", f"a picture would have {width} × {height} pixels; {most}")


def pages_of(printing: Printing) -> list[tuple[tuple[PrintedCard, ...], int]]:
    """For each picture, in the order of the bundle: the cards that it takes, and which (from 1) of theirs it is."""
    cards, backs = _different(printing), printing.options.backs
    if printing.options.format == "png":
        sides = [(card, 1 if backs == "none" or card.back is None else 2) for card, _ in cards]
        return [((card,), side) for card, most in sides for side in range(1, most + 1)]
    copies = [card for card, count in cards for _ in range(count)]
    sheets = [tuple(copies[n : n + ON_A_TABLE]) for n in range(0, len(copies), ON_A_TABLE)]
    found = [(sheet, side) for sheet in sheets for side in range(1, 3 if backs == "each" else 2)]
    return [*found, (sheets[0], 2)] if backs == "one" else found


def _one_each(printing: Printing, bundle: Bundle) -> Report:
    options = printing.options
    dpi = options.dpi or PNG_DPI
    cards = _different(printing)
    check(printing)
    rows = [("file", "back", "card", "count")]
    with _pages_of([card for card, _ in cards], printing) as (pages, report):
        for n, (name, (card, count)) in enumerate(zip(_names([card for card, _ in cards]), cards, strict=True)):
            sides = [(f"{name}.png", 2 * n if options.backs != "none" else n)]
            if options.backs != "none" and card.back is not None:
                sides.append((f"{name}-back.png", 2 * n + 1))
            width, height = pixels((card.size or card_named(options.card)).grown(options.bleed), dpi)
            for file_name, page in sides:
                with bundle.file(file_name) as file:
                    pages.picture(page, width, height).save(file, format="PNG", dpi=(dpi, dpi))
            rows.append((sides[0][0], sides[1][0] if len(sides) > 1 else "", card.code, str(count)))
            printing.told(count)
    _write_table(rows, bundle)
    return printing.report_with(report)


def _on_tables(printing: Printing, bundle: Bundle) -> Report:
    options = printing.options
    width, height = _table_pixels(printing)
    cards = _different(printing)
    places = [n for n, (_, count) in enumerate(cards) for _ in range(count)]
    paired = options.backs != "none"
    rows = [("file", "place", "card")]
    with _pages_of([card for card, _ in cards], printing) as (pages, report):

        def picture(n: int, back: bool = False) -> Any:
            return pages.picture((2 * n if paired else n) + back, width, height)

        with_back = next((n for n, (card, _) in enumerate(cards) if card.back is not None), None)
        hidden = _blank(width, height) if not paired or with_back is None else picture(with_back, True)
        sheets = [places[n : n + ON_A_TABLE] for n in range(0, len(places), ON_A_TABLE)]
        for number, sheet in enumerate(sheets, 1):
            _save(f"cards-{number}.png", [picture(n) for n in sheet], hidden, bundle)
            if options.backs == "each":
                _save(f"backs-{number}.png", [picture(n, True) for n in sheet], hidden, bundle)
            rows += [(f"cards-{number}.png", str(at), cards[n][0].code) for at, n in enumerate(sheet, 1)]
            printing.told(len(sheet))
        if options.backs == "one":
            with bundle.file("back.png") as file:
                hidden.save(file, format="PNG")
    _write_table(rows, bundle)
    return printing.report_with(report)


def _table_pixels(printing: Printing) -> tuple[int, int]:
    """Of one card, a whole number of both, so that no hairline parts the cards of a sheet."""
    options, (card, *others) = printing.options, [part.grid.card for part in printing.parts]
    if others:
        raise WrongOption("format", f"a sheet for a table has cards of one size, not of {card} and of {others[0]}")
    if options.dpi:
        width, height = pixels(card, options.dpi)
    else:
        scale = min(USUAL_SIDE / COLUMNS / card.width, USUAL_SIDE / ROWS / card.height)
        width, height = int(card.width * scale), int(card.height * scale)
    longest = max(width * COLUMNS, height * ROWS)
    if longest > MOST_SIDE:
        raise WrongOption("dpi", f"a sheet would be {longest} pixels long; {MOST_SIDE} is the most")
    return width, height


def _save(name: str, cards: Sequence[Any], hidden: Any, bundle: Bundle) -> None:
    from PIL import Image

    width, height = hidden.size
    sheet = Image.new("RGB", (COLUMNS * width, ROWS * height), (255, 255, 255))
    for n, card in enumerate([*cards, *[None] * (ON_A_TABLE - len(cards)), hidden]):
        if card is not None:
            sheet.paste(card, (n % COLUMNS * width, n // COLUMNS * height))
    with bundle.file(name) as file:
        sheet.save(file, format="PNG")


def _blank(width: int, height: int) -> Any:
    from PIL import Image

    return Image.new("RGB", (width, height), HIDDEN)


def _different(printing: Printing) -> list[tuple[PrintedCard, int]]:
    """Every different card once, in the order in which they are drawn, and how often it is asked for."""
    counts: dict[bytes, tuple[PrintedCard, int]] = {}
    for page in (page for part in printing.parts for page in part.pages):
        for card in page.cards:
            key = msgspec.json.encode((card.code, card.face, card.back, card.size, card.fields))
            counts[key] = card, counts.get(key, (card, 0))[1] + 1
    return list(counts.values())


def _names(cards: Sequence[PrintedCard]) -> list[str]:
    """A name for each card's file: its code, with a number where cards of one code differ.

    Not every file system tells capitals from small letters.
    """
    names: list[str] = []
    taken: set[str] = set()
    last: Counter[str] = Counter()
    for card in cards:
        plain = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in card.code) or "card"
        plain = plain[:LONGEST_NAME]
        name = plain
        while not taken.isdisjoint(files := {name.casefold(), f"{name}-back".casefold()}):
            last[plain] += 1
            name = f"{plain}-{last[plain] + 1}"
        taken |= files
        names.append(name)
    return names


@contextmanager
def _pages_of(cards: Sequence[PrintedCard], printing: Printing) -> Iterator[tuple[raster.Pages, Report]]:
    """Each card on a page of its own, its back on the next page, and what went wrong with them."""
    options = msgspec.structs.replace(
        printing.options,
        preset=None,
        format="pdf",
        dpi=None,
        paper=SINGLE,
        order=None if printing.options.backs == "none" else "interleaved",
    )
    sheet = PrintedSheet(number=1, title="", cards=tuple(cards))
    source = msgspec.structs.replace(printing.source, sheets=(sheet,))
    single = Printing(source, printing.layout, options, None, printing.fonts)
    with tempfile.TemporaryDirectory(prefix="companion-cards-") as folder:
        path = Path(folder) / "cards.pdf"
        with path.open("wb") as file:
            report = single.into(file)
        with raster.opened(path) as pages:
            yield pages, report


def _write_table(rows: Sequence[Sequence[str]], bundle: Bundle) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    with bundle.file("cards.csv") as file:
        file.write(written.getvalue().encode())
