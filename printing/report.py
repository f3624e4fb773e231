"""What came of a print: everything that was drawn, and everything that is not as it was meant."""

from typing import Any

import msgspec


class CutText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A text that did not fit: on a card (its code), or in the margin of a page (from 1); ``box`` is the element."""

    card: str | None = None
    page: int | None = None
    box: str
    text: str


class MissingGlyphs(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Characters that no font has, of a card's box or of the margin of a page; each was drawn as a filled diamond."""

    card: str | None = None
    page: int | None = None
    box: str
    characters: str


class UnknownCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card of a list that the catalogue has not (its code, or its name): drawn with its name and room to write."""

    card: str
    where: str = ""
    """The line of its list, where that is known."""


class FoundBleed(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of a whole card that brings a bleed along, told by its proportions: mm on each side."""

    card: str
    image: str
    bleed: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was printed, and everything that is not as it was meant."""

    cards_in: int
    cards_drawn: int
    pages: int
    """Of all files together; 0 where pictures were made."""

    scale: tuple[float, float] = (1.0, 1.0)
    """How the print was stretched for the printer, across and down: 1 is true to size."""

    cut_texts: tuple[CutText, ...] = ()
    missing_images: tuple[dict[str, Any], ...] = ()
    missing_glyphs: tuple[MissingGlyphs, ...] = ()
    unknown_cards: tuple[UnknownCard, ...] = ()
    """No fault of the print, whose list is so; each once, however often it was printed."""

    found_bleeds: tuple[FoundBleed, ...] = ()
    """No fault: what was read out of pictures, so that it can be seen."""

    @property
    def clean(self) -> bool:
        """Whether there is nothing to report."""
        complete = self.cards_in == self.cards_drawn
        return complete and not (self.cut_texts or self.missing_images or self.missing_glyphs)
