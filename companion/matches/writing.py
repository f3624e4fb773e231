"""Writing one append, all of it or nothing: one statement on PostgreSQL, one short transaction on SQLite.

Django's own cursor is passed by: on PostgreSQL it cannot prepare a statement, and on SQLite ``atomic`` costs more than
the rows. Errors are still Django's.
"""
# ruff: noqa: S608 - no word of these statements comes from outside this module

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from companion.matches import fetching


class Table(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A table that belongs to a match: its columns beside ``match_id``, each with its type on PostgreSQL."""

    name: str
    columns: tuple[tuple[str, str], ...]
    replaces: str = ""
    """The column, unique in its match, by which a row replaces an older one; else an older one is an error."""


def _table(name: str, columns: str, replaces: str = "") -> Table:
    pairs = tuple((word.partition(":")[0], word.partition(":")[2]) for word in columns.split())
    return Table(name=f"matches_{name}", columns=pairs, replaces=replaces)


_EVENT = (
    "asked:text version:int type:text schema:int public:text secret:text salt:text seat:int at:timestamptz "
    "command:uuid hash:text"
)
EVENTS = _table("storedevent", _EVENT)
EVENTS_WITH_TEXT = _table("storedevent", f"{_EVENT} text:text text_salt:text author:uuid")
SNAPSHOTS = _table(
    "snapshot", "version:int fold_version:int log_fold_version:int before:int state:text", replaces="version"
)
SCORES = _table("scorepoint", "version:int at:timestamptz scores:text")
RESULTS = _table("seatresult", "seat:int side:text result:text score:int")

MATCH = {
    "version": "int",
    "head": "text",
    "changed": "timestamptz",
    "ended": "jsonb",
    "ended_at": "timestamptz",
    "scores": "text",
    "sides": "text",
}
"""The columns of the match row that an append may set."""

Rows = tuple[Table, Sequence[tuple[Any, ...]]]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What one append writes: the match row's new values, guarded by the old version and head, and rows."""

    match: UUID
    seen: tuple[int, str]
    values: dict[str, Any]
    rows: tuple[Rows, ...]
    """At least one row of one table."""


def write(change: Change) -> bool:
    """Whether the match was still at what was seen; if not, nothing was written. Raises ``DatabaseError``."""
    # The proxy would look for its thread's connection at every word.
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    run = _on_postgresql if connection.vendor == "postgresql" else _on_sqlite
    if connection.in_atomic_block:
        with transaction.atomic():
            return run(connection, change)
    return run(connection, change)


def _on_postgresql(connection: Any, change: Change) -> bool:
    shape = tuple((table, len(rows)) for table, rows in change.rows)
    values: list[Any] = [*change.values.values(), change.match, *change.seen]
    for _, rows in change.rows:
        for row in rows:
            values += row
    with connection.wrap_database_errors:
        cursor = fetching.own_cursor(connection.connection)
        return cursor.execute(_statement(tuple(change.values), shape), values).fetchone() is not None


@lru_cache(maxsize=500)
def _statement(columns: tuple[str, ...], shape: tuple[tuple[Table, int], ...]) -> bytes:
    """UPDATE … RETURNING feeds every INSERT, the last one at the top: no row returned, nothing inserted."""
    sets = ", ".join(f"{name} = %s::{MATCH[name]}" for name in columns)
    update = (
        f"UPDATE matches_match SET {sets} WHERE id = %s AND version = %s AND head = %s AND NOT deleting RETURNING id"
    )
    *beside, last = [_insert_moved(table, count) for table, count in shape]
    parts = [f"moved AS ({update})", *(f"rows{number} AS ({insert})" for number, insert in enumerate(beside))]
    return fetching.for_postgresql(f"WITH {', '.join(parts)} {last} RETURNING 1")


def _insert_moved(table: Table, count: int) -> str:
    names = ", ".join(name for name, _ in table.columns)
    row = ", ".join(f"%s::{kind}" for _, kind in table.columns)
    given = row if count == 1 else "given.*"
    source = "moved" if count == 1 else f"moved, (VALUES {', '.join([f'({row})'] * count)}) AS given"
    return f"INSERT INTO {table.name} (match_id, {names}) SELECT moved.id, {given} FROM {source}" + _replacing(table)


def _replacing(table: Table) -> str:
    if not table.replaces:
        return ""
    sets = ", ".join(f"{name} = excluded.{name}" for name, _ in table.columns)
    return f" ON CONFLICT (match_id, {table.replaces}) DO UPDATE SET {sets}"


def _on_sqlite(connection: Any, change: Change) -> bool:
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
    match = change.match.hex
    moved = raw.execute(_update(tuple(change.values)), (*map(_adapted, change.values.values()), match, *change.seen))
    if moved.rowcount != 1:
        return False
    for table, rows in change.rows:
        statement = _insert(table)
        for row in rows:
            raw.execute(statement, (match, *map(_adapted, row)))
    return True


@lru_cache(maxsize=20)
def _update(columns: tuple[str, ...]) -> str:
    sets = ", ".join(f"{name} = ?" for name in columns)
    return f"UPDATE matches_match SET {sets} WHERE id = ? AND version = ? AND head = ? AND NOT deleting"


@lru_cache(maxsize=20)
def _insert(table: Table) -> str:
    names = ", ".join(name for name, _ in table.columns)
    places = ", ".join("?" * (len(table.columns) + 1))
    return f"INSERT INTO {table.name} (match_id, {names}) VALUES ({places})" + _replacing(table)


def _adapted(value: Any) -> Any:
    """As Django stores it on SQLite."""
    kind = type(value)
    if kind is UUID:
        return value.hex
    if kind is datetime:
        return str(value.astimezone(UTC).replace(tzinfo=None))
    return value
