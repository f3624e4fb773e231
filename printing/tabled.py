"""Cards out of a table: one a row, so many copies as the column ``count`` says; the other columns are its fields."""

from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath
from typing import Any

from cards.tables.read_table import read_table
from cards.tables.table import MOST_FAULTS, CellFault, Row, Table, TableRefused, copies
from games.catalogue import Unreadable
from printing.faces.layout import ANY, Layout
from printing.paper import Size, WrongOption, card_named
from printing.sources import Cell, PrintedCard, PrintedSheet, Source

LAYOUT = "plain"
SIZE = "card_size"
"""The column of a card's own size."""

_APART = ("count", "name", "code", "face", "back", "image", "set", "lines", SIZE)
"""Columns that the plain face shows in a place of their own, or that are not for it."""

NO_BACK = ("none", "no", "-")


def source_of_table(data: bytes, file: str) -> Source:
    """The cards of a table; ``file`` is what it is called. Raises :class:`TableRefused` with every fault."""
    table = read_table(data, name=file)
    title = PurePath(file).stem or file
    cards = [card for row, count, size in _counted(table) for card in [_card(table, row, file, title, size)] * count]
    sheet = PrintedSheet(number=1, title=title, cards=tuple(cards))
    return Source(name=title, edition=_read_as(table), layout=LAYOUT, sheets=(sheet,))


def _counted(table: Table) -> list[tuple[Row, int, Size | None]]:
    """Each row with its copies and its size. Raises :class:`TableRefused` with the fault of every row that has one."""
    counted: list[tuple[Row, int, Size | None]] = []
    faults: list[CellFault] = []
    for row in table.rows:
        try:
            counted.append((row, copies(table, row), _size(row)))
        except TableRefused as refused:
            faults += refused.faults
        except WrongOption as error:
            faults.append(table.fault(row, SIZE, error.message))
    if faults:
        raise TableRefused(*faults)
    return counted


def _size(row: Row) -> Size | None:
    """What a row says of its card's size: as the option ``card``. Raises :class:`WrongOption`."""
    value = row.values.get(SIZE)
    return None if value is None else card_named(str(value))


def _card(table: Table, row: Row, file: str, title: str, size: Size | None) -> PrintedCard:
    """A row as a card. Its fields are all columns of the table, those of empty cells ``None``."""
    values = {column.name: row.values.get(column.name) for column in table.columns}
    code = _word(row, "code") or f"row {row.number}"
    face, back = _word(row, "face"), _word(row, "back") or "back"
    usual: dict[str, Any] = {"name": None, "image": None, "set": title}
    ours = {"lines": list(_lines(table, row)), "code": code}
    return PrintedCard(
        code=code,
        face=face or _word(row, "kind") or ANY,
        fields=usual | values | ours,
        back=None if back.casefold() in NO_BACK else back,
        where=f"{file}, row {row.number}",
        size=size,
        face_in=Cell(file, row.number, table.number_of("face")) if face else None,
    )


def _word(row: Row, column: str) -> str:
    """What a cell says, as a word: nothing where it is empty. ``no`` is a word too, though YAML has it for a value."""
    value = row.values.get(column)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value).strip()


class UnknownFaces(TableRefused):
    """Faces that the rows of a table name and its layout has not."""

    def __init__(self, file: str, *faults: CellFault) -> None:
        super().__init__(*faults)
        self.file = file


def check_faces(source: Source, layout: Layout) -> None:
    """Raise :class:`UnknownFaces` with every cell that names a face which the layout has not."""
    cards = (card for sheet in source.sheets for card in sheet.cards)
    named = {card.face_in: card.face for card in cards if card.face_in is not None and card.face not in layout.faces}
    faults = [
        CellFault(
            row=cell.row,
            column="face",
            column_number=cell.column,
            message=f"{layout.file} has no face {face[:40]!r}; it has {', '.join(layout.faces)}",
        )
        for cell, face in islice(named.items(), MOST_FAULTS)
    ]
    if faults:
        raise UnknownFaces(next(iter(named)).file, *faults)


def _lines(table: Table, row: Row) -> Iterator[dict[str, Any]]:
    """What the plain face shows of a row: its columns in their order, the one called ``text`` last and alone."""
    for column in table.columns:
        value = row.values.get(column.name)
        if column.name not in (*_APART, "text") and value is not None:
            yield {"label": column.written, "value": value}
    if (text := row.values.get("text")) is not None:
        yield {"label": "", "value": text}


def _read_as(table: Table) -> str:
    words = [table.format.upper(), table.encoding, f"sheet {table.sheet!r}" if table.sheet else None]
    return ", ".join(filter(None, words))


def fault_words(fault: CellFault) -> str:
    """A fault with its place, on one line."""
    places = [f"row {fault.row}" if fault.row is not None else "", f"column {fault.column!r}" if fault.column else ""]
    where = ", ".join(filter(None, places))
    return f"{where}: {fault.message}" if where else fault.message


def unreadable_table(file: str, refused: TableRefused) -> Unreadable:
    """A refused table as the command line tells it: the first faults, and how many more there are."""
    shown = [fault_words(fault).rstrip(".") for fault in refused.faults[:5]]
    more = len(refused.faults) - len(shown)
    return Unreadable(file, "; ".join(shown) + (f"; and {more} more" if more else ""))
