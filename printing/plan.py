"""Which card lies where, on which page of which file: pure geometry. ``render`` draws what is planned here."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from printing.faces.binding import FaceFault
from printing.faces.layout import Layout
from printing.options import Options
from printing.paper import Edges, Grid, Rect, Size, WrongOption, card_named
from printing.sources import PrintedCard, PrintedSheet

Side = Literal["front", "back"]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of one page, the sheets that they are of, and the number of cards before them."""

    sheets: tuple[PrintedSheet, ...]
    cards: tuple[PrintedCard, ...]
    before: int


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of one size: they have a grid, and pages, of their own."""

    grid: Grid
    pages: tuple[Page, ...]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a card in its place: ``box`` is its trim, ``bleed`` how far its picture goes beyond it.

    ``turned``: upside down, so that it is upright once the card is turned over.
    """

    card: PrintedCard
    side: Side
    box: Rect
    bleed: Edges
    turned: bool = False


class PlannedPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a file: what is placed on it, by which grid.

    ``number`` counts sheets of paper from 1, so that a back has the number of its front.
    """

    number: int
    side: Side
    page: Page
    places: tuple[Place, ...]
    grid: Grid
    fold: Grid | None = None
    """The grid of the backs on a page that is folded."""

    @property
    def trims(self) -> tuple[Rect, ...]:
        """The trim of every card on it, and the places of those that have no back: what is cut out of the paper."""
        used = len(self.page.cards)
        return self.grid.slots(used) + (self.fold.slots(used) if self.fold else ())

    @property
    def area(self) -> tuple[Rect, ...]:
        """All places for cards on such a page, whether they hold one or not."""
        full = self.grid.slots(self.grid.capacity)
        return full + (self.fold.slots(self.fold.capacity) if self.fold else ())


def sized(sheets: Sequence[PrintedSheet], layout: Layout) -> tuple[PrintedSheet, ...]:
    """Cards without a size of their own as large as their face says, where it says so."""
    if not layout.sizes:
        return tuple(sheets)

    def as_large(card: PrintedCard) -> PrintedCard:
        try:
            size = layout.sizes.get(layout.face_for(card.face))
        except FaceFault:  # there is no such face: told when the card is drawn
            return card
        return msgspec.structs.replace(card, size=card.size or size)

    return tuple(msgspec.structs.replace(sheet, cards=tuple(map(as_large, sheet.cards))) for sheet in sheets)


def parts_of(sheets: Sequence[PrintedSheet], options: Options) -> tuple[Part, ...]:
    """Cards by their sizes, that of the first card first, each size on pages of its own; in a size their order stays.

    Raises :class:`WrongOption`, naming the first card of a size that cannot be printed so.
    """
    usual = card_named(options.card)
    by_size: dict[Size, list[PrintedSheet]] = {}
    for sheet in sheets:
        of_sheet: dict[Size, list[PrintedCard]] = {}
        for card in sheet.cards:
            of_sheet.setdefault(card.size or usual, []).append(card)
        for size, cards in of_sheet.items():
            by_size.setdefault(size, []).append(msgspec.structs.replace(sheet, cards=tuple(cards)))
    parts: list[Part] = []
    before = 0
    for size, group in by_size.items():
        found = options.grid() if size == usual else _own_grid(group[0].cards[0], size, options)
        parts.append(Part(grid=found, pages=pages_of(group, found.capacity, before)))
        before += sum(len(sheet.cards) for sheet in group)
    return tuple(parts)


def _own_grid(card: PrintedCard, size: Size, options: Options) -> Grid:
    try:
        return msgspec.structs.replace(options, card=size.word).grid()
    except WrongOption as error:
        raise WrongOption(error.option, f"{card.where or f'card {card.code}'}: {error.message}") from None


def pages_of(sheets: Sequence[PrintedSheet], capacity: int, before: int = 0) -> tuple[Page, ...]:
    """Cards onto pages: every sheet on pages of its own, unless running on takes fewer. ``before`` are on others."""
    own = [chunk for sheet in sheets for chunk in _chunks([(sheet, card) for card in sheet.cards], capacity)]
    running = _chunks([(sheet, card) for sheet in sheets for card in sheet.cards], capacity)
    pages: list[Page] = []
    for chunk in running if len(running) < len(own) else own:
        on_it = {sheet.number: sheet for sheet, _ in chunk}
        pages.append(Page(sheets=tuple(on_it.values()), cards=tuple(card for _, card in chunk), before=before))
        before += len(chunk)
    return tuple(pages)


def _chunks(
    cards: list[tuple[PrintedSheet, PrintedCard]], capacity: int
) -> list[list[tuple[PrintedSheet, PrintedCard]]]:
    return [cards[n : n + capacity] for n in range(0, len(cards), capacity)]


def planned(parts: Sequence[Part], options: Options) -> tuple[tuple[PlannedPage, ...], ...]:
    """The pages of every file that is written: one file, or fronts and backs. ``options`` are settled."""
    pages = [(page, part.grid) for part in parts for page in part.pages]
    fronts = [_front(page, n, grid, options) for n, (page, grid) in enumerate(pages, 1)]
    if options.backs == "none" or options.folded:
        return (tuple(fronts),)
    backs = [_back(page, n, grid, options) for n, (page, grid) in enumerate(pages, 1)]
    if options.order == "files":
        return tuple(fronts), tuple(backs)
    if options.order == "after":
        return ((*fronts, *backs),)
    return (tuple(page for both in zip(fronts, backs, strict=True) for page in both),)


def _front(page: Page, number: int, grid: Grid, options: Options) -> PlannedPage:
    places = _places(page, "front", grid, options)
    if not options.folded or options.backs == "none":
        return PlannedPage(number=number, side="front", page=page, places=places, grid=grid)
    behind = grid.from_behind("x")
    backs = _places(page, "back", behind, options)
    return PlannedPage(number=number, side="front", page=page, places=(*places, *backs), grid=grid, fold=behind)


def _back(page: Page, number: int, grid: Grid, options: Options) -> PlannedPage:
    mirror = options.mirror(grid.page)
    behind = grid if options.single else grid.from_behind(mirror)
    turned = mirror == "y" and not options.single
    places = _places(page, "back", behind, options, turned)
    return PlannedPage(number=number, side="back", page=page, places=places, grid=behind)


def _places(page: Page, side: Side, grid: Grid, options: Options, turned: bool = False) -> tuple[Place, ...]:
    used = len(page.cards)
    return tuple(
        Place(card=card, side=side, box=grid.slot(n), bleed=_bleed(grid, used, n, options), turned=turned)
        for n, card in enumerate(page.cards)
        if side == "front" or card.back is not None
    )


def _bleed(grid: Grid, used: int, n: int, options: Options) -> Edges:
    bleed = options.bleed
    if options.bleed_on == "every" or not bleed:
        return Edges(bleed, bleed, bleed, bleed)
    outer = grid.outer(used, n)
    left, right = outer.left * bleed, outer.right * bleed
    if options.folded:
        box, fold = grid.slot(n), grid.page.width / 2
        right = min(right, fold - box.right) if box.right <= fold else right
        left = min(left, box.x - fold) if box.x >= fold else left
    return Edges(outer.top * bleed, right, outer.bottom * bleed, left)
