"""Searches through the API: built-in cards and own sets, facets, faults; the same on both databases."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.django_db


def ask(api, game, status=200, **query):
    answer = api.client.get(f"/api/games/{game}/cards/", query)
    assert answer.status_code == status, answer.content
    return answer.json()


def names(api, game, text, **query):
    return [card["name"] for card in ask(api, game, q=text, **query)["results"]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind:unit cost<=5 faction:noh -trait:beast", ["Gnaw", "Maw", "Ash Chanters"]),
        ("trait:beast", ["Old Ninefang", "Cinder Hound"]),
        ("traits:beast cost>3", ["Old Ninefang"]),
        ("type:questing_knight", ["Aldous Fenn", "Ruun the Hungry", "Vael, the Unmade"]),
        ('type:"questing knight" or name:oriel', ["Aldous Fenn", "Ruun the Hungry", "Vael, the Unmade"]),
        ("origin:training type:unique faction:shattered", ["Brother Tobin, Gatewarden", "The Three Oaths"]),
        ("kind=boost cost>=3", ["Darkfield", "Kinetic Dampener", "Medikit"]),
        ("kind:boost (cost=1 or cost=4)", ["Dampening Field", "Darkfield", "Esper Condenser"]),
        ("squad.greatest=6", ["Ash Chanters"]),
        ("speed.initial>=8", ["Drill Yard Lancers", "Old Ninefang", "Cinder Hound"]),
        ("ability:aegis", ["Brother Tobin, Gatewarden"]),
        ("action:verdict", ["Dame Ysolde Marr"]),
        ("repeats:yes", ["Knight Slayer", "Unit Killer"]),
        (
            "set:rkt kind:unit cypher:*",
            [
                "Aldous Fenn",
                "Dame Ysolde Marr",
                "Ruun the Hungry",
                "Tesh, Marquise of Cinders",
                "Seraphine of the Dawn Choir",
                "Vael, the Unmade",
            ],
        ),
        ("kind:unit -health:* -type:*", ["Swordsworn"]),
        ("kind:unit -health>=0 -cypher:* -type:cypher", ["Swordsworn"]),
        ("YSOLDE", ["Dame Ysolde Marr"]),
        ("solde", ["Dame Ysolde Marr"]),
        ('"medi" cost:3', ["Medikit"]),
        ('"knight slayer"', ["Knight Slayer"]),
        ('"slayer knight"', []),
        ("rk-017", ["Grand Conjunction"]),
        ("kind:condition chaos", ["Heist", "Anarchy"]),
        ("kind:boost -(cost<3 or follow-up)", ["Darkfield", "Medikit"]),
        ("100%", []),
        ("a_b", []),
    ],
)
def test_what_is_found(api, text, found):
    assert names(api, "relic_knights", text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mage’s", ["Archmage's Den", "Mage's Library"]),
        ("TAICHOU two", ["Two Tails Taichou (L)", "Two Tails Taichou (R)"]),
        ("retreat!", ["Retreat!"]),
        ("nothing like it", []),
        ("force>=4", ["Kagitsume Samurai"]),
        ("sides.rear:weakpoint", ["Legion Knight", "Shieldmaiden"]),
        ("commander:true range.least:2", ["Warden of Tenska"]),
    ],
)
def test_what_is_found_in_another_game(api, text, found):
    assert names(api, "phoenix_covenant", text) == found


def test_no_search_is_the_whole_catalogue(stranger):
    body = ask(stranger, "relic")
    assert (body["count"], body["facets"], body["edition"]) == (10, [], "rulebook-1")


def test_strangers_may_search(stranger):
    assert names(stranger, "relic", "sniper") == ["Ratling Sniper"]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("kind:", 6),
        ("kind:unit wings>2", 11),
        ("cost<many", 6),
        ("speed>3", 1),
        ('a "b', 3),
        ('cost:""', 6),
        ("a or", 5),
    ],
)
def test_a_fault_is_told_with_its_column(api, text, column):
    body = ask(api, "relic_knights", 400, q=text)
    assert body["type"] == "/problems/unreadable"
    assert [(error["path"], error["column"]) for error in body["errors"]] == [("?q", column)]


def test_parts_of_a_value_are_named_when_the_whole_is_asked_for(api):
    body = ask(api, "relic_knights", 400, q="speed>3")
    assert "speed.follow_up, speed.initial" in body["detail"]


def test_facets(api):
    body = ask(api, "relic_knights", q="kind:unit set:rkt", facets="type,faction,trait")
    facets = {one["field"]: {each["value"]: each["cards"] for each in one["values"]} for one in body["facets"]}
    assert facets["type"] == {"cypher": 6, "minion": 6, "unique": 5, "questing_knight": 3, "relic_knight": 3}
    assert facets["faction"] == {"Shattered Sword": 8, "Noh Empire": 7}
    assert facets["traits"]["Beast"] == 2
    assert body["count"] == 23


def test_facets_of_everything(api):
    body = ask(api, "relic_knights", facets="kind")
    counts = [(each["value"], each["cards"]) for each in body["facets"][0]["values"]]
    assert counts == [("unit", 24), ("condition", 22), ("esper", 14), ("boost", 9), ("objective", 2)]


@pytest.mark.parametrize("facets", ["wings", "kind,speed", ",".join(["kind"] * 11)])
def test_facets_that_there_are_not(api, facets):
    assert [error["path"] for error in ask(api, "relic_knights", 400, facets=facets)["errors"]] == ["?facets"]


def made(api, prefix="my", **card):
    own = api.post("/api/sets/", {"game": "relic_knights", "prefix": prefix, "name": "Mine"}).json()
    card = {"kind": "unit", "name": "Ember Hound", "cost": 2, "traits": ["Beast"], **card}
    assert api.post(f"/api/sets/{own['id']}/cards/", card).status_code == 201
    return own["id"]


class TestOwnSets:
    """Own cards stand behind the built-in ones; what is overridden is found by what it is now."""

    def test_they_are_found_where_they_are_asked_for(self, api):
        own = made(api)
        assert names(api, "relic_knights", "trait:beast") == ["Old Ninefang", "Cinder Hound"]
        assert names(api, "relic_knights", "trait:beast", set=own) == ["Old Ninefang", "Cinder Hound", "Ember Hound"]
        assert names(api, "relic_knights", "origin:own", set=own) == ["Ember Hound"]
        assert names(api, "relic_knights", "hound cost<3", set=own) == ["Ember Hound"]

    def test_what_changes_is_found_anew(self, api):
        own = made(api)
        card = f"/api/sets/{own}/cards/my-001/"
        assert names(api, "relic_knights", "origin:own cost=2", set=own) == ["Ember Hound"]
        api.put(card, {"kind": "unit", "name": "Ember Wolf", "cost": 3}, If_Match="*")
        assert names(api, "relic_knights", "origin:own cost=2", set=own) == []
        assert names(api, "relic_knights", "wolf", set=own) == ["Ember Wolf"]
        api.delete(card, If_Match="*")
        assert names(api, "relic_knights", "wolf", set=own) == []
        detail = api.get(f"/api/games/relic_knights/cards/my-001/?set={own}")
        assert detail.status_code == 404
        assert "removed" in detail.json()["detail"]

    def test_an_overridden_value_is_what_is_found(self, api):
        own = made(api)
        api.put(f"/api/sets/{own}/cards/rk-004/", {"cost": 9}, If_Match="*")
        assert names(api, "relic_knights", "kind:boost cost=9", set=own) == ["Darkfield"]
        assert names(api, "relic_knights", "kind:boost cost=9") == []
        assert names(api, "relic_knights", "kind:boost cost=4", set=own) == []
        assert api.get(f"/api/games/relic_knights/cards/rk-004/?set={own}").json()["cost"] == 9
        assert api.get("/api/games/relic_knights/cards/rk-004/").json()["cost"] == 4

    def test_several_sets(self, api):
        one, two = made(api), made(api, "two", name="Ash Hound")
        found = names(api, "relic_knights", "hound", set=[two, one])
        assert found == ["Cinder Hound", "Ash Hound", "Ember Hound"]

    def test_others_do_not_find_them(self, api, new_person, stranger):
        own = made(api)
        for other in (new_person(), stranger):
            assert ask(other, "relic_knights", 404, set=own)["type"] == "/problems/not_found"

    def test_sets_that_cannot_be_asked_for(self, api):
        assert ask(api, "relic_knights", 400, set="x")["errors"][0]["path"] == "?set"
        assert ask(api, "relic", 400, set=made(api))["errors"][0]["path"] == "$.sets"

    @pytest.mark.parametrize("what", ["the set", "the person"])
    def test_what_is_deleted_is_in_no_index(self, api, what):
        from cards.index_models import IndexedCard, IndexedValue

        own = made(api, name="Zzyzx Hound")
        names(api, "relic_knights", "hound", set=own)
        assert IndexedCard.objects.filter(code="my-001").exists()
        gone = f"/api/sets/{own}/" if what == "the set" else "/api/me/"
        assert api.delete(gone, If_Match="*").status_code == 204
        assert not IndexedCard.objects.filter(code="my-001").exists()
        assert not IndexedValue.objects.filter(text__contains="zzyzx").exists()


def test_pages_have_the_same_order(api):
    whole = names(api, "relic_knights", "kind:unit", page_size=500)
    pages = [names(api, "relic_knights", "kind:unit", page_size=5, page=page) for page in range(1, 6)]
    assert [name for page in pages for name in page] == whole
    assert len(whole) == 24


@given(st.one_of(st.text(max_size=40), st.text(alphabet='costkind:<>="()-%_\\ or5', max_size=30)))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_search_has_an_answer(api, text):
    answer = api.client.get("/api/games/relic_knights/cards/", {"q": text})
    assert answer.status_code in (200, 400)
