"""Triggers that keep the log append-only, on both engines: against mistakes, not against someone with SQL."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connections

TABLE = "matches_storedevent"
FORGOTTEN = {"text": "''", "text_salt": "''", "author": "NULL"}
"""What may be changed in a row of the log that has a text, all at once and to this: its author is forgotten."""
FREE = "COALESCE((SELECT deleting FROM matches_match WHERE id = OLD.match_id), TRUE)"
"""Whether a row's match is being deleted, or is gone already."""


def _forgets(vendor: str, columns: Iterable[str]) -> str:
    """Whether an UPDATE only forgets a text."""
    same = "IS" if vendor == "sqlite" else "IS NOT DISTINCT FROM"
    kept = [f"NEW.{name} {same} OLD.{name}" for name in columns if name not in FORGOTTEN]
    gone = [f"NEW.{name} {same} {value}" for name, value in FORGOTTEN.items()]
    return " AND ".join(["OLD.text <> ''", *gone, *kept])


def _replaces(columns: Sequence[str]) -> str:
    """Whether a row that is put in is there already: by its version, or by the id of its command."""
    there = f"EXISTS (SELECT 1 FROM {TABLE} WHERE match_id = NEW.match_id AND "  # noqa: S608 - our own words
    by_version = f"{there}version = NEW.version)"
    if "asked" not in columns:
        return by_version
    by_command = f"{there}command = NEW.command AND asked IS NOT NULL)"
    return f"{by_version} OR (NEW.asked IS NOT NULL AND {by_command})"


def statements(vendor: str, columns: Sequence[str]) -> list[str]:
    """The SQL that puts the triggers in place, whether they are there or not, on a table of these columns."""
    forgets = _forgets(vendor, columns)
    if vendor == "sqlite":
        return [
            f"DROP TRIGGER IF EXISTS {TABLE}_no_update",
            f"CREATE TRIGGER {TABLE}_no_update BEFORE UPDATE ON {TABLE} WHEN NOT ({forgets}) "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
            f"DROP TRIGGER IF EXISTS {TABLE}_no_delete",
            f"CREATE TRIGGER {TABLE}_no_delete BEFORE DELETE ON {TABLE} WHEN NOT {FREE} "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
            # REPLACE would take the old row away without a word: to SQLite that is no DELETE.
            f"DROP TRIGGER IF EXISTS {TABLE}_no_replace",
            f"CREATE TRIGGER {TABLE}_no_replace BEFORE INSERT ON {TABLE} WHEN {_replaces(columns)} "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
        ]
    return [
        f"CREATE OR REPLACE FUNCTION {TABLE}_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'DELETE' THEN IF {FREE} THEN RETURN OLD; END IF; "
        f"ELSIF {forgets} THEN RETURN NEW; END IF; "
        "RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE OR REPLACE TRIGGER {TABLE}_keep BEFORE UPDATE OR DELETE ON {TABLE} "
        f"FOR EACH ROW EXECUTE FUNCTION {TABLE}_keep()",
    ]


def create(alias: str = "default") -> None:
    """Put every trigger in place."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        if TABLE in connection.introspection.table_names(cursor):
            # Those of the table, not of the model: only a part of the migrations may have been asked for.
            columns = [column.name for column in connection.introspection.get_table_description(cursor, TABLE)]
            for statement in statements(connection.vendor, columns):
                cursor.execute(statement)


def create_after_migrate(using: str, **_: Any) -> None:
    """The receiver of ``post_migrate``."""
    create(using)
