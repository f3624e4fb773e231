"""Games, cards and rules over HTTP, and that the OpenAPI document tells what is answered."""

import json

import jsonschema
import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.catalogue import load_rules
from games.registry import GAMES, catalogue_of


def get(url, status=200):
    answer = Client().get(url)
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.fixture(scope="module")
def document():
    return json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))


def conforms(document, path, body, method="get"):
    """Whether an answer is what the OpenAPI document says of this path."""
    schema = document["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**schema, "components": document["components"]}).validate(body)


def test_games(document):
    body = get("/api/games/")
    assert [game["slug"] for game in body["results"]] == list(GAMES)
    assert (body["count"], body["next"], body["previous"]) == (4, None, None)
    conforms(document, "/api/games/", body)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_with_its_catalogue(document, slug):
    body = get(f"/api/games/{slug}/")
    assert body["data_hash"] == catalogue_of(slug).hash
    assert sum(body["kinds"].values()) == len(catalogue_of(slug).cards)
    conforms(document, "/api/games/{game}/", body)


@pytest.mark.parametrize("slug", GAMES)
def test_all_cards_over_all_pages(document, slug):
    codes, url = [], f"/api/games/{slug}/cards/?page_size=10"
    while url:
        body = get(url)
        conforms(document, "/api/games/{game}/cards/", body)
        codes += [card["code"] for card in body["results"]]
        url = body["next"]
    assert codes == list(catalogue_of(slug).by_code)


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_and_every_rule_by_itself(document, slug):
    card = next(iter(catalogue_of(slug).by_code))
    rule = next(iter(load_rules(slug)))
    conforms(document, "/api/games/{game}/cards/{code}/", get(f"/api/games/{slug}/cards/{card}/"))
    conforms(document, "/api/games/{game}/rules/{rule_id}/", get(f"/api/games/{slug}/rules/{rule}/"))
    conforms(document, "/api/games/{game}/rules/", get(f"/api/games/{slug}/rules/"))


@pytest.mark.parametrize(
    ("url", "text"), [("/api/lists/check/", "3 Bind\n2 Fireboll"), ("/api/lists/read/", "3 Bind\n0 Shift")]
)
def test_answers_about_lists(document, url, text):
    body = Client().post(url, {"game": "phoenix_covenant", "text": text}, content_type="application/json").json()
    conforms(document, url, body, "post")


def test_unknown_values_are_null():
    card = get("/api/games/phoenix_covenant/cards/pc-004/")
    assert card["kind"] == "card"
    assert (card["cp"], card["text"], card["limited"]) == (None, None, None)


@pytest.mark.parametrize("query", ["kind=unit", "sets=x", "query=a"])
def test_parameters_that_would_be_overlooked_are_refused(query):
    body = get(f"/api/games/phoenix_covenant/cards/?{query}", 400)
    assert body["type"] == "/problems/unreadable"
    assert [error["path"] for error in body["errors"]] == [f"?{query.partition('=')[0]}"]


@pytest.mark.parametrize(
    "url",
    [
        "/api/games/chess/",
        "/api/games/chess/cards/",
        "/api/games/relic/?edition=x",
        "/api/games/relic/cards/?edition=../rulebook-1",
        "/api/games/relic/cards/rl-999/",
        "/api/games/relic/cards/pc-001/",
        "/api/games/relic/cards/?page=2",
        "/api/games/relic/rules/PC-MIN/",
        "/api/games/chess/rules/",
    ],
)
def test_what_is_not_there(url):
    assert get(url, 404)["type"] == "/problems/not_found"
