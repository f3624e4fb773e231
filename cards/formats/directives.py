"""Comments of our own in a plain text: what a line of cards cannot say, in lines that other programs pass over.

``// Option: …`` and ``// Note: …`` speak of the entry above them, ``// Note @3: …`` of the text's third one;
``// | …`` is a line of the list's notes, ``// Entry: {…}`` an entry that no line of text would be read back from.
"""

import re
from typing import Any, Literal

import msgspec

from cards.formats.entries import LONGEST_ENTRY
from cards.list_shapes import LONGEST_NOTES, EntryBody, vendor_faults
from games.decider import Game
from games.lists import Entry

NOTES = re.compile(r"^// ?\|(?: (.*))?$")
OF_ENTRY = re.compile(r"^// (Option|Note|Section)(?: @([0-9]{1,4}))?: (.*)$")
OF_LIST = re.compile(r"^// (Tag|Vendor|Entry): (.*)$")
CLAIM = re.compile(r"^// (Game|Edition|Set|Data|Legal|Illegal)\b ?:? ?(.*)$")
SECTION_WORD = re.compile(r"^[a-z][a-z0-9_]{0,39}$")

Kind = Literal["notes", "Option", "Note", "Section", "Tag", "Vendor", "Entry", "claim"]


class DirectiveFault(Exception):
    """A comment that looks like one of ours and cannot be taken."""


class Directive(msgspec.Struct, frozen=True, kw_only=True):
    """What a comment says. ``entry`` is the number of the entry that it speaks of (1-based), None: the one above."""

    kind: Kind
    value: str
    entry: int | None = None
    label: str = ""


def directive_of(raw: str) -> Directive | None:
    """The directive that a line is, exactly as we write them."""
    if found := NOTES.match(raw):
        return Directive(kind="notes", value=found[1] or "")
    if found := OF_ENTRY.match(raw):
        kind: Any = found[1]
        return Directive(kind=kind, value=found[3], entry=int(found[2]) if found[2] else None)
    if found := OF_LIST.match(raw):
        of_list: Any = found[1]
        return Directive(kind=of_list, value=found[2])
    if found := CLAIM.match(raw):
        return Directive(kind="claim", value=found[2], label=found[1].lower())
    return None


def with_directive(entry: Entry, directive: Directive) -> Entry:
    """The entry with what a directive says of it. Raises :class:`DirectiveFault`."""
    value = directive.value
    if directive.kind == "Option":
        if not 0 < len(value) <= LONGEST_ENTRY or len(entry.options) >= 40:
            raise DirectiveFault(f"An entry has at most 40 options of at most {LONGEST_ENTRY} characters.")
        return msgspec.structs.replace(entry, options=(*entry.options, value))
    if directive.kind == "Section":
        if not SECTION_WORD.match(value):
            raise DirectiveFault(f"{value[:60]!r} is no word for a section.")
        return msgspec.structs.replace(entry, section=value)
    note = f"{entry.note}\n{value}" if entry.note else value
    if len(note) > LONGEST_NOTES:
        raise DirectiveFault(f"A note has at most {LONGEST_NOTES} characters.")
    return msgspec.structs.replace(entry, note=note)


def entry_of(text: str, game: Game, line: int) -> Entry:
    """The entry that is written out as JSON. Raises :class:`DirectiveFault`."""
    try:
        body = msgspec.json.decode(text, type=EntryBody)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DirectiveFault(f"This is no entry: {error}") from None
    if not body.name or any(ord(sign) < 32 for sign in body.name):
        raise DirectiveFault("This entry has no name.")
    return Entry(
        code=body.code,
        name=body.name,
        count=body.count,
        section=body.section or game.sections[0].name,
        options=body.options,
        note=body.note,
        line=line,
        text=body.text,
    )


def vendor_of(text: str) -> dict[str, Any]:
    """What other programs keep with the list. Raises :class:`DirectiveFault`."""
    try:
        found = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DirectiveFault(f"This is no JSON object: {error}") from None
    if odd := next(iter(vendor_faults(found, "$.vendor")), None):
        raise DirectiveFault(odd.message)
    return found
