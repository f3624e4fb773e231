"""A match that was played with an older version is there in the newer one, whole, and remembers its commands."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import uuid

import psycopg
import pytest
from django.db import connection

from tests.companion.household import ROOT, Place, postgres_database
from tests.companion.matches.test_play import Table
from tests.conftest import on_postgres

SAME = ("accounts_user", "accounts_token", "matches_match", "matches_seat", "matches_snapshot", "matches_seatresult")
"""Tables that the older version has too; only their ids may be new."""

NEW_IDS = ("matches_seat",)


@pytest.fixture
def old_house(tmp_path):
    """A house whose database is one of version 0004."""
    empty = postgres_database(os.environ["DATABASE_URL"], "template1") if on_postgres() else contextlib.nullcontext("")
    with empty as url:
        house = Place(tmp_path, url)
        manage(house, "migrate", "-v0", "matches", "0004")
        yield house
        house.kill_all()


def manage(house, *words):
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=house.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Old:
    """The older database, by its bare driver."""

    def __init__(self, house):
        url = house.environment["DATABASE_URL"]
        self.link = psycopg.connect(url) if url else sqlite3.connect(house.folder / "companion.sqlite3")

    def copy(self, table, source, columns):
        """What the database of this test holds of some columns."""
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {', '.join(columns)} FROM {source}")
            rows = cursor.fetchall()
        assert rows, table
        sign = "%s" if on_postgres() else "?"
        names = ", ".join(column.rpartition(" AS ")[2] for column in columns)
        places = ", ".join([sign] * len(columns))
        self.link.cursor().executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)


def columns_of(table):
    without = {"asked"} if table == "matches_storedevent" else {"id"} if table in NEW_IDS else set()
    with connection.cursor() as cursor:
        found = connection.introspection.get_table_description(cursor, table)
    return [f'"{column.name}"' for column in found if column.name not in without]


def give_back(old):
    """The older database holds the same: there a command was remembered in a table of its own."""
    for table in (*SAME, "matches_storedevent"):
        old.copy(table, table, columns_of(table))
    remembered = "matches_storedevent AS begun WHERE asked IS NOT NULL"
    last = (
        "(SELECT max(version) FROM matches_storedevent AS other WHERE other.match_id = begun.match_id "
        "AND other.command = begun.command) AS last"
    )
    old.copy("matches_commandreceipt", remembered, ["match_id", "command", "asked AS digest", "version AS first", last])
    old.link.commit()
    old.link.close()


@pytest.mark.django_db
def test_a_match_of_an_older_version_is_whole_and_remembers_its_commands(api, old_house):
    table, id_ = Table(api, game="reliquary", hold=[1, 2]), uuid.uuid4()
    first = table.give("note", seat=1, text="a cup of tea", id_=id_)
    table.give("undo", seat=1, to=1)
    table.give("concede", seat=2)
    give_back(Old(old_house))
    manage(old_house, "migrate", "-v0")
    assert "1 of 1" in manage(old_house, "verify_matches")

    old_house.token = api.client.defaults["HTTP_AUTHORIZATION"].split()[1]
    old_house.serve()
    command = {"id": str(id_), "seen": 1, "type": "note", "seat": 1, "text": "a cup of tea"}
    status, _, again = old_house.ask("POST", f"{table.url}commands/", command)
    assert (status, again) == (201, first.json())
    assert old_house.ask("GET", f"{table.url}events/")[2] == table.events()
