"""XLSX: the first sheet of a workbook, read row by row; its formulas are never computed, only what they gave."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException  # type: ignore[import-untyped]

from cards.tables.table import (
    MOST_COLUMNS,
    MOST_FAULTS,
    MOST_ROWS,
    CellFault,
    Column,
    Row,
    Table,
    TableRefused,
    TableTooLarge,
    columns_of,
    too_many_rows,
    why_not,
)

MOST_PARTS = 500
MOST_UNPACKED = 48 * 1024 * 1024
MOST_RATIO = 250
"""How often larger a part may be than it is packed, once it is beyond a megabyte."""

MOST_EMPTY_ROWS = 50_000
"""Rows without any content that are passed over; a workbook may be said to have a million of them."""

ERRORS = (
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!", "#CALC!",
    "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#BUSY!", "#PYTHON!",
)  # fmt: skip
"""What stands in a cell whose formula went wrong. A colour, ``#FFAAAA``, is no such thing."""

Cells = tuple[Any, ...]


def read_xlsx(data: bytes) -> Table:
    """The first sheet that is not hidden. Raises :class:`TableRefused`."""
    _check_parts(data)
    try:
        return _read(data)
    except (TableRefused, MemoryError):
        raise
    except (DefusedXmlException, ParseError) as error:
        raise TableRefused(CellFault(message=f"The workbook holds XML that is not read here: {error}.")) from None
    except Exception as error:
        message = f"The workbook is damaged and cannot be read ({type(error).__name__})."
        raise TableRefused(CellFault(message=message)) from None


def _check_parts(data: bytes) -> None:
    """Before anything is unpacked: how much it would be."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            infos = parts.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise TableRefused(CellFault(message="The file is no workbook: its ZIP archive is damaged.")) from None
    unpacked = sum(info.file_size for info in infos)
    if len(infos) > MOST_PARTS or unpacked > MOST_UNPACKED:
        message = f"The workbook has {len(infos)} parts of {unpacked} bytes; {MOST_PARTS} of {MOST_UNPACKED} are read."
        raise TableTooLarge(CellFault(message=message))
    for info in infos:
        if info.file_size > 2**20 and info.file_size > MOST_RATIO * max(1, info.compress_size):
            raise TableTooLarge(
                CellFault(message=f"The part {info.filename[:80]!r} of the workbook is packed too tightly.")
            )
        if info.flag_bits & 1:
            raise TableRefused(CellFault(message="The workbook is encrypted; save it without a password."))
    if "[Content_Types].xml" not in {info.filename for info in infos}:
        raise TableRefused(CellFault(message="The file is a ZIP archive, but no XLSX workbook."))


def _read(data: bytes) -> Table:
    with _opened(data, data_only=True) as book:
        visible = [sheet.title for sheet in book.worksheets if sheet.sheet_state == "visible"]
        if not visible:
            raise TableRefused(CellFault(message="The workbook has no sheet that can be seen."))
        name = visible[0]
        rows = _rows(book[name])
        headings = next(rows, (0, ()))[1]
        columns = columns_of(["" if cell is None else str(_plain(cell)) for cell in headings])
        found = _typed(rows, _formulas(data, name), columns)
        others = tuple(title for title in book.sheetnames if title != name)
    return Table(format="xlsx", columns=columns, rows=found, sheet=name, other_sheets=others)


@contextmanager
def _opened(data: bytes, *, data_only: bool) -> Iterator[Any]:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
    try:
        yield book
    finally:
        book.close()


def _formulas(data: bytes, sheet: str) -> dict[int, Cells]:
    """The rows of a sheet with the text of its formulas in place of what they gave; nothing, where it has none."""
    if not _has_formulas(data):
        return {}
    with _opened(data, data_only=False) as book:
        return dict(_rows(book[sheet]))


def _has_formulas(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        names = [info.filename for info in parts.infolist() if info.filename.startswith("xl/worksheets/")]
        return any(sign in parts.read(name) for name in names for sign in (b"<f>", b"<f ", b":f>", b":f "))


def _rows(sheet: Any) -> Iterator[tuple[int, Cells]]:
    """Each row that is not empty, with its number. What a sheet claims to measure is not believed."""
    sheet.reset_dimensions()
    empty = 0
    for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True), 1):
        width = next((at for at in range(len(cells), 0, -1) if cells[at - 1] not in (None, "")), 0)
        if width:
            yield number, cells[:width]
        else:
            empty += 1
        if empty > MOST_EMPTY_ROWS:
            message = f"More than {MOST_EMPTY_ROWS} empty rows stand in the sheet; remove them."
            raise TableTooLarge(CellFault(row=number, message=message))


def _typed(rows: Iterator[tuple[int, Cells]], asked: dict[int, Cells], columns: tuple[Column, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    faults: list[CellFault] = []
    for number, cells in rows:
        if len(found) >= MOST_ROWS:
            raise too_many_rows()
        plain = tuple(_plain(cell) for cell in cells)
        told = list(_faults(number, plain, asked.get(number, ()), columns))
        faults += told[: MOST_FAULTS - len(faults)]
        values = {
            one.name: value
            for one in columns
            if one.number <= len(plain) and (value := plain[one.number - 1]) not in (None, "")
        }
        found.append(Row(number=number, values=values))
    faults += [
        CellFault(
            row=number, message="The formulas of this row have never been computed; save the workbook with values."
        )
        for number in list(asked)[1:]
        if number not in {row.number for row in found}
    ][: MOST_FAULTS - len(faults)]
    if faults:
        raise TableRefused(*faults)
    return tuple(found)


def _faults(number: int, cells: Cells, asked: Cells, columns: tuple[Column, ...]) -> Iterator[CellFault]:
    names = {one.number: one.name for one in columns}
    for at in range(1, max(len(cells), len(asked)) + 1):
        value = cells[at - 1] if at <= len(cells) else None
        formula = asked[at - 1] if at <= len(asked) else None
        message = why_not(value)
        if value in (None, "") and isinstance(formula, str) and formula.startswith("="):
            message = "The formula in this cell has never been computed; save the workbook with its values."
        elif value in ERRORS:
            message = f"{value} is the error of a formula, and no value."
        elif value not in (None, "") and at not in names:
            message = f"{str(value)[:40]!r} stands in column {at}, which has no heading."
        if message:
            yield CellFault(row=number, column=names.get(at), column_number=at, message=message)


def _plain(cell: Any) -> Any:
    """A cell's value as CSV would have it, numbers and truth values kept."""
    match cell:
        case str():
            return cell.strip()
        case float() if cell.is_integer():
            return int(cell)
        case datetime() | date() | time():
            return cell.isoformat()
        case timedelta():
            return str(cell)
        case _:
            return cell
