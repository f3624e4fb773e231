"""Saving lists over HTTP: one mechanism, two names; revisions under If-Match; nothing lost, nothing made to fit."""

import threading
import uuid

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError

from cards.list_models import ListRevision, PlayerList
from tests.cards.lists_kit import CADRES, DECKS, PHOENIX, content, deck, new, printed, problem, save

pytestmark = pytest.mark.django_db


def test_a_list_is_saved_with_its_edition_pinned_and_its_verdict(api):
    saved = new(api)
    assert (saved["word"], saved["revision"], saved["edition"], saved["name"]) == (
        "deck",
        1,
        "rulebook-1",
        "Warband",
    )
    assert (saved["legal"], saved["problems"], saved["totals"]["cards"]) == (True, 0, 45)
    assert saved["data_hash"] == PHOENIX.hash
    again = api.get(f"{DECKS}{saved['id']}/")
    assert again["ETag"] == '"1"'
    assert again.json() == saved


@pytest.mark.parametrize(
    ("game", "tree", "other"),
    [("relic_knights", CADRES, DECKS), ("reliquary", DECKS, CADRES), ("relic", DECKS, CADRES)],
)
def test_the_game_decides_under_which_name_its_lists_are(api, game, tree, other):
    saved = new(api, {}, game, tree)
    assert api.get(f"{tree}{saved['id']}/").status_code == 200
    problem(api.get(f"{other}{saved['id']}/"), 404, "not_found")
    assert problem(api.post(other, {"game": game}), 400, "unreadable") == ["$.game"]


def test_an_illegal_list_is_saved_and_stamped_and_stays_as_it_is(api):
    saved = new(api, printed("puzzle-deck"))
    assert (saved["legal"], saved["problems"]) == (False, 2)
    assert [entry["code"] for entry in saved["content"]["entries"]][:1] == [
        printed("puzzle-deck")["entries"][0]["code"]
    ]
    index = api.get(DECKS).json()["results"]
    assert [(one["id"], one["legal"], one["problems"]) for one in index] == [(saved["id"], False, 2)]


def test_an_unknown_card_is_an_entry_like_any_other(api):
    lines = [
        {"name": "Fireboll", "count": 2, "text": "2x   Fireboll (XYZ)\t", "line": 3},
        {"code": "zz-001", "name": "Elsewhere"},
    ]
    saved = new(api, {"entries": lines})
    first, second = saved["content"]["entries"]
    assert (first["code"], first["text"], first["line"]) == (None, "2x   Fireboll (XYZ)\t", 3)
    assert (second["code"], second["name"], second["text"]) == ("zz-001", "Elsewhere", None)
    moved = content(saved)
    moved["entries"][0]["section"] = "side"
    after = save(api, saved, moved).json()["content"]["entries"][0]
    assert (after["name"], after["count"], after["section"], after["text"]) == (
        "Fireboll",
        2,
        "side",
        "2x   Fireboll (XYZ)\t",
    )


def test_each_save_is_a_revision(api):
    saved = new(api)
    second = save(api, saved, deck(("pc-006", 3), name="Bind"))
    assert (second.status_code, second["ETag"], second.json()["revision"]) == (200, '"2"', 2)
    rows = api.get(f"{DECKS}{saved['id']}/revisions/").json()
    assert [row["number"] for row in rows["results"]] == [2, 1]
    first = api.get(f"{DECKS}{saved['id']}/revisions/1/").json()
    assert first["content"] == saved["content"]
    assert first["verdict"]["legal"] is True


def test_without_if_match_nothing_is_saved(api):
    saved = new(api)
    problem(api.put(f"{DECKS}{saved['id']}/", deck()), 428, "precondition_required")
    assert api.get(f"{DECKS}{saved['id']}/").json()["revision"] == 1


@pytest.mark.parametrize("etag", ['"1"', '"7"', "nonsense", '"0"', 'W/"1"'])
def test_a_stale_save_changes_nothing_and_shows_both_and_what_differs(api, etag):
    saved = new(api, deck(("pc-006", 3)))
    save(api, saved, deck(("pc-006", 2), ("pc-020", 1), name="Theirs"))
    mine = deck(("pc-006", 1), name="Mine")
    answer = api.put(f"{DECKS}{saved['id']}/", mine, If_Match=etag)
    problem(answer, 412, "stale")
    body = answer.json()
    assert body["current"]["revision"] == 2
    assert body["current"]["content"]["name"] == "Theirs"
    assert body["yours"]["name"] == "Mine"
    assert [(one["code"], one["before"], one["after"]) for one in body["differs"]["cards"]] == [
        ("pc-006", 2, 1),
        ("pc-020", 1, 0),
    ]
    assert body["differs"]["fields"]["name"] == ["Theirs", "Mine"]
    if etag == '"1"':
        assert [(one["code"], one["before"], one["after"]) for one in body["missed"]["cards"]] == [
            ("pc-006", 3, 2),
            ("pc-020", 0, 1),
        ]
    assert api.get(f"{DECKS}{saved['id']}/").json()["content"]["name"] == "Theirs"


def test_a_retry_of_what_is_saved_already_is_no_new_revision(api):
    saved = new(api)
    body = deck(("pc-006", 3), name="Once")
    assert save(api, saved, body).json()["revision"] == 2
    again = save(api, saved, body)
    assert (again.status_code, again["ETag"]) == (200, '"2"')


def test_a_star_is_any_revision(api):
    saved = new(api)
    save(api, saved, deck(name="Theirs"))
    assert api.put(f"{DECKS}{saved['id']}/", deck(name="Mine"), If_Match="*").json()["revision"] == 3


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_never_overwrite_each_other(new_person):
    api = new_person()
    saved = new(api)
    together = threading.Barrier(6)
    answers = []

    def tab(number):
        together.wait()
        answers.append(save(api, saved, deck(("pc-006", number + 1), name=f"Tab {number}")).status_code)
        connection.close()

    threads = [threading.Thread(target=tab, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 412, 412, 412, 412, 412]
    now = api.get(f"{DECKS}{saved['id']}/").json()
    assert now["revision"] == 2
    assert ListRevision.objects.filter(list=saved["id"]).count() == 2


def test_a_revision_is_never_changed(api):
    new(api)
    row = ListRevision.objects.get()
    row.content = "{}"
    with pytest.raises(TypeError):
        row.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        ListRevision.objects.update(content="{}")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE cards_listrevision SET number = 7")
    assert ListRevision.objects.get().content != "{}"


def test_others_have_no_list_of_yours(api, new_person, stranger):
    saved, other = new(api), new_person()
    one = f"{DECKS}{saved['id']}/"
    for person in (other, stranger):
        for end in ("", "problems/", "may-add/?code=pc-006", "curves/", "odds/", "sample-hand/", "export/"):
            problem(person.get(one + end), 404, "not_found")
        problem(person.get(f"{one}diff/?from=1"), 404, "not_found")
    for end in ("revisions/", "revisions/1/", "draft/", "missing/", "problems/?revision=1"):
        problem(other.get(one + end), 404, "not_found")
        problem(stranger.get(one + end), 401, "not_authenticated")
    problem(other.put(one, deck(), If_Match="*"), 404, "not_found")
    problem(other.put(f"{one}sharing/", {"sharing": "public"}), 404, "not_found")
    problem(other.put(f"{one}built/", {"built": True}), 404, "not_found")
    problem(other.post(f"{one}copy/"), 404, "not_found")
    problem(other.post(f"{one}revisions/1/restore/", If_Match="*"), 404, "not_found")
    problem(other.delete(one), 404, "not_found")
    problem(stranger.delete(one), 401, "not_authenticated")
    problem(stranger.post(DECKS, {"game": "relic"}), 401, "not_authenticated")
    problem(stranger.get(DECKS), 401, "not_authenticated")
    problem(api.get(f"{DECKS}{uuid.uuid4()}/"), 404, "not_found")
    assert api.get(one).json() == saved


def test_deleting_takes_one_call(api):
    saved = new(api)
    assert api.delete(f"{DECKS}{saved['id']}/").status_code == 204
    problem(api.get(f"{DECKS}{saved['id']}/"), 404, "not_found")
    assert not ListRevision.objects.exists()


def test_filters_of_the_index(api):
    first = new(api, printed("warband") | {"tags": ["casual", "red"]})
    second = new(api, deck(name="Éclair", tags=["red"]))
    third = new(api, {"name": "Seven"}, "reliquary")
    api.put(f"{DECKS}{second['id']}/sharing/", {"sharing": "public"})
    api.put(f"{DECKS}{third['id']}/built/", {"built": True})

    def found(query):
        return {one["id"] for one in api.get(f"{DECKS}?{query}").json()["results"]}

    ids = {first["id"], second["id"], third["id"]}
    assert found("") == ids
    assert found("game=reliquary") == {third["id"]}
    assert found("edition=rulebook-1") == {first["id"], second["id"]}
    assert found("tag=red") == {first["id"], second["id"]}
    assert found("tag=red&tag=casual") == {first["id"]}
    assert found("q=war") == {first["id"]}
    assert found("sharing=public") == {second["id"]}
    assert found("sharing=private") == {first["id"], third["id"]}
    assert found("built=true") == {third["id"]}
    assert found("of=public") == {second["id"]}
    page = api.get(f"{DECKS}?page_size=2").json()
    assert (page["count"], len(page["results"])) == (3, 2)
    assert len(api.get(page["next"]).json()["results"]) == 1
    for query, path in (
        ("sharing=all", "?sharing"),
        ("built=1", "?built"),
        ("of=all", "?of"),
        ("tga=x", "?tga"),
        ("q=%00", "?q"),
        ("tag=%00", "?tag"),
    ):
        assert problem(api.get(f"{DECKS}?{query}"), 400, "unreadable") == [path]


def test_several_lists_at_once(api, new_person):
    ids = [new(api, deck(name=name))["id"] for name in "abc"]
    other = new(new_person(), deck())["id"]
    many = {"ids": [*ids[:2], other], "do": "tag", "tag": "  league   night "}
    assert api.post("/api/lists/many/", many).json() == {"done": 2}
    assert api.post("/api/lists/many/", many).json() == {"done": 0}
    tagged = api.get(f"{DECKS}?tag=league night").json()["results"]
    assert {(one["id"], one["revision"]) for one in tagged} == {(ids[0], 2), (ids[1], 2)}
    assert api.post("/api/lists/many/", many | {"do": "untag", "tag": "league night"}).json() == {"done": 2}
    assert api.post("/api/lists/many/", {"ids": [*ids[:2], other], "do": "delete"}).json() == {"done": 2}
    assert PlayerList.objects.count() == 2
    assert problem(api.post("/api/lists/many/", {"ids": ids, "do": "tag"}), 400, "unreadable") == ["$.tag"]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"entries": [{"code": "pc-006", "count": 0}]}, "$.entries[0].count"),
        ({"entries": [{"code": "pc-006", "count": -1}]}, "$.entries[0].count"),
        ({"entries": [{"code": "pc-006", "count": 10**12}]}, "$.entries[0].count"),
        ({"entries": [{"code": "pc-006", "count": 1.5}]}, "$.entries[0].count"),
        ({"entries": [{"code": "pc-006", "count": "3"}]}, "$.entries[0].count"),
        ({"entries": [{"count": 3}]}, "$.entries[0]"),
        ({"entries": [{"name": "\u200b "}]}, "$.entries[0]"),
        ({"entries": [{"name": "x" * 301}]}, "$.entries[0].name"),
        ({"entries": [{"name": "x", "section": "Main Deck"}]}, "$.entries[0].section"),
        ({"entries": [{"name": "x", "note": "a\x07"}]}, "$.entries[0].note"),
        ({"entries": [{"name": "x", "options": [" "]}]}, "$.entries[0].options[0]"),
        ({"entries": [{"name": "x" + "\u0301" * 31}]}, "$.entries[0].name"),
        ({"entries": [{"name": "x", "note": "y" * 20_001}]}, "$.entries[0].note"),
        ({"entries": [{"nmae": "x"}]}, "$.entries[0]"),
        ({"name": "x" * 301}, "$.name"),
        ({"name": "\x1b[2J"}, "$.name"),
        ({"options": {"size": "Skirmish"}}, "$.options"),
        ({"tags": [""]}, "$.tags[0]"),
        ({"tags": ["x"] * 21}, "$.tags"),
        ({"sets": ["x"]}, "$.sets[0]"),
        ({"sets": [str(uuid.UUID(int=7))]}, "$.sets"),
        ({"edition": "rulebook-9"}, "$.edition"),
        ({"edition": "../rulebook-1"}, "$.edition"),
        ({"vendor": {"a": [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}}, "$.vendor"),
        ({"vendor": {"a": "\x01"}}, "$.vendor"),
        ({"game": "chess"}, "$.game"),
        ({"gmae": "relic"}, "$"),
        ([], "$"),
    ],
)
def test_what_cannot_be_a_list_is_refused_with_its_path(api, body, path):
    whole = {"game": "phoenix_covenant", **body} if isinstance(body, dict) else body
    assert problem(api.post(DECKS, whole), 400, "unreadable") == [path]
    assert not PlayerList.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"entries": [{"code": "pc-006", "count": 999}] * 1000, "notes": "one\ntwo"},
        {"entries": [{"code": "pc-006", "count": 999_000}]},
        {"entries": [{"name": "x", "note": "y" * 20_000}] * 14},
        {"notes": "\n" * 1_000},
    ],
)
def test_a_list_that_its_own_text_could_not_hold_is_too_large(api, body):
    problem(api.post(DECKS, {"game": "phoenix_covenant", **body}), 413, "too_large")
    assert not PlayerList.objects.exists()


@pytest.mark.parametrize(
    "body", [b'{"game":"relic","name":"\\ud800"}', b'{"game":"relic","name":"a\\u0000"}', b"[" * 100_000, b"{"]
)
def test_a_body_that_is_no_text_is_refused(api, body):
    answer = api.client.post(DECKS, data=body, content_type="application/json")
    problem(answer, 400, "unreadable")


def test_all_of_a_content_is_kept(api):
    body = {
        "name": "Night\u00a0 Tide",
        "entries": [
            {"code": "PC-006", "count": 3, "options": ["foil", "two  spaces"], "note": "for the\r\nthird turn"},
            {"code": "pc-006", "count": 1, "section": "side"},
        ],
        "notes": "first\r\nsecond\rthird",
        "tags": ["a", "a", "b"],
        "vendor": {"other": {"id": 12, "deep": [1, None, "x\ny"]}},
    }
    found = new(api, body)["content"]
    assert found["name"] == "Night Tide"
    assert [(one["code"], one["name"], one["options"], one["note"]) for one in found["entries"]] == [
        ("pc-006", "Bind", ["foil", "two spaces"], "for the\nthird turn"),
        ("pc-006", "Bind", [], ""),
    ]
    assert (found["notes"], found["tags"], found["vendor"]) == ("first\nsecond\nthird", ["a", "b"], body["vendor"])


def test_what_is_kept_of_a_person_is_exported_and_goes_with_them(api, new_person):
    saved = new(api)
    save(api, saved, deck(name="Two"))
    api.put(f"{DECKS}{saved['id']}/sharing/", {"sharing": "link"})
    link = api.get(f"{DECKS}{saved['id']}/").json()["link"]
    copy = new_person()
    copied = copy.post(f"{DECKS}{saved['id']}/copy/?link={link}").json()
    (exported,) = api.get("/api/me/export/").json()["lists"]
    assert [one["content"]["name"] for one in exported["revisions"]] == ["Warband", "Two"]
    assert api.delete("/api/me/").status_code == 204
    assert set(PlayerList.objects.values_list("id", flat=True)) == {uuid.UUID(copied["id"])}
    now = copy.get(f"{DECKS}{copied['id']}/").json()
    assert (now["parent"], now["content"]["name"]) == (None, "Two")
