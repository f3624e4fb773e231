"""Forks: a match that goes its own way from a version of another one."""

import pytest

from companion.matches import event_log, verifying
from companion.matches.event_table import StoredEvent
from companion.matches.models import Match
from tests.companion.matches.test_play import Table, expect


class Forked(Table):
    """A fork, as the clients of its parent see it."""

    def __init__(self, parent, at, api=None, **wanted):
        self.api = api or parent.api
        made = self.api.post(f"{parent.url}fork/", {"at": at, **wanted})
        assert made.status_code == 201, made.json()
        self.made = made.json()
        self.url = f"/api/matches/{self.made['id']}/"


@pytest.fixture
def over(two):
    """A match of two persons that is over, at version 7."""
    two.give("hide", number=987654)
    two.give("roll_die", roll=4)
    two.give("note", text="mine alone")
    two.give("concede", api=two.other)
    assert two.state()["version"] == 7
    return two


def test_a_match_that_is_over_is_forked_from_any_command(over):
    for at in (1, 2, 4, 5):
        fork = Forked(over, at)
        state, then = fork.state(seat=1), over.state(at=at)
        assert state["state"] == then["state"]
        assert (state["version"], state["ended"], state["fork_waits"]) == (at + 1, None, [])
        assert verifying.fault_of(fork.match) is None


def test_it_knows_its_parent_and_stands_for_itself(over):
    fork = Forked(over, 4)
    assert (fork.made["parent"], fork.made["parent_version"]) == (str(over.match.id), 4)
    last = fork.events()["results"][-1]
    assert last["type"] == "forked"
    assert last["data"] == {"parent": str(over.match.id), "at": 4, "waiting": []}
    assert fork.match.head != over.match.head
    Match.objects.filter(id=over.match.id).update(deleting=True)
    over.match.delete()
    assert verifying.fault_of(fork.match) is None
    assert fork.api.get(fork.url).json()["parent"] is None


def test_it_goes_its_own_way(over):
    fork = Forked(over, 4)
    assert fork.give("roll_die", seat=2, roll=6).status_code == 201
    assert fork.state()["version"] == 7
    assert over.state()["version"] == 7
    assert fork.give("undo", seat=2, to=2).json()["events"][0]["type"] == "undo_asked"
    assert fork.give("answer_undo", seat=1, agree=True).status_code == 201
    assert fork.state(seat=1)["state"]["players"][0]["hidden"] == 987654


def test_whoever_forks_owns_it_and_takes_its_seats(over):
    fork = Forked(over, 4, over.other)
    assert (fork.made["owner"], fork.made["held"]) == (True, [1, 2])
    assert over.api.get(fork.url).status_code == 404
    one = Forked(over, 4, hold=[2])
    assert one.made["held"] == [2]
    expect(over.api.post(f"{over.url}fork/", {"at": 4, "hold": [3]}), "unreadable", 400)


def test_texts_and_answers_stay_with_the_parent(over):
    fork = Forked(over, 5)
    assert "text" not in fork.events()["results"][4]
    assert not StoredEvent.objects.filter(match=fork.match.id).exclude(text="").exists()
    rows = event_log.rows_of(fork.match)
    again = {"id": str(rows[1].command), "seen": 6, "seat": 2, "type": "roll_die", "roll": 1}
    assert fork.api.post(f"{fork.url}commands/", again).status_code == 201


@pytest.mark.parametrize(
    ("at", "code", "status"), [(0, "unreadable", 400), (8, "unreadable", 400), ("x", "unreadable", 400)]
)
def test_a_version_that_is_not_there(over, at, code, status):
    expect(over.api.post(f"{over.url}fork/", {"at": at}), code, status)


@pytest.mark.parametrize("at", [3, 6, 7])
def test_neither_in_the_middle_of_a_command_nor_at_the_end(over, at):
    expect(over.api.post(f"{over.url}fork/", {"at": at}), "refused", 422, rule="MT-FORK")


def test_a_match_that_runs_is_forked_by_its_players_alone(two, new_person):
    two.give("hide", number=987654)
    expect(new_person().post(f"{two.url}fork/", {"at": 2}), "not_found", 404)
    code = two.api.post(f"{two.url}spectators/code/").json()["code"]
    watcher = new_person()
    assert watcher.post("/api/join/", {"code": code}).status_code == 201
    expect(watcher.post(f"{two.url}fork/", {"at": 2}), "forbidden", 403)
    expect(two.api.post(f"{two.url}fork/", {"at": 2, "hold": [1, 2]}), "unreadable", 400)


def test_in_a_fork_of_a_match_that_runs_everybody_keeps_seat_and_secrets(two):
    two.give("hide", number=987654)
    fork = Forked(two, 2, two.other)
    assert fork.made["held"] == [2]
    assert (fork.made["owner"], two.api.get(fork.url).json()["owner"]) == (False, True)
    assert fork.state(two.api)["state"]["players"][0]["hidden"] == 987654
    for query in ("", "?at=2"):
        assert "987654" not in str(fork.api.get(f"{fork.url}state/{query}").json())
    assert "987654" not in str(fork.events())
    assert "987654" not in b"".join(fork.api.get(f"{fork.url}export/").streaming_content).decode()


SOUNDINGS = ["show", "concede", "abandon", "note", "undo", "roll_die", "hide", "pause", "offer_draw"]


@pytest.mark.parametrize("type_", SOUNDINGS)
def test_nobody_finds_out_in_a_fork_what_the_others_still_hide(two, type_):
    """Whoever could end the fork alone would have its secrets opened; whoever could play on, could go and look."""
    two.give("hide", number=987654)
    fork = Forked(two, 2, two.other)
    assert fork.state()["fork_waits"] == [1]
    fields = {"note": {"text": "x"}, "undo": {"to": 1}, "hide": {"number": 1}}.get(type_, {})
    expect(fork.give(type_, **fields), "refused", 422, rule="MT-FORK")
    expect(fork.give("agree_to_fork"), "refused", 422, rule="MT-FORK")
    assert fork.state()["version"] == 3


def test_when_all_have_agreed_it_goes_on(two):
    two.give("hide", number=987654)
    fork = Forked(two, 2, two.other)
    assert two.api.get(f"{fork.url}commands/").json()["types"] == ["agree_to_fork"]
    assert fork.give("agree_to_fork", api=two.api).status_code == 201
    state = fork.state()
    assert (state["fork_waits"], state["can_undo"]) == ([], False)
    assert fork.give("roll_die", api=two.api, roll=3).status_code == 201
    assert fork.give("concede").status_code == 201
    assert verifying.fault_of(fork.match) is None


@pytest.mark.parametrize("to", [1, 3])
def test_an_undo_before_their_agreement_asks_nobody_again(two, to):
    two.give("hide", number=987654)
    fork = Forked(two, 2, two.other)
    fork.give("agree_to_fork", api=two.api)
    fork.give("undo", to=to)
    assert fork.give("answer_undo", api=two.api, agree=True).status_code == 201
    state = fork.state()
    assert (state["version"], state["fork_waits"]) == (7, [])
    assert fork.give("roll_die", api=two.api, roll=3).status_code == 201
    assert verifying.fault_of(fork.match) is None


def test_who_holds_all_seats_waits_for_nobody(table):
    table.give("hide", seat=1, number=5)
    fork = Forked(table, 2)
    assert fork.state()["fork_waits"] == []
    assert fork.give("show", seat=1).status_code == 201


def test_a_free_seat_has_to_be_taken_before_a_fork_goes_on(api):
    table = Table(api)
    fork = Forked(table, 1)
    assert fork.state()["fork_waits"] == [2]


def test_a_fork_can_be_forked(over):
    fork = Forked(Forked(over, 2), 3)
    assert fork.give("roll_die", seat=1, roll=2).status_code == 201
    assert [event["type"] for event in fork.events()["results"]][2:4] == ["forked", "forked"]


def test_a_fork_of_a_long_match_has_snapshots_of_its_own(api):
    from companion.matches import states
    from companion.matches.event_table import Snapshot
    from tests.companion.matches.test_states import folded, long_match

    table = long_match(api, commands=250)
    ends = [v for v in range(150, 200) if not event_log.is_inside_command(table.match, v)]
    fork = Forked(table, ends[-1])
    assert Snapshot.objects.filter(match=fork.match).exists()
    states.forget_all()
    from tests.games import toy

    assert states.newest(toy.TOY, fork.match).match == folded(fork.match)[-1]
    assert verifying.fault_of(fork.match) is None
