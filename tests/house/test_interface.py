"""The names that clients depend on: URLs and commands, as the OpenAPI document and manage.py have them."""

import re

import pytest
from django.core.management import get_commands

GET, POST, PUT, DELETE = "get", "post", "put", "delete"
URLS = {
    "/api/games/": {GET},
    "/api/games/{game}/": {GET},
    "/api/games/{game}/cards/": {GET},
    "/api/games/{game}/cards/{code}/": {GET},
    "/api/games/{game}/rules/": {GET},
    "/api/games/{game}/rules/{rule_id}/": {GET},
    "/api/sets/": {GET, POST},
    "/api/sets/{set_id}/": {GET, PUT, DELETE},
    "/api/sets/{set_id}/cards/": {GET, POST},
    "/api/sets/{set_id}/cards/{code}/": {GET, PUT, DELETE},
    "/api/sets/{set_id}/cards/{code}/image/": {GET, PUT, DELETE},
    "/api/sets/{set_id}/import/": {POST},
    "/api/sets/{set_id}/copy/": {POST},
    "/api/sets/{set_id}/link/": {POST},
    "/api/lists/read/": {POST},
    "/api/lists/check/": {POST},
    "/api/lists/import/": {POST},
    "/api/lists/formats/": {GET},
    "/api/lists/many/": {POST},
    **{
        f"/api/{tree}/{end}": methods
        for tree in ("cadres", "decks")
        for end, methods in {
            "": {GET, POST},
            "{list_id}/": {GET, PUT, DELETE},
            "{list_id}/problems/": {GET},
            "{list_id}/may-add/": {GET},
            "{list_id}/curves/": {GET},
            "{list_id}/odds/": {GET},
            "{list_id}/sample-hand/": {GET},
            "{list_id}/missing/": {GET},
            "{list_id}/revisions/": {GET},
            "{list_id}/revisions/{number}/": {GET, PUT},
            "{list_id}/revisions/{number}/restore/": {POST},
            "{list_id}/draft/": {GET, PUT, DELETE},
            "{list_id}/diff/": {GET},
            "{list_id}/sharing/": {PUT},
            "{list_id}/built/": {PUT},
            "{list_id}/copy/": {POST},
            "{list_id}/export/": {GET},
        }.items()
    },
    "/api/collection/": {GET},
    "/api/collection/{game}/": {PUT},
    "/api/sheets/": {GET, POST},
    "/api/sheets/{sheet_id}/": {GET, PUT, DELETE},
    "/api/sheets/{sheet_id}/jobs/": {POST},
    "/api/lists/{list_id}/prints/": {GET},
    "/api/uploads/": {GET, POST},
    "/api/uploads/{upload_id}/": {GET, DELETE},
    "/api/printers/": {GET, POST},
    "/api/printers/{printer_id}/": {GET, PUT, DELETE},
    "/api/print-jobs/": {GET, POST},
    "/api/print-jobs/preview/": {POST},
    "/api/print-jobs/{job_id}/": {GET, DELETE},
    "/api/print-jobs/{job_id}/cancel/": {POST},
    "/api/print-jobs/{job_id}/file/": {GET},
    "/api/print-jobs/{job_id}/preview.png": {GET},
    "/api/matches/": {GET, POST},
    "/api/matches/{match_id}/": {GET, DELETE},
    "/api/matches/{match_id}/commands/": {GET, POST},
    "/api/matches/{match_id}/state/": {GET},
    "/api/matches/{match_id}/events/": {GET},
    "/api/matches/{match_id}/board.svg": {GET},
    "/api/matches/{match_id}/summary/": {GET},
    "/api/matches/{match_id}/fork/": {POST},
    "/api/matches/{match_id}/export/": {GET},
    "/api/matches/import/": {POST},
    "/api/me/statistics/": {GET},
    "/api/matches/{match_id}/seats/{seat}/": {DELETE},
    "/api/matches/{match_id}/seats/{seat}/code/": {POST, DELETE},
    "/api/matches/{match_id}/spectators/": {DELETE},
    "/api/matches/{match_id}/spectators/code/": {POST, DELETE},
    "/api/matches/{match_id}/owner/": {POST},
    "/api/matches/{match_id}/deletion/": {GET, PUT},
    "/api/live/": {GET},
    "/api/join/": {POST},
    "/api/guests/": {POST},
    "/api/accounts/": {POST},
    "/api/tokens/": {POST},
    "/api/tokens/{token_id}/": {DELETE},
    "/api/sessions/": {POST, DELETE},
    "/api/me/": {GET, DELETE},
    "/api/me/export/": {GET},
    "/api/me/archive/": {GET, POST},
}
COMMANDS = ["up", "load_catalogue", "work", "demo", "check_list", "print_sheets"]
COMMANDS += ["replay", "verify_matches", "rebuild_summaries"]


@pytest.fixture(scope="module")
def document():
    from drf_spectacular.generators import SchemaGenerator

    return SchemaGenerator().get_schema(public=True)


def shape(url):
    """A URL whatever its parameters are called."""
    return re.sub(r"{\w+}", "{}", url)


@pytest.mark.parametrize("url", URLS)
def test_the_url_is_in_the_document(document, url):
    there = {shape(path): set(operations) for path, operations in document["paths"].items()}
    assert URLS[url] <= there.get(shape(url), set())


def test_no_operation_is_left_out_here(document):
    there = {(shape(path), method) for path, operations in document["paths"].items() for method in operations}
    assert there - {(shape(url), method) for url, methods in URLS.items() for method in methods} == set()


def test_it_is_openapi_3_1(document):
    assert document["openapi"].startswith("3.1")


def test_every_operation_tells_its_errors(document):
    silent = [
        f"{method} {path}"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if "default" not in operation["responses"]
    ]
    assert silent == []


def test_every_reference_leads_somewhere(document):
    schemas = document["components"]["schemas"]

    def references(node):
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                yield node["$ref"]
            for inner in node.values():
                yield from references(inner)
        elif isinstance(node, list):
            for inner in node:
                yield from references(inner)

    missing = {one for one in references(document) if one.rpartition("/")[2] not in schemas}
    assert missing == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_is_there(command):
    assert command in get_commands()


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["/api/schema/", "/api/docs/"])
def test_the_document_and_its_pages_are_served(client, url):
    assert client.get(url).status_code == 200


@pytest.mark.django_db
def test_the_pages_of_the_document_ask_nobody_else(client):
    page = client.get("/api/docs/").content.decode()
    assert "https://" not in page
    assert "http://" not in page
