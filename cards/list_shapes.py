"""What a list is made of when it is sent: checked field by field, settled to what is kept, or refused with the path.

Settling changes no entry: it names the edition that was left open, takes a known card's name from the catalogue, and
writes one-line texts as the plain-text form has them (composed, single spaces).
"""

from collections.abc import Iterator
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from cards.formats.decoding import MOST_BYTES, MOST_LINES, clean, fault_of
from cards.formats.entries import LONGEST_ENTRY
from cards.formats.quantities import MOST_COPIES
from companion.problems import FieldError, Problem, take, unreadable
from games.catalogue import Catalogue
from games.decider import Game
from games.lists import CardList, Entry

SECTION = r"^[a-z][a-z0-9_]{0,39}$"
LONGEST_NOTES = 20_000
DEEPEST_VENDOR = 16
MOST_TAGS = 20

Line = Annotated[str, Meta(max_length=LONGEST_ENTRY)]
Notes = Annotated[str, Meta(max_length=LONGEST_NOTES)]
Option = Annotated[str, Meta(min_length=1, max_length=LONGEST_ENTRY)]
Tag = Annotated[str, Meta(min_length=1, max_length=40)]
Count = Annotated[int, Meta(ge=1, le=MOST_COPIES * MOST_LINES)]


class EntryBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many copies of one card. One of ``code`` and ``name`` is needed; an entry without a code is unknown."""

    code: Annotated[str, Meta(max_length=14)] | None = None
    name: Line = ""
    count: Count = 1
    section: Annotated[str, Meta(pattern=SECTION)] | None = None
    """The game's first section where none is named."""

    options: Annotated[tuple[Option, ...], Meta(max_length=40)] = ()
    note: Notes = ""
    line: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    text: Annotated[str, Meta(max_length=2_000)] | None = None
    """The line as it was written, of an entry without a code."""


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a cadre or a deck: all that a revision keeps."""

    edition: Annotated[str, Meta(max_length=80)] | None = None
    """The game's own where none is named; it is pinned from then on."""

    sets: Annotated[tuple[UUID, ...], Meta(max_length=20)] = ()
    name: Line = ""
    entries: Annotated[tuple[EntryBody, ...], Meta(max_length=MOST_LINES)] = ()
    options: dict[str, Line] = {}
    notes: Notes = ""
    tags: Annotated[tuple[Tag, ...], Meta(max_length=MOST_TAGS)] = ()
    vendor: dict[str, Any] = {}


class NewContent(Content, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a new list, and its game."""

    game: Annotated[str, Meta(max_length=40)]


def written(content: CardList) -> str:
    """Canonical JSON: the same content gives the same text."""
    return msgspec.json.encode(content, order="deterministic").decode()


def read_back(text: str) -> CardList:
    """A content that was written."""
    return msgspec.json.decode(text, type=CardList)


def content_of_list(found: CardList) -> Content:
    """A list that was read, as the content that would be sent for it. Raises ``Problem`` ``unreadable``."""
    fields = {name: value for name, value in msgspec.to_builtins(found).items() if name != "game"}
    content: Content = take(fields, Content)
    return content


def check_content(found: CardList, game: Game) -> None:
    """Raises ``Problem`` for a content that could not have been saved here."""
    if faults := tuple(_faults(content_of_list(found), game)):
        raise unreadable("The list cannot be taken as it is.", *faults)
    check_size(found)


def settled(body: Content, game: Game, catalogue: Catalogue) -> CardList:
    """The content as it is kept. Raises ``Problem``: ``unreadable`` with every path, ``too_large``."""
    faults = tuple(_faults(body, game))
    if faults:
        raise unreadable("The list cannot be taken as it is.", *faults)
    content = CardList(
        game=game.slug,
        edition=catalogue.edition if body.edition is None else body.edition,
        name=clean(body.name),
        entries=tuple(_entry(entry, game, catalogue) for entry in body.entries),
        options={name: clean(value) for name, value in body.options.items()},
        sets=tuple(dict.fromkeys(map(str, body.sets))),
        notes=lines_of(body.notes),
        tags=tuple(dict.fromkeys(map(clean, body.tags))),
        vendor=body.vendor,
    )
    check_size(content)
    return content


def lines_of(text: str) -> str:
    """A text of several lines, each ended by a line feed alone."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_size(content: CardList) -> None:
    """Raises ``Problem`` ``too_large`` for a list that its own text could not be read back from."""
    lines = sum(map(_lines_of_entry, content.entries)) + content.notes.count("\n") + len(content.tags)
    lines += len(content.options) + len(content.sets) + 2 * len({entry.section for entry in content.entries}) + 8
    size = len(written(content).encode())
    if lines > MOST_LINES or size > MOST_BYTES:
        message = f"As text the list has {lines} lines and {size} bytes; it has at most {MOST_LINES} and {MOST_BYTES}."
        raise Problem("too_large", message, errors=(FieldError(path="$.entries", message=message),))


def _lines_of_entry(entry: Entry) -> int:
    note = entry.note.count("\n") + 1 if entry.note else 0
    return -(-entry.count // MOST_COPIES) + len(entry.options) + note


def _entry(body: EntryBody, game: Game, catalogue: Catalogue) -> Entry:
    code = None if body.code is None else body.code.lower()
    card = catalogue.by_code.get(code) if code else None
    return Entry(
        code=code,
        name=card.name if card else clean(body.name) or code or "",
        count=body.count,
        section=body.section or game.sections[0].name,
        options=tuple(map(clean, body.options)),
        note=lines_of(body.note),
        line=body.line,
        text=None if code else body.text,
    )


def _faults(body: Content, game: Game) -> Iterator[FieldError]:
    yield from _text_faults("$.name", body.name)
    yield from _text_faults("$.notes", lines_of(body.notes))
    for n, tag in enumerate(body.tags):
        yield from _text_faults(f"$.tags[{n}]", tag, needed=True)
    for name, value in body.options.items():
        if name not in game.list_options:
            known = ", ".join(game.list_options) or "none"
            yield FieldError(path="$.options", message=f"{name[:60]!r} is no option of such a list; known: {known}.")
        yield from _text_faults(f"$.options.{name}", value, needed=True)
    for n, entry in enumerate(body.entries):
        yield from _entry_faults(f"$.entries[{n}]", entry)
    yield from vendor_faults(body.vendor, "$.vendor")


def _entry_faults(path: str, entry: EntryBody) -> Iterator[FieldError]:
    if entry.code is None and not clean(entry.name):
        yield FieldError(path=path, message="An entry has a code or a name.")
    if entry.code is None and entry.count > MOST_COPIES:
        message = f"An unknown card stands there at most {MOST_COPIES} times, as on a line of text."
        yield FieldError(path=f"{path}.count", message=message)
    yield from _text_faults(f"{path}.code", entry.code or "")
    yield from _text_faults(f"{path}.name", entry.name)
    yield from _text_faults(f"{path}.note", lines_of(entry.note))
    yield from _text_faults(f"{path}.text", entry.text or "")
    for n, option in enumerate(entry.options):
        yield from _text_faults(f"{path}.options[{n}]", option, needed=True)


def _text_faults(path: str, text: str, *, needed: bool = False) -> Iterator[FieldError]:
    if needed and not clean(text):
        yield FieldError(path=path, message="Nothing stands here.")
    for number, line in enumerate(text.split("\n"), 1):
        if fault := fault_of(number, line):
            yield FieldError(path=path, line=number, message=fault.message)


def vendor_faults(value: dict[str, Any], path: str) -> Iterator[FieldError]:
    """What free JSON may not be: nested without end, or holding what no text may."""
    depth = 0
    level: list[Any] = [value]
    while level:
        depth += 1
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
    if depth > DEEPEST_VENDOR:
        yield FieldError(path=path, message=f"It is nested {depth} deep; {DEEPEST_VENDOR} is the most.")
    else:
        yield from _text_faults(path, _strings(value))


def _strings(value: Any) -> str:
    match value:
        case str():
            return value.replace("\n", " ").replace("\r", " ")
        case dict():
            return " ".join(f"{_strings(key)} {_strings(inner)}" for key, inner in value.items())
        case list() | tuple():
            return " ".join(map(_strings, value))
        case _:
            return ""
