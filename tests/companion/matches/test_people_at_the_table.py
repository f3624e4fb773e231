"""Codes, seats, spectators, owners and leaving, through the API: who may do what, and what is left of who has left."""

import re
import xml.etree.ElementTree as ET

import pytest

from companion.matches import codes
from companion.matches.event_table import StoredEvent
from companion.matches.models import Match, Seat, Spectator
from tests.companion.matches.test_play import Table, expect


def code_of(table, seat=2):
    made = table.api.post(f"{table.url}seats/{seat}/code/")
    assert made.status_code == 201, made.json()
    return made.json()["code"]


def watch_code_of(table):
    return table.api.post(f"{table.url}spectators/code/").json()["code"]


def join(api, code):
    return api.post("/api/join/", {"code": code})


def wrong(code):
    """A code of the same match with other secret letters."""
    return code[: codes.PREFIX_LENGTH] + "".join("3" if one == "2" else "2" for one in code[codes.PREFIX_LENGTH :])


@pytest.fixture
def watched(two, new_person):
    """A match of two with a third person who watches."""
    two.spectator = new_person()
    assert join(two.spectator, watch_code_of(two)).json() == {"match": two.url.split("/")[3], "seat": None}
    return two


def test_a_code_comes_with_its_address_and_its_qr_code(api):
    made = api.post(f"{Table(api).url}seats/2/code/").json()
    assert made["url"] == f"http://testserver/j/{made['code']}/"
    assert ET.fromstring(made["qr"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert Seat.objects.filter(code_digest__contains=made["code"]).count() == 0


def test_a_qr_code_says_its_address(api):
    import io

    import segno

    made = api.post(f"{Table(api).url}seats/2/code/").json()
    drawn = io.BytesIO()
    segno.make(made["url"], error="m", micro=False).save(drawn, kind="svg", scale=4, xmldecl=False, nl=False)
    assert made["qr"] == drawn.getvalue().decode()


def test_a_code_has_many_letters_that_nobody_mistakes(api):
    found = {code_of(Table(api)) for _ in range(20)}
    assert len(found) == 20
    assert all(re.fullmatch(f"[{codes.LETTERS}]{{{codes.CODE_LENGTH}}}", one) for one in found)
    assert len(codes.LETTERS) ** codes.SECRET_LENGTH > codes.WRONG_CODES * 10**10
    assert not set(codes.LETTERS) & set("01ILOU")


def test_who_joins_twice_gets_the_same_answer(api, new_person):
    code, other = code_of(Table(api)), new_person()
    assert join(other, code).json() == join(other, code).json()
    expect(join(new_person(), code), "not_found", 404)


def test_one_phone_may_hold_several_seats(api):
    table = Table(api)
    assert join(api, code_of(table)).json()["seat"] == 2
    assert api.get(table.url).json()["held"] == [1, 2]
    assert table.state(seat=2)["seat"] == 2


def test_the_owner_may_give_an_own_seat_away(table, new_person):
    other = new_person()
    join(other, code_of(table, 1))
    assert [other.get(table.url).json()["held"], table.api.get(table.url).json()["held"]] == [[1], [2]]


def test_an_old_code_is_good_no_more(api, new_person):
    table = Table(api)
    first, second = code_of(table), code_of(table)
    expect(join(new_person(), first), "not_found", 404)
    Seat.objects.filter(number=2).update(code_expires="2020-01-01T00:00Z")
    expect(join(new_person(), second), "not_found", 404)
    assert Seat.objects.get(number=2).user is None


def test_a_closed_code_is_good_no_more(api, new_person):
    table = Table(api)
    code, watch = code_of(table), watch_code_of(table)
    assert api.delete(f"{table.url}seats/2/code/").status_code == 204
    assert api.delete(f"{table.url}spectators/code/").status_code == 204
    expect(join(new_person(), code), "not_found", 404)
    expect(join(new_person(), watch), "not_found", 404)


def test_the_owner_alone_sees_until_when_a_code_is_good(api, new_person):
    table, other = Table(api, seats=3), new_person()
    join(other, code_of(table))
    code_of(table, 3)
    watch_code_of(table)
    mine, theirs = api.get(table.url).json(), other.get(table.url).json()
    assert mine["seats"][2]["code_expires"] is not None
    assert mine["watch_code_expires"] is not None
    assert (theirs["seats"][2]["code_expires"], theirs["watch_code_expires"]) == (None, None)


def test_wrong_codes_close_the_codes_of_the_match_that_they_were_meant_for(api, new_person, monkeypatch):
    monkeypatch.setattr(codes, "WRONG_CODES", 3)
    table, untouched = Table(api), Table(api)
    code, other = code_of(table), code_of(untouched)
    for _ in range(3):
        expect(join(new_person(), wrong(code)), "not_found", 404)
    expect(join(new_person(), code), "too_many", 429)
    assert join(new_person(), other).status_code == 201
    fresh = code_of(table)
    assert fresh[: codes.PREFIX_LENGTH] != code[: codes.PREFIX_LENGTH]
    expect(join(new_person(), code), "not_found", 404)
    assert join(new_person(), fresh).status_code == 201


def test_an_address_tries_only_so_many_codes(api, monkeypatch):
    from companion.accounts.throttles import Joins

    monkeypatch.setattr(Joins, "THROTTLE_RATES", {"joins": "3/min"})
    sent = {"data": {"code": "2" * 12}, "content_type": "application/json", "REMOTE_ADDR": "203.0.113.7"}
    answers = [api.client.post("/api/join/", **sent) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert int(answers[3]["Retry-After"]) > 0


def test_codes_are_taken_and_counted_while_redis_is_away(two, new_person, monkeypatch, settings):
    from django.core.cache import caches
    from django.core.cache.backends.redis import RedisCache

    from companion.accounts.throttles import Joins
    from tests.companion.household import free_port

    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    monkeypatch.setattr(Joins, "cache", RedisCache(settings.REDIS_URL, {}))
    monkeypatch.setattr(Joins, "THROTTLE_RATES", {"joins": "3/min"})
    caches["near"].clear()
    two.api.delete(f"{two.url}seats/2/")
    assert join(new_person(), code_of(two)).status_code == 201
    for code, status in (("not_found", 404), ("not_found", 404), ("too_many", 429)):
        expect(join(new_person(), "AAAAAAAAAAAA"), code, status)
    caches["near"].clear()


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("unknown", "unknown", True),
    ],
)
def test_an_address_is_a_household(first, second, one):
    from companion.accounts.throttles import _network_of

    assert (_network_of(first) == _network_of(second)) is one


def test_a_spectator_sees_what_no_seat_hides(watched):
    watched.give("hide", number=4)
    assert watched.state(watched.spectator)["seat"] is None
    assert watched.state(watched.spectator)["state"]["players"][0]["hidden"] is None
    assert "4" not in str([one["data"] for one in watched.events(watched.spectator)["results"][1:]])
    assert [one["id"] for one in watched.spectator.get("/api/matches/").json()["results"]] == [
        watched.url.split("/")[3]
    ]
    assert watched.spectator.get(watched.url).json()["held"] == []


def test_a_spectator_does_nothing(watched):
    expect(watched.give("roll_die", api=watched.spectator, seat=1), "forbidden", 403)
    expect(watched.spectator.get(f"{watched.url}state/?seat=1"), "forbidden", 403)
    for url in ("seats/2/", "seats/2/code/", "spectators/code/"):
        expect(watched.spectator.delete(f"{watched.url}{url}"), "forbidden", 403)
    expect(watched.spectator.put(f"{watched.url}deletion/", {"agree": True}), "forbidden", 403)
    expect(watched.spectator.delete(watched.url), "forbidden", 403)


def test_a_watch_code_gives_who_sits_nothing_else(two):
    assert join(two.other, watch_code_of(two)).json()["seat"] is None
    assert not Spectator.objects.exists()


def test_spectators_leave_or_are_put_out(watched, new_person):
    code, more = watch_code_of(watched), new_person()
    join(more, code)
    assert more.delete(f"{watched.url}spectators/").status_code == 204
    expect(more.get(watched.url), "not_found", 404)
    assert watched.state(watched.spectator)["version"] == 1
    assert watched.api.delete(f"{watched.url}spectators/").status_code == 204
    expect(watched.spectator.get(watched.url), "not_found", 404)
    expect(join(new_person(), code), "not_found", 404)


ACTS = [
    ("get", "", None),
    ("get", "state/", None),
    ("get", "events/", None),
    ("get", "commands/", None),
    ("get", "deletion/", None),
    ("post", "commands/", {"id": "9cd5a6d4-4f1b-4a6e-8f0e-54d7a1b0d6c5", "seen": 1, "type": "note", "text": "x"}),
    ("post", "seats/1/code/", None),
    ("post", "spectators/code/", None),
    ("post", "owner/", {"seat": 1}),
    ("put", "deletion/", {"agree": True}),
    ("delete", "", None),
    ("delete", "seats/1/", None),
    ("delete", "seats/1/code/", None),
    ("delete", "spectators/", None),
    ("delete", "spectators/code/", None),
]


@pytest.mark.parametrize(("method", "url", "body"), ACTS, ids=[f"{method} {url}" for method, url, _ in ACTS])
def test_a_match_does_not_exist_for_who_has_no_right(two, new_person, method, url, body):
    words = () if body is None else (body,)
    expect(getattr(new_person(), method)(f"{two.url}{url}", *words), "not_found", 404)


def test_the_owner_frees_a_seat_for_somebody_else(two, new_person):
    two.give("hide", api=two.other, number=3)
    expect(two.other.delete(f"{two.url}seats/1/"), "forbidden", 403)
    expect(two.api.delete(f"{two.url}seats/7/"), "not_found", 404)
    assert two.api.delete(f"{two.url}seats/2/").status_code == 204
    expect(two.other.get(two.url), "not_found", 404)
    third = new_person()
    join(third, code_of(two))
    assert two.state(third)["state"]["players"][1]["hidden"] == 3


def test_who_sits_may_get_up(two):
    assert two.other.delete(f"{two.url}seats/2/").status_code == 204
    seat = two.api.get(two.url).json()["seats"][1]
    assert (seat["taken"], seat["player"]) == (False, None)


def test_the_owner_hands_the_match_over(two):
    third = Table(two.api, seats=3)
    expect(two.api.post(f"{third.url}owner/", {"seat": 2}), "not_ready", 409)
    expect(two.other.post(f"{two.url}owner/", {"seat": 2}), "forbidden", 403)
    assert two.api.post(f"{two.url}owner/", {"seat": 2}).json()["owner"] is False
    assert two.other.get(two.url).json()["owner"] is True
    expect(two.api.post(f"{two.url}spectators/code/"), "forbidden", 403)


def test_a_match_is_deleted_when_the_others_agree(two):
    expect(two.api.delete(two.url), "not_agreed", 409, seats=[2])
    expect(two.other.delete(two.url), "forbidden", 403)
    assert two.other.put(f"{two.url}deletion/", {"agree": True}).json() == {"agreed": [2], "missing": []}
    assert two.other.put(f"{two.url}deletion/", {"agree": False}).json() == {"agreed": [], "missing": [2]}
    expect(two.api.delete(two.url), "not_agreed", 409)
    two.give("note", text="the last word")
    two.other.put(f"{two.url}deletion/", {"agree": True})
    assert two.api.get(two.url).json()["seats"][1]["agrees_to_delete"] is True
    assert two.api.delete(two.url).status_code == 204
    expect(two.api.get(two.url), "not_found", 404)
    assert not Match.objects.exists()
    assert not StoredEvent.objects.exists()


def test_a_match_is_deleted_when_the_other_seats_are_free(two):
    two.other.delete(f"{two.url}seats/2/")
    assert two.api.delete(two.url).status_code == 204


def test_who_takes_a_seat_has_not_agreed_to_anything(two, new_person):
    two.other.put(f"{two.url}deletion/", {"agree": True})
    two.api.delete(f"{two.url}seats/2/")
    join(new_person(), code_of(two))
    expect(two.api.delete(two.url), "not_agreed", 409)
