"""The state at any version: by snapshots, from memory, after an undo, behind another process."""

import random
import uuid

import msgspec
import pytest

from companion.matches import event_log, fetching, play, states
from companion.matches.event_table import Snapshot
from companion.matches.models import Match
from games import log, registry
from games.decider import Game
from tests.companion.matches.test_play import Table
from tests.games import toy


def long_match(api, commands=150, seed=1):
    """A table with many commands behind it, undos among them, given without HTTP."""
    table = Table(api, hold=[1, 2], options={"goal": 10**6})
    source = random.Random(seed)
    match = table.match
    for _ in range(commands):
        dice = source.random()
        if dice < 0.1 and match.version > 3:
            body = {"type": "undo", "to": source.randint(1, match.version - 1), "seat": 1}
        elif dice < 0.2:
            body = {"type": "answer_undo", "agree": True, "seat": 2}
        elif dice < 0.4:
            body = {"type": "correct", "path": "/players/0/score", "value": source.randint(0, 99), "seat": 1}
        elif dice < 0.5:
            body = {"type": "hide", "number": source.randint(1, 9), "seat": source.choice([1, 2])}
        else:
            turn = states.newest(toy.TOY, match).match.state.turn
            body = {"type": "roll_die", "roll": source.randint(1, 6), "seat": turn}
        try:
            play.give_command(match.owner, match, {"id": str(uuid.uuid4()), "seen": match.version, **body})
        except play.Problem:
            continue
    return table


def folded(match):
    return log.fold(toy.TOY, (line.event for line in event_log.read(toy.TOY, match)))


def everywhere(match):
    return [states.at(toy.TOY, match, version).match for version in range(1, match.version + 1)]


@pytest.mark.parametrize("seed", range(3))
def test_every_version_is_what_the_log_folds_to(api, seed):
    match = long_match(api, seed=seed).match
    true = folded(match)
    assert everywhere(match) == true
    states.forget_all()
    assert states.newest(toy.TOY, match).match == true[-1]
    assert everywhere(match) == true


def test_snapshots_stand_about_every_hundred_events_and_behind_each_undo(api):
    match = long_match(api, commands=300).match
    versions = list(Snapshot.objects.filter(match=match).order_by("version").values_list("version", flat=True))
    undone = [line.version for line in event_log.read(toy.TOY, match) if type(line.event).__name__ == "Undone"]
    assert set(undone) <= set(versions)
    assert all(b - a <= states.EVERY + 2 for a, b in zip([1, *versions], [*versions, match.version], strict=True))
    assert not any(event_log.is_inside_command(match, version) for version in versions)


def another_fold(monkeypatch, **change):
    """The same game, with another number on its fold."""
    decider = msgspec.structs.replace(toy.TOY, **change)
    game = registry.GAMES["toy"]
    monkeypatch.setitem(registry.GAMES, "toy", Game(**{**msgspec.structs.asdict(game), "decider": decider}))
    return decider


def spoil_snapshots(match):
    """As a fold of yesterday might have computed it."""
    Snapshot.objects.filter(match=match).update(state='{"state": "of yesterday"}')


def test_a_snapshot_of_another_fold_is_never_trusted(api, monkeypatch):
    match = long_match(api, commands=300).match
    true = folded(match)
    spoil_snapshots(match)
    states.forget_all()
    newer = another_fold(monkeypatch, fold_version=2)
    assert states.newest(newer, match).match == true[-1]
    made = Snapshot.objects.filter(match=match)
    assert made.exists()
    assert set(made.values_list("fold_version", flat=True)) == {2}
    assert [states.at(newer, match, version).match for version in range(1, match.version + 1)] == true


def test_a_change_of_the_log_s_own_fold_counts_as_well(api, monkeypatch):
    match = long_match(api, commands=300).match
    true = folded(match)
    spoil_snapshots(match)
    states.forget_all()
    monkeypatch.setattr(log, "LOG_FOLD_VERSION", log.LOG_FOLD_VERSION + 1)
    for version in (match.version, 150, 40):
        assert states.at(toy.TOY, match, version).match == true[version - 1]


def test_snapshots_that_are_gone_come_back(api):
    match = long_match(api, commands=300).match
    true = folded(match)
    Snapshot.objects.filter(match=match).delete()
    states.forget_all()
    assert states.at(toy.TOY, match, match.version - 1).match == true[-2]
    assert everywhere(match) == true
    assert Snapshot.objects.filter(match=match).exists()


def test_what_another_process_appends_is_seen(api):
    table = long_match(api, commands=20)
    kept = states._newest[table.match.id]
    table.give("correct", seat=1, path="/turn", value=1)
    table.give("roll_die", seat=1, roll=3)
    states.remember(table.match.id, *kept)
    assert states.newest(toy.TOY, table.match).match == folded(table.match)[-1]
    table.give("undo", seat=1, to=2)
    states.remember(table.match.id, *kept)
    assert states.newest(toy.TOY, table.match).match == folded(table.match)[-1]


def test_memory_of_another_log_is_not_believed(api):
    one, two = long_match(api, commands=20), long_match(api, commands=40, seed=2)
    states.remember(two.match.id, *states._newest[one.match.id])
    assert states.newest(toy.TOY, two.match).match == folded(two.match)[-1]


def test_memory_has_an_end(api, monkeypatch):
    states.forget_all()
    monkeypatch.setattr(states, "NEWEST", 3)
    for _ in range(5):
        Table(api).state()
    assert len(states._newest) <= 3


@pytest.fixture
def fetched(monkeypatch):
    """How many rows each look at the database brings."""
    counts, fetch = [], fetching.fetch

    def counted(*words):
        found = fetch(*words)
        counts.append(len(found))
        return found

    monkeypatch.setattr(fetching, "fetch", counted)
    return counts


def test_the_last_commands_are_undone_without_a_look_at_the_log(api, fetched):
    table = long_match(api, commands=30)
    for _ in range(states.RECENT):
        table.give("note", seat=1, text="hm")
    ends = [one.match.version for one in states._newest[table.match.id].before]
    assert len(ends) == states.RECENT
    assert not any(event_log.is_inside_command(table.match, version) for version in ends)
    true = folded(table.match)
    assert [states.at(toy.TOY, table.match, version).match for version in ends] == [true[end - 1] for end in ends]
    row, held = table.match, (1, 2)
    fetched.clear()
    body = {"id": str(uuid.uuid4()), "seen": row.version, "type": "undo", "to": ends[0], "seat": 1}
    assert play.give_command(row.owner, row, body, held).events[-1]["type"] == "undone"
    assert fetched == []
    assert states.newest(toy.TOY, table.match).match == folded(table.match)[-1]


def test_versions_in_memory_are_those_of_a_log_that_nobody_else_has_written_on(api):
    table = long_match(api, commands=20)
    kept = states._newest[table.match.id]
    end = kept.before[-1].match.version
    assert states.recent(table.match, end) is kept.before[-1]
    table.give("note", seat=1, text="hm")
    states._newest[table.match.id] = kept
    assert states.recent(table.match, end) is None
    assert states.at(toy.TOY, table.match, end).match == folded(table.match)[end - 1]


def test_a_late_version_costs_no_more_than_an_early_one(api, fetched):
    match = long_match(api, commands=400).match
    states.forget_all()
    for version in (20, 150, 500):
        fetched.clear()
        states.at(toy.TOY, match, version)
        assert len(fetched) <= 3
        assert sum(fetched) <= states.EVERY + 5
    states.newest(toy.TOY, match)
    fetched.clear()
    states.newest(toy.TOY, match)
    assert fetched == []


def test_an_undo_far_back_reads_a_snapshot_and_a_few_events(api, fetched):
    table = long_match(api, commands=400)
    match = Match.objects.get(id=table.match.id)
    states.newest(toy.TOY, match)
    body = {"id": str(uuid.uuid4()), "seen": match.version, "type": "undo", "to": 1, "seat": 1}
    fetched.clear()
    play.give_command(match.owner, match, body)
    assert sum(fetched) <= states.EVERY + 5
    assert states.newest(toy.TOY, match).match == folded(match)[-1]


def test_an_event_of_an_older_shape_is_read_in_the_present_one(table):
    """As version 1 of the schema wrote it: the upcaster stands between."""
    from companion.matches import codec

    old = '{"pips":4,"seat":1,"type":"die_rolled"}'
    assert codec.decode(toy.TOY, "die_rolled", 1, old) == toy.DieRolled(seat=1, roll=4)
    assert codec.decode(toy.TOY, "die_rolled", 2, old.replace("pips", "roll")) == toy.DieRolled(seat=1, roll=4)
    with pytest.raises(msgspec.ValidationError):
        codec.decode(toy.TOY, "die_rolled", 2, old)
