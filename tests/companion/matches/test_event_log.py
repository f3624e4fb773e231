"""The event log: append-only by triggers on both engines, a hash chain, and one winner for each version."""

import threading
import uuid

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from companion.accounts import people
from companion.matches import event_log, triggers
from companion.matches.event_table import StoredEvent
from companion.matches.models import Match
from games.match_events import MatchStarted
from tests.games import toy

STARTED = MatchStarted(game="toy", edition="x", data_hash="", seats=2, options={})


def new_match():
    match = Match.objects.create(owner=people.make_guest(), game="toy", edition="x")
    event_log.append(toy.TOY, match, [STARTED], now=timezone.now())
    return match


def append(match, *events):
    command = event_log.Accepted(id=uuid.uuid4(), digest="0" * 64, seat=1)
    return event_log.append(toy.TOY, match, events, now=timezone.now(), command=command)


@pytest.fixture
def match(db):
    match = new_match()
    append(match, toy.NumberHidden(seat=1, number=5))
    append(match, toy.DieRolled(seat=1, roll=3), toy.TurnPassed(to=2))
    return match


def test_versions_have_no_gap(match):
    assert [line.version for line in event_log.read(toy.TOY, match)] == [1, 2, 3, 4]
    assert event_log.fault_of(match) is None


def test_what_is_read_is_what_was_written(match):
    assert event_log.read(toy.TOY, match, after=1, upto=2)[0].event == toy.NumberHidden(seat=1, number=5)


def test_a_secret_stands_in_no_public_column(match):
    row = StoredEvent.objects.get(match=match, version=2)
    assert "5" not in row.public
    assert row.secret is not None
    assert StoredEvent.objects.get(match=match, version=3).secret is None


def test_equal_secrets_have_different_hashes(db):
    hashes = set()
    for _ in range(2):
        match = new_match()
        append(match, toy.NumberHidden(seat=1, number=5))
        hashes.add(StoredEvent.objects.get(match=match, version=2).hash)
    assert len(hashes) == 2


def test_who_has_not_seen_the_newest_version_appends_nothing(match):
    behind = Match.objects.get(id=match.id)
    append(match, toy.TurnPassed(to=1))
    with pytest.raises(event_log.Stale):
        append(behind, toy.TurnPassed(to=2))
    assert StoredEvent.objects.filter(match=match).count() == 5
    assert len(event_log.remembered_in(match)) == 3


def test_no_row_is_changed_or_deleted(match):
    rows = StoredEvent.objects.filter(match=match)
    for change in ({"match": match}, {"asked": None}, {"seat": 2}):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete()
    assert event_log.fault_of(match) is None


@pytest.mark.parametrize("version", [2, 9])
def test_no_row_is_replaced(match, version):
    """By its version, or by the id of its command: REPLACE is neither UPDATE nor DELETE to SQLite."""
    append(match, toy.DieRolled(seat=1, roll=1))
    first, *others = (column.column for column in StoredEvent._meta.concrete_fields if column.name != "version")
    columns = ", ".join([first, *others])
    rows = list(StoredEvent.objects.values_list())
    given = StoredEvent.objects.filter(asked__isnull=False).values_list("version", flat=True)[0]
    on_conflict = " ON CONFLICT (match_id, version) DO UPDATE SET type = 'x'"
    before, behind = ("OR REPLACE ", "") if connection.vendor == "sqlite" else ("", on_conflict)
    statement = (
        f"INSERT {before}INTO {triggers.TABLE} (version, {columns}) "
        f"SELECT {version}, {columns} FROM {triggers.TABLE} WHERE version = %s{behind}"
    )
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, [given])
    assert list(StoredEvent.objects.values_list()) == rows


def test_a_match_that_is_being_deleted_lets_its_rows_go(match):
    Match.objects.filter(id=match.id).update(deleting=True)
    match.delete()
    assert not StoredEvent.objects.exists()


def test_triggers_stand_again_after_every_migration(match):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER {triggers.TABLE}_no_update")
        else:
            cursor.execute(f"DROP TRIGGER {triggers.TABLE}_keep ON {triggers.TABLE}")
    triggers.create_after_migrate("default")
    with pytest.raises(DatabaseError), transaction.atomic():
        StoredEvent.objects.filter(match=match).update(type="x")


def without_triggers(statement, *values):
    """What someone with SQL might do."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER matches_storedevent_no_update")
            cursor.execute("DROP TRIGGER matches_storedevent_no_delete")
        else:
            cursor.execute("DROP TRIGGER matches_storedevent_keep ON matches_storedevent")
        cursor.execute(statement, values)


TABLE = "matches_storedevent"
TAMPERING = {
    "a changed event": f"UPDATE {TABLE} SET public = replace(public, '3', '4') WHERE version = 3",
    "a changed secret": f"UPDATE {TABLE} SET secret = replace(secret, '5', '6') WHERE version = 2",
    "a changed seat": f"UPDATE {TABLE} SET seat = 2 WHERE version = 3",
    "a changed type": f"UPDATE {TABLE} SET type = 'turn_passed' WHERE version = 3",
    "a missing row": f"DELETE FROM {TABLE} WHERE version = 3",
    "a log cut off": f"DELETE FROM {TABLE} WHERE version = 4",
    "a log without its first row": f"DELETE FROM {TABLE} WHERE version = 1",
}


@pytest.mark.parametrize("statement", TAMPERING.values(), ids=TAMPERING)
def test_tampering_is_found(match, statement):
    without_triggers(statement)
    assert event_log.fault_of(match) is not None


@pytest.mark.django_db(transaction=True)
def test_of_many_writers_one_wins_each_version():
    match = new_match()
    won, lost = [], []

    def write(number):
        try:
            for _ in range(10):
                mine = Match.objects.get(id=match.id)
                try:
                    append(mine, toy.DieRolled(seat=1, roll=number))
                    won.append(number)
                except event_log.Stale:
                    lost.append(number)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = Match.objects.get(id=match.id)
    assert after.version == 1 + len(won)
    assert len(won) + len(lost) == 40
    assert event_log.fault_of(after) is None
