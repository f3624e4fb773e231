"""Checking and reading lists over HTTP: verdicts, and the errors of each kind."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.catalogue import GAMES_FOLDER
from games.registry import GAMES, catalogue_of

LISTS = GAMES_FOLDER / "phoenix_covenant" / "lists"
CHECK, READ = "/api/lists/check/", "/api/lists/read/"
BOTH = pytest.mark.parametrize("url", [CHECK, READ])


def post(url, body, content_type="application/json"):
    data = json.dumps(body) if content_type == "application/json" and not isinstance(body, bytes) else body
    return Client().post(url, data=data, content_type=content_type)


def send(url, text, game="phoenix_covenant", **more):
    return post(url, {"game": game, "text": text, **more})


def problem(answer, status, code):
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    document = answer.json()
    assert (document["status"], document["type"]) == (status, f"/problems/{code}")
    return [(error.get("path"), error.get("line")) for error in document.get("errors", [])]


@pytest.mark.parametrize(
    ("name", "cards", "legal"),
    [
        ("warband", 45, True),
        ("sword-and-shield", 45, True),
        ("move-and-groove", 45, True),
        ("scrap-tech", 45, True),
        ("puzzle-deck", 8, False),
    ],
)
def test_the_printed_decklists(name, cards, legal):
    verdict = send(CHECK, (LISTS / f"{name}.txt").read_text(encoding="utf-8")).json()
    assert (verdict["legal"], verdict["totals"]["cards"]) == (legal, cards)
    assert verdict["data_hash"] == catalogue_of("phoenix_covenant").hash
    assert verdict["counts"]["unknown"] == 0


def test_a_problem_names_its_rule_its_figures_and_its_lines():
    verdict = send(CHECK, (LISTS / "puzzle-deck.txt").read_text(encoding="utf-8")).json()
    least, place = verdict["problems"]
    assert (least["rule"], least["have"], least["need"], least["severity"]) == ("PC-MIN", 8, 45, "error")
    assert (place["rule"], place["entries"], place["lines"]) == ("PC-SEC", ["pc-007"], [3])
    assert Client().get(f"/api/games/phoenix_covenant/rules/{least['rule']}/").status_code == 200


def test_reading_keeps_unknown_lines_and_faults():
    found = send(READ, "3 Bind\n2 Fireboll\n0 Shift").json()
    assert [(entry["code"], entry["count"], entry["line"]) for entry in found["list"]["entries"]] == [
        ("pc-006", 3, 1),
        (None, 2, 2),
    ]
    assert found["lines"][1]["suggestions"] == ["pc-020"]
    assert [fault["line"] for fault in found["faults"]] == [3]
    assert found["counts"] == {"read": 5, "matched": 3, "unknown": 2}


def test_half_a_list_is_not_judged():
    assert problem(send(CHECK, "0 Shift\n3 Bind\n10000000000000 Sprint"), 400, "unreadable") == [
        ("$.text", 1),
        ("$.text", 3),
    ]


@BOTH
def test_a_file_as_it_is(url):
    content = "\ufeff2 Mage’s Library".encode("utf-16-le")
    found = post(f"{url}?game=phoenix_covenant", content, "text/plain").json()
    assert found["encoding"] == "utf-16"
    assert found["lines"][0]["code"] == "pc-043"


@BOTH
def test_an_empty_file_is_an_empty_list(url):
    answer = Client().generic("POST", f"{url}?game=phoenix_covenant", b"", CONTENT_TYPE="text/plain")
    assert answer.json()["counts"]["read"] == 0


@BOTH
@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "$"),
        ([], "$"),
        ({"game": "phoenix_covenant"}, "$"),
        ({"game": "phoenix_covenant", "text": 3}, "$.text"),
        ({"game": "phoenix_covenant", "text": "", "edition": 1}, "$.edition"),
        ({"game": "phoenix_covenant", "text": "", "sise": 1}, "$"),
        ({"game": "x" * 81, "text": ""}, "$.game"),
    ],
)
def test_a_body_that_is_not_what_is_asked_for(url, body, path):
    assert problem(post(url, body), 400, "unreadable") == [(path, None)]


@BOTH
@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"game":"relic","text":"\\ud800"}', b'{"game":"relic","text":"a\\u0000"}', b"[" * 100000]
)
def test_a_body_that_is_no_json(url, body):
    problem(post(url, body), 400, "unreadable")


@BOTH
def test_a_text_with_a_control_character(url):
    assert problem(send(url, "3 Bind\n\x1b"), 400, "unreadable") == [("$.text", 2)]


@BOTH
@pytest.mark.parametrize(
    ("text", "line"), [("x" * (256 * 1024 + 1), None), ("1 Bind\n" * 1001, 1001), ("Deck: " + "Bind;" * 1001, 1)]
)
def test_a_text_that_is_too_large(url, text, line):
    assert problem(send(url, text), 413, "too_large") == [("$.text", line)]


@BOTH
def test_a_file_that_is_too_large(url):
    problem(post(f"{url}?game=relic", b"x" * (256 * 1024 + 1), "text/plain"), 413, "too_large")


@BOTH
@pytest.mark.parametrize(("game", "edition"), [("chess", None), ("", None), ("relic", "x"), ("relic", "../rulebook-1")])
def test_no_such_game_or_edition(url, game, edition):
    problem(send(url, "", game, edition=edition), 404, "not_found")


@BOTH
def test_other_ways_in(url):
    problem(Client().get(url), 405, "not_allowed")
    problem(post(url, b"a=b", "application/x-www-form-urlencoded"), 415, "unsupported")
    assert problem(post(url, b"3 Bind", "text/plain"), 400, "unreadable") == [("?game", None)]
    assert problem(post(f"{url}?gaem=relic", b"3 Bind", "text/plain"), 400, "unreadable") == [("?gaem", None)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_judges_an_unknown_card(game):
    verdict = send(CHECK, "1 Nobody at all\n\n", game).json()
    assert verdict["counts"] == {"read": 1, "matched": 0, "unknown": 1}
    assert verdict["legal"] is (game == "relic")


def test_a_file_in_a_form_and_a_file_of_any_type():
    deck = (LISTS / "warband.txt").read_bytes()
    form = {"file": SimpleUploadedFile("no-matter.pdf", deck), "game": "phoenix_covenant"}
    assert Client().post(CHECK, form).json()["legal"] is True
    for kind in ("text/plain", "text/csv", "application/octet-stream"):
        assert post(f"{CHECK}?game=phoenix_covenant", deck, kind).json()["legal"] is True
    own = {"format": "companion-list", "version": "1.0", "game": "relic", "entries": [{"name": "Nobody"}]}
    assert post(READ, own).json()["format"] == "json"
    assert send(READ, json.dumps(own), game=None).json()["list"]["game"] == "relic"
    assert problem(send(READ, json.dumps(own)), 400, "unreadable") == [("$.game", None)]


def test_a_form_that_cannot_be_read():
    assert problem(Client().post(READ, {"game": "relic"}), 400, "unreadable") == [("$.file", None)]
    assert problem(Client().post(READ, {"file": "text", "game": "relic"}), 400, "unreadable") == [("$.file", None)]
    huge = SimpleUploadedFile("x", b"x" * 400_000)
    problem(Client().post(READ, {"file": huge, "game": "relic"}), 413, "too_large")
    nearly = SimpleUploadedFile("x", b"x" * (256 * 1024 + 1))
    problem(Client().post(READ, {"file": nearly, "game": "relic"}), 413, "too_large")
    broken = Client().generic("POST", READ, b"--x", CONTENT_TYPE="multipart/form-data; boundary=")
    problem(broken, 400, "unreadable")


@pytest.mark.django_db
def test_an_import_keeps_the_whole_of_a_file(api):
    text = "// Note to all\n// Tag: league\nNight Tide\n\nDeck\n3 Bind\n// Note: keep\n2x Fireboll\n"
    answer = api.client.post("/api/lists/import/?game=phoenix_covenant", data=text, content_type="text/plain")
    assert answer.status_code == 201
    found = answer.json()["list"]["content"]
    assert (found["name"], found["notes"], found["tags"]) == ("Night Tide", "Note to all", ["league"])
    assert [(one["count"], one["note"], one["text"]) for one in found["entries"]] == [
        (3, "keep", None),
        (2, "", "2x Fireboll"),
    ]
    assert answer["Location"] == f"/api/decks/{answer.json()['list']['id']}/"


@pytest.mark.django_db
def test_the_ways_out(api):
    formats = {one["name"]: one for one in Client().get("/api/lists/formats/").json()}
    assert set(formats) == {"json", "csv", "text", "markdown"}
    saved = api.post("/api/decks/", {"game": "phoenix_covenant", "name": 'É / " ../x'}).json()
    url = f"/api/decks/{saved['id']}/export/"
    for name, one in formats.items():
        for style in ("", *one["styles"]):
            answer = api.get(f"{url}?format={name}" + (f"&style={style}" if style else ""))
            assert answer.status_code == 200
            assert answer["Content-Type"] == f"{one['media_type']}; charset=utf-8"
            assert answer["Content-Disposition"] == f'attachment; filename="e-x.{one["extension"]}"'
    for query, path in (("format=pdf", "?format"), ("style=x", "?style"), ("format=csv&style=own", "?style")):
        assert problem(api.get(f"{url}?{query}"), 400, "unreadable") == [(path, None)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["link=%00", "link=%ED%A0%80", "q=%ED%A0%80", "tag=%00&tag=a", "page=%00", "game=%00"]
)
def test_queries_that_no_database_could_take(api, query):
    saved = api.post("/api/decks/", {"game": "relic"}).json()
    for url in ("/api/decks/", f"/api/decks/{saved['id']}/", f"/api/decks/{saved['id']}/problems/", "/api/collection/"):
        assert api.get(f"{url}?{query}").status_code in (200, 400, 404)
        assert Client().get(f"{url}?{query}").status_code in (400, 401, 404)
