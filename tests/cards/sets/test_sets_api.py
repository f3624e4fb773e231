"""A person's own sets: made, changed under If-Match, shared, copied, deleted; their cards typed by the game."""

from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.merging import merged
from companion.accounts.models import User
from companion.problems import Problem
from games.registry import GAMES

pytestmark = pytest.mark.django_db
CARD = {"kind": "unit", "name": "Grey Gate Keeper", "cost": 4, "faction": "Noh Empire", "type": "minion"}


def paths(answer):
    return [error["path"] for error in answer.json()["errors"]]


def person(api):
    return User.objects.get(id=api.get("/api/me/").json()["id"])


def catalogue(owner, user=None, edition=None):
    return merged(owner.game, edition, [UUID(owner.id)], user or person(owner.api))


def test_a_set_is_made_and_found(owner):
    body = owner.made.json()
    assert owner.made["Location"] == owner.url
    assert (body["game"], body["prefix"], body["sharing"], body["cards"], body["mine"]) == (
        "relic_knights",
        "my",
        "private",
        0,
        True,
    )
    assert [one["id"] for one in owner.api.get("/api/sets/").json()["results"]] == [owner.id]
    assert owner.api.get("/api/sets/?game=relic").json()["count"] == 0


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"game": "relic", "prefix": "x", "name": "a"}, "$.prefix"),
        ({"game": "relic", "prefix": "toolonger", "name": "a"}, "$.prefix"),
        ({"game": "relic", "prefix": "rl", "name": "a"}, "$.prefix"),
        ({"game": "relic_knights", "prefix": "rkt", "name": "a"}, "$.prefix"),
        ({"game": "relic", "prefix": "ab", "name": ""}, "$.name"),
        ({"game": "relic", "prefix": "ab", "name": "a", "sharing": "all"}, "$.sharing"),
        ({"game": "relic", "prefix": "ab", "name": "a", "more": 1}, "$"),
        ({"game": "relic", "prefix": "ab"}, "$"),
        ([], "$"),
    ],
)
def test_a_set_that_cannot_be_made(api, body, path):
    answer = api.post("/api/sets/", body)
    assert (answer.status_code, paths(answer)) == (400, [path])


def test_a_prefix_is_unique_for_a_person_and_a_game(owner, owner_of):
    again = owner.api.post("/api/sets/", {"game": "relic_knights", "prefix": "my", "name": "b"})
    assert (again.status_code, paths(again)) == (400, ["$.prefix"])
    assert owner.api.post("/api/sets/", {"game": "relic", "prefix": "my", "name": "b"}).status_code == 201
    owner_of(prefix="my")


def test_an_unknown_game(api):
    assert api.post("/api/sets/", {"game": "chess", "prefix": "ab", "name": "a"}).status_code == 404


def test_two_tabs_never_overwrite_each_other(owner):
    body = {"name": "Other", "note": "n", "sharing": "private"}
    assert owner.api.put(owner.url, body).status_code == 428
    first = owner.etag()
    saved = owner.api.put(owner.url, body, If_Match=first)
    assert (saved.status_code, saved.json()["name"], saved["ETag"]) == (200, "Other", '"2"')
    late = owner.api.put(owner.url, {**body, "name": "Late"}, If_Match=first)
    assert (late.status_code, late.json()["type"]) == (412, "/problems/stale")
    assert late.json()["current"]["name"] == "Other"
    assert owner.api.delete(owner.url).status_code == 428
    assert owner.api.delete(owner.url, If_Match=first).status_code == 412
    assert owner.api.delete(owner.url, If_Match='"2"').status_code == 204
    assert owner.api.get(owner.url).status_code == 404


def test_cards_have_codes_for_ever(owner):
    first = owner.add()
    assert (first.status_code, first.json()["code"], first["ETag"]) == (201, "my-001", '"1"')
    assert owner.add(code="my-007").json()["code"] == "my-007"
    assert owner.add().json()["code"] == "my-008"
    taken = owner.add(code="my-007")
    assert (taken.status_code, taken.json()["type"]) == (409, "/problems/already_done")
    renamed = owner.put(owner.card("my-001"), {**CARD, "code": "my-002"})
    assert (renamed.status_code, paths(renamed)) == (400, ["$.code"])


@pytest.mark.parametrize(
    "code", ["my-1", "my-0001", "my-000", "my-123456", "xx-001", "rk-001", 7, "my-00١", "my-001\n"]
)
def test_codes_that_no_card_of_the_set_has(owner, code):
    answer = owner.add(code=code)
    assert (answer.status_code, paths(answer)) == (400, ["$.code"])


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"kind": "dragon"}, ["$.kind"]),
        ({"kind": None}, ["$.kind"]),
        ({"cost": "4", "faction": "Nobody", "wings": 2}, ["$.cost", "$.faction", "$.wings"]),
        ({"cost": -1}, ["$.cost"]),
        ({"cost": 10**12}, ["$.cost"]),
        ({"speed": {"initial": 4}}, ["$.speed"]),
        ({"abilities": [{"name": "a"}, {"name": 3}]}, ["$.abilities[1].name"]),
        ({"traits": ["a\u0007"]}, ["$.traits"]),
        ({"name": ""}, ["$.name"]),
        ({"name": "x" * 201}, ["$.name"]),
        ({"note": "x" * 4001}, ["$.note"]),
        ({"squad": {"least": 0, "greatest": 2}}, ["$.squad.least"]),
        ({"note": "e" + "\u0301" * 40}, ["$.note"]),
    ],
)
def test_every_value_is_checked_by_the_shape_of_the_game(owner, values, found):
    answer = owner.add(**values)
    assert (answer.status_code, paths(answer)) == (400, found)
    assert owner.api.get(f"{owner.url}cards/").json()["count"] == 0


def test_a_value_that_must_be_there(owner):
    answer = owner.api.post(f"{owner.url}cards/", {"kind": "boost", "name": "Flare"})
    assert paths(answer) == ["$.cost", "$.effect"]


@pytest.mark.parametrize("game", GAMES)
def test_cards_of_every_game(owner_of, game):
    owner = owner_of(game)
    printed = owner.api.get(f"/api/games/{game}/cards/").json()["results"]
    for card in {one["kind"]: one for one in printed}.values():
        values = {key: value for key, value in card.items() if key != "code"}
        answer = owner.api.post(f"{owner.url}cards/", values)
        assert answer.status_code == 201, answer.json()
        assert {**answer.json()["card"], "code": card["code"]} == card


def test_a_removed_card_leaves_a_tombstone(owner):
    owner.add()
    owner.add(name="Another")
    card = owner.card("my-001")
    assert owner.api.delete(card).status_code == 428
    assert owner.api.delete(card, If_Match='"9"').status_code == 412
    assert owner.api.delete(card, If_Match='"1"').status_code == 204
    shown = owner.api.get(card).json()
    assert (shown["card"], shown["name"], shown["removed"][-1]) == (None, "Grey Gate Keeper", "Z")
    assert [one["code"] for one in owner.api.get(f"{owner.url}cards/").json()["results"]] == ["my-002"]
    assert [one["code"] for one in owner.api.get(f"{owner.url}cards/?removed=1").json()["results"]] == ["my-001"]
    found = catalogue(owner)
    assert "my-001" not in found.by_code
    assert found.removed == {"my-001": "Grey Gate Keeper"}
    assert owner.add().json()["code"] == "my-003"
    assert owner.put(card, CARD).json()["removed"] is None
    assert "my-001" in catalogue(owner).by_code


def test_a_list_tells_that_its_card_was_removed(owner):
    from games.lists import CardList, Entry
    from games.registry import game_named

    owner.add()
    owner.api.delete(owner.card("my-001"), If_Match="*")
    cadre = CardList(game="relic_knights", edition="first-1", entries=(Entry(code="my-001", name="Grey Gate Keeper"),))
    problems = game_named("relic_knights").problems(cadre, catalogue(owner))
    unknown = [problem for problem in problems if problem.rule == "LS-UNKNOWN"]
    assert [problem.entries for problem in unknown] == [("my-001",)]
    assert "removed" in unknown[0].message


def test_two_tabs_and_one_card(owner):
    owner.add()
    card = owner.card("my-001")
    assert owner.api.put(card, CARD).status_code == 428
    assert owner.api.put(card, {**CARD, "cost": 5}, If_Match='"1"').status_code == 200
    late = owner.api.put(card, {**CARD, "cost": 6}, If_Match='"1"')
    assert (late.status_code, late.json()["current"]["card"]["cost"]) == (412, 5)


def test_a_built_in_card_is_filled_in_and_as_printed_again(owner_of):
    owner = owner_of("phoenix_covenant")
    card = owner.card("pc-039")
    before = owner.api.get(card)
    assert (before.json()["built_in"], before.json()["values"], before["ETag"]) == (True, {}, '"0"')
    saved = owner.put(card, {"cp": 3, "sides": {"front_left": "plain"}})
    assert saved.status_code == 200, saved.json()
    shown = saved.json()["card"]
    assert (shown["name"], shown["cp"], shown["health"]) == ("Legion Knight", 3, 8)
    assert (shown["sides"]["front_left"], shown["sides"]["front"]) == ("plain", "armoured")
    assert catalogue(owner).by_code["pc-039"].cp == 3
    assert owner.api.get(owner.url).json()["overrides"] == 1
    assert owner.api.delete(card, If_Match=saved["ETag"]).status_code == 204
    assert owner.api.get(card).json()["values"] == {}


def test_a_value_of_a_built_in_card_is_overridden_or_unknown(owner):
    card = owner.card("rk-004")
    assert owner.put(card, {"cost": 5}).json()["card"]["cost"] == 5
    assert owner.put(card, {"range": None}).json()["card"]["range"] is None
    wrong = owner.put(card, {"cost": None, "health": 3})
    assert paths(wrong) == ["$.cost", "$.health"]


def test_what_kind_of_card_it_is_is_filled_in(owner_of):
    owner = owner_of("phoenix_covenant")
    shown = owner.put(owner.card("pc-004"), {"kind": "spell", "timing": "strategic", "mp": 2}).json()["card"]
    assert (shown["kind"], shown["timing"], shown["name"]) == ("spell", "strategic", "Battlecry")


def test_cards_that_are_not_there(owner):
    for code in ("my-001", "pc-001", "rk-999", "nothing", "%00", "rk-001%00", "é"):
        assert owner.api.get(owner.card(code)).status_code == 404
        assert owner.api.put(owner.card(code), CARD, If_Match="*").status_code == 404


@pytest.mark.parametrize(
    ("sharing", "by_id", "by_link"), [("private", 404, 404), ("link", 404, 200), ("public", 200, 200)]
)
def test_who_may_see_a_set(owner_of, new_person, stranger, sharing, by_id, by_link):
    owner = owner_of(sharing=sharing)
    owner.add()
    link = owner.made.json()["link"]
    for other in (new_person(), stranger):
        for url in (owner.url, f"{owner.url}cards/", owner.card("my-001")):
            assert other.get(url).status_code == by_id
            assert other.get(f"{url}?link={link}").status_code == by_link
            assert other.get(f"{url}?link=x").status_code == by_id
            assert other.get(f"{url}?link=%00").status_code == by_id
        assert other.put(owner.url, {"name": "x"}, If_Match="*").status_code in (401, 404)
        assert other.post(f"{owner.url}cards/", CARD).status_code in (401, 404)
        assert other.delete(owner.card("my-001"), If_Match="*").status_code in (401, 404)
    if by_link == 200:
        assert new_person().get(f"{owner.url}?link={link}").json()["link"] is None


def test_a_renewed_link_closes_the_one_before(owner_of, stranger):
    owner = owner_of(sharing="link")
    old = owner.made.json()["link"]
    new = owner.api.post(f"{owner.url}link/").json()["link"]
    assert stranger.get(f"{owner.url}?link={old}").status_code == 404
    assert stranger.get(f"{owner.url}?link={new}").status_code == 200


def test_public_sets_are_found_by_all(owner_of, stranger):
    owner_of(prefix="aa")
    public = owner_of(prefix="bb", sharing="public")
    assert [one["id"] for one in stranger.get("/api/sets/?whose=public").json()["results"]] == [public.id]
    assert stranger.get("/api/sets/").status_code == 401
    assert stranger.get("/api/sets/?whose=all").status_code == 400


def test_a_copy_knows_its_parent_and_is_free_of_it(owner_of, new_person):
    owner = owner_of(sharing="link", note="played at home")
    owner.add()
    owner.add(name="Gone")
    owner.api.delete(owner.card("my-002"), If_Match="*")
    owner.put(owner.card("rk-004"), {"cost": 5})
    other = new_person()
    made = other.post(f"{owner.url}copy/?link={owner.made.json()['link']}", {"prefix": "ours"})
    body = made.json()
    assert made.status_code == 201
    assert (body["parent"], body["note"], body["sharing"], body["cards"], body["overrides"]) == (
        owner.id,
        "played at home",
        "private",
        1,
        1,
    )
    codes = [one["code"] for one in other.get(f"/api/sets/{body['id']}/cards/").json()["results"]]
    assert codes == ["ours-001", "rk-004"]
    owner.put(owner.card("my-001"), {**CARD, "cost": 9})
    assert other.get(f"/api/sets/{body['id']}/cards/ours-001/").json()["card"]["cost"] == 4
    assert owner.api.delete(owner.url, If_Match="*").status_code == 204
    assert other.get(f"/api/sets/{body['id']}/").json()["parent"] is None


def test_a_copy_of_what_may_not_be_seen(owner, new_person):
    assert new_person().post(f"{owner.url}copy/").status_code == 404


class TestMerging:
    """One typed catalogue, with a hash of its own."""

    def test_no_set_is_the_edition_itself(self, api):
        printed = merged("relic", None, [], None)
        assert merged("relic", None, [], person(api)) is printed

    def test_the_same_data_is_made_once_and_changed_data_has_another_hash(self, owner):
        owner.add()
        first = catalogue(owner)
        assert catalogue(owner) is first
        assert first.by_code["my-001"].cost == 4
        assert first.sets[-1].origin == "own"
        owner.put(owner.card("my-001"), {**CARD, "cost": 5})
        second = catalogue(owner)
        assert second.by_code["my-001"].cost == 5
        owner.put(owner.card("my-001"), CARD)
        assert len({first.hash, second.hash, merged("relic_knights", None, [], None).hash}) == 3
        assert catalogue(owner).hash == first.hash

    def test_later_sets_win_value_by_value(self, owner):
        made = owner.api.post("/api/sets/", {"game": "relic_knights", "prefix": "other", "name": "Other"}).json()
        owner.put(owner.card("rk-004"), {"cost": 5, "range": 6})
        other = f"/api/sets/{made['id']}/cards/rk-004/"
        owner.put(other, {"cost": 7})
        user = person(owner.api)
        for sets, cost in (([owner.id, made["id"]], 7), ([made["id"], owner.id], 5)):
            card = merged("relic_knights", None, [UUID(one) for one in sets], user).by_code["rk-004"]
            assert (card.cost, card.range) == (cost, 6)

    def test_others_sets_are_not_there(self, owner, owner_of):
        other = owner_of(prefix="their")
        with pytest.raises(Problem) as refused:
            merged("relic_knights", None, [UUID(owner.id), UUID(other.id)], person(owner.api))
        assert refused.value.status == 404
        with pytest.raises(Problem) as refused:
            merged("relic_knights", None, [uuid4()], None)
        assert refused.value.status == 404

    def test_public_sets_of_others_are(self, owner, owner_of):
        other = owner_of(prefix="their", sharing="public")
        other.add()
        found = merged("relic_knights", None, [UUID(other.id)], person(owner.api))
        assert "their-001" in found.by_code

    def test_sets_that_do_not_go_together(self, owner, owner_of):
        same = owner_of(prefix="my", sharing="public")
        for game, sets in (("relic_knights", [owner.id, same.id]), ("relic", [owner.id])):
            with pytest.raises(Problem) as refused:
                merged(game, None, [UUID(one) for one in sets], person(owner.api))
            assert (refused.value.status, refused.value.errors[0].path) == (400, "$.sets")


def test_all_that_is_kept_is_in_the_export(owner):
    owner.add()
    kept = owner.api.get("/api/me/export/").json()["sets"]
    assert [(one["name"], [card["code"] for card in one["cards"]]) for one in kept] == [("Mine", ["my-001"])]


def test_queries_that_would_be_overlooked(owner):
    assert owner.api.get(f"{owner.url}?edition=x").status_code == 400
    assert owner.api.get(f"{owner.url}cards/?removed=yes").status_code == 400


names = st.sampled_from(
    ["kind", "code", "name", "cost", "speed", "initial", "squad", "least", "traits", "abilities", "", "é"]
)
plain = st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), st.text(max_size=8))
values = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3))


@given(st.dictionaries(names, values, max_size=6), st.sampled_from(["unit", "boost", None]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_values_are_taken_or_refused(owner, some, kind):
    body = {**some, "kind": kind} if kind else some
    assert owner.api.post(f"{owner.url}cards/", body).status_code in (201, 400, 409)
    answer = owner.api.put(owner.card("rk-004"), body, If_Match="*")
    assert answer.status_code in (200, 400)
    assert catalogue(owner).by_code["rk-004"].code == "rk-004"
