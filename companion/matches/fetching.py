"""Reading what every command and every look needs, past Django's query compiler: it costs more than the rows."""
# ruff: noqa: S608 - no word of these statements comes from outside this module

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from companion.matches.chain import Row

COLUMNS = Row.__struct_fields__


def fetch(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows of a SELECT with ``%s`` for each value; prepared on PostgreSQL. Raises ``DatabaseError``."""
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    raw: Any = connection.connection
    with connection.wrap_database_errors:
        if connection.vendor == "sqlite":
            adapted = [value.hex if type(value) is UUID else value for value in values]
            found: list[tuple[Any, ...]] = raw.execute(_for_sqlite(statement), adapted).fetchall()
            return found
        return list(own_cursor(raw).execute(for_postgresql(statement), values).fetchall())


def own_cursor(raw: Any) -> Any:
    """A cursor of a connection to PostgreSQL that prepares its statements, and stays with it.

    A new one would have to learn anew how each type is written; one that takes ``%s`` would read each statement anew.
    """
    from psycopg import RawCursor

    cursor = getattr(raw, "companion_cursor", None)
    if cursor is None:
        if raw.prepare_threshold is None:
            raw.prepare_threshold = 5
        cursor = raw.companion_cursor = RawCursor(raw)
    return cursor


@lru_cache(maxsize=500)
def for_postgresql(statement: str) -> bytes:
    """A statement with ``$1``, ``$2`` … where it has ``%s``."""
    first, *others = statement.split("%s")
    return "".join([first, *(f"${number}{part}" for number, part in enumerate(others, 1))]).encode()


@lru_cache(maxsize=50)
def _for_sqlite(statement: str) -> str:
    return statement.replace("%s", "?")


def as_uuid(value: Any) -> UUID | None:
    """An id as the database gives it."""
    return UUID(hex=value) if isinstance(value, str) else value


def as_time(value: Any) -> Any:
    """A time as the database gives it."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) and value.tzinfo is None else value


ROWS = (
    f"SELECT {', '.join(COLUMNS)} FROM matches_storedevent "
    "WHERE match_id = %s AND version > %s AND version <= %s ORDER BY version"
)


def rows(match_id: UUID, after: int, upto: int) -> list[Row]:
    """Stored events, in order."""
    return [_row(*one) for one in fetch(ROWS, (match_id, after, upto))]


_PLACES = {name: number for number, name in enumerate(COLUMNS)}
_TIMES = [_PLACES["at"]]
_IDS = [_PLACES["command"], _PLACES["author"]]


def _row(*values: Any) -> Row:
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite":
        return Row(**dict(zip(COLUMNS, values, strict=True)))
    read = list(values)
    for place in _TIMES:
        read[place] = as_time(read[place])
    for place in _IDS:
        read[place] = as_uuid(read[place])
    return Row(**dict(zip(COLUMNS, read, strict=True)))


STEPS = (
    "SELECT version, type, schema, COALESCE(secret, public), command, hash FROM matches_storedevent "
    "WHERE match_id = %s AND version > %s AND version <= %s ORDER BY version"
)

Step = tuple[int, str, int, str, UUID | None, str]
"""Version, type, schema, whole data, command, hash: what folding takes."""


def steps(match_id: UUID, after: int, upto: int) -> list[Step]:
    """Stored events as far as folding needs them, in order."""
    found: Any = fetch(STEPS, (match_id, after, upto))
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite":
        return list(found)
    return [(version, type_, schema, data, as_uuid(id_), hash_) for version, type_, schema, data, id_, hash_ in found]


SNAPSHOT = (
    "SELECT version, fold_version, log_fold_version, before, state FROM matches_snapshot "
    "WHERE match_id = %s AND version <= %s AND fold_version = %s AND log_fold_version = %s "
    "ORDER BY version DESC LIMIT 1"
)
COMMANDS = "SELECT command FROM matches_storedevent WHERE match_id = %s AND version IN (%s, %s)"
SITTING = (
    "SELECT seat.number, matches_match.owner_id, game, edition, version, head, ended, ended_at, scores, sides, root "
    "FROM matches_seat AS seat JOIN matches_match ON matches_match.id = seat.match_id "
    "WHERE seat.match_id = %s AND seat.user_id = %s ORDER BY seat.number"
)
