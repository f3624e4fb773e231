"""A table out of a file's bytes, recognised by what it is, not by its name."""

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Literal

from cards.tables.csv_table import read_csv, text_of
from cards.tables.table import MOST_BYTES, CellFault, Table, TableRefused, TableTooLarge
from cards.tables.tree_table import read_json, read_yaml
from cards.tables.xlsx_table import read_xlsx

Format = Literal["csv", "xlsx", "json", "yaml"]
READERS: dict[Format, Callable[[bytes], Table]] = {
    "csv": read_csv,
    "xlsx": read_xlsx,
    "json": read_json,
    "yaml": read_yaml,
}
YAML_BEGINS = re.compile(r"^(---|%YAML|- |-$|cards:\s*(#.*)?$)")
NAMED: dict[str, Format] = {".yaml": "yaml", ".yml": "yaml", ".json": "json"}
OLD_EXCEL = b"\xd0\xcf\x11\xe0"


def read_table(data: bytes, *, format: Format | None = None, name: str = "") -> Table:
    """The table; ``format`` where it is known, ``name`` where the file has one.

    Raises :class:`TableRefused` with every fault that was found.
    """
    if len(data) > MOST_BYTES:
        message = f"The file has more than {MOST_BYTES} bytes; that is the most that a table may have."
        raise TableTooLarge(CellFault(message=message))
    if not data.strip():
        raise TableRefused(CellFault(message="The file is empty."))
    return READERS[format or format_of(data, name)](data)


def format_of(data: bytes, name: str = "") -> Format:
    """Which of the four it is, told by its content; a text that may be anything is what its name says.

    Raises :class:`TableRefused` for what is none of them.
    """
    if data.startswith(b"PK"):
        return "xlsx"
    if data.startswith(OLD_EXCEL):
        raise TableRefused(
            CellFault(message="This is an old or encrypted workbook; save it as XLSX without a password.")
        )
    _, text = text_of(data)
    start = text.lstrip()
    if start.startswith(("{", "[")):
        return "json"
    first = next((line for line in start.splitlines() if line.strip() and not line.startswith("#")), "")
    return "yaml" if YAML_BEGINS.match(first) else NAMED.get(PurePath(name).suffix.lower(), "csv")
