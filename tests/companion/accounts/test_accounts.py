"""Guests, accounts, tokens, sessions, me: as an app and as a browser."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from companion.accounts.models import Token, User

PASSWORD = "correct horse battery"


def error_of(response, code, status):
    assert (response.status_code, response.json()["type"]) == (status, f"/problems/{code}")
    assert response["content-type"] == "application/problem+json"
    assert response.json()["status"] == status
    return response.json()


def paths(problem):
    return [error["path"] for error in problem["errors"]]


def sign_up(asker, username="ada", password=PASSWORD):
    return asker.post("/api/accounts/", {"username": username, "password": password})


def test_a_guest_is_made_without_any_form(stranger):
    made = stranger.post("/api/guests/")
    assert made.status_code == 201
    assert made.json()["person"]["guest"] is True
    assert made.json()["token"]["kind"] == "bearer"


def test_a_guest_is_known_by_the_token(api):
    assert api.get("/api/me/").json()["guest"] is True


def test_nobody_is_told_who_they_are(stranger):
    error_of(stranger.get("/api/me/"), "not_authenticated", 401)


def test_only_a_digest_of_a_token_is_kept(stranger):
    key = stranger.post("/api/guests/").json()["token"]["token"]
    assert key not in str(list(Token.objects.values()))


def test_a_sign_up_claims_the_guest_who_asks(api):
    guest = api.get("/api/me/").json()["id"]
    made = sign_up(api)
    assert (made.status_code, made.json()["id"], made.json()["guest"]) == (201, guest, False)
    assert api.get("/api/me/").json()["username"] == "ada"


def test_who_has_an_account_gets_no_second(api):
    sign_up(api)
    error_of(sign_up(api, "grace"), "already_done", 409)


def test_a_stranger_signs_up_and_gets_a_token_by_password(stranger):
    sign_up(stranger)
    made = stranger.post("/api/tokens/", {"username": "ada", "password": PASSWORD, "name": "phone"})
    assert (made.status_code, made.json()["name"]) == (201, "phone")


def test_a_taken_name_is_told(stranger):
    sign_up(stranger)
    assert paths(error_of(sign_up(stranger), "unreadable", 400)) == ["$.username"]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("username", "password", "path"),
    [
        ("ada", "short", "$.password"),
        ("ada", "password123", "$.password"),
        ("a d a", PASSWORD, "$.username"),
        ("", PASSWORD, "$.username"),
        ("a" * 81, PASSWORD, "$.username"),
        ("ada", None, "$.password"),
        ("ada", ["x"], "$.password"),
    ],
)
def test_a_bad_sign_up_names_its_field_and_changes_nothing(api, username, password, path):
    assert set(paths(error_of(sign_up(api, username, password), "unreadable", 400))) == {path}
    assert api.get("/api/me/").json()["guest"] is True


def test_wrong_name_and_wrong_password_are_told_apart_by_nobody(stranger):
    sign_up(stranger)
    answers = [
        stranger.post("/api/tokens/", {"username": name, "password": password}).json()
        for name, password in (("ada", "wrong"), ("bob", PASSWORD))
    ]
    assert answers[0] == answers[1]
    assert answers[0]["type"] == "/problems/not_authenticated"


def test_a_revoked_token_is_good_for_nothing(api, new_person):
    token = Token.objects.get(user_id=api.get("/api/me/").json()["id"])
    error_of(new_person().delete(f"/api/tokens/{token.id}/"), "not_found", 404)
    assert api.delete(f"/api/tokens/{token.id}/").status_code == 204
    error_of(api.get("/api/me/"), "not_authenticated", 401)


def test_an_expired_token_is_good_for_nothing(api):
    Token.objects.update(expires=timezone.now() - timedelta(seconds=1))
    error_of(api.get("/api/me/"), "not_authenticated", 401)


@pytest.mark.parametrize("header", ["Bearer", "Bearer a b", "Bearer wrong", "Bearer \xff"])
def test_a_broken_authorization_header_is_told(db, header):
    error_of(Client(headers={"authorization": header}).get("/api/me/"), "not_authenticated", 401)


class Browser:
    """A browser: cookies, and CSRF enforced."""

    def __init__(self):
        self.client = Client(enforce_csrf_checks=True)

    def post(self, url, body=None, csrf=True):
        headers = {"x-csrftoken": self.client.cookies["csrftoken"].value} if csrf else {}
        return self.client.post(url, body or {}, content_type="application/json", headers=headers)


@pytest.fixture
def browser(db):
    browser = Browser()
    made = browser.post("/api/guests/", {"device": True}, csrf=False)
    assert (made.status_code, made.json()["token"]) == (201, None)
    return browser


def test_a_device_cookie_cannot_be_read_by_scripts(browser):
    cookie = browser.client.cookies["companion_device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")


def test_a_device_cookie_is_no_bearer_token(browser):
    key = browser.client.cookies["companion_device"].value
    error_of(Client(headers={"authorization": f"Bearer {key}"}).get("/api/me/"), "not_authenticated", 401)


def test_a_write_by_cookie_needs_the_csrf_token(browser):
    assert browser.client.get("/api/me/").json()["guest"] is True
    error_of(browser.post("/api/accounts/", {"username": "ada", "password": PASSWORD}, csrf=False), "forbidden", 403)
    assert browser.post("/api/accounts/", {"username": "ada", "password": PASSWORD}).status_code == 201


def test_a_browser_that_signs_up_goes_on_with_a_session(browser):
    guest = browser.client.get("/api/me/").json()["id"]
    browser.post("/api/accounts/", {"username": "ada", "password": PASSWORD})
    assert "companion_device" not in {name for name, cookie in browser.client.cookies.items() if cookie.value}
    assert browser.client.get("/api/me/").json() | {"created": None} == {
        "id": guest,
        "username": "ada",
        "guest": False,
        "created": None,
    }
    assert not Token.objects.filter(kind="device").exists()


def test_a_session_begins_and_ends(browser):
    browser.client.get("/api/me/")
    browser.post("/api/accounts/", {"username": "ada", "password": PASSWORD})
    other = Browser()
    assert other.post("/api/sessions/", {"username": "ada", "password": PASSWORD}, csrf=False).status_code == 201
    assert other.client.get("/api/me/").json()["username"] == "ada"
    token = other.client.cookies["csrftoken"].value
    assert other.client.delete("/api/sessions/", headers={"x-csrftoken": token}).status_code == 204
    assert other.client.get("/api/me/").status_code == 401


def test_everything_that_is_kept_can_be_had(api):
    kept = api.get("/api/me/export/").json()
    assert kept["person"]["id"] == api.get("/api/me/").json()["id"]
    assert [token["kind"] for token in kept["tokens"]] == ["bearer"]
    assert kept["matches"] == []


def test_a_person_may_go(api):
    assert api.delete("/api/me/").status_code == 204
    assert not User.objects.exists()
    error_of(api.get("/api/me/"), "not_authenticated", 401)


@pytest.mark.django_db
def test_guessing_passwords_is_slowed_down(monkeypatch):
    from companion.accounts.throttles import Passwords

    monkeypatch.setattr(Passwords, "rate", "3/min", raising=False)
    tries = [
        Client(REMOTE_ADDR="192.0.2.7").post("/api/tokens/", {"username": "a", "password": "b"}, "application/json")
        for _ in range(4)
    ]
    assert [one.status_code for one in tries] == [401, 401, 401, 429]
    error_of(tries[-1], "too_many", 429)
    assert int(tries[-1]["retry-after"]) > 0
