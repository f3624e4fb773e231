"""Lists as CSV: a row an entry, its columns found by their names; what the list has beside entries in rows of its own.

``section`` of such a row is ``list:name``, ``list:edition`` and so on, its value stands under ``name``. A cell that a
spreadsheet would take for a formula begins with an apostrophe, and loses it again when it is read.
"""

import csv
import io
from collections.abc import Iterator
from typing import Any

import msgspec

from cards.formats.csv_rows import Row, columns_of, rows_of, safe_cell
from cards.formats.decoding import (
    MOST_LINES,
    LineFault,
    TextRefused,
    TextTooLarge,
    check_lines,
    clean,
    decode,
    lines_in,
)
from cards.formats.directives import DirectiveFault, vendor_of
from cards.formats.entries import LONGEST_ENTRY
from cards.formats.matching import Matcher, merged
from cards.formats.quantities import MOST_COPIES
from cards.formats.read_list import LineRead, ReadList
from cards.formats.registry import Format, Outgoing, Said
from cards.list_shapes import LONGEST_NOTES, lines_of
from cards.names import CodeOfAnother
from games.catalogue import Catalogue
from games.decider import Game
from games.lists import CardList, Entry

COLUMNS = ("count", "name", "code", "section", "options", "note", "text")
OF_LIST = "list:"
UNKNOWN = "?"
"""The code of an entry that is unknown; where a cell is empty the name is looked for."""


class RowFault(Exception):
    """A cell that cannot be taken: ``column`` and words."""

    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column = column


def recognises(text: str) -> bool:
    """Whether the first line names the columns of such a table."""
    return columns_of(text) is not None


def says(text: str) -> Said:
    """Game, edition and sets, where rows say them."""
    found: dict[str, list[str]] = {}
    for row in rows_of(text):
        section = row.cells.get("section", "")
        if section.startswith(OF_LIST):
            found.setdefault(section.removeprefix(OF_LIST), []).append(row.cells.get("name", ""))
    return Said(
        game=next(iter(found.get("game", [])), None),
        edition=next(iter(found.get("edition", [])), None),
        sets=tuple(found.get("set", [])),
    )


def read(data: bytes | str, game: Game, catalogue: Catalogue) -> ReadList:
    """The list that a table is; faults of cells are told by row. Raises ``TextRefused``."""
    encoding, text = decode(data)
    check_lines(lines_in(text))
    reader = _Reader(game, catalogue, text)
    for row in rows_of(text):
        reader.read_row(row)
    return reader.result(encoding)


class _Reader:
    """The state of reading one table."""

    def __init__(self, game: Game, catalogue: Catalogue, text: str) -> None:
        self.game, self.catalogue = game, catalogue
        self.matcher = Matcher(catalogue)
        self.faults: list[LineFault] = []
        self.fields: dict[str, Any] = {"name": "", "notes": "", "tags": [], "sets": [], "options": {}, "vendor": {}}
        self.claims: dict[str, Any] = {}
        columns = columns_of(text)
        if columns is None:
            raise TextRefused(LineFault(line=1, message="The first line names no columns of a list."))
        left = ", ".join(columns.unknown)
        self.told = [LineRead(line=1, text=columns.line, read_as="heading", left_off=left)]

    def read_row(self, row: Row) -> None:
        """One row below the headings."""
        if len(self.matcher.entries) >= MOST_LINES:
            message = f"The table has more than {MOST_LINES} entries; that is the most that a list has."
            raise TextTooLarge(LineFault(line=row.line, message=message))
        try:
            section = row.cells.get("section", "")
            if section.startswith(OF_LIST):
                self._of_list(row, section.removeprefix(OF_LIST), row.cells.get("name", ""))
            else:
                self.matcher.add(self._entry(row), row.raw, by_name=row.cells.get("code", "") != UNKNOWN)
        except (RowFault, CodeOfAnother, DirectiveFault) as error:
            column = getattr(error, "column", "name")
            self.faults.append(LineFault(line=row.line, message=str(error), path=column))
            self.told.append(LineRead(line=row.line, text=row.raw, read_as="fault"))

    def _of_list(self, row: Row, what: str, value: str) -> None:
        option = what.partition(".")[2]
        match what:
            case "name":
                self.fields["name"] = _short("name", value)
            case "notes":
                self.fields["notes"] = _note(value)
            case "tag" | "set":
                self.fields[f"{what}s"].append(clean(value))
            case "vendor":
                self.fields["vendor"] = vendor_of(value)
            case "game" | "edition" | "data" | "legal" | "illegal":
                self.claims[what] = value
            case _ if option:
                self.fields["options"][option] = _short("name", value)
            case _:
                raise RowFault("section", f"{what[:40]!r} is nothing that a list has.")
        self.told.append(LineRead(line=row.line, text=row.raw, read_as="option"))

    def _entry(self, row: Row) -> Entry:
        cells = row.cells
        code = cells.get("code", "").strip().lower()
        name = _short("name", cells.get("name", ""))
        if not name and code in ("", UNKNOWN):
            raise RowFault("name", "The row has neither a name nor a code.")
        code_or_none = None if code in ("", UNKNOWN) else _short("code", code, 14)
        return Entry(
            code=code_or_none,
            name=name or code,
            count=_count(cells.get("count", "")),
            section=self._section(cells.get("section", "")),
            options=_options(cells.get("options", "")),
            note=_note(cells.get("note", "")),
            line=row.line,
            text=None if code_or_none else (cells["text"] or None) if "text" in cells else row.raw,
        )

    def _section(self, word: str) -> str:
        wanted = clean(word).casefold()
        if not wanted:
            return self.game.sections[0].name
        for section in self.game.sections:
            if wanted == section.name or wanted in section.headings:
                return section.name
        if (
            not wanted.isascii()
            or not wanted.replace("_", "a").isalnum()
            or not wanted[0].isalpha()
            or len(wanted) > 40
        ):
            raise RowFault("section", f"{word[:60]!r} is no section.")
        return wanted

    def result(self, encoding: str) -> ReadList:
        """What was read."""
        fields = self.fields
        content = CardList(
            game=self.game.slug,
            edition=self.catalogue.edition,
            name=fields["name"],
            entries=merged(self.matcher.entries),
            options=fields["options"],
            sets=tuple(fields["sets"]),
            notes=fields["notes"],
            tags=tuple(dict.fromkeys(fields["tags"])),
            vendor=fields["vendor"],
        )
        return ReadList(
            format=FORMAT.name,
            encoding=encoding,
            list=content,
            lines=tuple(sorted((*self.told, *self.matcher.lines), key=lambda line: line.line)),
            faults=tuple(self.faults),
            counts=self.matcher.counts(),
            claims=self.claims,
        )


def _short(column: str, value: str, most: int = LONGEST_ENTRY) -> str:
    found = clean(value)
    if len(found) > most:
        raise RowFault(column, f"At most {most} characters stand here; these are {len(found)}.")
    return found


def _note(value: str) -> str:
    if len(value) > LONGEST_NOTES:
        raise RowFault("note", f"A note has at most {LONGEST_NOTES} characters.")
    return lines_of(value)


def _count(cell: str) -> int:
    word = clean(cell)
    if not word:
        return 1
    good = word.isascii() and word.isdigit() and len(word) <= 3 and int(word) >= 1
    if not good:
        raise RowFault("count", f"{word[:40]!r} is no count of copies; it is a whole number from 1 to {MOST_COPIES}.")
    return int(word)


def _options(cell: str) -> tuple[str, ...]:
    if cell.startswith("["):
        try:
            found: tuple[str, ...] = msgspec.json.decode(cell, type=tuple[str, ...])
        except msgspec.MsgspecError as error:
            raise RowFault("options", f"These are no options: {error}") from None
    else:
        found = tuple(clean(one) for one in cell.split("|") if clean(one))
    if len(found) > 40 or any(not 0 < len(one) <= LONGEST_ENTRY for one in found):
        raise RowFault("options", f"An entry has at most 40 options of at most {LONGEST_ENTRY} characters.")
    return found


def write(out: Outgoing) -> str:
    """The table, comma between the cells."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for cells in (*_entry_rows(out.list), *_list_rows(out)):
        writer.writerow([safe_cell(cell) for cell in cells])
    return target.getvalue()


def _entry_rows(content: CardList) -> Iterator[tuple[str, ...]]:
    for entry in content.entries:
        options = " | ".join(entry.options)
        if any("|" in one or one.startswith("[") or one != clean(one) for one in entry.options):
            options = msgspec.json.encode(entry.options).decode()
        left = entry.count
        while left > 0:
            count, code = str(min(left, MOST_COPIES)), entry.code or UNKNOWN
            yield count, entry.name, code, entry.section, options, entry.note, entry.text or ""
            left -= MOST_COPIES


def _list_rows(out: Outgoing) -> Iterator[tuple[str, ...]]:
    content, stamp = out.list, "legal" if out.legal else "illegal"
    rows = [
        ("name", content.name),
        ("game", content.game),
        ("edition", content.edition),
        ("data", out.catalogue.hash),
        (stamp, f"{len(out.problems)} problems"),
        *(("set", one) for one in content.sets),
        *((f"option.{name}", value) for name, value in content.options.items()),
        *(("tag", tag) for tag in content.tags),
        ("notes", content.notes),
        ("vendor", msgspec.json.encode(content.vendor).decode() if content.vendor else ""),
    ]
    for what, value in rows:
        if value:
            yield "", value, "", f"{OF_LIST}{what}", "", "", ""


FORMAT = Format(
    name="csv",
    media_type="text/csv",
    extension="csv",
    order=20,
    recognises=recognises,
    says=says,
    read=read,
    write=write,
)
