"""Lists of matches, summaries and statistics: written with the append; no more than everybody at the table knows."""

import json

import pytest

from tests.companion.matches.test_play import Table, expect


def over(table, by=2, **fields):
    assert table.give("concede", seat=by, **fields).status_code == 201
    return table


def test_a_summary_tells_the_score_over_time(table):
    table.give("roll_die", seat=1, roll=4)
    table.give("roll_die", seat=2, roll=5)
    table.give("note", seat=1, text="x")
    table.give("undo", seat=1, to=3)
    table.give("answer_undo", seat=2, agree=True)
    summary = table.api.get(f"{table.url}summary/").json()
    points = [(point["version"], point["scores"]) for point in summary["score_over_time"]]
    assert points == [(1, [0, 0]), (3, [4, 0]), (5, [4, 5]), (9, [4, 0])]
    assert (summary["scores"], summary["sides"], summary["ended"]) == ([4, 0], ["red", "blue"], None)
    assert (summary["results"], summary["version"]) == ([], 9)


def test_the_result_stands_in_the_list_and_in_the_summary(table):
    table.give("correct", seat=1, path="/players/0/score", value=57)
    table.give("roll_die", seat=1, roll=6)
    listed = table.api.get("/api/matches/").json()["results"][0]
    assert (listed["ended"], listed["scores"]) == ({"winners": [1], "reason": "TOY-GOAL"}, [63, 0])
    assert listed["ended_at"] == listed["changed"]
    assert table.api.get(f"{table.url}summary/").json()["results"] == [
        {"seat": 1, "side": "red", "result": "won", "score": 63},
        {"seat": 2, "side": "blue", "result": "lost", "score": 0},
    ]


@pytest.mark.parametrize(
    ("commands", "result"),
    [
        ([("offer_draw", 1, {}), ("answer_draw", 2, {"agree": True})], "drawn"),
        ([("abandon", 1, {})], "abandoned"),
    ],
)
def test_an_end_without_a_winner(table, commands, result):
    for type_, seat, fields in commands:
        assert table.give(type_, seat=seat, **fields).status_code == 201
    results = table.api.get(f"{table.url}summary/").json()["results"]
    assert [one["result"] for one in results] == [result, result]


def test_a_refusal_leaves_no_trace(table):
    before = table.api.get(f"{table.url}summary/").json()
    expect(table.give("roll_die", seat=2), "refused", 422)
    assert table.api.get(f"{table.url}summary/").json() == before


def test_lists_can_be_narrowed(api):
    one, two = Table(api, hold=[1, 2]), over(Table(api, hold=[1, 2]))

    def ids(query):
        return [match["id"] for match in api.get(f"/api/matches/?{query}").json()["results"]]

    assert ids("ended=true") == [two.url.split("/")[3]]
    assert ids("ended=false") == [one.url.split("/")[3]]
    assert len(ids("game=toy")) == 2
    assert ids("game=reliquary") == []
    expect(api.get("/api/matches/?ended=perhaps"), "unreadable", 400)


@pytest.fixture
def pair(api, new_person):
    """Two persons, and a table of theirs as often as wanted; seat 1 is mine, or seat 2."""
    other = new_person()

    def play(mine=1, **wanted):
        table = Table(api, hold=[mine], **wanted)
        code = api.post(f"{table.url}seats/{3 - mine}/code/").json()["code"]
        assert other.post("/api/join/", {"code": code}).status_code == 201
        table.other = other
        return table

    return play


def test_statistics_of_a_person_by_game_and_side(api, pair):
    first = pair()
    over(first, by=2, api=first.other)
    second = pair()
    over(second, by=1)
    third = pair(mine=2)
    over(third, by=1, api=third.other)
    fourth = pair()
    fourth.give("offer_draw", seat=1)
    fourth.give("answer_draw", seat=2, agree=True, api=fourth.other)
    pair()
    mine, theirs = (one.get("/api/me/statistics/").json() for one in (api, first.other))
    assert {name: mine[name] for name in ("played", "won", "lost", "drawn", "abandoned")} == {
        "played": 4,
        "won": 2,
        "lost": 1,
        "drawn": 1,
        "abandoned": 0,
    }
    assert (theirs["won"], theirs["lost"]) == (1, 2)
    assert [(one["game"], one["played"]) for one in mine["by_game"]] == [("toy", 4)]
    assert [(one["side"], one["won"], one["played"]) for one in mine["by_side"]] == [("blue", 1, 1), ("red", 1, 3)]
    assert api.get("/api/me/statistics/?game=reliquary").json()["played"] == 0


def test_statistics_by_list(api, pair):
    from cards.list_models import PlayerList

    me = pair().match.owner
    mine = PlayerList.objects.create(owner=me, game="toy")
    table = pair(lists=[str(mine.id)])
    over(table, by=2, api=table.other)
    assert [(one["card_list"], one["won"]) for one in api.get("/api/me/statistics/").json()["by_list"]] == [
        (str(mine.id), 1)
    ]
    assert table.other.get("/api/me/statistics/").json()["by_list"] == []
    expect(api.post("/api/matches/", {"game": "toy", "lists": [None, None, None]}), "unreadable", 400)
    expect(api.post("/api/matches/", {"game": "toy", "lists": [str(table.match.id)]}), "not_found", 404)
    other = PlayerList.objects.create(owner=me, game="relic")
    expect(api.post("/api/matches/", {"game": "toy", "lists": [str(other.id)]}), "unreadable", 400)


def test_who_plays_against_themselves_wins_nothing(table):
    over(table)
    assert table.api.get("/api/me/statistics/").json()["played"] == 0


def test_nothing_is_told_of_what_is_hidden(two):
    two.give("hide", number=987654)
    for path in ("/api/matches/", two.url, f"{two.url}summary/", "/api/me/statistics/"):
        assert "987654" not in two.other.get(path).content.decode()


def test_nobody_else_reads_a_summary(table, new_person):
    expect(new_person().get(f"{table.url}summary/"), "not_found", 404)


def test_events_as_json_lines(table):
    table.give("roll_die", seat=1, roll=4)
    page = table.api.get(f"{table.url}events/?limit=2", accept="application/jsonl")
    assert page["Content-Type"] == "application/jsonl"
    lines = [json.loads(line) for line in page.content.splitlines()]
    assert lines == table.events(query="?limit=2")["results"]
    link = page["Link"]
    assert link.endswith('; rel="next"')
    rest = table.api.get(link[1:].partition(">")[0], accept="application/jsonl")
    assert [json.loads(line)["version"] for line in rest.content.splitlines()] == [3]
    assert "Link" not in rest
    expect(table.api.get(f"{table.url}events/?limit=0", accept="application/jsonl"), "unreadable", 400)
