"""The pages without a browser: who looks, what is refused, what a game without a table of its own shows."""

import json
import re

import pytest
from django.test import Client

from companion.matches import play
from companion.matches.models import Match
from games import registry
from games.decider import Game, Section
from printing.models import PrintJob
from tests.games import toy

pytestmark = pytest.mark.django_db
HTML = {"accept": "text/html"}
MATCH = {"game": "reliquary", "hold": "all", "option-board": "8"}


@pytest.fixture
def browser(db):
    return Client(headers=HTML)


def start(browser, **form):
    answer = browser.post("/matches/new/", {**MATCH, **form})
    assert answer.status_code == 302, answer.content
    return re.search(r"[0-9a-f-]{36}", answer["Location"])[0]


def code_in(page):
    return re.search(r'class="spelt">([0-9A-Z-]+)<', page.content.decode())[1]


def test_no_account_is_needed(browser):
    assert not browser.cookies.get("companion_device")
    match = start(browser)
    assert browser.cookies["companion_device"]["httponly"]
    assert match in browser.get("/").content.decode()
    assert browser.get(f"/matches/{match}/?seat=1").status_code == 200


def test_a_stranger_sees_nothing_of_a_match(browser):
    match = start(browser)
    stranger = Client(headers=HTML)
    for address in ("", "replay/", "correct/", "invite/"):
        assert stranger.get(f"/matches/{match}/{address}").status_code == 404
    answer = stranger.post(f"/matches/{match}/commands/", {"type": "concede", "seat": 1, "seen": 1})
    assert answer.status_code == 404
    assert Match.objects.get(id=match).version == 1


def test_signing_up_claims_what_the_device_holds(browser):
    match = start(browser)
    answer = browser.post("/account/sign-up/", {"username": "mara", "password": "a long pass phrase"})
    assert answer["Location"] == "/"
    assert match in browser.get("/matches/").content.decode()
    elsewhere = Client(headers=HTML)
    elsewhere.post("/account/sign-in/", {"username": "mara", "password": "a long pass phrase"})
    assert match in elsewhere.get("/matches/").content.decode()
    assert elsewhere.post("/account/sign-out/")["Clear-Site-Data"]
    assert match not in elsewhere.get("/matches/").content.decode()


def test_signing_in_leaves_nothing_behind_unasked(browser):
    other = Client(headers=HTML)
    other.post("/account/sign-up/", {"username": "ivo", "password": "a long pass phrase"})
    start(browser)
    known = {"username": "ivo", "password": "a long pass phrase"}
    assert browser.post("/account/sign-in/", known).status_code == 400
    assert browser.post("/account/sign-in/", known | {"leave": "yes"}).status_code == 302
    assert browser.post("/account/sign-in/", known | {"password": "wrong"}).status_code == 401


@pytest.mark.parametrize("form", [{}, {"username": "x"}, {"username": "a" * 81, "password": "y" * 20}])
def test_a_form_that_is_not_filled_in_says_so(browser, form):
    for name in ("sign-up", "sign-in"):
        assert browser.post(f"/account/{name}/", form).status_code == 400


def test_deleting_oneself_is_asked_twice(browser):
    start(browser)
    assert browser.post("/account/delete/", {}).status_code == 400
    assert browser.post("/account/delete/", {"sure": "yes"}).status_code == 302
    assert "guest" not in browser.get("/").content.decode()


def test_a_code_is_shown_and_joined_in_two_taps(browser):
    match = start(browser, hold="1")
    code = code_in(browser.post(f"/matches/{match}/invite/2/"))
    other = Client(headers=HTML)
    assert "Take the seat" in other.get(f"/j/{code}/").content.decode()
    answer = other.post("/j/", {"code": code})
    assert answer["Location"] == f"/matches/{match}/?seat=2"
    assert other.get(answer["Location"]).status_code == 200
    third = Client(headers=HTML)
    assert third.post("/j/", {"code": code}).status_code == 404
    assert third.post("/j/", {"code": "no"}).status_code == 400
    assert third.post("/j/", {}).status_code == 400


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"game": "nothing"}, 404),
        ({"game": "relic"}, 422),
        ({"game": "reliquary", "option-board": "99"}, 400),
        ({"game": "reliquary", "option-board": "many"}, 400),
        ({"game": "reliquary", "seats": "3"}, 400),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(browser, form, status):
    answer = browser.post("/matches/new/", form)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")
    assert Match.objects.count() == 0


def test_options_of_a_match_come_from_its_game(browser):
    match = start(browser, **{"option-board": "10", "option-rites": "true", "option-vigil_reading": "enemy"})
    state = browser.get(f"/api/matches/{match}/state/", headers={"accept": "*/*"}).json()["state"]
    assert (state["options"]["board"], state["options"]["rites"]) == (10, True)
    assert state["options"]["vigil_reading"] == "enemy"


def test_a_command_of_a_form_is_a_command(browser):
    match = start(browser)
    address = f"/matches/{match}/commands/"
    given = {"command": json.dumps({"type": "take_side", "side": "key"}), "seat": 1, "seen": 1}
    assert browser.post(address, given)["Location"].endswith("?seat=1")
    answer = browser.post(address, given)
    assert answer.status_code == 409
    assert "You had seen version 1" in answer.content.decode()
    refused = {"command": json.dumps({"type": "place_ruins", "square": [1, 1]}), "seat": 1, "seen": 3}
    answer = browser.post(address, refused, headers={"x-fragment": "1"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "RQ-S2" in page
    assert "<html" not in page


@pytest.mark.parametrize(
    "command", ["", "no json", "[1]", '{"type": "nothing"}', '{"type": "note", "text": "\\u0000"}']
)
def test_a_command_that_cannot_be_read_changes_nothing(browser, command):
    match = start(browser)
    answer = browser.post(f"/matches/{match}/commands/", {"command": command, "seat": 1, "seen": 1})
    assert answer.status_code == 400
    assert Match.objects.get(id=match).version == 1


def test_secrets_are_not_in_the_page_of_the_other_seat(browser):
    match = start(browser, hold="1")
    other = Client(headers=HTML)
    other.post("/j/", {"code": code_in(browser.post(f"/matches/{match}/invite/2/"))})
    seen = 1
    for who, seat, command in [
        (browser, 1, {"type": "take_side", "side": "key"}),
        (browser, 1, {"type": "place_ruins", "square": [1, 4]}),
        (other, 2, {"type": "place_ruins", "square": [7, 3]}),
        (other, 2, {"type": "pick_faction", "faction": "rq-024"}),
    ]:
        answer = who.post(f"/matches/{match}/commands/", {"command": json.dumps(command), "seat": seat, "seen": seen})
        assert answer.status_code == 302, answer.content
        seen = Match.objects.get(id=match).version
    for address in ("", "?seat=0", f"replay/?at={seen}"):
        page = browser.get(f"/matches/{match}/{address}").content.decode()
        assert "Lantern Bearers" not in re.sub(r'alt="[^"]*"', "", page)
    assert "Lantern Bearers" in re.sub(r'alt="[^"]*"', "", other.get(f"/matches/{match}/").content.decode())
    assert browser.get(f"/matches/{match}/?seat=2").status_code == 403


@pytest.fixture
def toy_game(monkeypatch):
    game = Game(
        slug="toy",
        name="Toy",
        list_word="deck",
        edition="x",
        card=toy.ToyCard,
        sections=(Section("main", ("main",)),),
        problems=lambda card_list, catalogue: (),
        decider=toy.TOY,
    )
    monkeypatch.setitem(registry.GAMES, "toy", game)
    return game


def test_a_game_without_a_table_of_its_own_can_be_played(browser, toy_game, monkeypatch):
    catalogue = registry.catalogue_of("reliquary")
    monkeypatch.setattr(play, "catalogue_of", lambda slug, edition=None: catalogue)
    monkeypatch.setattr(
        play, "_first_event", lambda *_: play.MatchStarted(game="toy", edition="x", data_hash="", seats=2, options={})
    )
    match = start(browser, game="toy")
    page = browser.get(f"/matches/{match}/?seat=1").content.decode()
    assert "Players" in page
    buttons = [json.loads(one.replace("&quot;", '"')) for one in re.findall(r'name="command" value="([^"]+)"', page)]
    assert {"type": "hide", "seat": 1, "number": 3} in buttons
    browser.post(f"/matches/{match}/commands/", {"command": json.dumps(buttons[1]), "seat": 1, "seen": 1})
    assert Match.objects.get(id=match).version == 2
    assert browser.get(f"/matches/{match}/replay/?at=1").status_code == 200


def test_rules_are_searched_and_linked(browser):
    page = browser.get("/rules/reliquary/?q=ATTACK+step").content.decode()
    assert 'id="RQ-T3"' in page
    assert 'id="RQ-S1"' not in page
    part = browser.get("/rules/reliquary/?q=ruin", headers={"hx-request": "true"}).content.decode()
    assert "<html" not in part
    assert 'id="RQ-S2"' in part
    assert browser.get("/rules/nothing/").status_code == 404


def test_every_page_says_what_it_may_load(browser):
    for address in ("/", "/rules/reliquary/", "/nothing/", "/faces/reliquary/house-1/rq-001.svg"):
        policy = browser.get(address)["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
    page = browser.get("/").content.decode()
    assert not re.search(r"https?://|<style|<script>|\son\w+=|\sstyle=", page)


def test_faces_are_drawn_for_every_game_that_has_them(browser):
    for game, code in (("reliquary", "rq-010"), ("phoenix_covenant", "pc-017")):
        edition = registry.game_named(game).edition
        answer = browser.get(f"/faces/{game}/{edition}/{code}.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content.startswith(b"<svg")
    assert browser.get("/faces/reliquary/house-1/nothing.svg").status_code == 404
    assert browser.get("/faces/reliquary/nothing/rq-001.svg").status_code == 404


def test_it_can_be_installed(browser):
    manifest = browser.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert browser.get(icon["src"]).status_code == 200
    worker = browser.get("/worker.js").content.decode()
    for file in re.findall(r'"(/static/[^"]+)"', worker):
        assert browser.get(file).status_code == 200, file


@pytest.mark.parametrize(
    ("form", "status"), [({"kind": "game", "game": "x"}, 400), ({"game": "reliquary", "bleed": "x"}, 400)]
)
def test_a_print_that_cannot_be_is_refused_in_words(browser, form, status):
    answer = browser.post("/print/new/", form)
    assert answer.status_code == status
    assert "told" in answer.content.decode()


@pytest.mark.parametrize("kind", ["game", "tokens", "board", "calibration"])
def test_what_there_is_can_be_printed(browser, kind):
    answer = browser.post("/print/new/", {"kind": kind, "game": "reliquary", "paper": "letter"})
    assert answer.status_code == 302, answer.content
    assert b"hx-get" in browser.get(answer["Location"]).content


def test_a_match_has_its_cards_and_a_printer_is_remembered(browser):
    match = start(browser)
    commands = [{"type": "take_side", "side": "key"}, {"type": "place_ruins", "square": [1, 4]}]
    for seat, command in zip((1, 1), commands, strict=True):
        seen = Match.objects.get(id=match).version
        form = {"command": json.dumps(command), "seat": seat, "seen": seen}
        assert browser.post(f"/matches/{match}/commands/", form).status_code == 302
    assert "cards of this match" not in browser.get(f"/print/new/?game=reliquary&match={match}").content.decode()
    for seat, command in [
        (2, {"type": "place_ruins", "square": [7, 3]}),
        (1, {"type": "pick_faction", "faction": "rq-019"}),
        (2, {"type": "pick_faction", "faction": "rq-020"}),
    ]:
        form = {"command": json.dumps(command), "seat": seat, "seen": Match.objects.get(id=match).version}
        assert browser.post(f"/matches/{match}/commands/", form).status_code == 302
    page = browser.get(f"/print/new/?game=reliquary&match={match}").content.decode()
    codes = re.findall(r'name="codes" value="([^"]+)"', page)
    assert codes == ["rq-019", "rq-020"]
    assert re.search(r'value="codes" checked>The cards of this match', page)
    form = {"kind": "codes", "codes": codes, "game": "reliquary", "backs": "one", "flip": "long", "shift_x": "0.5"}
    form |= {"match": match, "edition": re.search(r'name="edition" value="([^"]+)"', page)[1]}
    assert browser.post("/print/new/", form | {"printer_name": "Kitchen"}).status_code == 302
    printer = re.search(r'value="([0-9a-f-]{36})">Kitchen', browser.get("/print/new/").content.decode())[1]
    assert browser.post("/print/new/", form | {"shift_x": "", "printer": printer}).status_code == 302
    assert {job.title for job in PrintJob.objects.all()} == {"Reliquary"}
    again = browser.post("/print/new/", form | {"bleed": "x"})
    assert (again.status_code, "The cards of this match" in again.content.decode()) == (400, True)


def test_a_list_of_somebody_else_is_seen_by_its_link_alone(browser):
    browser.post("/lists/new/", {"game": "phoenix_covenant", "name": "Mine"})
    address = re.search(r"/lists/[0-9a-f-]{36}/", browser.get("/lists/").content.decode())[0]
    other = Client(headers=HTML)
    assert other.get(address).status_code == 404
    browser.post(f"{address}share/", {"sharing": "link"})
    link = re.search(r"\?link=([\w-]+)", browser.get(address).content.decode())[1]
    page = other.get(f"{address}?link={link}")
    assert page.status_code == 200
    assert b'name="step"' not in page.content
    start(other)
    assert other.post(f"{address}change/", {"step": "add pc-017"}).status_code == 404
    assert other.post(f"{address}copy/", {"link": link}).status_code == 302
    assert "Mine" in other.get("/lists/").content.decode()


def test_two_tabs_never_overwrite_each_other(browser):
    answer = browser.post("/lists/new/", {"game": "phoenix_covenant", "name": "Tabs"})
    address, htmx = answer["Location"], {"hx-request": "true"}
    browser.post(f"{address}change/", {"step": "add pc-017", "seen": ""}, headers=htmx)
    stale = browser.post(f"{address}change/", {"step": "add pc-018", "seen": ""}, headers=htmx).content.decode()
    assert "changed elsewhere" in stale
    assert "One copy" not in stale
    assert stale.count('id="e') == 1
