"""Two worlds: two matches that differ only in what a seat may not see give that seat the same bytes from everywhere.

Clock, ids, salts and dice are given to both alike. The commitment to a secret is replaced by one of its salt
alone: what no hash function is, and what a salted hash is to whoever does not know the salt.
"""

import hashlib
import json
import random
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from companion.accounts import people
from companion.accounts.models import Token
from companion.matches import chain, play, sources, states
from companion.matches.models import Match
from companion.matches.sources import SOURCES
from games.decider import Seat
from games.registry import catalogue_of
from tests.games.seeded import SeededChance


@pytest.fixture
def persons(db):
    """The one who plays seat 1 and hides, the one of seat 2 who looks, and one who watches: the same in both worlds."""
    made = []
    for _ in range(3):
        person = people.make_guest()
        made.append((person, people.give_token(user=person, kind=Token.Kind.BEARER)[1]))
    return made


@pytest.fixture(autouse=True)
def _sealed_by_salt_alone(monkeypatch):
    monkeypatch.setattr(chain, "commitment", lambda salt, secret: hashlib.sha256(salt.encode()).hexdigest())
    yield
    states.forget_all()


class World:
    """One match of two persons, from the same sources as every other world."""

    def __init__(self, monkeypatch, persons, wanted):
        source, self.time = random.Random(1), datetime(2026, 1, 1, tzinfo=UTC)
        self.ids = random.Random(2)
        monkeypatch.setattr(SOURCES, "now", self._now)
        monkeypatch.setattr(SOURCES, "new_id", lambda: self.id())
        monkeypatch.setattr(SOURCES, "new_salt", lambda: f"{source.getrandbits(128):032x}")
        chance = SeededChance(random.Random(3))
        monkeypatch.setattr(play, "RealChance", lambda: chance)
        states.forget_all()
        self.clients = [Client(headers={"authorization": f"Bearer {key}"}) for _, key in persons]
        made = self.post(1, "/api/matches/", {**wanted, "hold": [1, 2]})
        self.url = f"/api/matches/{made['id']}/"
        match = Match.objects.get(id=made["id"])
        match.seats.filter(number=2).update(user=persons[1][0])
        match.spectators.create(user=persons[2][0])
        self.answers = []

    def _now(self):
        self.time += timedelta(seconds=1)
        return self.time

    def id(self):
        return uuid.UUID(int=self.ids.getrandbits(128), version=4)

    def post(self, who, path, body):
        answer = self.clients[who - 1].post(path, json.dumps(body), content_type="application/json")
        return answer.json()

    def give(self, seat: Seat, type_, *, refused=None, seen=None, **fields):
        version = Match.objects.get(id=self.url.split("/")[3]).version
        body = {"id": str(self.id()), "seen": version if seen is None else seen, "type": type_, **fields}
        answer = self.clients[seat - 1].post(f"{self.url}commands/", json.dumps(body), content_type="application/json")
        assert answer.status_code == (refused or 201), answer.content
        if seat == 2:
            self.note(answer)
        return answer.json()

    def note(self, answer):
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        self.answers.append((answer.status_code, sorted(answer.headers.items()), body))

    def look(self):
        """Everything that seat 2 and a spectator can get, now and at every version."""
        version = Match.objects.get(id=self.url.split("/")[3]).version
        paths = [
            *("", "state/", "state/?events=500", "events/?limit=500", "events/?after=3", "commands/", "summary/"),
            *("export/", "state/?at=99999", "state/?seat=1", "export/?seat=1"),
            *(f"state/?at={at}" for at in range(1, version + 1)),
        ]
        for client in self.clients[1:]:
            for path in paths:
                self.note(client.get(self.url + path))
            self.note(client.get(f"{self.url}events/", headers={"accept": "application/jsonl"}))
            self.note(client.get("/api/matches/"))
            self.note(client.get("/api/me/statistics/"))
            self.note(client.get("/api/me/export/"))


def toy_story(world, secret):
    """Seat 1 hides ``secret``, corrects it, takes it back; seat 2 plays, is refused, is late, tries what it may not."""
    world.give(1, "hide", number=secret)
    world.give(2, "roll_die", refused=422)
    world.give(1, "roll_die", roll=3)
    world.give(2, "hide", number=4)
    world.give(2, "roll_die", refused=409, seen=1)
    world.give(1, "correct", path="/players/0/hidden", value=secret + 1, reason=f"it was {secret + 1}")
    world.look()
    for value in (11, None):
        world.give(2, "correct", refused=422, path="/players/0/hidden", value=value)
    world.give(2, "correct", refused=422, path="/players/0", value={"score": 1, "has_hidden": True, "hidden": None})
    world.give(2, "correct", path="/players/0/score", value=9)
    world.give(2, "roll_die")
    world.give(2, "note", text="hm")
    world.give(2, "undo", to=2)
    world.give(1, "answer_undo", agree=True)
    world.give(2, "roll_die", refused=409, seen=2)
    fork = world.post(2, f"{world.url}fork/", {"at": 5})
    world.answers.append(json.dumps(fork))
    world.note(world.clients[1].get(f"/api/matches/{fork['id']}/state/"))
    world.note(world.clients[1].get(f"/api/matches/{fork['id']}/export/"))
    world.look()


def in_two_worlds(monkeypatch, persons, wanted, story, secrets):
    worlds = []
    for secret in secrets:
        world = World(monkeypatch, persons, wanted)
        story(world, secret)
        worlds.append(world.answers)
        match = Match.objects.get(id=world.url.split("/")[3])
        Match.objects.update(deleting=True)
        Match.objects.filter(parent=match).delete()
        match.delete()
    one, other = worlds
    assert len(one) == len(other) > 60
    for number, (first, second) in enumerate(zip(one, other, strict=True)):
        assert first == second, number
    return one


@pytest.mark.parametrize("secrets", [(987654, 123456), (-5, 10**12)])
def test_two_worlds_of_the_small_game(monkeypatch, persons, secrets):
    wanted = {"game": "toy", "options": {"goal": 10**6}}
    told = in_two_worlds(monkeypatch, persons, wanted, toy_story, secrets)
    assert not any(len(words) > 4 and words in str(told) for words in (str(secrets[0]), str(secrets[0] + 1)))


def test_the_worlds_do_differ(monkeypatch, persons):
    """What would be found if a seat were told: seat 1 sees its own number."""
    wanted = {"game": "toy"}
    seen = []
    for secret in (1, 2):
        world = World(monkeypatch, persons, wanted)
        world.give(1, "hide", number=secret)
        seen.append(world.clients[0].get(f"{world.url}state/").content)
        Match.objects.update(deleting=True)
        Match.objects.all().delete()
    assert seen[0] != seen[1]


def reliquary_story(world, secret):
    """Both pick factions, hide Relics, play: seat 1's pick is hidden until both are shown, its Relic for long."""
    cards = catalogue_of("reliquary").cards
    factions = [card.code for card in cards if card.kind == "faction"]
    world.give(1, "take_side", side="key")
    while (state := world.clients[0].get(f"{world.url}state/").json())["phase"] == "ruins":
        choose(world, state["to_act"][0])
    assert state["phase"] == "factions"
    world.give(1, "pick_faction", faction=factions[secret])
    world.look()
    # Both worlds go on with the same: the table takes back what was picked.
    version = state["version"]
    world.give(1, "undo", to=version)
    world.give(1, "pick_faction", faction=factions[3])
    world.give(2, "pick_faction", faction=factions[4])
    while (state := world.clients[0].get(f"{world.url}state/").json())["phase"] != "relics":
        choose(world, state["to_act"][0])
    choices = world.clients[0].get(f"{world.url}commands/?seat=1").json()["commands"]
    free = [one["square"] for one in choices if one["type"] == "hide_relic" and one.get("square")]
    world.give(1, "hide_relic", square=free[secret])
    world.give(2, "hide_relic", refused=422, square=[99, 99])
    choose(world, 2)
    world.look()
    for _ in range(6):
        state = world.clients[0].get(f"{world.url}state/").json()
        if state["ended"] is None and state["to_act"]:
            choose(world, state["to_act"][0], "swap_card", "play_attack", "rally")
    world.give(2, "correct", refused=422, path="/relics/0/square", value=[1, 1])
    world.look()


def choose(world, seat, *preferred):
    """The first thing that this seat may do, by its kind."""
    choices = world.clients[seat - 1].get(f"{world.url}commands/?seat={seat}").json()["commands"]
    fitting = [one for kind in preferred for one in choices if one["type"] == kind] or choices
    command = dict(fitting[0])
    command.pop("seat")
    world.give(seat, command.pop("type"), **command)


@pytest.mark.parametrize("secrets", [(0, 1)])
def test_two_worlds_of_reliquary(monkeypatch, persons, secrets):
    in_two_worlds(monkeypatch, persons, {"game": "reliquary"}, reliquary_story, secrets)


def test_salts_are_long_and_never_the_same():
    salts = {sources._salt() for _ in range(1000)}
    assert len(salts) == 1000
    assert {len(salt) for salt in salts} == {32}
