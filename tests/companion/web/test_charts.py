"""The pictures of figures over time."""

import re
import uuid

import pytest
from django.test import Client

from companion.web.charts import HEIGHT, WIDTH, curve_of, place_of
from tests.companion.matches.replayed import commands_of_the_first_turns

JSON = {"accept": "application/json"}


def numbers(line):
    return [tuple(map(float, point.split(","))) for point in line.points.split()]


def test_each_value_stands_at_its_version_and_height():
    curve = curve_of("Score", {1: None, 3: (0, 0), 6: (2, -1), 11: (1, 1)}, 11)
    assert (curve.least, curve.most, [(line.first, line.last) for line in curve.lines]) == (-1, 2, [(0, 1), (0, 1)])
    assert float(curve.zero) == pytest.approx(HEIGHT * 2 / 3, abs=0.1)
    one, two = map(numbers, curve.lines)
    assert one == [(WIDTH * 0.2, 80.0), (WIDTH * 0.5, 0.0), (WIDTH, 40.0)]
    assert two == [(WIDTH * 0.2, 80.0), (WIDTH * 0.5, HEIGHT), (WIDTH, 40.0)]


@pytest.mark.parametrize("values", [{}, {1: None}, {1: (3, 3)}, {1: (3, 3), 2: (3, 3)}, {1: None, 2: (0, 0)}])
def test_what_never_changes_has_no_picture(values):
    assert curve_of("HP", values, 2) is None


def test_a_match_of_one_version_has_a_place():
    assert (place_of(1, 1), place_of(11, 6)) == ("0.0", f"{WIDTH / 2:.1f}")


@pytest.mark.django_db
def test_a_replay_draws_score_and_hp_and_marks_the_moment():
    browser = Client(headers={"accept": "text/html"})
    made = browser.post("/matches/new/", {"game": "reliquary", "hold": "all", "option-board": "8"})
    match = re.search(r"[0-9a-f-]{36}", made["Location"])[0]
    version = 1
    for command in commands_of_the_first_turns():
        body = {"id": str(uuid.uuid4()), "seen": version, **command}
        answer = browser.post(f"/api/matches/{match}/commands/", body, content_type="application/json", headers=JSON)
        version = answer.json()["version"]
    page = browser.get(f"/matches/{match}/replay/?at=20").content.decode()
    assert re.findall(r"<figcaption>([\w ]+) <small>\((-?\d+) to (-?\d+)\)", page) == [
        ("Score", "0", "1"),
        ("HP on the board", "0", "7"),
    ]
    assert re.findall(r'class="here" d="M([\d.]+) ', page) == [place_of(version, 20)] * 2
