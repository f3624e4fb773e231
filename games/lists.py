"""The shape of a list: a cadre or a deck, as entries with a count, a section and options."""

from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """So many copies of one card in one section. An unknown card has no code and keeps its text as ``name``."""

    code: str | None
    name: str
    count: int = 1
    section: str = "main"
    options: tuple[str, ...] = ()
    note: str = ""
    line: int | None = None
    """The line of the text that it was read from, 1-based."""

    text: str | None = None
    """An unknown card's line exactly as it was written."""


class CardList(msgspec.Struct, frozen=True, kw_only=True):
    """A player's list, legal or not; it is never changed to fit. ``options`` are the game's (size, leader …)."""

    game: str
    edition: str
    name: str = ""
    entries: tuple[Entry, ...] = ()
    options: dict[str, str] = {}
    sets: tuple[str, ...] = ()
    """Ids of the own sets whose cards it may hold beside those of the edition."""

    notes: str = ""
    tags: tuple[str, ...] = ()
    vendor: dict[str, Any] = {}
    """What other programs keep with a list, untouched."""

    def copies(self, section: str | None = None) -> int:
        """How many copies it holds, in one section or in all."""
        return sum(entry.count for entry in self.entries if section in (None, entry.section))
