"""What users of other trackers ran into; each once here, with the place where it was told."""

import json
import uuid

import pytest

from companion.matches import event_log, states, verifying
from tests.companion.matches.test_forks import Forked
from tests.companion.matches.test_log_files import export, replay
from tests.companion.matches.test_play import Table, expect
from tests.companion.matches.test_states import another_fold, long_match, spoil_snapshots
from tests.companion.matches.test_writing import at_once, everything
from tests.games import toy


def test_of_two_who_act_at_once_the_one_refused_is_told_why(two):
    """boardgame.io #828, #592 and PR #727: no message, or an old client that is ignored."""
    two.give("roll_die", roll=4, seen=1)
    late = expect(two.give("roll_die", api=two.other, roll=2, seen=1), "stale", 409, version=3)
    assert [event["type"] for event in late["missed"]] == ["die_rolled", "turn_passed"]
    early = expect(two.give("roll_die", seen=3), "refused", 422, version=3)
    assert early["rule"] == "TOY-2"
    assert early["detail"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_press_at_once_nobody_s_change_vanishes(api):
    """Lurkars/ghs-server #43, Lattyware/massivedecks #572: one of two changes is overwritten, on PostgreSQL as well."""
    table = Table(api, seats=4, hold=[1, 2, 3, 4])

    def press(n):
        path, version = f"/players/{n}/score", 1
        while (answer := table.give("correct", seat=1, path=path, value=7, seen=version)).status_code != 201:
            version = answer.json()["version"]

    at_once(4, press)
    assert [player["score"] for player in table.state()["state"]["players"]] == [7, 7, 7, 7]


def test_after_a_break_of_the_line_a_client_reads_what_it_missed_without_a_gap(two):
    """boardgame.io #672, #713, #1001, cuttle #210: desync until the page is loaded again; an update is missed."""
    seen = two.events()["results"]
    for roll in (2, 3):
        two.give("roll_die", roll=roll)
        two.give("roll_die", roll=roll, api=two.other)
    missed = two.events(query=f"?after={len(seen)}")["results"]
    assert [event["version"] for event in (*seen, *missed)] == list(range(1, 10))
    assert two.state()["version"] == 9


def test_a_double_click_moves_once(table):
    """backgammonjs #2, ProAvalon #258."""
    id_ = uuid.uuid4()
    answers = [table.give("roll_die", seat=1, roll=4, id_=id_, seen=1) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert table.state()["state"]["players"][0]["score"] == 4


def test_a_stale_menu_picks_nothing_else(table):
    """terraforming-mars #2630: "undo" by its place in a menu of before hit "pass"."""
    table.give("hide", seat=1, number=3)
    before = everything(table.match)
    expect(table.give("undo", seat=1, to=1, seen=1), "stale", 409)
    assert everything(table.match) == before


def test_what_another_player_did_is_taken_back_by_agreement_where_the_table_says_so(api, new_person):
    """boardgame.io #345: undo of the other player's move."""
    table = Table(api, hold=[1, 2], table={"undo": "agreed"})
    table.give("hide", seat=1, number=3)
    assert table.give("undo", seat=2, to=1).json()["events"][0]["type"] == "undo_asked"
    assert table.state(seat=1)["state"]["players"][0]["has_hidden"] is True
    table.give("answer_undo", seat=1, agree=True)
    assert table.state()["state"]["players"][0]["has_hidden"] is False


def test_whether_an_undo_is_possible_can_be_asked(table):
    """boardgame.io #565, #1048. Where it says yes, it is; where it says no, the others are asked."""
    assert (table.state()["can_undo"], table.state()["undo_to"]) == (False, None)
    table.give("hide", seat=1, number=3)
    state = table.state()
    assert (state["can_undo"], state["undo_to"]) == (True, 1)
    table.give("roll_die", seat=1, roll=3)
    assert table.state()["can_undo"] is False
    assert table.give("undo", seat=1, to=2).json()["events"][0]["type"] == "undo_asked"
    table.give("hide", seat=2, number=3)
    state = table.state()
    assert state["can_undo"] is True
    assert table.give("undo", seat=2, to=state["undo_to"]).json()["events"][0]["type"] == "undone"


def test_an_undo_stops_at_what_was_revealed_and_a_redo_deals_the_same(table):
    """terraforming-mars #2536, #7119: undo deals fresh cards."""
    table.give("roll_die", seat=1)
    after = table.state()["state"]
    assert table.give("undo", seat=1, to=1).json()["events"][0]["type"] == "undo_asked"
    table.give("answer_undo", seat=2, agree=True)
    assert table.state()["state"]["players"][0]["score"] == 0
    table.give("undo", seat=1, to=3)
    assert table.state()["state"] == after


def test_neither_the_log_nor_what_an_undo_goes_back_to_tells_a_secret(two):
    """boardgame.io #227, #399, forge #9861: the log leaks secrets, secrets in the undo stack, hidden cards are sent."""
    two.give("hide", number=987654)
    two.give("correct", path="/players/0/hidden", value=876543, reason="not 987654")
    two.give("undo", to=2)
    told = [two.events(two.other), two.state(two.other), *(two.state(two.other, at=at) for at in (1, 2, 3, 4))]
    told += [two.other.get(f"{two.url}commands/").json(), export(two, two.other).decode()]
    told += [two.give("roll_die", api=two.other, seen=1).json(), Forked(two, 2, two.other).state()]
    for secret in ("987654", "876543"):
        assert secret not in json.dumps(told)


def test_a_mended_rule_leaves_running_matches_playable(api, monkeypatch):
    """tobymao/18xx #6235, #10074: replaying by today's rules makes yesterday's match impossible."""
    table = Table(api, hold=[1, 2])
    table.give("roll_die", seat=1, roll=6)

    def stricter(state, command, chance):
        if getattr(command, "roll", None) == 6:
            raise toy.Refused("TOY-9", "sixes are no longer rolled")
        return toy.decide(state, command, chance)

    another_fold(monkeypatch, decide=stricter)
    states.forget_all()
    assert table.state()["state"]["players"][0]["score"] == 6
    expect(table.give("roll_die", seat=2, roll=6), "refused", 422, rule="TOY-9")
    assert table.give("roll_die", seat=2, roll=5).status_code == 201


def test_a_restart_deals_nothing_anew(table):
    """terraforming-mars #4044."""
    for seat in (1, 2, 1, 2):
        table.give("roll_die", seat=seat)
    before = table.state()
    states.forget_all()
    assert table.state() == before


def test_a_replay_crashes_for_no_version(table, folder):
    """Cockatrice #2357."""
    long = long_match(table.api, commands=60)
    path = folder / "match.jsonl"
    path.write_bytes(export(long))
    for at in range(1, long.match.version + 1, 7):
        assert json.loads(replay(path, "--at", str(at)))["state"] == long.state(at=at)["state"]


def test_an_old_snapshot_gives_no_wrong_state_and_a_good_one_is_used(api, monkeypatch):
    """AxonFramework #566, commanded PR #196: a wrong state from an old snapshot; one that is silently never used."""
    match = long_match(api, commands=200).match
    true = states.newest(toy.TOY, match)
    states.forget_all()
    reads = []
    steps_of = event_log.steps_of
    monkeypatch.setattr(event_log, "steps_of", lambda *a, **k: reads.append(found := steps_of(*a, **k)) or found)
    assert states.newest(toy.TOY, match).match == true.match
    assert sum(map(len, reads)) <= states.EVERY + 5
    states.forget_all()
    spoil_snapshots(match)
    assert states.newest(another_fold(monkeypatch, fold_version=7), match).match == true.match


@pytest.mark.django_db(transaction=True)
def test_under_contention_no_event_is_skipped(api):
    """Eventuous #222, emmett PR #336: readers of the newest events skip those that are committed late."""
    table = Table(api, seats=4, hold=[1, 2, 3, 4])
    seen = []

    def write_or_read(n):
        if n == 0:
            for _ in range(40):
                after = len(seen)
                seen.extend(event["version"] for event in table.events(query=f"?after={after}")["results"])
            return
        for _ in range(8):
            while table.give("note", seat=n, text="x").status_code != 201:
                pass

    at_once(4, write_or_read)
    seen.extend(event["version"] for event in table.events(query=f"?after={len(seen)}")["results"])
    assert seen == list(range(1, 26))
    assert verifying.fault_of(table.match) is None


def test_a_step_through_history_reads_no_more_late_than_early(api, monkeypatch):
    """tobymao/18xx #2135: two to three seconds for a step."""
    table = long_match(api, commands=400)
    rows = {}
    steps_of = event_log.steps_of

    def counted(*words, **limits):
        found = steps_of(*words, **limits)
        rows[limits["upto"]] = len(found)
        return found

    monkeypatch.setattr(event_log, "steps_of", counted)
    for at in (30, 200, 400, table.match.version - 3):
        assert table.api.get(f"{table.url}state/?at={at}").status_code == 200
    assert max(rows.values()) <= states.EVERY + 5


def test_one_score_on_several_phones_with_a_history_that_can_be_mended(two):
    """ScoreCounter #63, board_buddy #49, #45: wishes."""
    two.give("correct", path="/players/0/score", value=5, reason="forgot a round")
    two.give("correct", api=two.other, path="/players/1/score", value=7)
    assert [player["score"] for player in two.state()["state"]["players"]] == [5, 7]
    assert two.state(two.other)["state"] == two.state()["state"]
    points = two.api.get(f"{two.url}summary/").json()["score_over_time"]
    assert [point["scores"] for point in points] == [[0, 0], [5, 0], [5, 7]]
    assert two.give("undo", to=2).status_code == 201
    assert [player["score"] for player in two.state()["state"]["players"]] == [5, 0]
