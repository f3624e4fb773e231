"""Matches through the API, on a small game: versions, ids, secrets, refusals, undo."""

import json
import uuid

import msgspec
import pytest

from companion.matches import event_log, play
from companion.matches.event_table import StoredEvent
from companion.matches.models import Match
from games import registry
from tests.games import toy, toy_game


@pytest.fixture(autouse=True)
def _toy_game(monkeypatch):
    """A fifth game, for the time of a test."""
    monkeypatch.setitem(registry.GAMES, "toy", toy_game.GAME)
    monkeypatch.setattr(play, "catalogue_of", toy_game.catalogue_of)


def expect(response, code, status, **members):
    body = response.json()
    assert (response.status_code, body["type"]) == (status, f"/problems/{code}"), body
    for name, value in members.items():
        assert body[name] == value
    return body


class Table:
    """A match as its owner's client and, on other phones, the other seats'."""

    def __init__(self, api, **wanted):
        self.api = api
        made = api.post("/api/matches/", {"game": "toy", **wanted})
        assert made.status_code == 201, made.json()
        self.url = f"/api/matches/{made.json()['id']}/"

    def give(self, type_, *, api=None, id_=None, seen=None, **fields):
        seen = self.state(api)["version"] if seen is None else seen
        command = {"id": str(id_ or uuid.uuid4()), "seen": seen, "type": type_, **fields}
        return (api or self.api).post(f"{self.url}commands/", command)

    def state(self, api=None, **query):
        words = "&".join(f"{key}={value}" for key, value in query.items())
        return (api or self.api).get(f"{self.url}state/?{words}").json()

    def events(self, api=None, query=""):
        return (api or self.api).get(f"{self.url}events/{query}").json()

    @property
    def match(self):
        return Match.objects.get(id=self.url.split("/")[3])


@pytest.fixture
def table(api):
    """One phone on the table, for both seats."""
    return Table(api, hold=[1, 2])


@pytest.fixture
def two(api, new_person):
    """A table with the second seat on another phone."""
    table = Table(api)
    code = api.post(f"{table.url}seats/2/code/").json()["code"]
    table.other = new_person()
    assert table.other.post("/api/join/", {"code": code}).json()["seat"] == 2
    return table


def test_a_match_begins_at_version_one(table):
    state = table.state()
    assert (state["version"], state["phase"], state["to_act"], state["ended"]) == (1, "play", [1], None)
    events = table.events()
    assert (events["count"], [event["type"] for event in events["results"]]) == (1, ["match_started"])


def test_a_command_is_answered_with_its_events(table):
    answer = table.give("roll_die", seat=1, roll=4)
    assert answer.status_code == 201
    assert answer.json()["version"] == 3
    assert [event["type"] for event in answer.json()["events"]] == ["die_rolled", "turn_passed"]
    assert answer.json()["events"][0]["data"] == {"seat": 1, "roll": 4}
    assert table.state()["state"]["players"][0]["score"] == 4


def test_chance_is_real_where_the_table_brings_none(table):
    event = table.give("roll_die", seat=1).json()["events"][0]
    assert 1 <= event["data"]["roll"] <= 6


def test_a_refusal_names_its_rule_and_changes_nothing(table):
    expect(table.give("roll_die", seat=2), "refused", 422, rule="TOY-2", version=1)
    assert table.state()["version"] == 1


def test_a_refused_command_may_be_sent_again(table):
    id_ = uuid.uuid4()
    expect(table.give("roll_die", seat=2, id_=id_), "refused", 422)
    table.give("roll_die", seat=1, roll=1)
    assert table.give("roll_die", seat=2, id_=id_).status_code == 201


def test_stale_tells_what_was_missed(table):
    table.give("roll_die", seat=1, roll=4)
    body = expect(table.give("roll_die", seat=2, seen=1), "stale", 409, version=3)
    assert [event["version"] for event in body["missed"]] == [2, 3]
    assert table.state()["version"] == 3


def test_a_simultaneous_command_is_judged_on_the_newest_state(table):
    table.give("roll_die", seat=1, roll=4)
    assert table.give("hide", seat=2, number=3, seen=1).json()["version"] == 4


def test_the_same_command_again_gets_the_first_answer(table):
    id_ = uuid.uuid4()
    first = table.give("roll_die", seat=1, id_=id_, seen=1)
    table.give("roll_die", seat=2, roll=2)
    again = table.give("roll_die", seat=1, id_=id_, seen=5)
    assert (again.status_code, again.json()) == (201, first.json())
    assert table.state()["version"] == 5


def test_an_id_is_for_one_command(table):
    id_ = uuid.uuid4()
    table.give("roll_die", seat=1, id_=id_, roll=1)
    expect(table.give("roll_die", seat=1, id_=id_, roll=2), "reused_id", 409)


UNREADABLE = [
    ({}, "$"),
    ({"id": "x"}, "$.id"),
    ({"seen": "1"}, "$.seen"),
    ({"type": "fly"}, "$.type"),
    ({"type": 3}, "$.type"),
    ({"roll": "six"}, "$.roll"),
    ({"luck": 1}, "$"),
    ({"seat": "1"}, "$.seat"),
    ({"seat": None}, "$.seat"),
]


@pytest.mark.parametrize(("change", "path"), UNREADABLE)
def test_what_cannot_be_read_is_told_by_its_path(table, change, path):
    good = {"id": str(uuid.uuid4()), "seen": 1, "seat": 1, "type": "roll_die"}
    body = {} if not change else good | change
    errors = expect(table.api.post(f"{table.url}commands/", body), "unreadable", 400)["errors"]
    assert [error["path"] for error in errors] == [path]


@pytest.mark.parametrize("body", [[], "x", 3, None])
def test_a_command_is_an_object(table, body):
    expect(table.api.post(f"{table.url}commands/", json.dumps(body)), "unreadable", 400)


def test_a_seat_is_held_by_who_plays_it(two):
    expect(two.give("roll_die", seat=2), "forbidden", 403)
    expect(two.give("roll_die", api=two.other, seat=1), "forbidden", 403)


def test_who_holds_one_seat_need_not_say_which(two):
    assert two.give("roll_die", roll=1).status_code == 201
    assert two.give("roll_die", api=two.other, roll=2).status_code == 201


def test_secrets_are_the_seats_own(two):
    two.give("hide", number=987654)
    assert two.state()["state"]["players"][0]["hidden"] == 987654
    assert two.state(two.other)["state"]["players"][0] == {"score": 0, "has_hidden": True, "hidden": None}
    assert "987654" in json.dumps(two.events())
    assert "987654" not in json.dumps(two.events(two.other))


def test_a_stale_answer_keeps_secrets(two):
    two.give("hide", number=987654)
    missed = expect(two.give("roll_die", api=two.other, seen=1), "stale", 409)["missed"]
    assert missed[0]["data"] == {"seat": 1, "number": None}


def test_nobody_looks_through_the_eyes_of_a_seat_they_do_not_hold(two):
    expect(two.api.get(f"{two.url}state/?seat=2"), "forbidden", 403)
    expect(two.api.get(f"{two.url}events/?seat=2"), "forbidden", 403)
    assert two.state(two.other, seat=2)["seat"] == 2


def test_a_match_is_not_there_for_others(table, new_person):
    other = new_person()
    for name in ("", "state/", "events/", "commands/"):
        expect(other.get(table.url + name), "not_found", 404)
    expect(table.give("roll_die", api=other, seen=1, seat=1), "not_found", 404)
    expect(other.post(f"{table.url}seats/2/code/"), "not_found", 404)
    assert other.get("/api/matches/").json()["results"] == []


def test_the_state_at_any_version(table):
    table.give("roll_die", seat=1, roll=4)
    table.give("roll_die", seat=2, roll=5)
    scores = [[one["score"] for one in table.state(at=at)["state"]["players"]] for at in (1, 2, 4)]
    assert scores == [[0, 0], [4, 0], [4, 5]]
    for at in (0, 6):
        assert table.api.get(f"{table.url}state/?at={at}").status_code in (400, 404)


@pytest.mark.parametrize("query", ["?after=x", "?after=-1", "?limit=0", "?limit=²", "?seat=0", "?after=99999999999"])
def test_a_query_that_cannot_be_read(table, query):
    expect(table.api.get(f"{table.url}events/{query}"), "unreadable", 400)


def test_events_are_paged(table):
    table.give("roll_die", seat=1, roll=4)
    table.give("roll_die", seat=2, roll=5)
    page = table.events(query="?limit=2")
    versions = [event["version"] for event in page["results"]]
    while page["next"]:
        page = table.api.get(page["next"]).json()
        versions += [event["version"] for event in page["results"]]
    assert versions == [1, 2, 3, 4, 5]
    assert page["count"] == 5


def test_what_a_seat_may_do_now(two):
    assert [one["type"] for one in two.api.get(f"{two.url}commands/").json()["commands"]] == [
        "hide",
        "hide",
        "roll_die",
    ]
    assert [one["type"] for one in two.other.get(f"{two.url}commands/").json()["commands"]] == ["hide", "hide"]


def test_undo_and_redo(table):
    table.give("hide", seat=1, number=3)
    assert table.state()["can_undo"] is True
    assert table.give("undo", seat=2, to=1).json()["version"] == 3
    assert table.state()["state"]["players"][0]["has_hidden"] is False
    table.give("undo", seat=2, to=2)
    assert table.state()["state"]["players"][0]["hidden"] == 3


def test_an_undo_does_not_stop_in_the_middle_of_a_command(table):
    table.give("roll_die", seat=1, roll=4)
    table.give("undo", seat=1, to=2)
    expect(table.give("answer_undo", seat=2, agree=True), "refused", 422, rule="MT-UNDO")


def test_a_note_stands_beside_the_chain(table):
    table.give("note", seat=1, text="a cup of tea on the board")
    event = table.events()["results"][-1]
    assert (event["type"], event["text"]) == ("noted", "a cup of tea on the board")
    assert len(event["data"]["digest"]) == 64
    row = StoredEvent.objects.get(version=2)
    assert "tea" not in row.public
    assert event_log.fault_of(table.match) is None


def test_the_end_is_kept(table):
    table.give("correct", seat=1, path="/players/0/score", value=59, reason="forgot a round")
    table.give("roll_die", seat=1, roll=6)
    assert table.state()["ended"] == {"winners": [1], "reason": "TOY-GOAL"}
    assert table.state()["to_act"] == []
    assert table.api.get(table.url).json()["ended"] == {"winners": [1], "reason": "TOY-GOAL"}
    expect(table.give("roll_die", seat=2), "refused", 422, rule="MT-END")


def test_a_replay_of_the_log_is_the_state(table):
    for seat, roll in ((1, 2), (2, 3), (1, 4)):
        table.give("roll_die", seat=seat, roll=roll)
    from games import log

    kind = log.event_type(toy.TOY)
    events = [msgspec.convert({"type": one["type"], **one["data"]}, kind) for one in table.events()["results"]]
    assert msgspec.to_builtins(log.fold(toy.TOY, events)[-1].state, str_keys=True)["players"] == tuple(
        table.state()["state"]["players"]
    )


NOT_STARTED = [
    ({"game": "chess"}, "not_found", 404, None),
    ({"game": "relic"}, "not_playable", 422, None),
    ({}, "unreadable", 400, "$"),
    ({"game": "toy", "seats": 9}, "unreadable", 400, "$.seats"),
    ({"game": "toy", "hold": [3]}, "unreadable", 400, "$.hold"),
    ({"game": "toy", "options": {"goal": "x"}}, "unreadable", 400, "$.options.goal"),
    ({"game": "toy", "options": {"luck": 1}}, "unreadable", 400, "$.options"),
    ({"game": "toy", "table": {"undo": "never"}}, "unreadable", 400, "$.table.undo"),
    ({"game": "toy", "colour": "red"}, "unreadable", 400, "$"),
]


@pytest.mark.parametrize(("wanted", "code", "status", "path"), NOT_STARTED)
def test_a_match_that_cannot_be_started(api, wanted, code, status, path):
    body = expect(api.post("/api/matches/", wanted), code, status)
    assert path is None or [error["path"] for error in body["errors"]] == [path]
    assert not Match.objects.exists()


def test_a_stranger_starts_no_match(stranger):
    expect(stranger.post("/api/matches/", {"game": "toy"}), "not_authenticated", 401)


def test_a_code_is_used_once_and_the_owners_to_give(two, new_person):
    expect(two.api.post(f"{two.url}seats/2/code/"), "already_done", 409)
    expect(two.other.post(f"{two.url}seats/1/code/"), "forbidden", 403)
    expect(two.api.post(f"{two.url}seats/5/code/"), "not_found", 404)
    third = Table(two.api)
    code = two.api.post(f"{third.url}seats/2/code/").json()["code"]
    assert new_person().post("/api/join/", {"code": f" {code[:4]}-{code[4:].lower()} "}).status_code == 201
    expect(new_person().post("/api/join/", {"code": code}), "not_found", 404)


@pytest.mark.parametrize("code", ["", "ABC", "A" * 13, "😀" * 12, None, 3])
def test_a_code_that_cannot_be_one(api, code):
    body = api.post("/api/join/", {"code": code})
    assert body.status_code in (400, 404)


def test_who_deletes_their_account_leaves_the_match_to_the_others(two):
    two.give("roll_die", roll=4)
    assert two.api.delete("/api/me/").status_code == 204
    seats = two.other.get(two.url).json()["seats"]
    assert [seat["taken"] for seat in seats] == [False, True]
    assert two.state(two.other)["version"] == 3
    assert event_log.fault_of(two.match) is None


@pytest.mark.parametrize("path", ["/api/matches/", "/api/me/statistics/"])
def test_a_game_with_a_nul_is_unreadable(api, path):
    """SQLite looks for it and finds nothing; PostgreSQL will not even look."""
    body = expect(api.get(f"{path}?game=toy%00"), "unreadable", 400)
    assert body["errors"][0]["path"] == "game"
    assert api.get(f"{path}?game=toy").status_code == 200


def test_the_page_before_one_beyond_the_end_has_events(table):
    table.give("note", seat=1, text="x")
    page = table.events(query="?after=999999&limit=1")
    assert (page["results"], page["next"]) == ([], None)
    assert [event["version"] for event in table.api.get(page["previous"]).json()["results"]] == [2]


@pytest.mark.parametrize("path", ["", "/x" * 50_000, "x" * 100_000, "/players/" + "0" * 100_000])
def test_a_refusal_does_not_repeat_all_that_was_sent(table, path):
    body = expect(table.give("correct", seat=1, path=path, value={}), "refused", 422, rule="MT-CORRECT")
    assert 0 < len(body["detail"]) < 400
    assert not body["detail"].startswith(":")
