"""Who sees a list: private, by link, public; what a link opens; copies know their parents; the collection."""

import pytest

from cards.list_models import PlayerList
from games.registry import catalogue_of
from tests.cards.lists_kit import CADRES, DECKS, PHOENIX, content, deck, new, printed, problem, save

pytestmark = pytest.mark.django_db


def share(api, saved, sharing, **more):
    return api.put(f"{DECKS}{saved['id']}/sharing/", {"sharing": sharing, **more}).json()


def test_a_link_opens_a_list_for_who_has_it(api, new_person, stranger):
    saved = new(api, printed("warband") | {"notes": "Mulligan hard.", "tags": ["league"]})
    link = share(api, saved, "link")["link"]
    one = f"{DECKS}{saved['id']}/"
    for person in (new_person(), stranger):
        problem(person.get(one), 404, "not_found")
        problem(person.get(f"{one}?link=wrong"), 404, "not_found")
        seen = person.get(f"{one}?link={link}").json()
        assert (seen["mine"], seen["link"], seen["has_draft"], seen["built"]) == (False, None, False, False)
        assert seen["content"] == saved["content"]
        for end in ("problems/", "curves/", "odds/", "sample-hand/", "export/"):
            assert person.get(f"{one}{end}?link={link}").status_code == 200
        assert person.get(f"{one}may-add/?code=pc-006&link={link}").status_code == 200
        problem(person.get(f"{one}problems/?revision=1&link={link}"), *_hidden(person))
        problem(person.get(f"{one}revisions/?link={link}"), 400, "unreadable")
        problem(person.put(f"{one}?link={link}", deck(), If_Match="*"), *_hidden(person))
        problem(person.delete(f"{one}?link={link}"), *_hidden(person))


def _hidden(person):
    known = person.get("/api/me/").status_code == 200
    return (404, "not_found") if known else (401, "not_authenticated")


def test_a_link_is_dead_when_a_new_one_is_wanted_or_the_list_is_private_again(api, stranger):
    saved = new(api)
    first = share(api, saved, "link")["link"]
    assert share(api, saved, "link")["link"] == first
    second = share(api, saved, "link", new_link=True)["link"]
    one = f"{DECKS}{saved['id']}/"
    problem(stranger.get(f"{one}?link={first}"), 404, "not_found")
    assert stranger.get(f"{one}?link={second}").status_code == 200
    assert share(api, saved, "private")["link"] is None
    problem(stranger.get(f"{one}?link={second}"), 404, "not_found")
    assert problem(api.put(f"{one}sharing/", {"sharing": "friends"}), 400, "unreadable") == ["$.sharing"]


def test_a_public_list_is_everybodys_to_read(api, stranger):
    saved = new(api)
    share(api, saved, "public")
    assert [one["id"] for one in stranger.get(f"{DECKS}?of=public").json()["results"]] == [saved["id"]]
    assert stranger.get(f"{CADRES}?of=public").json()["count"] == 0
    seen = stranger.get(f"{DECKS}{saved['id']}/").json()
    assert (seen["content"], seen["sharing"]) == (saved["content"], "public")


def test_a_copy_knows_its_parent_and_keeps_its_notes(api, new_person):
    entry = {"code": "pc-006", "count": 3, "note": "for the third turn", "options": ["foil"]}
    saved = new(api, {"entries": [entry], "notes": "Mulligan hard.", "tags": ["league"], "name": "Tide"})
    link = share(api, saved, "link")["link"]
    person = new_person()
    copied = person.post(f"{DECKS}{saved['id']}/copy/?link={link}").json()
    assert copied["content"] == saved["content"]
    assert (copied["mine"], copied["sharing"], copied["revision"]) == (True, "private", 1)
    assert copied["parent"] == {"id": saved["id"], "revision": 1, "name": None}
    share(api, saved, "public")
    assert person.get(f"{DECKS}{copied['id']}/").json()["parent"]["name"] == "Tide"
    save(person, copied, deck(name="Own"))
    assert api.get(f"{DECKS}{saved['id']}/").json()["revision"] == 1
    assert api.delete(f"{DECKS}{saved['id']}/").status_code == 204
    assert person.get(f"{DECKS}{copied['id']}/").json()["parent"] is None
    mine = new(api, deck(name="Mine"))
    again = api.post(f"{DECKS}{mine['id']}/copy/").json()
    assert again["parent"]["name"] == "Mine"


def own(api, cards, **more):
    answer = api.put("/api/collection/phoenix_covenant/", {"cards": cards, **more})
    assert answer.status_code == 204, answer.content


def test_a_collection_counts_copies(api, new_person):
    own(api, {"pc-006": 3, "pc-020": 1})
    own(api, {"pc-020": 2, "pc-003": 0})
    own(new_person(), {"pc-006": 9})
    found = api.get("/api/collection/").json()["results"]
    assert [(one["name"], one["owned"], one["free"], one["held"]) for one in found] == [
        ("Bind", 3, 3, []),
        ("Fireball", 2, 2, []),
    ]
    own(api, {"pc-020": 0})
    assert [one["name"] for one in api.get("/api/collection/?game=phoenix_covenant").json()["results"]] == ["Bind"]
    assert api.get("/api/collection/?game=relic").json()["count"] == 0
    problem(api.get("/api/collection/?game=chess"), 404, "not_found")


@pytest.mark.parametrize(
    ("cards", "path"),
    [
        ({"zz-001": 1}, "$.cards"),
        ({"pc-006": -1}, "$.cards[...]"),
        ({"pc-006": 10**12}, "$.cards[...]"),
        ([], "$.cards"),
    ],
)
def test_what_cannot_be_owned(api, cards, path):
    answer = api.put("/api/collection/phoenix_covenant/", {"cards": cards})
    assert problem(answer, 400, "unreadable") == [path]


def test_what_a_list_lacks_and_which_built_list_holds_which_copy(api):
    own(api, {"pc-006": 4, "pc-020": 1})
    built = new(api, deck(("pc-006", 3), name="On the table"))
    api.put(f"{DECKS}{built['id']}/built/", {"built": True})
    wanted = new(api, {**deck(("pc-006", 2), ("pc-020", 1)), "name": "Next"})
    found = api.get(f"{DECKS}{wanted['id']}/missing/").json()
    assert (found["complete"], found["need"], found["lacks"]) == (False, 3, 1)
    bind, fire = found["cards"]
    assert (bind["owned"], bind["free"], bind["lacks"]) == (4, 1, 1)
    assert bind["held"] == [{"list": built["id"], "name": "On the table", "copies": 3}]
    assert (fire["owned"], fire["lacks"]) == (1, 0)
    own_list = api.get(f"{DECKS}{built['id']}/missing/").json()
    assert (own_list["complete"], own_list["cards"][0]["free"]) == (True, 4)
    (first, _) = api.get("/api/collection/").json()["results"]
    assert (first["name"], first["owned"], first["free"]) == ("Bind", 4, 1)
    api.put(f"{DECKS}{built['id']}/built/", {"built": False})
    assert api.get(f"{DECKS}{wanted['id']}/missing/").json()["complete"] is True


def test_an_unknown_card_is_lacking(api):
    saved = new(api, {"entries": [{"name": "Nobody", "count": 2}]})
    (card,) = api.get(f"{DECKS}{saved['id']}/missing/").json()["cards"]
    assert (card["code"], card["name"], card["lacks"]) == (None, "Nobody", 2)


def test_reprints_count_together(api):
    made = api.post("/api/sets/", {"game": "phoenix_covenant", "prefix": "again", "name": "Reprints"})
    if made.status_code == 404:
        pytest.skip("there are no own sets yet")
    own_set = made.json()["id"]
    card = PHOENIX.by_code["pc-006"]
    code = api.post(f"/api/sets/{own_set}/cards/", {"kind": card.kind, "name": card.name}).json()["code"]
    own(api, {code: 2, "pc-006": 1}, sets=[own_set])
    (owned,) = api.get("/api/collection/").json()["results"]
    assert (owned["owned"], [one["code"] for one in owned["prints"]]) == (3, sorted([code, "pc-006"]))
    saved = new(api, {"sets": [own_set], **deck(("pc-006", 2), (code, 1))})
    found = api.get(f"{DECKS}{saved['id']}/missing/").json()
    assert (found["complete"], [(one["name"], one["need"]) for one in found["cards"]]) == (True, [("Bind", 3)])


def test_a_list_of_reliquary_is_a_match_or_a_print_set(api):
    moves = [card.code for card in catalogue_of("reliquary").cards if card.kind.endswith("_move")][:7]
    match = new(api, {"entries": [{"code": code} for code in moves]}, "reliquary")
    assert (match["legal"], match["totals"]["cards"]) == (True, 7)
    sheet = {"entries": [{"code": card.code, "count": 2} for card in catalogue_of("reliquary").cards]}
    whole = new(api, sheet, "reliquary")
    assert (whole["legal"], whole["problems"]) == (False, 3)
    print_set = new(api, sheet | {"options": {"use": "print"}}, "reliquary")
    assert (print_set["legal"], print_set["totals"]["cards"]) == (True, 72)


def test_a_list_of_relic_is_a_character_and_its_cards_and_never_wrong(api):
    character = catalogue_of("relic").cards[0].code
    entries = [{"code": character}, {"name": "A sword", "section": "cards", "count": 2}]
    saved = new(api, {"entries": entries}, "relic")
    assert (saved["legal"], saved["problems"]) == (True, 0)
    assert [entry["section"] for entry in saved["content"]["entries"]] == ["character", "cards"]


def test_a_cypher_comes_along_by_itself(api):
    units = [card for card in catalogue_of("relic_knights").cards if getattr(card, "cypher", None)]
    if not units:
        pytest.skip("there are no units yet")
    saved = new(api, {"options": {"size": "Skirmish"}, "entries": [{"code": units[0].code}]}, "relic_knights", CADRES)
    assert units[0].cypher in [entry["name"] for entry in saved["comes_along"]]
    assert [entry["code"] for entry in content(saved)["entries"]] == [units[0].code]
    assert PlayerList.objects.count() == 1
