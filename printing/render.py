"""Cards, a layout and options -> a file, and a report of all that went wrong. For the command line and for jobs."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from printing.bundle import Bundle, several, whole_file
from printing.faces.binding import FaceFault
from printing.faces.layout import BACK, Layout
from printing.fonts import OwnFont, own_number
from printing.images import Images
from printing.margin import Edge, margin
from printing.marks import block_of
from printing.options import Options
from printing.paper import MM, Edges, Size, WrongOption
from printing.plan import Page, PlannedPage, parts_of, planned, sized
from printing.report import CutText, MissingGlyphs, Report
from printing.sources import PrintedSheet, Source
from printing.tabled import check_faces

if TYPE_CHECKING:
    from printing.pdf import PdfFile, ShippedFonts

Progress = Callable[[int, int], None]
"""Called with the cards drawn so far and in all, after each side; what it raises ends the rendering."""

FILES = ("fronts.pdf", "backs.pdf")


def write_sheets(
    target: Path,
    source: Source,
    layout: Layout,
    options: Options,
    progress: Progress | None = None,
    fonts: Sequence[OwnFont] = (),
) -> Report:
    """Print into a file, which is there whole or not at all; its folder is made where it is missing.

    Several files (pictures, or backs in a file of their own) go into a ZIP, or into a folder where the target has no
    suffix. Raises :class:`WrongOption`, :class:`printing.tabled.UnknownFaces`,
    :class:`printing.faces.binding.FaceFault`, or ``OSError`` for the file.
    """
    options = options.settled()
    printing = Printing(source, layout, options, progress, fonts)
    if options.files:
        with several(target) as bundle:
            return printing.into_bundle(bundle)
    with whole_file(target) as file:
        return printing.into(file)


def render(
    file: BinaryIO, source: Source, layout: Layout, options: Options, progress: Progress | None = None
) -> Report:
    """Print into an open binary file. The same source, layout and options give the same bytes."""
    return Printing(source, layout, options.settled(), progress).into(file)


class Printing:
    """One print: its pages, and what has been drawn and noted of it. ``options`` are settled.

    Raises what can be told before anything is drawn: :class:`WrongOption` for a card that does not fit the paper …,
    :class:`printing.tabled.UnknownFaces`.
    """

    def __init__(
        self,
        source: Source,
        layout: Layout,
        options: Options,
        progress: Progress | None = None,
        fonts: Sequence[OwnFont] = (),
    ) -> None:
        from printing.drawer import Notes

        self.source, self.layout, self.options = source, layout, options
        self.total = sum(len(sheet.cards) for sheet in source.sheets)
        if not self.total:
            raise WrongOption("source", "there are no cards to print")
        check_faces(source, layout)
        sheets = sized(_first_of(source.sheets) if options.test else source.sheets, layout)
        _check_backs(sheets, layout, options)
        _check_fonts(sheets, layout, options, len(fonts))
        self.asked = sum(len(sheet.cards) for sheet in sheets)
        self.parts = parts_of(sheets, options)
        self.files = planned(self.parts, options)
        self.images = Images(source.pictures)
        self.notes = Notes()
        self.fonts, self._progress, self._drawn = fonts, progress, 0

    def into(self, file: BinaryIO, pages: Sequence[PlannedPage] | None = None, first: int = 1) -> Report:
        """Some of its pages, or all, as a PDF; in the report ``first`` is the number of the first of them."""
        from printing.drawer import Drawer
        from printing.pdf import PdfFile, ShippedFonts

        pages = self.files[0] if pages is None else pages
        metrics = ShippedFonts(self.fonts, _characters(self.source, self.layout) if self.fonts else ())
        pdf = PdfFile(file, f"{self.source.name}, {self.source.edition}", metrics, self.images)
        by_size: dict[Size, list[PlannedPage]] = {}
        for page in pages:
            by_size.setdefault(page.grid.card, []).append(page)
        drawers = {
            size: Drawer(pdf, of_size, self.layout, self.options, metrics, self.images, self.notes)
            for size, of_size in by_size.items()
        }
        for number, page in enumerate(pages, first):
            block = block_of(page.trims)
            bleed = self.options.bleed
            shift = self.options.printer.back if page.side == "back" else (0.0, 0.0)
            change = moved(page.grid.page, self.options.printer.scale, shift)
            pdf.begin_page(page.grid.page, block, block.grown(Edges(bleed, bleed, bleed, bleed)), change)
            for place in page.places:
                drawers[page.grid.card].draw(place)
                self.told(1 if place.side == "front" else 0)
            if not self.options.single:
                self._edge(pdf, page, number, metrics)
            pdf.end_page()
        pdf.save()
        for drawer in drawers.values():
            drawer.note_spoilt()
        return self.report()

    def into_bundle(self, bundle: Bundle) -> Report:
        """Its files, each under a name of its own."""
        if self.options.format != "pdf":
            from printing import pictures

            return pictures.write(self, bundle)
        for name, pages in zip(FILES, self.files, strict=False):
            with bundle.file(name) as file:
                self.into(file, pages)
        return self.report()

    def report(self) -> Report:
        """What has been drawn so far."""
        return Report(
            cards_in=self.asked,
            cards_drawn=self._drawn,
            pages=sum(map(len, self.files)) if self.options.format == "pdf" else 0,
            scale=self.options.printer.scale,
            cut_texts=tuple(self.notes.cut),
            missing_images=tuple(self.notes.images),
            missing_glyphs=tuple(self.notes.glyphs),
            unknown_cards=tuple(self.notes.unknown),
            found_bleeds=tuple(self.notes.bleeds),
        )

    def report_with(self, other: Report) -> Report:
        """What has been drawn so far, with what went wrong where it was drawn from."""
        return msgspec.structs.replace(
            self.report(),
            cut_texts=other.cut_texts,
            missing_images=other.missing_images,
            missing_glyphs=other.missing_glyphs,
            unknown_cards=other.unknown_cards,
            found_bleeds=other.found_bleeds,
        )

    def told(self, count: int) -> None:
        """So many cards more have been drawn; none: a back was."""
        self._drawn += count
        if self._progress is not None:
            self._progress(self._drawn, self.asked)

    def _edge(self, pdf: "PdfFile", page: PlannedPage, number: int, metrics: "ShippedFonts") -> None:
        options = self.options
        edge = Edge(
            page=page.grid.page,
            trims=page.trims,
            area=page.area,
            style=options.mark_style(),
            bleed=options.bleed,
            fold=page.fold is not None,
            marked=options.mark_side in (page.side, "both"),
            ruled=page.side == "front",
        )
        drawn = margin(edge, titles(page, self.source, options, self.total), metrics)
        self.notes.cut += [CutText(page=number, box=box, text=text) for box, text in drawn.cut]
        if drawn.lacking:
            self.notes.glyphs.append(MissingGlyphs(page=number, box="title", characters=drawn.lacking))
        pdf.draw(drawn.instructions)


def titles(page: PlannedPage, source: Source, options: Options, total: int) -> tuple[str, ...]:
    """What may stand in the margin of a page, from the longest to the shortest."""
    cut = {"none": "", "full": "cut on the lines"}.get(options.marks, "cut on the marks")
    if options.mark_side not in (page.side, "both"):
        cut = ""
    cut = f"fold on the dashed line, {cut}".rstrip(", ") if page.fold else cut
    sheets, size = page.page.sheets, str(page.grid.card)
    named = ", ".join(f"{sheet.number} · {sheet.title}" for sheet in sheets)
    numbers = ", ".join(str(sheet.number) for sheet in sheets)
    cards = _cards(page.page, total)
    if page.side == "back":
        return tuple(f"{words}{' · ' + cut if cut else ''}" for words in (f"Backs of {cards}", "Backs"))
    first = ["Test page"] if options.test else []
    whole = [*first, f"{source.name}, {source.edition}", f"Sheet {named}", cut, size, cards]
    middle = [*first, f"Sheet {named}", cut, size, cards]
    short = [*first, f"Sheet {numbers}", cut, size, cards]
    shorter = [*first, f"Sheet {numbers}", size, cards]
    least = [*first, cards]
    return tuple(" · ".join(filter(None, parts)) for parts in (whole, middle, short, shorter, least))


def _cards(page: Page, total: int) -> str:
    first, last = page.before + 1, page.before + len(page.cards)
    return f"card {first} of {total}" if first == last else f"cards {first}–{last} of {total}"


def _check_backs(sheets: Sequence[PrintedSheet], layout: Layout, options: Options) -> None:
    """Raise :class:`WrongOption` for a back that the layout has not."""
    if options.backs == "none":
        return
    for card in (card for sheet in sheets for card in sheet.cards):
        face = BACK if options.backs == "one" else card.back
        if card.back is not None and face not in layout.faces:
            where = card.where or f"card {card.code}"
            raise WrongOption("backs", f"{layout.file} has no face {face!r} for the back of {where}")


def _check_fonts(sheets: Sequence[PrintedSheet], layout: Layout, options: Options, given: int) -> None:
    """Raise :class:`WrongOption` for a font that a face is drawn with and nobody gave."""
    cards = [card for sheet in sheets for card in sheet.cards]
    drawn = dict.fromkeys(card.face for card in cards)
    if options.backs != "none":
        drawn |= dict.fromkeys(BACK if options.backs == "one" else card.back for card in cards if card.back is not None)
    for face in drawn:
        try:
            fonts = layout.fonts_of(layout.face_for(face))
        except FaceFault:  # there is no such face: told when the card is drawn
            continue
        for font, style in fonts.items():
            if (number := own_number(font)) is not None and number > given:
                raise WrongOption("font", f"{layout.file}: style {style!r} has the font {font}, and {given} were given")


def _first_of(sheets: Sequence[PrintedSheet]) -> tuple[PrintedSheet, ...]:
    first = next(sheet for sheet in sheets if sheet.cards)
    return (PrintedSheet(number=first.number, title=first.title, cards=first.cards[:1]),)


def moved(page: Size, scale: tuple[float, float], shift: tuple[float, float]) -> tuple[float, ...]:
    """What makes up for a printer: a stretch about the middle of the paper, and a shift; a change of points."""
    if (scale, shift) == ((1, 1), (0, 0)):
        return ()
    left = page.width / 2 * (1 - scale[0]) + shift[0]
    low = page.height / 2 * (1 - scale[1]) - shift[1]
    return (scale[0], 0, 0, scale[1], left * MM, low * MM)


def _characters(source: Source, layout: Layout) -> set[str]:
    """Every character that may be set."""
    fields = [card.fields for sheet in source.sheets for card in sheet.cards]
    titles = [source.name, source.edition, *(sheet.title for sheet in source.sheets)]
    words = msgspec.json.encode([fields, titles, layout.faces]).decode()
    return set(words) | set(words.upper())
