"""What a table is once it is read, its faults, and its limits, whatever the format was."""

import math
import re
from functools import lru_cache
from typing import Any, Literal

import msgspec

from cards.formats.decoding import fault_of

MOST_BYTES = 8 * 1024 * 1024
MOST_ROWS = 10_000
MOST_COLUMNS = 200
MOST_SIGNS = 10_000
"""Of one cell, and of one value inside it."""

MOST_DEPTH = 8
MOST_NUMBER = 1_000_000_000
"""The greatest size of a number: no card of any game comes near it."""

MOST_FAULTS = 500
"""So many faults are told; what is more is counted."""

MOST_COPIES = 999


class CellFault(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is wrong with a cell, a row (``column`` is ``None``), a column (``row`` is) or the whole table."""

    message: str
    row: int | None = None
    column: str | None = None
    column_number: int | None = None


class TableRefused(Exception):
    """A table that cannot be read; ``faults`` say why, and where."""

    def __init__(self, *faults: CellFault) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


class TableTooLarge(TableRefused):
    """A table beyond its limits of bytes, rows, columns."""


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column: ``name`` in lower case with ``_`` for what is between its words, its number from 1."""

    name: str
    number: int
    written: str
    """The heading as it stands in the file."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row that is not empty: its values by the names of their columns, empty cells left out (null is a value).

    ``number`` (from 1) finds it again: the line in CSV and YAML, the row in a spreadsheet, the place in JSON.
    """

    number: int
    values: dict[str, Any]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """All rows of a file. In a ``loose`` table (CSV, XLSX) what a value is meant to be is for its reader to say."""

    format: Literal["csv", "xlsx", "json", "yaml"]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    other_sheets: tuple[str, ...] = ()
    """Sheets of the file that were not read."""

    @property
    def loose(self) -> bool:
        """Whether its values are text, or numbers that may be meant as text."""
        return self.format in ("csv", "xlsx")

    def fault(self, row: Row, column: str | None, message: str) -> CellFault:
        """A fault of one of its cells."""
        number = self.number_of(column)
        return CellFault(row=row.number, column=column, column_number=number, message=message)

    def number_of(self, column: str | None) -> int | None:
        """The number of the column of this name, if there is one."""
        return next((one.number for one in self.columns if one.name == column), None)


@lru_cache(maxsize=4096)
def column_name(written: str) -> str:
    """The name by which a column is known: ``Held Esper`` -> ``held_esper``."""
    return re.sub(r"[\s_-]+", "_", written.strip().casefold()).strip("_")


def columns_of(headings: list[str]) -> tuple[Column, ...]:
    """The columns of a header row; those without a heading are left out. Raises :class:`TableRefused`."""
    if len(headings) > MOST_COLUMNS:
        message = f"The table has {len(headings)} columns; it may have {MOST_COLUMNS}."
        raise TableTooLarge(CellFault(message=message))
    found: dict[str, Column] = {}
    faults = []
    for number, written in enumerate(headings, 1):
        name = column_name(written)
        if odd := why_not(written):
            faults.append(CellFault(column=name, column_number=number, message=odd))
        elif name in found:
            message = f"The column {written.strip()!r} stands twice (first as column {found[name].number})."
            faults.append(CellFault(column=name, column_number=number, message=message))
        elif name:
            found[name] = Column(name=name, number=number, written=written.strip())
    if faults:
        raise TableRefused(*faults)
    if not found:
        raise TableRefused(CellFault(message="The table has no header row: its first row names the columns."))
    return tuple(found.values())


def why_not(value: Any, depth: int = 0) -> str | None:
    """Why a value may not stand in a table, or ``None``: control characters, endless text, numbers, nesting."""
    match value:
        case str():
            if len(value) > MOST_SIGNS:
                return f"A cell has at most {MOST_SIGNS} characters; this one has {len(value)}."
            fault = fault_of(0, value)
            return fault.message if fault else None
        case bool() | None:
            return None
        case int() | float():
            if not math.isfinite(value) or abs(value) > MOST_NUMBER:
                return (
                    f"{value:.6g} is no number that a card has."
                    if isinstance(value, float)
                    else "The number is too large."
                )
            return None
        case dict():
            inner = [*value, *value.values()]
        case list() | tuple():
            inner = list(value)
        case _:
            return f"A value of the kind {type(value).__name__} is not read here."
    if depth >= MOST_DEPTH:
        return f"Values are nested more than {MOST_DEPTH} deep."
    if len(inner) > 2 * MOST_COLUMNS:
        return f"A value holds at most {2 * MOST_COLUMNS} others; this one holds {len(inner)}."
    return next((message for one in inner if (message := why_not(one, depth + 1))), None)


def too_many_rows() -> TableTooLarge:
    """The refusal of a table with more rows than one may have."""
    message = f"The table has more than {MOST_ROWS} rows; that is the most that is read."
    return TableTooLarge(CellFault(message=message))


def copies(table: Table, row: Row) -> int:
    """How many copies a row asks for, in the column ``count``: empty 1, 0 none. Raises :class:`TableRefused`."""
    value = row.values.get("count")
    if value is None or (isinstance(value, str) and not value.strip()):
        return 1
    text = str(int(value) if isinstance(value, float) and value.is_integer() else value).strip()
    text = text.lower() if isinstance(value, bool) else text
    if isinstance(value, bool) or not (
        text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= MOST_COPIES
    ):
        message = f"{text[:40]} is no count of copies; it is a whole number from 0 to {MOST_COPIES}."
        raise TableRefused(table.fault(row, "count", message))
    return int(text)
