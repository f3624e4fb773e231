"""The live stream as it is run: several processes, Redis that comes and goes, Ctrl-C."""

import copy
import os
import signal
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tests.companion.household import free_port, place, place_on_services, wait_for
from tests.companion.matches.readers import Stream
from tests.companion.wires import Wire
from tests.services import need_services


class Table:
    """A match in a house of its own, for both seats."""

    def __init__(self, house):
        self.house = house
        if not house.token:
            house.become_guest()
        self.match = house.ask("POST", "/api/matches/", {"game": "reliquary", "hold": [1, 2]})[2]["id"]
        self.version = 1

    def note(self, house=None):
        """One more version, by any process of the house."""
        command = {"id": str(uuid.uuid4()), "seen": self.version, "seat": 1, "type": "note", "text": "tea"}
        status, _, body = (house or self.house).ask("POST", f"/api/matches/{self.match}/commands/", command)
        assert status == 201, body
        self.version = body["version"]
        return self.version

    def follow(self, port=None, **more):
        return Stream(port or self.house.port, {self.match: self.version}, self.house.token, **more)

    def told(self, reader, seconds):
        """Seconds until the reader is told of the newest version."""
        begin = time.monotonic()
        name, data, _ = reader.next(seconds) or pytest.fail(f"nothing told in {seconds} s")
        assert (name, data) == ("message", {self.match: self.version})
        return time.monotonic() - begin


def beside(house):
    """Another web process of the same house."""
    other = copy.copy(house)
    other.port = free_port()
    other.serve()
    return other


def test_two_processes_without_redis_find_out_within_a_second_and_ctrl_c_waits_for_no_reader(tmp_path):
    with place(tmp_path) as house:
        web = house.serve()
        table = Table(house)
        other = beside(house)
        readers = [table.follow(port) for port in (house.port, other.port) * 5]
        for teller in (house, other):
            table.note(teller)
            assert max(table.told(reader, 3) for reader in readers) < 2
        begin = time.monotonic()
        os.kill(web.pid, signal.SIGINT)
        assert all(reader.ends(3) for reader in readers[::2])
        web.wait(5)
        assert time.monotonic() - begin < 3
        table.note(other)
        assert all(table.told(reader, 3) < 1 for reader in readers[1::2])
        assert "Traceback" not in house.said()


@pytest.fixture
def many(tmp_path):
    """Two web processes on the services, with wires to Redis that can be cut: one for each."""
    need_services()
    redis = urlsplit(os.environ["TEST_REDIS_URL"])
    with (
        place_on_services(tmp_path) as house,
        Wire(redis.hostname, redis.port or 6379) as own,
        Wire(redis.hostname, redis.port or 6379) as others,
    ):
        addresses = [redis._replace(netloc=f"127.0.0.1:{wire.port}").geturl() for wire in (own, others)]
        house.environment = {**house.environment, "REDIS_URL": addresses[0]}
        house.serve()
        other = copy.copy(house)
        other.environment = {**house.environment, "REDIS_URL": addresses[1]}
        other.port = free_port()
        Table(house)
        other.token = house.token
        other.serve()
        yield house, other, own, others


def quick(table, readers, teller):
    """Whether all are told at once: not by looking, which takes up to a second."""
    table.note(teller)
    return max(table.told(reader, 7) for reader in readers) < 0.8


def test_redis_wakes_every_process_and_may_go_away_and_come_back(many):
    house, other, own, others = many
    table = Table(house)
    readers = [table.follow(), table.follow(other.port)]
    wait_for(lambda: quick(table, readers, house), 10)
    assert [quick(table, readers, teller) for teller in (house, other) * 3] == [True] * 6
    each_version_has_one_winner(table, (house, other))
    for reader in readers:
        while reader.next(7)[1][table.match] < table.version:
            pass
    # A reader's process that hears nothing looks every second; one that hears, but not this, every three.
    for wire, seconds in ((own, 2), (others, 4)):
        wire.cut()
        table.note(other)
        assert table.told(readers[0], 7) < seconds
        wire.mend()
        wait_for(lambda: quick(table, readers[:1], other), 10)
        assert [quick(table, readers[:1], other) for _ in range(3)] == [True] * 3


def each_version_has_one_winner(table, houses):
    """Many at once, by two processes: no version twice, none left out."""
    before = table.version

    def play(by):
        won = []
        while len(won) < 15:
            body = {"id": str(uuid.uuid4()), "seen": 1, "seat": 1, "type": "note", "text": "x"}
            status, _, answer = by.ask("POST", f"/api/matches/{table.match}/commands/", body)
            assert status in (201, 409), answer
            won += [answer["version"]] if status == 201 else []
        return won

    with ThreadPoolExecutor(4) as pool:
        won = [version for part in pool.map(play, houses * 2) for version in part]
    table.version = before + 60
    assert sorted(won) == list(range(before + 1, before + 61))
    page = table.house.ask("GET", f"/api/matches/{table.match}/events/?after={before}")[2]
    assert [event["version"] for event in page["results"]] == sorted(won)
