"""The live stream: who is told what and when, through a real server."""

import time
import uuid

import pytest

from companion.matches import live, streams, watch
from companion.matches.models import Match
from companion.matches.watch import WATCH
from tests.companion.household import wait_for
from tests.companion.matches.readers import Stream
from tests.companion.matches.serving import db, port
from tests.companion.matches.test_play import Table, expect
from tests.conftest import Api

__all__ = ["db", "port"]
SOON = 2


def nobody_reads():
    wait_for(lambda: not WATCH.readers, 2)


def id_of(table):
    return table.url.split("/")[3]


def key_of(api):
    return api.client.defaults["HTTP_AUTHORIZATION"].split()[1]


def follow(port, api, after, **headers):
    return Stream(port, after, key_of(api), **headers)


def test_a_reader_is_told_that_there_is_a_version_and_nothing_else(port, two):
    match = id_of(two)
    reader = follow(port, two.other, {match: 1})
    assert reader.status == 200
    assert reader.next(0.2) is None
    two.give("hide", number=5)
    assert reader.next(SOON) == ("message", {match: 2}, f"{match}@2")


def test_what_the_own_process_appends_is_told_without_a_look(port, table, monkeypatch):
    monkeypatch.setattr(watch, "_rows_of", lambda ids: [])
    monkeypatch.setattr(WATCH, "_lose", lambda *_: None)
    monkeypatch.setattr("companion.matches.wire.publish", lambda *_: None)
    match = id_of(table)
    reader = follow(port, table.api, {match: 1})
    for version in (2, 3):
        table.give("note", seat=1, text="tea")
        assert reader.next(SOON)[1] == {match: version}


def test_who_is_behind_is_told_at_once(port, table):
    table.give("roll_die", seat=1, roll=3)
    match = id_of(table)
    assert follow(port, table.api, {match: 1}).next(SOON)[1] == {match: 3}
    assert follow(port, table.api, {match: 3}).next(0.2) is None


def test_who_has_seen_more_than_there_is_is_told_what_there_is(port, table):
    match = id_of(table)
    assert follow(port, table.api, {match: 99}).next(SOON)[1] == {match: 1}


def test_one_stream_follows_many_matches(port, api):
    tables = [Table(api, hold=[1, 2]) for _ in range(5)]
    ids = [id_of(table) for table in tables]
    reader = follow(port, api, dict.fromkeys(ids, 1))
    tables[3].give("hide", seat=1, number=2)
    assert reader.next(SOON)[1] == {ids[3]: 2}
    tables[1].give("hide", seat=1, number=2)
    _, data, vector = reader.next(SOON)
    assert data == {ids[1]: 2}
    assert dict(pair.split("@") for pair in vector.split(",")) == {**dict.fromkeys(ids, "1"), ids[1]: "2", ids[3]: "2"}


def test_a_stream_goes_on_from_the_last_event_id(port, api):
    tables = [Table(api, hold=[1, 2]) for _ in range(2)]
    first, second = map(id_of, tables)
    reader = follow(port, api, {first: 1, second: 1})
    tables[0].give("hide", seat=1, number=2)
    last = reader.next(SOON)[2]
    reader.go()
    tables[1].give("hide", seat=1, number=2)
    again = follow(port, api, {first: 1, second: 1}, Last_Event_ID=last)
    assert again.next(SOON)[1] == {second: 2}


def test_a_burst_is_told_as_the_newest_version(port, table):
    match = id_of(table)
    reader = follow(port, table.api, {match: 1})
    for seat in (1, 2) * 10:
        table.give("roll_die", seat=seat, roll=1)
    told = []
    while not told or told[-1] < 41:
        told.append(reader.next(SOON)[1][match])
    assert told == sorted(set(told))


@pytest.mark.parametrize(
    ("after", "path"),
    [
        ("", "after"),
        ("x", "after"),
        ("x@1", "after"),
        ("{match}", "after"),
        ("{match}@", "after"),
        ("{match}@-1", "after"),
        ("{match}@%C2%B2", "after"),
        ("{match}@1,", "after"),
        ("{match}@99999999999", "after"),
        (",".join(f"{uuid.UUID(int=n)}@1" for n in range(live.MATCHES + 1)), "after"),
    ],
)
def test_what_cannot_be_read_is_told(table, after, path):
    body = expect(table.api.get(f"/api/live/?after={after.format(match=id_of(table))}"), "unreadable", 400)
    assert [error["path"] for error in body["errors"]] == [path]


def test_a_last_event_id_that_cannot_be_read_is_told(table):
    answer = table.api.get(f"/api/live/?after={id_of(table)}@1", last_event_id="nonsense")
    assert expect(answer, "unreadable", 400)["errors"][0]["path"] == "Last-Event-ID"


def test_errors_are_documents_on_the_stream_too(port, table, new_person):
    match = id_of(table)
    for key, status, code in (("", 401, "not_authenticated"), ("wrong", 401, "not_authenticated")):
        answer = Stream(port, {match: 1}, key)
        assert (answer.status, answer.body()["type"]) == (status, f"/problems/{code}")
    answer = follow(port, new_person(), {match: 1})
    assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.body()["type"] == "/problems/not_found"
    answer = Stream(port, {match: 1}, key_of(table.api), Host="elsewhere.example")
    assert (answer.status, answer.body()["type"]) == (400, "/problems/unreadable")


def test_browsers_are_known_by_their_cookies(port, table):
    stranger = Api()
    made = stranger.post("/api/guests/", {"device": True})
    assert made.status_code == 201
    device = stranger.client.cookies["companion_device"].value
    code = Table(table.api)
    join = table.api.post(f"{code.url}seats/2/code/").json()["code"]
    assert stranger.client.post("/api/join/", {"code": join}, content_type="application/json").status_code == 201
    match = id_of(code)
    assert Stream(port, {match: 0}, Cookie=f"companion_device={device}").next(SOON)[1] == {match: 1}
    password = {"username": "grace", "password": "correct horse battery"}
    assert stranger.client.post("/api/accounts/", password, content_type="application/json").status_code == 201
    session = stranger.client.cookies["sessionid"].value
    assert Stream(port, {match: 0}, Cookie=f"sessionid={session}").next(SOON)[1] == {match: 1}
    assert Stream(port, {match: 0}, Cookie=f"companion_device={device}").status == 401


def test_matches_that_one_may_not_see_are_told_as_gone_whether_they_are_there_or_not(port, table, new_person):
    other, nowhere = id_of(Table(new_person())), str(uuid.uuid4())
    match = id_of(table)
    reader = follow(port, table.api, {match: 0, other: 0, nowhere: 0})
    assert reader.next(SOON) == ("gone", {"matches": sorted([other, nowhere])}, f"{match}@1")
    assert reader.next(SOON) == ("message", {match: 1}, f"{match}@1")


def test_who_loses_their_seat_is_told_no_more(port, two):
    match, own = id_of(two), id_of(Table(two.other))
    reader = follow(port, two.other, {match: 1, own: 1})
    two.api.delete(f"{two.url}seats/2/")
    assert reader.next(2)[:2] == ("gone", {"matches": [match]})
    two.give("hide", number=1)
    assert reader.next(0.3) is None


def test_a_stream_with_nothing_left_to_follow_ends(port, two, new_person):
    match = id_of(two)
    reader = follow(port, two.other, {match: 1})
    two.api.delete(f"{two.url}seats/2/")
    assert reader.next(2)[:2] == ("gone", {"matches": [match]})
    assert reader.ends(1)
    assert follow(port, two.other, {match: 1}).status == 404


def test_a_match_that_is_deleted_is_gone(port, table):
    reader = follow(port, table.api, {id_of(table): 1})
    assert table.api.delete(table.url).status_code == 204
    assert reader.next(2)[0] == "gone"


def test_who_deletes_their_account_follows_nothing(port, two):
    reader = follow(port, two.other, {id_of(two): 1})
    two.other.delete("/api/me/")
    assert reader.next(2)[0] == "gone"


def test_who_stays_is_not_disturbed_when_others_leave(port, two):
    match = id_of(two)
    reader = follow(port, two.api, {match: 1})
    two.api.delete(f"{two.url}seats/2/")
    assert reader.next(1.2) is None
    two.give("hide", seat=1, number=1)
    assert reader.next(SOON)[1] == {match: 2}


def test_a_reader_who_has_gone_frees_its_stream_within_a_second(port, table):
    nobody_reads()
    stays, goes = (follow(port, table.api, {id_of(table): 1}) for _ in range(2))
    wait_for(lambda: len(WATCH.readers) == 2, 1)
    goes.go()
    assert wait_for(lambda: len(WATCH.readers) == 1, 1) < 1
    stays.go()
    wait_for(lambda: len(WATCH.readers) == 0, 1)
    assert WATCH._followers == {}
    assert WATCH._people == {}


def test_what_another_process_appends_is_found_by_one_look_for_all(port, table, monkeypatch):
    nobody_reads()
    looks = []
    rows_of = watch._rows_of
    monkeypatch.setattr(watch, "_rows_of", lambda ids: looks.append(len(ids)) or rows_of(ids))
    monkeypatch.setattr(watch, "LISTENING_LOOK_SECONDS", 1.0)
    readers = [follow(port, table.api, {id_of(table): 1}) for _ in range(10)]
    wait_for(lambda: looks, 1)
    time.sleep(0.2)
    monkeypatch.setattr(WATCH, "hear_from_thread", lambda *_: None)
    monkeypatch.setattr("companion.matches.wire.publish", lambda *_: None)
    looks.clear()
    begin = time.monotonic()
    table.give("hide", seat=1, number=1)
    assert all(reader.next(6) for reader in readers)
    assert len(looks) <= time.monotonic() - begin + 2
    assert set(looks) == {1}


def test_it_says_that_it_is_there(port, table, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.1)
    reader = follow(port, table.api, {id_of(table): 1})
    assert reader._until(b":\n\n", 1) is not None
    assert reader._until(b":\n\n", 1) is not None


def test_a_stream_ends_after_a_while_so_that_its_key_is_asked_for_again(port, table, monkeypatch):
    monkeypatch.setattr(streams, "LIFE_SECONDS", 0.2)
    assert follow(port, table.api, {id_of(table): 1}).ends(1)


def test_a_person_has_only_so_many_streams_and_the_oldest_makes_room(port, table, monkeypatch):
    monkeypatch.setattr(watch, "STREAMS", 2)
    first, second, third = (follow(port, table.api, {id_of(table): 1}) for _ in range(3))
    assert first.ends(1)
    table.give("hide", seat=1, number=1)
    assert second.next(SOON)
    assert third.next(SOON)


def test_a_slow_body_holds_up_nobody(port, table):
    for _ in range(streams.ASKING + 1):
        assert follow(port, table.api, {id_of(table): 0}, Content_Length="100").next(SOON)


def test_without_an_open_stream_it_is_one_answer(table):
    table.give("hide", seat=1, number=1)
    match = id_of(table)
    answer = table.api.get(f"/api/live/?after={match}@1", accept="text/event-stream")
    assert answer["content-type"] == "text/event-stream; charset=utf-8"
    assert f'id: {match}@2\ndata: {{"{match}":2}}\n\n' in answer.content.decode()


def test_a_newcomer_to_a_long_match_gets_a_state_and_the_last_events(table):
    for seat in (1, 2) * 4:
        table.give("roll_die", seat=seat, roll=1)
    whole = table.state()
    answer = table.state(events=5)
    assert {**answer, "events": None} == {**whole, "events": None}
    assert [event["version"] for event in answer["events"]] == [13, 14, 15, 16, 17]
    assert [event["version"] for event in table.state(events=5, at=3)["events"]] == [1, 2, 3]
    expect(table.api.get(f"{table.url}state/?events=0"), "unreadable", 400)


def test_where_an_undo_lies_between_a_page_brings_a_fresh_state(table):
    table.give("hide", seat=1, number=3)
    assert table.events(query="?after=1")["state"] is None
    table.give("undo", seat=1, to=1)
    page = table.events(query="?after=2")
    assert [event["type"] for event in page["results"]] == ["undone"]
    assert page["state"] == table.state()


def test_what_is_rolled_back_is_never_told(port, table):
    from django.db import transaction

    match = Match.objects.get(id=id_of(table))
    reader = follow(port, table.api, {id_of(table): 1})
    with transaction.atomic():
        live.told(match.id, 7)
        transaction.set_rollback(True)
    assert reader.next(0.3) is None
