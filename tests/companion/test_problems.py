"""Every error is a problem document, also those that are born outside the views."""

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from companion.matches import seats
from companion.problems import STATUS, TITLES


def expect(response, code, status):
    assert (response.status_code, response["content-type"]) == (status, "application/problem+json")
    assert response.json()["type"] == f"/problems/{code}"


def test_an_unknown_url(client):
    expect(client.get("/api/nothing/"), "not_found", 404)


def test_an_unknown_url_outside_the_api(client):
    response = client.get("/nothing")
    assert (response.status_code, response["content-type"]) == (404, "text/plain; charset=utf-8")


def test_an_unknown_host(client):
    expect(client.get("/api/me/", headers={"host": "evil.example"}), "unreadable", 400)


def test_a_wrong_method(api):
    expect(api.put("/api/guests/", {}), "not_allowed", 405)


def test_a_wrong_content_type(client, db):
    expect(client.post("/api/guests/", "x", content_type="text/plain"), "unsupported", 415)


def test_a_form_of_answer_that_is_not_there(api):
    assert api.get("/api/me/", accept="text/html").status_code == 406


BODIES = {
    "no JSON": b"{",
    "nothing": b"",
    "not UTF-8": b'{"username": "\xff"}',
    "a lone surrogate": b'{"username": "\\ud800"}',
    "a NUL": b'{"username": "a\\u0000b"}',
    "a NUL in a key": b'{"a\\u0000b": 1}',
    "NaN": b'{"username": NaN}',
    "a number beyond 64 bits": b'{"username": 1000000000000000000000}',
    "one that is just beyond": b'{"username": "a", "password": "b", "more": [-9223372036854775809]}',
    "deep nesting": b"[" * 100_000 + b"]" * 100_000,
    "no object": b"[1]",
    "a name twice": b'{"username": "a", "username": "b"}',
    "a name twice beside colons": b'{"a:b": "::", "c": "\\u003a\\u003A", "username": "a", "username": "b"}',
    "a name twice among so many as fit": b"{" + b",".join(b'"%d":1' % n for n in range(100_000)) + b',"99999":1}',
    "a name twice inside": b'{"username": [{"a": 1, "b": {}, "\\u0061": 2}]}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_cannot_be_read(client, db, body):
    expect(client.post("/api/accounts/", body, content_type="application/json"), "unreadable", 400)


@pytest.mark.parametrize(
    "body",
    [
        b'{"source": {"kind": "game"}, "options": {"paper": "a4", "bleed": 2, "paper": "a3"}}',
        b'{"a": {"paper": 1, "paper": 1}}',
    ],
)
def test_a_name_that_stands_twice_is_told(client, db, body):
    answer = client.post("/api/accounts/", body, content_type="application/json")
    expect(answer, "unreadable", 400)
    assert "'paper'" in answer.json()["detail"]


@pytest.mark.parametrize("depth", [100, 300, 450, 600, 900, 990])
@pytest.mark.parametrize("around", [(b"[", b"]"), (b'{"a":', b"}")])
def test_a_body_of_any_depth_is_answered(client, db, depth, around):
    body = around[0] * depth + b'"\\u003a"' + around[1] * depth
    expect(client.post("/api/accounts/", body, content_type="application/json"), "unreadable", 400)


@pytest.mark.parametrize("number", ["1" * 5000, "1" * 5000 + ".5", "1e400"])
def test_a_number_of_any_length_is_answered(client, db, number):
    body = f'{{"username": {number}}}'
    expect(client.post("/api/accounts/", body, content_type="application/json"), "unreadable", 400)


def test_a_body_that_is_too_large(client, db):
    body = b'{"username": "' + b"a" * 2_000_000 + b'"}'
    expect(client.post("/api/accounts/", body, content_type="application/json"), "too_large", 413)


def test_a_fault_of_ours_says_nothing_of_itself(db, monkeypatch):
    from companion.accounts import people

    def broken():
        raise RuntimeError("secret detail")

    monkeypatch.setattr(people, "make_guest", broken)
    client = Client(raise_request_exception=False)
    response = client.post("/api/guests/", {}, content_type="application/json")
    expect(response, "failed", 500)
    assert b"secret detail" not in response.content


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize("path", ["/api/matches/", "/matches/"])
def test_without_the_database_it_is_told_to_ask_again(client, db, monkeypatch, caplog, error, path):
    def away(*_):
        raise error("host 10.0.0.7 is away")

    assert client.post("/api/guests/", {"device": True}, content_type="application/json").status_code == 201
    monkeypatch.setattr(seats, "visible_to", away)
    response = client.get(path, headers={"Accept": "text/html" if path == "/matches/" else "*/*"})
    assert (response.status_code, response["Retry-After"]) == (503, "1")
    assert b"10.0.0.7" not in response.content
    assert "10.0.0.7" in caplog.text


@pytest.mark.parametrize("code", TITLES)
def test_the_type_of_a_problem_can_be_read(client, code):
    response = client.get(f"/problems/{code}")
    assert response.status_code == 200
    assert str(STATUS[code]) in response.content.decode()


def test_an_unknown_type_of_problem(client):
    assert client.get("/problems/nonsense").status_code == 404
