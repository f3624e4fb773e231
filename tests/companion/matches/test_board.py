"""The picture of a board, through the API."""

import uuid
import xml.etree.ElementTree as ET

import msgspec
import pytest

from games.reliquary.playing import DECIDER
from tests.companion.matches.replayed import commands_of_the_first_turns

pytestmark = pytest.mark.django_db
IMAGE = {"accept": "image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8"}


@pytest.fixture
def match(api):
    """The first turns, all seats at one device; its URL."""
    made = api.post("/api/matches/", {"game": "reliquary", "hold": [1, 2]}).json()
    url = f"/api/matches/{made['id']}/"
    version = made["version"]
    for command in commands_of_the_first_turns():
        answer = api.post(f"{url}commands/", {"id": str(uuid.uuid4()), "seen": version, **command})
        assert answer.status_code == 201, answer.json()
        version = answer.json()["version"]
    return url


def titles(answer):
    return [title.text for title in ET.fromstring(answer.content).iter("{http://www.w3.org/2000/svg}title")]


def test_a_board_at_a_version(api, match):
    answer = api.get(f"{match}board.svg?at=49&seat=1", **IMAGE)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["X-Content-Type-Options"] == "nosniff"
    found = titles(answer)
    assert found[0] == "Reliquary: Seat 1 to play"
    assert "Relic of seat 2 open on 4,6" in found
    assert "Relic of seat 1 hidden, on 6,3" in found
    assert b"was slain on 4,6" in answer.content
    assert titles(api.get(f"{match}board.svg"))[0] == "Reliquary: Seat 1 to play"


def test_each_seat_sees_its_own(api, match):
    assert "Relic of seat 1 hidden, on 6,3" not in titles(api.get(f"{match}board.svg?seat=2"))


def test_what_was_undone_has_left_no_trace(api, match):
    version = api.get(f"{match}state/").json()["version"]
    api.post(f"{match}commands/", {"id": str(uuid.uuid4()), "seen": version, "seat": 1, "type": "undo", "to": 53})
    assert b"Last:" in api.get(f"{match}board.svg?at={version}").content
    assert b"Last:" not in api.get(f"{match}board.svg").content


def test_no_board_there(api, new_person, match, monkeypatch):
    assert api.get(f"{match}board.svg?at=999", **IMAGE).json()["type"] == "/problems/not_found"
    assert api.get(f"{match}board.svg?at=x", **IMAGE).status_code == 400
    assert api.get(f"{match}board.svg?seat=3").status_code == 403
    assert new_person().get(f"{match}board.svg").status_code == 404
    monkeypatch.setattr("companion.matches.board.decider_of", lambda game: without_picture(DECIDER))
    answer = api.get(f"{match}board.svg", **IMAGE)
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/not_found")


def without_picture(decider):
    return msgspec.structs.replace(decider, draw=None)
