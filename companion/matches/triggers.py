"""Triggers that keep the log append-only, on both engines: against mistakes, not against someone with SQL."""

from typing import Any

from django.apps import apps
from django.db import connections

TABLES = ("matches_storedevent", "matches_commandreceipt")
FORGOTTEN = {"text": "''", "text_salt": "''", "author": "NULL"}
"""What may be changed in a row of the log that has a text, all at once and to this: its author is forgotten."""
FREE = "COALESCE((SELECT deleting FROM matches_match WHERE id = OLD.match_id), TRUE)"
"""Whether a row's match is being deleted, or is gone already."""


def _forgets(vendor: str, table: str) -> str:
    """Whether an UPDATE only forgets a text."""
    if table != "matches_storedevent":
        return "FALSE"
    same = "IS" if vendor == "sqlite" else "IS NOT DISTINCT FROM"
    columns = [field.column for field in apps.get_model("matches", "StoredEvent")._meta.local_concrete_fields]
    kept = [f"NEW.{name} {same} OLD.{name}" for name in columns if name not in FORGOTTEN]
    gone = [f"NEW.{name} {same} {value}" for name, value in FORGOTTEN.items()]
    return " AND ".join(["OLD.text <> ''", *gone, *kept])


def statements(vendor: str, table: str) -> list[str]:
    """The SQL that puts the triggers of one table in place, whether they are there or not."""
    forgets = _forgets(vendor, table)
    if vendor == "sqlite":
        return [
            f"DROP TRIGGER IF EXISTS {table}_no_update",
            f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} WHEN NOT ({forgets}) "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
            f"DROP TRIGGER IF EXISTS {table}_no_delete",
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN NOT {FREE} "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
        ]
    return [
        f"CREATE OR REPLACE FUNCTION {table}_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'DELETE' THEN IF {FREE} THEN RETURN OLD; END IF; "
        f"ELSIF {forgets} THEN RETURN NEW; END IF; "
        "RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE OR REPLACE TRIGGER {table}_keep BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_keep()",
    ]


def create(alias: str = "default") -> None:
    """Put every trigger in place."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        existing = connection.introspection.table_names(cursor)
        for table in TABLES:
            if table in existing:
                for statement in statements(connection.vendor, table):
                    cursor.execute(statement)


def create_after_migrate(using: str, **_: Any) -> None:
    """The receiver of ``post_migrate``."""
    create(using)
