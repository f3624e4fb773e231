"""Writing: what is accepted is written once and whole; what is not changes nothing."""

import json
import threading
import uuid

import pytest
from django.db import connection
from django.utils import timezone

from companion.matches import event_log, states
from companion.matches.event_table import ScorePoint, SeatResult, Snapshot, StoredEvent
from companion.matches.models import Match
from tests.companion.matches.test_play import Table, expect
from tests.games import toy

TABLES = (StoredEvent, Snapshot, ScorePoint, SeatResult)


def everything(match):
    """All that is stored of a match, as it stands."""
    rows = [list(table.objects.filter(match=match.id).order_by("pk").values()) for table in TABLES]
    return rows, Match.objects.filter(id=match.id).values().get()


@pytest.fixture(params=["in memory", "restarted"])
def restarted(request):
    """A server that still knows the match, and one that has just been started."""
    return states.forget_all if request.param == "restarted" else lambda: None


def test_the_same_again_gets_the_first_answer_after_an_undo(table, restarted):
    id_ = uuid.uuid4()
    first = table.give("hide", seat=1, number=5, id_=id_, seen=1)
    table.give("undo", seat=1, to=1)
    restarted()
    before = everything(table.match)
    for seen in (1, 3, 99):
        again = table.give("hide", seat=1, number=5, id_=id_, seen=seen)
        assert (again.status_code, again.json()) == (201, first.json())
    assert everything(table.match) == before


def test_the_same_again_gets_the_first_answer_after_the_end(table, restarted):
    id_ = uuid.uuid4()
    first = table.give("hide", seat=1, number=5, id_=id_, seen=1)
    table.give("concede", seat=2)
    restarted()
    assert table.give("hide", seat=1, number=5, id_=id_, seen=3).json() == first.json()


def test_the_same_again_where_it_would_now_be_refused(table):
    id_ = uuid.uuid4()
    first = table.give("hide", seat=1, number=5, id_=id_, seen=1)
    again = table.give("hide", seat=1, number=5, id_=id_, seen=2)
    assert (again.status_code, again.json()) == (201, first.json())
    expect(table.give("hide", seat=1, number=6, id_=id_, seen=2), "reused_id", 409)
    expect(table.give("hide", seat=1, number=6, seen=2), "refused", 422, rule="TOY-1")


@pytest.mark.parametrize("change", [{"number": 6}, {"seat": 2}, {"type": "note", "text": "x"}])
def test_an_id_stands_for_one_body_at_every_version(table, restarted, change):
    id_ = uuid.uuid4()
    body = {"id": str(id_), "seen": 1, "seat": 1, "type": "hide", "number": 5}
    assert table.api.post(f"{table.url}commands/", body).status_code == 201
    restarted()
    other = body | change
    if "text" in change:
        other.pop("number")
    for seen in (1, 2):
        expect(table.api.post(f"{table.url}commands/", other | {"seen": seen}), "reused_id", 409)


REFUSED = [
    ("roll_die", {"seat": 2}, "refused"),
    ("show", {"seat": 1}, "refused"),
    ("undo", {"seat": 1, "to": 77}, "refused"),
    ("correct", {"seat": 1, "path": "/turn", "value": "x"}, "refused"),
    ("roll_die", {"seat": 1, "seen": 1}, "stale"),
    ("roll_die", {"seat": 1, "seen": 99}, "stale"),
    ("hide", {"seat": 1, "number": "x"}, "unreadable"),
]


@pytest.mark.parametrize(("type_", "fields", "code"), REFUSED)
def test_what_is_not_accepted_changes_nothing(table, restarted, type_, fields, code):
    table.give("hide", seat=2, number=4)
    restarted()
    before = everything(table.match)
    answer = table.give(type_, **fields)
    assert answer.json()["type"] == f"/problems/{code}"
    assert everything(table.match) == before


def test_what_was_stale_may_be_sent_again_with_the_same_id(table):
    table.give("hide", seat=2, number=4)
    id_ = uuid.uuid4()
    expect(table.give("roll_die", seat=1, roll=2, id_=id_, seen=1), "stale", 409)
    assert table.give("roll_die", seat=1, roll=2, id_=id_, seen=2).status_code == 201


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_what_no_database_could_keep_is_refused_at_the_door(table, text):
    body = {"id": str(uuid.uuid4()), "seen": 1, "seat": 1, "type": "note", "text": text}
    response = table.api.client.post(f"{table.url}commands/", json.dumps(body), content_type="application/json")
    expect(response, "unreadable", 400)
    assert table.state()["version"] == 1


def test_a_text_has_an_end(table):
    expect(table.give("note", seat=1, text="x" * 2001), "unreadable", 400)


def test_an_append_is_one_statement_or_one_transaction(table, django_assert_num_queries):
    """Its statement passes Django's cursor by, so that nothing is left to be counted."""
    match = table.match
    command = event_log.Accepted(id=uuid.uuid4(), digest="0" * 64, seat=1)
    with django_assert_num_queries(2 if connection.in_atomic_block else 0) as queries:
        event_log.append(toy.TOY, match, [toy.TurnPassed(to=2)], now=timezone.now(), command=command)
    assert all("SAVEPOINT" in query["sql"] for query in queries)
    assert event_log.fault_of(Match.objects.get(id=match.id)) is None


def test_a_match_that_is_being_deleted_takes_nothing_more(table):
    match = table.match
    Match.objects.filter(id=match.id).update(deleting=True)
    with pytest.raises(event_log.Stale):
        event_log.append(toy.TOY, match, [toy.TurnPassed(to=2)], now=timezone.now())


def test_a_command_of_many_events_is_written_whole(table):
    match = table.match
    events = [toy.TurnPassed(to=1 + n % 2) for n in range(300)]
    event_log.append(toy.TOY, match, events, now=timezone.now())
    assert Match.objects.get(id=match.id).version == 301
    assert event_log.fault_of(match) is None


def at_once(number, work):
    """The results of the same work in so many threads at once."""
    results, barrier = [], threading.Barrier(number)

    def run(n):
        try:
            barrier.wait(10)
            results.append(work(n))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("type_", "fields"), [("roll_die", {"seat": 1}), ("hide", {"seat": 2, "number": 5})])
def test_the_same_in_parallel_is_written_once(api, type_, fields):
    table = Table(api, hold=[1, 2])
    id_ = uuid.uuid4()
    answers = at_once(6, lambda n: table.give(type_, id_=id_, seen=1, **fields))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len(event_log.remembered_in(table.match)) == 1
    assert event_log.fault_of(table.match) is None


@pytest.mark.parametrize(("type_", "status"), [("hide", 201), ("roll_die", 409)])
def test_a_simultaneous_command_is_judged_anew_however_often_others_are_faster(table, monkeypatch, type_, status):
    append, before = event_log.append, iter(range(50))

    def outrun(decider, match, *rest, **more):
        if next(before, None) is not None:
            other = Match.objects.get(id=match.id)
            append(decider, other, [toy.TurnPassed(to=1)], now=timezone.now())
        return append(decider, match, *rest, **more)

    monkeypatch.setattr(event_log, "append", outrun)
    fields = {"number": 5} if type_ == "hide" else {"roll": 1}
    answer = table.give(type_, seat=1, seen=1, **fields)
    assert answer.status_code == status
    assert table.match.version == (52 if type_ == "hide" else 2)


@pytest.mark.django_db(transaction=True)
def test_of_commands_at_once_one_is_accepted_and_the_others_learn_why(api):
    table = Table(api, hold=[1, 2])
    answers = at_once(6, lambda n: table.give("roll_die", seat=1, roll=n + 1, seen=1))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201, *[409] * 5]
    for answer in answers:
        if answer.status_code == 409:
            assert [event["version"] for event in answer.json()["missed"]] == [2, 3]


@pytest.mark.django_db(transaction=True)
def test_simultaneous_commands_at_once_are_all_accepted(api):
    table = Table(api, seats=4, hold=[1, 2, 3, 4])
    answers = at_once(4, lambda n: table.give("hide", seat=n + 1, number=n, seen=1))
    assert [answer.status_code for answer in answers] == [201] * 4
    assert table.state()["version"] == 5
