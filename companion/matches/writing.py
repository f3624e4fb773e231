"""Writing one append, all of it or nothing: one statement on PostgreSQL, one short transaction on SQLite.

Django's own cursor is passed by: on PostgreSQL it cannot prepare a statement, and on SQLite ``atomic`` costs more than
the rows. Errors are still Django's.
"""
# ruff: noqa: S608 - no word of these statements comes from outside this module

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection, transaction


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table that belongs to a match: its columns beside ``match_id``, each with its type on PostgreSQL."""

    name: str
    columns: tuple[tuple[str, str], ...]
    replaces: str = ""
    """The column, unique in its match, by which a row replaces an older one; else an older one is an error."""


def _table(name: str, columns: str, replaces: str = "") -> Table:
    pairs = tuple((word.partition(":")[0], word.partition(":")[2]) for word in columns.split())
    return Table(name=f"matches_{name}", columns=pairs, replaces=replaces)


EVENTS = _table(
    "storedevent",
    "version:int type:text schema:int public:text secret:text salt:text seat:int at:timestamptz command:uuid hash:text "
    "text:text text_salt:text author:uuid",
)
RECEIPTS = _table("commandreceipt", "command:uuid digest:text first:int last:int")
SNAPSHOTS = _table(
    "snapshot", "version:int fold_version:int log_fold_version:int before:int state:text", replaces="version"
)
SCORES = _table("scorepoint", "version:int at:timestamptz scores:text")
RESULTS = _table("seatresult", "seat:int side:text result:text score:int")

MATCH = (
    ("version", "int"),
    ("head", "text"),
    ("changed", "timestamptz"),
    ("ended", "jsonb"),
    ("ended_at", "timestamptz"),
    ("scores", "text"),
    ("sides", "text"),
)
"""The columns of the match row that an append sets."""

Rows = tuple[Table, Sequence[tuple[Any, ...]]]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What one append writes: the match row's new values, guarded by the old version and head, and rows."""

    match: UUID
    seen: tuple[int, str]
    values: tuple[Any, ...]
    rows: tuple[Rows, ...]


def write(change: Change) -> bool:
    """Whether the match was still at what was seen; if not, nothing was written. Raises ``DatabaseError``."""
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    run = _on_postgresql if connection.vendor == "postgresql" else _on_sqlite
    if connection.in_atomic_block:
        with transaction.atomic():
            return run(change)
    return run(change)


def _on_postgresql(change: Change) -> bool:
    from psycopg import Cursor

    raw: Any = connection.connection
    shape = tuple((table, len(rows)) for table, rows in change.rows)
    values: list[Any] = [*change.values, change.match, *change.seen]
    for _, rows in change.rows:
        for row in rows:
            values += row
    if raw.prepare_threshold is None:
        raw.prepare_threshold = 5
    with connection.wrap_database_errors, Cursor(raw) as cursor:
        return cursor.execute(_statement(shape), values).fetchone() is not None


@lru_cache(maxsize=500)
def _statement(shape: tuple[tuple[Table, int], ...]) -> bytes:
    """UPDATE … RETURNING feeds every INSERT: no row returned, nothing inserted."""
    sets = ", ".join(f"{name} = %s::{kind}" for name, kind in MATCH)
    parts = [
        f"moved AS (UPDATE matches_match SET {sets} WHERE id = %s AND version = %s AND head = %s AND NOT deleting "
        "RETURNING id)"
    ]
    for number, (table, count) in enumerate(shape):
        names = ", ".join(name for name, _ in table.columns)
        row = "(" + ", ".join(f"%s::{kind}" for _, kind in table.columns) + ")"
        insert = (
            f"rows{number} AS (INSERT INTO {table.name} (match_id, {names}) "
            f"SELECT moved.id, given.* FROM moved, (VALUES {', '.join([row] * count)}) AS given"
        )
        parts.append(insert + _replacing(table) + ")")
    return f"WITH {', '.join(parts)} SELECT 1 FROM moved".encode()


def _replacing(table: Table) -> str:
    if not table.replaces:
        return ""
    sets = ", ".join(f"{name} = excluded.{name}" for name, _ in table.columns)
    return f" ON CONFLICT (match_id, {table.replaces}) DO UPDATE SET {sets}"


def _on_sqlite(change: Change) -> bool:
    raw: Any = connection.connection
    alone = not connection.in_atomic_block
    with connection.wrap_database_errors:
        try:
            if alone:
                raw.execute("BEGIN IMMEDIATE")
            done = _fill(raw, change)
            if alone:
                raw.execute("COMMIT" if done else "ROLLBACK")
        except BaseException:
            if alone:
                raw.rollback()
            raise
    return done


def _fill(raw: Any, change: Change) -> bool:
    moved = raw.execute(_update(), (*map(_adapted, change.values), change.match.hex, *change.seen))
    if moved.rowcount != 1:
        return False
    for table, rows in change.rows:
        raw.executemany(_insert(table), [(change.match.hex, *map(_adapted, row)) for row in rows])
    return True


@lru_cache(maxsize=1)
def _update() -> str:
    sets = ", ".join(f"{name} = ?" for name, _ in MATCH)
    return f"UPDATE matches_match SET {sets} WHERE id = ? AND version = ? AND head = ? AND NOT deleting"


@lru_cache(maxsize=20)
def _insert(table: Table) -> str:
    names = ", ".join(name for name, _ in table.columns)
    places = ", ".join("?" * (len(table.columns) + 1))
    return f"INSERT INTO {table.name} (match_id, {names}) VALUES ({places})" + _replacing(table)


_ADAPTERS: dict[type, Callable[[Any], Any]] = {
    UUID: lambda value: value.hex,
    datetime: lambda value: connection.ops.adapt_datetimefield_value(value),
}


def _adapted(value: Any) -> Any:
    adapter = _ADAPTERS.get(type(value))
    return value if adapter is None else adapter(value)
