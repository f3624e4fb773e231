"""verify_matches: what somebody with SQL might do to a log is found, every time; rebuild_summaries: nothing is lost."""

import io
import random
import uuid

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from companion.matches import event_log, standings, verifying
from companion.matches.event_table import ScorePoint, SeatResult, Snapshot
from companion.matches.models import Match
from tests.companion.matches.test_log_files import played
from tests.companion.matches.test_play import Table
from tests.companion.matches.test_states import long_match
from tests.games import toy

EVENTS = "matches_storedevent"


@pytest.fixture
def lawless(db):
    """The triggers are gone: somebody with SQL has the database for themselves."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER {EVENTS}_no_update")
            cursor.execute(f"DROP TRIGGER {EVENTS}_no_delete")
        else:
            cursor.execute(f"DROP TRIGGER {EVENTS}_keep ON {EVENTS}")


def run(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.rowcount


CHANGES = {
    "public": lambda source, old: flipped(source, old),
    "secret": lambda source, old: "x" if old is None else flipped(source, old),
    "salt": lambda source, old: flipped(source, old),
    "hash": lambda source, old: flipped(source, old),
    "type": lambda source, old: "turn_passed" if old != "turn_passed" else "noted",
    "schema": lambda source, old: old + 1,
    "seat": lambda source, old: 2 if old != 2 else 1,
    "at": lambda source, old: timezone.now(),
    "command": lambda source, old: uuid.uuid4() if connection.vendor != "sqlite" else uuid.uuid4().hex,
    "version": lambda source, old: old + 1000,
}


def flipped(source, words):
    """One character is another one."""
    place = source.randrange(len(words))
    other = source.choice([sign for sign in "abcdef0123456789" if sign != words[place]])
    return words[:place] + other + words[place + 1 :]


def key(match):
    return match.id if connection.vendor != "sqlite" else match.id.hex


def tamper(source, match, other):
    """One thing that somebody might do to the log of ``match``."""
    version = source.randint(1, match.version)
    where = "WHERE match_id = %s AND version = %s"
    how = source.choice(["change", "change", "change", "delete", "cut off", "swap", "add", "copy", "exchange"])
    if how == "change":
        column = source.choice(list(CHANGES))
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {column} FROM {EVENTS} {where}", [key(match), version])
            old = cursor.fetchone()[0]
        run(f"UPDATE {EVENTS} SET {column} = %s {where}", CHANGES[column](source, old), key(match), version)
        return f"{column} of {version}"
    if how == "delete":
        run(f"DELETE FROM {EVENTS} {where}", key(match), version)
    elif how == "cut off":
        run(f"DELETE FROM {EVENTS} WHERE match_id = %s AND version >= %s", key(match), version)
    elif how == "swap":
        version = min(version, match.version - 1)
        for old, new in ((version, 90001), (version + 1, version), (90001, version + 1)):
            run(f"UPDATE {EVENTS} SET version = %s {where}", new, key(match), old)
    elif how == "add":
        run(f"UPDATE {EVENTS} SET version = version + 5000 WHERE match_id = %s AND version > %s", key(match), version)
        run(f"UPDATE {EVENTS} SET version = version - 4999 WHERE match_id = %s AND version > 5000", key(match))
        insert(match, version, version + 1)
    elif how == "copy":
        insert(match, version, match.version + 1)
    elif how == "exchange":
        version = min(version, other.version)
        run(f"DELETE FROM {EVENTS} {where}", key(match), version)
        run(f"UPDATE {EVENTS} SET match_id = %s {where}", key(match), key(other), version)
    return f"{how} at {version}"


def insert(match, source, target):
    names = "type, schema, public, secret, salt, text, text_salt, author, seat, at, command, hash"
    run(
        f"INSERT INTO {EVENTS} (match_id, version, {names}) SELECT match_id, %s, {names} FROM {EVENTS} "
        "WHERE match_id = %s AND version = %s",
        target,
        key(match),
        source,
    )


@pytest.mark.usefixtures("lawless")
@pytest.mark.parametrize("seed", range(25))
def test_tampering_is_found(table, api, seed):
    check_tampering(table, api, seed)


@pytest.mark.soak
@pytest.mark.usefixtures("lawless")
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_tampering_is_found_at_length(table, api, seed):
    check_tampering(table, api, seed)


def check_tampering(table, api, seed):
    source = random.Random(seed)
    played(table)
    other = played(Table(api, hold=[1, 2])).match
    assert verifying.fault_of(table.match) is None
    what = tamper(source, table.match, other)
    assert verifying.fault_of(table.match) is not None, what


@pytest.mark.usefixtures("lawless")
def test_a_changed_text_is_found_and_a_forgotten_one_is_none(table):
    table.give("note", seat=1, text="a cup of tea")
    run(f"UPDATE {EVENTS} SET text = 'coffee' WHERE version = 2")
    assert "text" in verifying.fault_of(table.match)
    run(f"UPDATE {EVENTS} SET text = '', text_salt = '', author = NULL WHERE version = 2")
    assert verifying.fault_of(table.match) is None


@pytest.mark.usefixtures("lawless")
def test_what_was_made_of_the_log_is_compared_too(api):
    match = long_match(api, commands=150).match
    assert verifying.fault_of(match) is None
    point = ScorePoint.objects.filter(match=match).last()
    ScorePoint.objects.filter(pk=point.pk).update(scores="[0,0]")
    assert "summary" in verifying.fault_of(match)
    ScorePoint.objects.filter(pk=point.pk).update(scores=point.scores)
    kept = Snapshot.objects.filter(match=match).last()
    Snapshot.objects.filter(pk=kept.pk).update(state=kept.state.replace('"turn":1', '"turn":2').replace("1", "2"))
    assert "snapshot" in verifying.fault_of(match)
    Snapshot.objects.filter(pk=kept.pk).update(state=kept.state)


@pytest.mark.usefixtures("lawless")
@pytest.mark.parametrize(
    "change",
    ["NULL", "CASE version WHEN 1 THEN 'digest' WHEN 2 THEN asked END", "CASE version WHEN 3 THEN 'digest' END"],
)
def test_a_command_that_is_not_remembered_where_it_begins_is_found(table, change):
    table.give("roll_die", seat=1, roll=6)
    assert event_log.remembered_in(table.match) == {2}
    run(f"UPDATE {EVENTS} SET asked = {change}")
    assert "command" in verifying.fault_of(table.match)


def ran(command, *words):
    """Exit code and output of a command."""
    out = io.StringIO()
    try:
        call_command(command, *words, stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue()
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


@pytest.mark.usefixtures("lawless")
def test_verify_matches_looks_at_all_or_at_those_named(table, api):
    played(table)
    whole = Table(api)
    assert ran("verify_matches") == (0, "2 of 2 matches are whole\n")
    run(f"UPDATE {EVENTS} SET seat = 2 WHERE match_id = %s AND version = 3", key(table.match))
    code, text = ran("verify_matches")
    assert code == 1
    assert text.splitlines()[0] == f"{table.match.id}: version 3 has been changed"
    assert ran("verify_matches", str(whole.match.id)) == (0, "1 of 1 match is whole\n")
    assert ran("verify_matches", str(uuid.uuid4()))[0] == 2


def everything_told(match):
    fields = ("ended", "ended_at", "scores", "sides")
    return (
        Match.objects.filter(id=match.id).values(*fields).get(),
        list(ScorePoint.objects.filter(match=match).order_by("version").values("version", "at", "scores")),
        list(SeatResult.objects.filter(match=match).order_by("seat").values("seat", "side", "result", "score")),
    )


def test_summaries_that_are_lost_are_made_anew_the_same(table, api):
    matches = [played(table).match, long_match(api, commands=60).match, Table(api).match]
    before = [everything_told(match) for match in matches]
    assert ran("rebuild_summaries") == (0, "3 looked at, 0 made anew, 0 that cannot be\n")
    ScorePoint.objects.all().delete()
    SeatResult.objects.all().delete()
    Match.objects.update(ended=None, ended_at=None, scores=None, sides=None)
    code, text = ran("rebuild_summaries")
    assert (code, text.splitlines()[-1]) == (0, "3 looked at, 3 made anew, 0 that cannot be")
    assert [everything_told(match) for match in matches] == before
    assert ran("rebuild_summaries", str(uuid.uuid4()))[0] == 2


@pytest.mark.usefixtures("lawless")
def test_a_log_that_cannot_be_folded_keeps_none_from_its_summary(table, api):
    played(table)
    good = long_match(api, commands=20).match
    run(f"UPDATE {EVENTS} SET public = '{{}}' WHERE match_id = %s AND version = 3", key(table.match))
    ScorePoint.objects.filter(match=good).delete()
    code, text = ran("rebuild_summaries")
    assert code == 1
    assert text.splitlines()[-1] == "2 looked at, 1 made anew, 1 that cannot be"
    assert standings.rebuild(toy.TOY, good) is False
