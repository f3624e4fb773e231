"""Cards, a layout and options -> a file, and a report of all that went wrong. For the command line and for jobs."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from printing.faces.arrange import arrange
from printing.faces.drawing import Drawn, Instruction
from printing.faces.fitting import FontMetrics
from printing.faces.layout import Layout
from printing.margin import margin
from printing.options import Options
from printing.paper import Grid, WrongOption
from printing.sources import PrintedCard, PrintedSheet, Source

Progress = Callable[[int, int], None]
"""Called with the cards drawn so far and in all, after each; what it raises ends the rendering, nothing written."""


class CutText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A text that did not fit: on a card (its code), or in the margin of a page (from 1); ``box`` is the element."""

    card: str | None = None
    page: int | None = None
    box: str
    text: str


class MissingGlyphs(msgspec.Struct, frozen=True, kw_only=True):
    """Characters of a card's box that no font has; each was drawn as a filled diamond."""

    card: str
    box: str
    characters: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was printed, and everything that is not as it was meant."""

    cards_in: int
    cards_drawn: int
    pages: int
    cut_texts: tuple[CutText, ...] = ()
    missing_images: tuple[dict[str, Any], ...] = ()
    missing_glyphs: tuple[MissingGlyphs, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether there is nothing to report."""
        complete = self.cards_in == self.cards_drawn
        return complete and not (self.cut_texts or self.missing_images or self.missing_glyphs)


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of one page, the sheets that they are of, and the number of cards before them."""

    sheets: tuple[PrintedSheet, ...]
    cards: tuple[PrintedCard, ...]
    before: int


def pages_of(sheets: Sequence[PrintedSheet], capacity: int) -> tuple[Page, ...]:
    """Cards onto pages: every sheet on pages of its own, unless running on takes fewer."""
    own = [chunk for sheet in sheets for chunk in _chunks([(sheet, card) for card in sheet.cards], capacity)]
    running = _chunks([(sheet, card) for sheet in sheets for card in sheet.cards], capacity)
    pages: list[Page] = []
    before = 0
    for chunk in running if len(running) < len(own) else own:
        on_it = {sheet.number: sheet for sheet, _ in chunk}
        pages.append(Page(sheets=tuple(on_it.values()), cards=tuple(card for _, card in chunk), before=before))
        before += len(chunk)
    return tuple(pages)


def _chunks(
    cards: list[tuple[PrintedSheet, PrintedCard]], capacity: int
) -> list[list[tuple[PrintedSheet, PrintedCard]]]:
    return [cards[n : n + capacity] for n in range(0, len(cards), capacity)]


def write_sheets(
    target: Path, source: Source, layout: Layout, options: Options, progress: Progress | None = None
) -> Report:
    """Print into a file, which is there whole or not at all; its folder is made where it is missing.

    Raises :class:`WrongOption`, :class:`printing.faces.binding.FaceFault`, or ``OSError`` for the file.
    """
    options.grid()
    if target.is_dir():
        raise IsADirectoryError(f"{target} is a folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            report = render(file, source, layout, options, progress)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return report


def render(
    file: BinaryIO, source: Source, layout: Layout, options: Options, progress: Progress | None = None
) -> Report:
    """Print into an open binary file. The same source, layout and options give the same bytes."""
    from printing.pdf import PdfFile, ShippedFonts

    grid = options.grid()
    pages = pages_of(source.sheets, grid.capacity)
    if not pages:
        raise WrongOption("source", f"{source.name} has no cards to print")
    metrics = ShippedFonts()
    pdf = PdfFile(file, title=f"{source.name}, {source.edition}")
    printing = _Printing(layout, grid, metrics, pages)
    done, total = 0, sum(len(page.cards) for page in pages)
    for name, instructions in printing.stored():
        pdf.store_card(name, instructions, grid.card)
    for number, page in enumerate(pages, 1):
        pdf.begin_page(grid.page, grid.block(len(page.cards)))
        for n, card in enumerate(page.cards):
            stored = printing.name_of(card)
            if stored is not None:
                pdf.draw_stored(stored, grid.slot(n))
            else:
                pdf.draw_card(printing.face(card), grid.slot(n))
            done += 1
            if progress is not None:
                progress(done, total)
        edge = margin(grid, len(page.cards), options.marks, titles(page, source, options, grid, total), metrics)
        printing.cut += [CutText(page=number, box=box, text=text) for box, text in edge.cut]
        pdf.draw(edge.instructions)
        pdf.end_page()
    pdf.save()
    return Report(
        cards_in=sum(len(sheet.cards) for sheet in source.sheets),
        cards_drawn=done,
        pages=len(pages),
        cut_texts=tuple(printing.cut),
        missing_glyphs=tuple(printing.lacking),
    )


def titles(page: Page, source: Source, options: Options, grid: Grid, total: int) -> tuple[str, ...]:
    """What may stand in the margin of a page, from the longest to the shortest."""
    cut = {"none": "", "full": "cut on the lines"}.get(options.marks, "cut on the marks")
    named = ", ".join(f"{sheet.number} · {sheet.title}" for sheet in page.sheets)
    numbers = ", ".join(str(sheet.number) for sheet in page.sheets)
    first, last = page.before + 1, page.before + len(page.cards)
    cards = f"card {first} of {total}" if first == last else f"cards {first}–{last} of {total}"
    whole = [f"{source.name}, {source.edition}", f"Sheet {named}", cut, str(grid.card), cards]
    middle = [f"Sheet {named}", cut, str(grid.card), cards]
    short = [named, cut, str(grid.card)]
    least = [f"Sheet {numbers}", cut, str(grid.card)]
    return tuple(" · ".join(filter(None, parts)) for parts in (whole, middle, short, least))


class _Printing:
    """The faces of one print: each different card is arranged once; one that comes again is stored once."""

    def __init__(self, layout: Layout, grid: Grid, metrics: FontMetrics, pages: Sequence[Page]) -> None:
        self.layout, self.grid, self.metrics = layout, grid, metrics
        self.cut: list[CutText] = []
        self.lacking: list[MissingGlyphs] = []
        counts = Counter(_key(card) for page in pages for card in page.cards)
        self._repeated = {_key(card): card for page in pages for card in page.cards if counts[_key(card)] > 1}
        self._names = {key: f"card-{n}" for n, key in enumerate(self._repeated, 1)}

    def stored(self) -> Iterator[tuple[str, tuple[Instruction, ...]]]:
        """Name and instructions of every card that is drawn more than once."""
        for key, card in self._repeated.items():
            yield self._names[key], self.face(card)

    def name_of(self, card: PrintedCard) -> str | None:
        """Under which name a card is stored, if it is."""
        return self._names.get(_key(card)) if self._names else None

    def face(self, card: PrintedCard) -> tuple[Instruction, ...]:
        """The instructions of a card; what went wrong with it is noted."""
        drawn = arrange(self.layout, card.face, card.fields, self.metrics, self.grid.card)
        for one in drawn:
            self._note(card, one)
        return tuple(instruction for one in drawn for instruction in one.instructions)

    def _note(self, card: PrintedCard, one: Drawn) -> None:
        if one.cut is not None:
            self.cut.append(CutText(card=card.code, box=one.id, text=one.cut))
        if one.lacking:
            self.lacking.append(MissingGlyphs(card=card.code, box=one.id, characters=one.lacking))


def _key(card: PrintedCard) -> bytes:
    return msgspec.json.encode((card.face, card.fields))
