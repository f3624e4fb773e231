"""A trigger that keeps revisions as they are, on both engines: against mistakes, not against someone with SQL."""

from typing import Any

from django.db import connections

TABLE = "cards_listrevision"
MESSAGE = "a revision is never changed"


def statements(vendor: str) -> list[str]:
    """The SQL that puts the trigger in place, whether it is there or not."""
    if vendor == "sqlite":
        return [
            f"DROP TRIGGER IF EXISTS {TABLE}_no_update",
            f"CREATE TRIGGER {TABLE}_no_update BEFORE UPDATE ON {TABLE} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END",
        ]
    return [
        f"CREATE OR REPLACE FUNCTION {TABLE}_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE OR REPLACE TRIGGER {TABLE}_keep BEFORE UPDATE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION {TABLE}_keep()",
    ]


def create_after_migrate(using: str, **_: Any) -> None:
    """The receiver of ``post_migrate``: a rebuilt SQLite table silently loses its triggers."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if TABLE in connection.introspection.table_names(cursor):
            for statement in statements(connection.vendor):
                cursor.execute(statement)
