"""CSV: with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252."""

import csv
import io
from collections.abc import Iterator

from cards.formats.decoding import TextRefused, decoded
from cards.tables.table import (
    MOST_FAULTS,
    MOST_ROWS,
    CellFault,
    Column,
    Row,
    Table,
    TableRefused,
    columns_of,
    too_many_rows,
    why_not,
)

DELIMITERS = (",", ";", "\t")


def read_csv(data: bytes) -> Table:
    """The table. The delimiter is the one that the header row has most of. Raises :class:`TableRefused`."""
    encoding, text = text_of(data)
    lines = _lines(text, delimiter := _delimiter(text))
    columns = columns_of(next(lines, (0, []))[1])
    rows: list[Row] = []
    faults: list[CellFault] = []
    for number, cells in lines:
        if len(rows) >= MOST_ROWS:
            raise too_many_rows()
        found = list(_faults(number, cells, columns))
        faults += found[: MOST_FAULTS - len(faults)]
        values = {
            one.name: cells[one.number - 1] for one in columns if one.number <= len(cells) and cells[one.number - 1]
        }
        rows.append(Row(number=number, values=values))
    if faults:
        raise TableRefused(*faults)
    return Table(format="csv", columns=columns, rows=tuple(rows), encoding=encoding, delimiter=delimiter)


def text_of(data: bytes) -> tuple[str, str]:
    """The encoding of a text, and the text without its mark. Raises :class:`TableRefused`."""
    try:
        encoding, text = decoded(data)
    except TextRefused as refused:
        raise TableRefused(*(CellFault(row=fault.line, message=fault.message) for fault in refused.faults)) from None
    return encoding, text.removeprefix("\ufeff")


def _delimiter(text: str) -> str:
    header = next((line for line in text.splitlines() if line.strip()), "")
    unquoted = "".join(header.split('"')[::2])
    return max(DELIMITERS, key=unquoted.count)


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty, its cells without spaces around them, with the line that it begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield number, stripped
            number = reader.line_num + 1
    except csv.Error as error:
        message = f"The quotes of this row do not fit together, or a cell has no end ({error})."
        raise TableRefused(CellFault(row=number, message=message)) from None


def _faults(number: int, cells: list[str], columns: tuple[Column, ...]) -> Iterator[CellFault]:
    names = {one.number: one.name for one in columns}
    for at, cell in enumerate(cells, 1):
        if cell and at not in names:
            message = f"{cell[:40]!r} stands in column {at}, which has no heading."
            yield CellFault(row=number, column_number=at, message=message)
        elif odd := why_not(cell):
            yield CellFault(row=number, column=names.get(at), column_number=at, message=odd)
