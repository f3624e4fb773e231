"""How a print is wished for: paper, card, bleed, marks, backs …; the words of the command line and of the API.

Lengths in mm. What contradicts itself is refused with the name of the option (:class:`WrongOption`).
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from games.faults import fault_of
from printing.faces.schema import Hex, shape_in_words
from printing.marks import Marks, MarkStyle
from printing.paper import PAPERS, Edges, Grid, Mirror, Room, Size, WrongOption, card_named, grid, paper_named

Backs = Literal["none", "one", "each"]
Millimetres = Annotated[float, msgspec.Meta(ge=0, le=100)]
Shift = Annotated[float, msgspec.Meta(ge=-20, le=20)]
Stretch = Annotated[float, msgspec.Meta(ge=0.9, le=1.1)]
SINGLE = "card"
"""The paper of single-card pages: each as large as a card with its bleed."""

PNG_DPI = 300
MARK_GAP = 1.0


class Printer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one printer does wrong, and how to make up for it; the calibration sheet tells these numbers.

    ``back`` moves what is printed on the back: to the right and downward as one looks at the back, mm. ``scale``
    stretches all that is printed about the middle of the paper, across and down: 1.003 for what comes out 0.3 % short.
    """

    back: tuple[Shift, Shift] = (0, 0)
    scale: tuple[Stretch, Stretch] = (1, 1)


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be chosen for a print; every field has its usual value. Lengths in mm."""

    paper: str = "a4"
    """A name (``a4``, ``letter`` …), ``WxH``, or ``card`` for pages that hold a single card each."""

    orientation: Literal["auto", "portrait", "landscape"] = "auto"
    """``auto``: whichever holds more cards; paper given as ``WxH`` is then taken as it is."""

    card: str = "poker"
    """A name (``poker``, ``tarot`` …) or ``WxH``. Faces made for another size are scaled."""

    shape: Literal["rectangle", "round"] = "rectangle"
    margin: tuple[Millimetres, Millimetres, Millimetres, Millimetres] = (3, 3, 3, 3)
    """Paper that stays free of cards: top, right, bottom, left."""

    gutter: tuple[Millimetres, Millimetres] = (0, 0)
    """Between columns, between rows."""

    skip: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=2000)], ...], msgspec.Meta(max_length=2000)] = ()
    """Places that stay empty on every page, counted from 1 row by row on the front."""

    bleed: Millimetres = 0
    """How far a card's picture goes beyond its trim."""

    bleed_on: Literal["every", "outer"] = "every"
    """On every side of every card, or only where no other card lies beside it."""

    bleed_edge: Literal["mirror", "solid"] = "mirror"
    """What bleeds where the face itself ends at the trim: its mirror image, or its edge drawn outward."""

    marks: Marks = "corner"
    mark_side: Literal["front", "back", "both"] = "both"
    mark_length: Annotated[float, msgspec.Meta(gt=0, le=50)] = 4
    mark_offset: Annotated[float, msgspec.Meta(ge=0, le=50)] | None = None
    """Between a card's trim and its marks; 1 mm, or as wide as the bleed, where it is not given."""

    mark_width: Annotated[float, msgspec.Meta(ge=0.02, le=2)] = 0.1
    mark_colour: Hex = "#000000"
    backs: Backs = "none"
    """None; the layout's one back behind every card; the back that each card has."""

    flip: Literal["long", "short", "fold"] | None = None
    """The edge that the printer turns the paper on (``long``), or backs beside the fronts, to be folded behind them."""

    order: Literal["interleaved", "after", "files"] | None = None
    """Each back page after its front (``interleaved``), all after all fronts, or in a file of their own."""

    ink_saver: bool = False
    """Outlines instead of areas."""

    printer: Printer = Printer()
    test: bool = False
    """Only one page with the first card, to try the printer with."""

    preset: Literal["drivethrucards", "gamecrafter", "mbprint"] | None = None
    """The pages of a printing service: paper, bleed, format … as it wants them."""

    dpi: Annotated[int, msgspec.Meta(ge=36, le=2400)] | None = None
    """Dots per inch of pictures: 300 for ``png``; for ``tts`` as many as the largest sheet allows."""

    format: Literal["pdf", "png", "tts"] = "pdf"
    """Sheets to print, a picture of each card, or sheets for Tabletop Simulator."""

    def settled(self) -> "Options":
        """With what the preset says filled in. Raises :class:`WrongOption` for all that cannot be met."""
        options = self._preset()
        options._check()
        return options

    def grid(self) -> Grid:
        """The cards' places on a page. Raises :class:`WrongOption` for what cannot be."""
        options = self.settled()
        card = card_named(options.card)
        if options.single:
            bleed = options.bleed
            page = card.grown(bleed)
            room = Room(margin=Edges(bleed, bleed, bleed, bleed))
            return grid(page, card, room, turn=False)
        found = options._grid(card)
        half = min(
            [gutter / 2 for gutter, count in zip(found.gutter, (found.columns, found.rows), strict=True) if count > 1]
            + ([found.gutter[0] / 2] if options.folded else []),
            default=options.bleed,
        )
        if options.bleed > half + 1e-9 and options.bleed_on == "every":
            raise WrongOption("bleed", f"a bleed of {options.bleed:g} mm is wider than half the gutter, {half:g} mm")
        return found

    def _grid(self, card: Size) -> Grid:
        top, right, bottom, left = (max(side, self.bleed) for side in self.margin)
        room = Room(gutter=self.gutter, margin=Edges(top, right, bottom, left), skip=self.skip, fold=self.folded)
        page = paper_named(self.paper)
        if self.orientation == "auto":
            return grid(page, card, room, turn=self.paper.strip().lower() in PAPERS)
        lying = self.orientation == "landscape"
        return grid(page if (page.width > page.height) == lying else page.turned(), card, room, turn=False)

    @property
    def single(self) -> bool:
        """Whether each page holds a single card."""
        return self.paper.strip().lower() == SINGLE or self.format != "pdf"

    @property
    def folded(self) -> bool:
        """Whether backs lie beside their fronts."""
        return self.flip == "fold"

    @property
    def files(self) -> bool:
        """Whether several files are written: a folder or a ZIP."""
        return self.format != "pdf" or self.order == "files"

    @property
    def suffix(self) -> str:
        """How the name of its file ends."""
        return ".zip" if self._preset().files else ".pdf"

    def mark_style(self) -> MarkStyle:
        """How cut marks are drawn; never within the bleed, unless an offset is asked for."""
        offset = max(MARK_GAP, self.bleed) if self.mark_offset is None else self.mark_offset
        kind: Marks = "none" if self.single else self.marks
        return MarkStyle(
            kind=kind, length=self.mark_length, offset=offset, width=self.mark_width, colour=self.mark_colour
        )

    def mirror(self, page: Size) -> Mirror:
        """How the back of a page lies: turned about a vertical line (``x``) or a horizontal one (``y``)."""
        upright = page.height >= page.width
        return "x" if upright == (self.flip != "short") else "y"

    def _preset(self) -> "Options":
        if self.preset is None:
            return self
        usual, wanted = Options(), PRESETS[self.preset]
        for name, value in wanted.items():
            given = getattr(self, name)
            if given not in (getattr(usual, name), value):
                raise WrongOption(name, f"{self.preset} wants {_words(value)}, not {_words(given)}")
        return msgspec.structs.replace(self, **wanted)

    def _check(self) -> None:
        """Raise :class:`WrongOption` for options that contradict each other."""
        if self.backs == "none":
            if self.preset == "mbprint":
                raise WrongOption("backs", "mbprint wants a back after every front: choose one or each")
            if self.flip is not None:
                raise WrongOption("flip", "there is nothing to flip without backs")
            if self.order is not None:
                raise WrongOption("order", "there is nothing to put in order without backs")
        if self.format != "pdf":
            self._check_pictures()
        elif self.dpi is not None:
            raise WrongOption("dpi", "a PDF of vectors has no dpi; it is for png and tts")
        if self.format == "tts" and self.bleed:
            raise WrongOption("bleed", "cards on a table have no bleed")
        if self.single and self.skip:
            raise WrongOption("skip", "a page of a single card has no place to skip")
        if self.folded and self.order is not None:
            raise WrongOption("order", "backs that are folded behind their fronts lie on the same page")
        if self.folded and self.single:
            raise WrongOption("flip", "a page of a single card has no room for its back: long or short")
        if self.shape == "round" and card_named(self.card).width != card_named(self.card).height:
            raise WrongOption("card", f"what is round is as wide as it is high, not {card_named(self.card)}")

    def _check_pictures(self) -> None:
        for name, words in (("order", "pictures are files of their own"), ("flip", "a picture is not turned")):
            if getattr(self, name) is not None:
                raise WrongOption(name, words)
        if self.printer != Printer():
            raise WrongOption("printer", "pictures go through no printer")


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "drivethrucards": {"paper": SINGLE, "bleed": 3.175, "format": "pdf"},
    "gamecrafter": {"paper": SINGLE, "card": "poker", "bleed": 3.175, "format": "png", "dpi": 300},
    "mbprint": {"paper": SINGLE, "bleed": 3.0, "format": "pdf", "order": "interleaved"},
}
"""What the services ask for: an eighth of an inch around; 825 × 1125 px for a poker card; 3 mm, front, back, front …"""


def _words(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def lengths_of(option: str, words: str, counts: tuple[int, ...]) -> tuple[float, ...]:
    """Numbers as they are typed, with commas between them: so many of them. Raises :class:`WrongOption`."""
    try:
        numbers = tuple(float(part) for part in words.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) not in counts:
        many = " or ".join(map(str, counts))
        raise WrongOption(option, f"{words!r} is no {option}; write {many} numbers with commas between them")
    return numbers


def gutter_of(words: str) -> tuple[float, float]:
    """A gutter as it is typed: ``3``, or ``3,5`` for columns and rows. Raises :class:`WrongOption`."""
    numbers = lengths_of("gutter", words, (1, 2))
    return numbers[0], numbers[-1]


def margin_of(words: str) -> tuple[float, ...]:
    """A margin as it is typed: one for all, or top and bottom, right and left, or top, right, bottom, left."""
    numbers = lengths_of("margin", words, (1, 2, 4))
    return (numbers * 4)[:4] if len(numbers) < 4 else numbers


def options_from(values: dict[str, object]) -> Options:
    """Options from plain values, those that are ``None`` left out. Raises :class:`WrongOption`, naming the option."""
    given = {name: value for name, value in values.items() if value is not None}
    try:
        return msgspec.convert(given, Options)
    except msgspec.ValidationError as error:
        fault = fault_of(error)
        option = re.split(r"[.\[]", fault.path.removeprefix("$."))[0].removeprefix("$") or "options"
        raise WrongOption(option, shape_in_words(fault.message)) from None
