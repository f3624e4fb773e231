"""The project's own JSON: everything that a list has, its edition pinned, claims apart from content."""

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cards.formats.decoding import MOST_LINES, LineFault, TextRefused, clean, decode, fault_of
from cards.formats.matching import Matcher
from cards.formats.read_list import ReadList
from cards.formats.registry import Format, Outgoing, Said
from cards.list_shapes import SECTION, Count, Line, Notes, Option, Tag, lines_of, vendor_faults
from cards.names import CodeOfAnother
from games import faults
from games.catalogue import Catalogue
from games.decider import Game
from games.lists import CardList, Entry
from games.plain import NameTwice, expect_names_once

VERSION = "1.0"


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The edition that the list is built for, and the hash of the data that it was last judged by."""

    edition: Annotated[str, Meta(max_length=80)] | None = None
    data: Annotated[str, Meta(max_length=80)] | None = None


class JsonEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry. A code of ``null`` says that it is unknown; where none stands the name is looked for."""

    code: Annotated[str, Meta(max_length=14)] | UnsetType | None = UNSET
    name: Line = ""
    count: Count = 1
    section: Annotated[str, Meta(pattern=SECTION)] | None = None
    options: Annotated[tuple[Option, ...], Meta(max_length=40)] = ()
    note: Notes = ""
    text: Annotated[str, Meta(max_length=2_000)] | None = None


class OwnList(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list as a file."""

    format: Literal["companion-list"]
    version: Annotated[str, Meta(pattern=r"^1(\.[0-9]{1,3}){0,2}$")]
    game: Annotated[str, Meta(max_length=40)]
    rules: Rules = Rules()
    sets: Annotated[tuple[UUID, ...], Meta(max_length=20)] = ()
    name: Line = ""
    entries: Annotated[tuple[JsonEntry, ...], Meta(max_length=MOST_LINES)] = ()
    options: dict[str, Line] = {}
    claims: dict[str, Any] = {}
    notes: Notes = ""
    tags: Annotated[tuple[Tag, ...], Meta(max_length=20)] = ()
    vendor: dict[str, Any] = {}


def recognises(text: str) -> bool:
    """An object or an array of JSON; a list never begins so otherwise."""
    return text.lstrip().startswith(("{", "["))


def says(text: str) -> Said:
    """Game, edition and sets of the file. Raises :class:`TextRefused`."""
    found = _decoded(text)
    return Said(game=found.game, edition=found.rules.edition, sets=tuple(map(str, found.sets)))


def read(data: bytes | str, game: Game, catalogue: Catalogue) -> ReadList:
    """The list that a file is. Raises :class:`TextRefused` with the path of what is wrong."""
    encoding, text = decode(data)
    found = _decoded(text)
    matcher = Matcher(catalogue)
    faults: list[LineFault] = [*_text_faults(found)]
    for number, one in enumerate(found.entries):
        entry = _entry(one, number + 1, game)
        try:
            matcher.add(entry, f"{entry.count}x {entry.name}", by_name=one.code is UNSET)
        except CodeOfAnother as error:
            faults.append(LineFault(line=None, message=str(error), path=f"$.entries[{number}]"))
    content = CardList(
        game=game.slug,
        edition=catalogue.edition,
        name=clean(found.name),
        entries=tuple(matcher.entries),
        options={name: clean(value) for name, value in found.options.items()},
        sets=tuple(map(str, found.sets)),
        notes=lines_of(found.notes),
        tags=tuple(map(clean, found.tags)),
        vendor=found.vendor,
    )
    return ReadList(
        format=FORMAT.name,
        encoding=encoding,
        list=content,
        lines=tuple(matcher.lines),
        faults=tuple(faults),
        counts=matcher.counts(),
        claims=found.claims | ({"data": found.rules.data} if found.rules.data else {}),
    )


def write(out: Outgoing) -> str:
    """The whole list; the verdict on it goes along as claims."""
    found = out.list
    entries = tuple(
        JsonEntry(
            code=entry.code,
            name=entry.name,
            count=entry.count,
            section=entry.section,
            options=entry.options,
            note=entry.note,
            text=entry.text,
        )
        for entry in found.entries
    )
    own = OwnList(
        format="companion-list",
        version=VERSION,
        game=found.game,
        rules=Rules(edition=found.edition, data=out.catalogue.hash),
        sets=tuple(map(UUID, found.sets)),
        name=found.name,
        entries=entries,
        options=found.options,
        claims={"legal": out.legal, "problems": len(out.problems), "totals": out.totals},
        notes=found.notes,
        tags=found.tags,
        vendor=found.vendor,
    )
    return msgspec.json.format(msgspec.json.encode(own), indent=1).decode() + "\n"


def _decoded(text: str) -> OwnList:
    try:
        found = msgspec.json.decode(text, type=OwnList)
        expect_names_once(text)
    except RecursionError:
        raise _refused("The JSON is nested too deeply.", None) from None
    except msgspec.ValidationError as error:
        fault = faults.fault_of(error)
        raise _refused(fault.sentence, fault.path) from None
    except NameTwice as error:
        raise _refused(str(error), None) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise _refused(f"This is no JSON: {error}", None) from None
    odd = tuple(vendor_faults(found.vendor, "$.vendor")) + tuple(vendor_faults(found.claims, "$.claims"))
    if odd:
        raise TextRefused(*(LineFault(line=None, message=one.message, path=one.path) for one in odd))
    return found


def _refused(message: str, path: str | None) -> TextRefused:
    return TextRefused(LineFault(line=None, message=message, path=path))


def _entry(one: JsonEntry, number: int, game: Game) -> Entry:
    code = None if one.code is UNSET or one.code is None else one.code.lower()
    return Entry(
        code=code,
        name=clean(one.name) or code or "",
        count=one.count,
        section=one.section or game.sections[0].name,
        options=tuple(map(clean, one.options)),
        note=lines_of(one.note),
        line=number,
        text=None if code else one.text,
    )


def _text_faults(found: OwnList) -> list[LineFault]:
    """Texts that no list may hold; what else the list's own shape forbids is told when it is saved."""
    texts = [("$.name", found.name), ("$.notes", found.notes)]
    for n, one in enumerate(found.entries):
        texts += [(f"$.entries[{n}].{field}", getattr(one, field) or "") for field in ("name", "note", "text")]
    texts += [(f"$.tags[{n}]", tag) for n, tag in enumerate(found.tags)]
    faults = ((path, fault_of(1, line)) for path, text in texts for line in lines_of(text).split("\n"))
    nameless = (
        LineFault(line=None, message="An entry has a code or a name.", path=f"$.entries[{n}]")
        for n, one in enumerate(found.entries)
        if not (isinstance(one.code, str) and one.code) and not clean(one.name)
    )
    told = [LineFault(line=None, message=fault.message, path=path) for path, fault in faults if fault]
    return [*told, *nameless]


FORMAT = Format(
    name="json",
    media_type="application/json",
    extension="json",
    order=10,
    recognises=recognises,
    says=says,
    read=read,
    write=write,
)
