"""Rows of a CSV table of a list: the sign between its cells, its columns, and each row as it was written."""

import csv
import io
from collections.abc import Iterator

import msgspec

from cards.formats.decoding import LineFault, TextRefused

DELIMITERS = (",", ";", "\t")
ALIASES = {
    "count": ("count", "qty", "quantity", "copies", "number", "amount", "#"),
    "name": ("name", "card", "card name", "title"),
    "code": ("code", "id", "card code"),
    "section": ("section", "slot", "zone", "board"),
    "options": ("options", "option"),
    "note": ("note", "notes", "comment"),
    "text": ("text",),
}
BY_ALIAS = {alias: column for column, aliases in ALIASES.items() for alias in aliases}
FORMULA = tuple("=+-@'\t")
LONGEST_HEADING_LINE = 2_000


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: the sign between cells, the column of each cell (None: not understood), and the line itself."""

    delimiter: str
    names: tuple[str | None, ...]
    unknown: tuple[str, ...]
    line: str


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One row: the line (1-based) that it begins on, its cells by column, and itself as it was written."""

    line: int
    cells: dict[str, str]
    raw: str


def safe_cell(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def plain_cell(cell: str) -> str:
    """What a safe cell stands for."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA) else cell


def columns_of(text: str) -> Columns | None:
    """The columns that the first line names: a name or a code, and one more at the least; None: it is no such table."""
    line = next(iter(io.StringIO(text, newline="")), "").rstrip("\r\n").partition("\r")[0]
    if len(line) > LONGEST_HEADING_LINE:
        return None
    for delimiter in DELIMITERS:
        try:
            cells = next(csv.reader([line], delimiter=delimiter), [])
        except csv.Error:
            continue
        words = [cell.strip().casefold().replace("_", " ") for cell in cells]
        names = [BY_ALIAS.get(word) for word in words]
        names = [name if name not in names[:at] else None for at, name in enumerate(names)]
        known = {name for name in names if name}
        if len(known) >= 2 and known & {"name", "code"}:
            unknown = tuple(cell[:60] for cell, name in zip(cells, names, strict=True) if name is None and cell)
            return Columns(delimiter=delimiter, names=tuple(names), unknown=unknown, line=line)
    return None


def rows_of(text: str) -> Iterator[Row]:
    """The rows below the first line; empty ones are left out. Raises :class:`~cards.formats.decoding.TextRefused`."""
    columns = columns_of(text)
    if columns is None:
        return
    lines = io.StringIO(text, newline="").readlines()
    reader = csv.reader(lines, delimiter=columns.delimiter)
    before = 0
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise TextRefused(LineFault(line=reader.line_num, message=f"This is no CSV: {error}.")) from None
        if cells is None:
            return
        start, raw = before + 1, "".join(lines[before : reader.line_num]).rstrip("\r\n")
        before = reader.line_num
        if start > 1 and any(cell.strip() for cell in cells):
            named = zip(columns.names, cells, strict=False)
            yield Row(line=start, cells={name: plain_cell(cell) for name, cell in named if name}, raw=raw)
