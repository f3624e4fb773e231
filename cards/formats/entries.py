"""One entry of a list's text: how many copies of which card."""

import re

import msgspec

from cards.formats import quantities
from cards.names import CodeOfAnother, Match, NameIndex

LONGEST_ENTRY = 300
BULLET = re.compile(r"^[-*•·–—] (?=\S)")


class EntryFault(Exception):
    """An entry that asks for no possible count, or names two cards at once."""


class EntryRead(msgspec.Struct, frozen=True, kw_only=True):
    """So many copies of a name, and the card that it means, if one does."""

    count: int
    name: str
    match: Match | None


def read_entry(text: str, names: NameIndex, *, ends_a_row: bool = False) -> EntryRead:
    """The entry that a text is; ``ends_a_row``: a full stop may close the row. Raises :class:`EntryFault`."""
    if len(text) > LONGEST_ENTRY:
        raise EntryFault(f"An entry has at most {LONGEST_ENTRY} characters; this one has {len(text)}.")
    try:
        return _read(BULLET.sub("", text), names, ends_a_row)
    except CodeOfAnother as error:
        raise EntryFault(str(error)) from None


def has_quantity(text: str) -> bool:
    """Whether a number before or behind the name of an entry says how many copies."""
    return quantities.leading(text) is not None or any(asked.sure for asked in quantities.trailing(text))


def is_one_entry(text: str, names: NameIndex) -> bool:
    """Whether the whole of a text is a card's name with or without a quantity, whatever signs are in it."""
    if len(text) > LONGEST_ENTRY:
        return False
    asked = (quantities.leading(text), *quantities.trailing(text))
    return any(names.whole(one) for one in (text, *(each.name for each in asked if each)))


def _read(text: str, names: NameIndex, ends_a_row: bool) -> EntryRead:
    # The whole text is tried as a name first: a name may have a number or brackets in it.
    if match := names.whole(text):
        return EntryRead(count=1, name=text, match=match)
    before = quantities.leading(text)
    if before is not None and (match := names.whole(before.name)):
        return _entry(before, match)
    if ends_a_row and text.endswith("."):
        return _read(text[:-1].rstrip(), names, False)
    if before is not None:
        return _entry(before, names.find(before.name))
    return _behind(text, names)


def _behind(text: str, names: NameIndex) -> EntryRead:
    """An entry whose quantity, if it has one, stands behind the name."""
    readings = tuple(quantities.trailing(text))
    for asked in readings:
        if asked.sure and (match := names.find(asked.name)):
            return _entry(asked, match)
    if match := names.find(text):
        return EntryRead(count=1, name=text, match=match)
    for asked in readings:
        if asked.sure or asked.count is not None or names.find(asked.name):
            return _entry(asked, names.find(asked.name))
    return EntryRead(count=1, name=text, match=None)


def _entry(asked: quantities.Asked, match: Match | None) -> EntryRead:
    if asked.count is None:
        message = f"{asked.number} is no count of copies; it is a whole number from 1 to {quantities.MOST_COPIES}."
        raise EntryFault(message)
    return EntryRead(count=asked.count, name=asked.name, match=match)
