"""How a sheet is wished for: paper, card, gutter, marks … ; the words of the command line and of the API."""

from typing import Annotated, Literal

import msgspec

from printing.paper import PAPERS, Grid, Marks, WrongOption, card_named, grid, paper_named

Backs = Literal["none", "one", "each"]
Millimetres = Annotated[float, msgspec.Meta(ge=0, le=100)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be chosen for a print; every field has its usual value. Lengths in mm."""

    paper: str = "a4"
    """A name (``a4``, ``letter`` …) or ``WxH``."""

    card: str = "poker"
    """A name (``poker``, ``tarot`` …) or ``WxH``. Faces made for another size are scaled."""

    gutter: tuple[Millimetres, Millimetres] = (0, 0)
    """Between columns, between rows."""

    bleed: Millimetres = 0
    marks: Marks = "corner"
    backs: Backs = "none"
    flip: Literal["long", "short"] | None = None
    order: Literal["interleaved", "after", "files"] | None = None
    dpi: Annotated[int, msgspec.Meta(ge=36, le=2400)] | None = None
    format: Literal["pdf", "png", "tts"] = "pdf"

    def grid(self) -> Grid:
        """The cards' places on a page. Raises :class:`WrongOption` for what cannot be, or cannot be done yet."""
        self.check()
        named = self.paper.strip().lower() in PAPERS
        return grid(paper_named(self.paper), card_named(self.card), self.gutter, turn=named)

    def check(self) -> None:
        """Raise :class:`WrongOption` for options that contradict each other, or that cannot be met yet."""
        if self.bleed > 0 and self.bleed > min(self.gutter) / 2:
            half = min(self.gutter) / 2
            raise WrongOption("bleed", f"a bleed of {self.bleed:g} mm is wider than half the gutter, {half:g} mm")
        if self.bleed > 0:
            raise WrongOption("bleed", "faces cannot bleed beyond their trim yet; use 0")
        if self.backs != "none":
            raise WrongOption("backs", f"backs cannot be printed yet: {self.backs!r}; use none")
        if self.flip is not None:
            raise WrongOption("flip", "there is nothing to flip without backs")
        if self.order is not None:
            raise WrongOption("order", "there is nothing to put in order without backs")
        if self.format != "pdf":
            raise WrongOption("format", f"{self.format} cannot be written yet; use pdf")
        if self.dpi is not None:
            raise WrongOption("dpi", "a PDF of vectors has no dpi; it is for png")


def gutter_of(words: str) -> tuple[float, float]:
    """A gutter as it is typed: ``3``, or ``3,5`` for columns and rows. Raises :class:`WrongOption`."""
    parts = words.split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2):
        raise WrongOption("gutter", f"{words!r} is no gutter; write 3, or 3,5 for columns and rows (mm)")
    return numbers[0], numbers[-1]


def options_from(values: dict[str, object]) -> Options:
    """Options from plain values, those that are ``None`` left out. Raises :class:`WrongOption`, naming the option."""
    given = {name: value for name, value in values.items() if value is not None}
    try:
        return msgspec.convert(given, Options)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        option = path.strip("`.").split("[")[0] or "options"
        raise WrongOption(option, message) from None
