"""The people of a match, without a browser: codes, seats, spectators, its owner, its end."""

import re

import pytest
from django.test import Client

from companion.matches.models import Match, Spectator

pytestmark = pytest.mark.django_db
HTML = {"accept": "text/html"}


@pytest.fixture
def owner(db):
    return Client(headers=HTML)


@pytest.fixture
def page(owner):
    """The page of a match whose second seat is free."""
    answer = owner.post("/matches/new/", {"game": "reliquary", "hold": "1", "option-board": "8"})
    return f"/matches/{re.search(r'[0-9a-f-]{36}', answer['Location'])[0]}/people/"


def code_in(answer):
    return re.search(r'class="spelt">([0-9A-Z-]+)<', answer.content.decode())[1]


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def joined(owner, page, **more):
    """Somebody who came by a code that the owner showed."""
    other = Client(headers=HTML)
    assert other.post("/j/", {"code": code_in(owner.post(page, more))}).status_code == 302
    return other


def test_a_spectator_follows_by_a_code_without_an_account(owner, page):
    shown = owner.post(page, {"do": "watch"})
    link = re.search(r"QR code of http://testserver(/j/[0-9A-Z]+/\?watch=1)", shown.content.decode())[1]
    guest = Client(headers=HTML)
    assert "invited to watch" in words(guest.get(link))
    table = guest.post("/j/", {"code": code_in(shown)})["Location"]
    seen = guest.get(table)
    assert seen.status_code == 200
    assert 'name="seat"' not in seen.content.decode()
    assert "One person watches." in words(owner.get(page))
    assert "Delete the match" not in words(guest.get(page))
    assert guest.post(page, {"do": "put_out"})["Location"] == "/matches/"
    assert guest.get(table).status_code == 404


def test_a_page_of_a_refusal_leads_to_its_rule(owner, page):
    guest = joined(owner, page, do="watch")
    refused = guest.post(page.replace("people", "fork"))
    assert refused.status_code == 403
    link = re.search(r'href="(/rules/[a-z_]+/)#(MT-FORK)"', refused.content.decode())
    assert f'id="{link[2]}"' in guest.get(link[1]).content.decode()


def test_the_code_to_watch_by_is_closed_and_all_are_put_out(owner, page):
    code = code_in(owner.post(page, {"do": "watch"}))
    assert "A code to watch by is open" in words(owner.get(page))
    guest = joined(owner, page, do="watch")
    assert owner.post(page, {"do": "close_watch"})["Location"] == page
    assert Client(headers=HTML).post("/j/", {"code": code}).status_code == 404
    assert guest.get(page).status_code == 200
    owner.post(page, {"do": "put_out"})
    assert Spectator.objects.count() == 0
    assert guest.get(page).status_code == 404


def test_the_code_of_a_seat_is_closed(owner, page):
    code = code_in(owner.post(page, {"do": "code", "seat": "2"}))
    assert "a code is open" in words(owner.get(page))
    owner.post(page, {"do": "close", "seat": "2"})
    assert "a code is open" not in words(owner.get(page))
    assert Client(headers=HTML).post("/j/", {"code": code}).status_code == 404


def test_a_seat_is_freed_by_the_owner_and_left_by_its_holder(owner, page):
    other = joined(owner, page, do="code", seat="2")
    assert owner.post(page, {"do": "code", "seat": "2"}).status_code == 409
    assert other.post(page, {"do": "free", "seat": "1"}).status_code == 403
    assert owner.post(page, {"do": "free", "seat": "2"})["Location"] == page
    assert other.get(page).status_code == 404
    again = joined(owner, page, do="code", seat="2")
    assert again.post(page, {"do": "free", "seat": "2"})["Location"] == "/matches/"


def test_the_match_is_handed_over(owner, page):
    assert owner.post(page, {"do": "hand_over", "seat": "2"}).status_code == 409
    other = joined(owner, page, do="code", seat="2")
    assert other.post(page, {"do": "watch"}).status_code == 403
    owner.post(page, {"do": "hand_over", "seat": "2"})
    assert "Seat 2 you, owner of the match" in words(other.get(page))
    assert owner.post(page, {"do": "watch"}).status_code == 403
    assert other.post(page, {"do": "watch"}).status_code == 200


def test_a_match_is_deleted_when_everybody_agrees(owner, page):
    other = joined(owner, page, do="code", seat="2")
    assert "seat 2 must agree first" in words(owner.get(page))
    refused = owner.post(page, {"do": "delete", "sure": "yes"})
    assert refused.status_code == 409
    assert "have not agreed: 2" in words(refused)
    other.post(page, {"do": "agree"})
    assert "You have agreed" in words(other.get(page))
    other.post(page, {"do": "disagree"})
    assert owner.post(page, {"do": "delete", "sure": "yes"}).status_code == 409
    other.post(page, {"do": "agree"})
    assert owner.post(page, {"do": "delete"}).status_code == 400
    assert owner.post(page, {"do": "delete", "sure": "yes"})["Location"] == "/matches/"
    assert Match.objects.count() == 0


@pytest.mark.parametrize("form", [{}, {"do": "nothing"}, {"do": "free"}, {"do": "free", "seat": "x"}])
def test_what_says_nothing_does_nothing(owner, page, form):
    assert owner.post(page, form).status_code == 400
    assert owner.post(page, {"do": "free", "seat": "9"}).status_code == 404
    assert Client(headers=HTML).get(page).status_code == 404
    assert Client(headers=HTML).post(page, form).status_code == 404
