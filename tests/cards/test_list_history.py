"""A list's past over HTTP: names of revisions, restoring, diffs, and the one draft."""

import threading

import pytest
from django.db import connection

from cards.list_models import ListDraft, ListRevision
from tests.cards.lists_kit import CADRES, DECKS, content, deck, new, printed, problem, save

pytestmark = pytest.mark.django_db


@pytest.fixture
def saved(api):
    """Three revisions: 3 Bind; 2 Bind and Fireball; legal."""
    first = new(api, deck(("pc-006", 3), name="One", tags=["a"]))
    save(api, first, deck(("pc-006", 2), ("pc-020", 1), name="Two"))
    save(api, first, printed("warband"), seen=2)
    return first


def test_a_revision_has_a_name_or_none(api, saved):
    one = f"{DECKS}{saved['id']}/revisions/2/"
    assert api.put(one, {"name": "before  the  league"}).json()["name"] == "before the league"
    rows = api.get(f"{DECKS}{saved['id']}/revisions/").json()["results"]
    assert {row["number"]: row["name"] for row in rows} == {3: "", 2: "before the league", 1: ""}
    assert api.put(one, {"name": "else"}).json()["name"] == "else"
    assert api.put(one, {"name": ""}).json()["name"] == ""
    assert problem(api.put(one, {"name": "\x01"}), 400, "unreadable") == ["$.name"]
    assert problem(api.put(one, {"name": "x" * 81}), 400, "unreadable") == ["$.name"]
    problem(api.put(f"{DECKS}{saved['id']}/revisions/9/", {"name": "x"}), 404, "not_found")
    problem(api.get(f"{DECKS}{saved['id']}/revisions/9/"), 404, "not_found")


def test_restoring_is_a_new_revision(api, saved):
    one = f"{DECKS}{saved['id']}/revisions/1/restore/"
    problem(api.post(one), 428, "precondition_required")
    stale = api.post(one, If_Match='"2"')
    problem(stale, 412, "stale")
    assert stale.json()["yours"]["name"] == "One"
    now = api.post(one, If_Match='"3"').json()
    assert (now["revision"], now["content"]) == (4, saved["content"])
    rows = api.get(f"{DECKS}{saved['id']}/revisions/").json()["results"]
    assert [(row["number"], row["restored"]) for row in rows] == [(4, 1), (3, None), (2, None), (1, None)]
    problem(api.post(f"{DECKS}{saved['id']}/revisions/9/restore/", If_Match='"4"'), 404, "not_found")


def test_the_diff_of_two_revisions(api, saved):
    found = api.get(f"{DECKS}{saved['id']}/diff/?from=1&to=2").json()
    assert [(one["code"], one["section"], one["before"], one["after"]) for one in found["cards"]] == [
        ("pc-006", "main", 3, 2),
        ("pc-020", "main", 0, 1),
    ]
    assert (found["same"], found["legal"], found["totals"]) == (False, [False, False], {})
    assert found["fields"] == {"name": ["One", "Two"], "tags": [["a"], []]}
    to_legal = api.get(f"{DECKS}{saved['id']}/diff/?from=1").json()
    assert to_legal["legal"] == [False, True]
    assert to_legal["totals"]["cards"] == [3, 45]
    assert [one["rule"] for one in to_legal["gone_problems"]] == ["PC-MIN"]
    assert to_legal["new_problems"] == []
    same = api.get(f"{DECKS}{saved['id']}/diff/?from=3&to=3").json()
    assert (same["same"], same["cards"], same["fields"]) == (True, [], {})


def test_the_diff_of_two_lists_and_of_the_draft(api, saved, new_person):
    other = new(api, deck(("pc-006", 1)))
    found = api.get(f"{DECKS}{saved['id']}/diff/?from={other['id']}&to=1").json()
    assert [(one["before"], one["after"]) for one in found["cards"]] == [(1, 3)]
    found = api.get(f"{DECKS}{other['id']}/diff/?from={saved['id']}@2&to={saved['id']}@1").json()
    assert [(one["code"], one["before"], one["after"]) for one in found["cards"]] == [
        ("pc-006", 2, 3),
        ("pc-020", 1, 0),
    ]
    draft = {"based_on": 3, "content": deck(("pc-006", 3))}
    api.put(f"{DECKS}{saved['id']}/draft/", draft, If_None_Match="*")
    assert api.get(f"{DECKS}{saved['id']}/diff/?from=1&to=draft").json()["cards"] == []
    person = new_person()
    theirs = new(person, deck())
    problem(person.get(f"{DECKS}{theirs['id']}/diff/?from={saved['id']}"), 404, "not_found")
    api.put(f"{DECKS}{saved['id']}/sharing/", {"sharing": "public"})
    assert person.get(f"{DECKS}{theirs['id']}/diff/?from={saved['id']}").status_code == 200
    for hidden in ("@1", "@draft"):
        answer = person.get(f"{DECKS}{theirs['id']}/diff/?from={saved['id']}{hidden}")
        assert answer.status_code in (400, 404)
    problem(person.get(f"{DECKS}{saved['id']}/diff/?from=1"), 404, "not_found")


@pytest.mark.parametrize("word", ["x", "", "0x1", "@", "1@2@3", "9" * 40, "x" * 36, "draft@1"])
def test_a_side_of_a_diff_that_means_nothing(api, saved, word):
    answer = api.get(f"{DECKS}{saved['id']}/diff/?from={word}")
    assert problem(answer, 400, "unreadable") == ["?from"]


def test_the_diff_tells_points_options_and_notes(api):
    entry = {"code": "rk-004", "section": "boosts"}
    first = new(api, {"options": {"size": "Skirmish"}, "entries": [entry]}, "relic_knights", CADRES)
    after = {
        "options": {"size": "Battle"},
        "entries": [entry | {"count": 2, "options": ["left"], "note": "by the wall"}],
    }
    save(api, first, after, tree=CADRES)
    found = api.get(f"{CADRES}{first['id']}/diff/?from=1").json()
    assert found["totals"] == {"cards": [1, 2], "points": [4, 8]}
    (card,) = found["cards"]
    assert (card["options"], card["notes"]) == ([[], [["left"]]], [[], ["by the wall"]])
    assert found["fields"]["options"] == [{"size": "Skirmish"}, {"size": "Battle"}]


def test_autosave_is_one_draft_and_never_a_revision(api, saved):
    url = f"{DECKS}{saved['id']}/draft/"
    problem(api.get(url), 404, "not_found")
    first = api.put(url, {"based_on": 3, "content": deck(("pc-006", 1))}, If_None_Match="*")
    assert (first.status_code, first.json()["stale"]) == (200, False)
    etag = first["ETag"]
    for count in range(2, 6):
        answer = api.put(url, {"based_on": 3, "content": deck(("pc-006", count))}, If_Match=etag)
        etag = answer["ETag"]
    assert ListDraft.objects.count() == 1
    assert ListRevision.objects.count() == 3
    now = api.get(url)
    assert now["ETag"] == etag
    assert now.json()["content"]["entries"][0]["count"] == 5
    assert [one["rule"] for one in now.json()["verdict"]["problems"]] == ["PC-MIN", "PC-CPY"]
    assert api.get(f"{DECKS}{saved['id']}/").json()["has_draft"] is True
    save(api, saved, deck(name="Four"), seen=3)
    assert api.get(url).json()["stale"] is True
    problem(api.delete(url), 428, "precondition_required")
    problem(api.delete(url, If_Match='"x"'), 412, "stale")
    assert api.delete(url, If_Match=etag).status_code == 204
    problem(api.get(url), 404, "not_found")
    problem(api.delete(url, If_Match=etag), 404, "not_found")


def test_a_draft_of_another_tab_is_not_written_over(api, saved):
    url = f"{DECKS}{saved['id']}/draft/"
    mine = {"based_on": 3, "content": deck(("pc-006", 1), name="Mine")}
    theirs = {"based_on": 3, "content": deck(("pc-006", 2), name="Theirs")}
    problem(api.put(url, mine), 428, "precondition_required")
    etag = api.put(url, theirs, If_None_Match="*")["ETag"]
    stale = api.put(url, mine, If_None_Match="*")
    problem(stale, 412, "stale")
    assert stale.json()["current"]["content"]["name"] == "Theirs"
    assert [(one["before"], one["after"]) for one in stale.json()["differs"]["cards"]] == [(2, 1)]
    assert api.put(url, theirs, If_None_Match="*").status_code == 200
    api.delete(url, If_Match=etag)
    gone = api.put(url, mine, If_Match=etag)
    problem(gone, 412, "stale")
    assert gone.json()["current"] is None


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"content": {}}, "$"),
        ({"based_on": 0, "content": {}}, "$.based_on"),
        ({"based_on": 1, "content": {"entries": [{"name": "", "count": 1}]}}, "$.entries[0]"),
    ],
)
def test_a_draft_that_cannot_be_a_list(api, saved, body, path):
    answer = api.put(f"{DECKS}{saved['id']}/draft/", body, If_None_Match="*")
    assert problem(answer, 400, "unreadable") == [path]


@pytest.mark.django_db(transaction=True)
def test_two_drafts_at_once(new_person):
    api = new_person()
    saved = new(api)
    together = threading.Barrier(4)
    answers = []

    def tab(number):
        together.wait()
        body = {"based_on": 1, "content": deck(("pc-006", number + 1))}
        answers.append(api.put(f"{DECKS}{saved['id']}/draft/", body, If_None_Match="*").status_code)
        connection.close()

    threads = [threading.Thread(target=tab, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 412, 412, 412]


def test_a_list_that_was_read_can_be_sent_back_as_it_is(api, saved):
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert save(api, now, content(now)).json()["revision"] == now["revision"]
