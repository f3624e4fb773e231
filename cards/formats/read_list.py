"""What reading a list gives, whatever its format: the list, and what became of each line."""

from typing import Any, Literal

import msgspec

from cards.formats.decoding import LineFault
from games.lists import CardList

Reading = Literal[
    "title",
    "option",
    "comment",
    "heading",
    "claim",
    "code",
    "name",
    "folded",
    "without_suffix",
    "without_subtitle",
    "unknown",
    "fault",
]
"""``title`` to ``claim`` are lines that are no entries; ``code`` to ``without_subtitle`` say how a card was found."""


class LineRead(msgspec.Struct, frozen=True, kw_only=True):
    """What one line, or one entry of a line that holds several, was read as."""

    line: int
    text: str
    read_as: Reading
    code: str | None = None
    name: str | None = None
    """The card's full name; of an unknown card, the name as it was written."""

    count: int = 0
    section: str | None = None
    left_off: str = ""
    """What of the text is no part of the name and was not used: a set, a tag, points."""

    suggestions: tuple[str, ...] = ()
    """Codes of the cards that an unknown name is most like; none of them is picked."""

    nearest: tuple[str, ...] = ()
    """Their names."""


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """Copies asked for in the text, and where they are: ``read`` = ``matched`` + ``unknown`` = copies in the list."""

    read: int
    matched: int
    unknown: int


class ReadList(msgspec.Struct, frozen=True, kw_only=True):
    """A list as it was read, complete: what is not understood is in ``faults``, what is not known in the list."""

    format: str
    encoding: str
    list: CardList
    lines: tuple[LineRead, ...]
    faults: tuple[LineFault, ...]
    counts: Counts
    claims: dict[str, Any] = {}
    """What the text says of the list that nobody has to believe: points, whether it is legal, by which data."""
