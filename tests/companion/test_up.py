"""``manage.py up``, as a person starts and stops it."""

import os
import signal
import socket
import time

import pytest

from companion import network, processes
from tests.companion.household import Place, place, place_on_services, wait_for
from tests.services import need_services

STOP_SECONDS = 3.0


@pytest.fixture
def empty(tmp_path):
    """A house that was never started."""
    with place(tmp_path) as made:
        yield made


@pytest.fixture
def house(empty):
    """A house whose database is there."""
    empty.make_database()
    return empty


def start(house: Place, *words: str):
    up = house.manage("up", "--port", str(house.port), *words)
    wait_for(lambda: f":{house.port}" in house.said(), 60, house.said)
    return up


def stop(up, number: int) -> float:
    begin = time.monotonic()
    os.kill(up.pid, number)
    up.wait(20)
    return time.monotonic() - begin


@pytest.mark.parametrize(("number", "before"), [(signal.SIGINT, "empty"), (signal.SIGTERM, "house")])
def test_it_serves_and_works_and_one_signal_stops_it_all(request, number, before):
    house = request.getfixturevalue(before)
    up = start(house)
    assert f"ready at http://127.0.0.1:{house.port}" in house.said()
    assert house.ask("GET", "/healthz")[0] == 200
    wait_for(lambda: house.answers("/readyz"), 20, house.said)
    assert stop(up, number) < STOP_SECONDS
    assert up.returncode == 0
    assert house.running() == {}


def test_on_the_services_it_stops_with_all_children_of_its_children(tmp_path):
    need_services()
    with place_on_services(tmp_path) as house:
        up = start(house)
        wait_for(lambda: house.answers("/readyz"), 20, house.said)
        assert sum("celery" in words for words in house.running().values()) >= 2
        assert stop(up, signal.SIGINT) < STOP_SECONDS
        assert up.returncode == 0
        assert house.running() == {}


def test_a_taken_port_is_one_line_and_nothing_is_left(house):
    with socket.socket() as owner:
        owner.bind(("127.0.0.1", house.port))
        owner.listen()
        up = house.manage("up", "--port", str(house.port))
        assert up.wait(30) == 1
    assert len(house.said().strip().splitlines()) == 1
    assert str(house.port) in house.said()
    assert house.running() == {}


@pytest.mark.parametrize(
    "words", [("--port", "0"), ("--port", "x"), ("--port", "65536"), ("--host", "no.such.host.invalid")]
)
def test_what_cannot_be_listened_at_is_told(house, words):
    up = house.manage("up", *words)
    assert up.wait(30) in (1, 2)
    assert "Traceback" not in house.said()
    assert house.running() == {}


@pytest.mark.parametrize("victim", ["uvicorn", "manage.py work"])
def test_when_a_child_dies_all_stop(house, victim):
    up = start(house)
    wait_for(lambda: any(victim in words for words in house.running().values()), 20)
    os.kill(next(pid for pid, words in house.running().items() if victim in words), signal.SIGKILL)
    up.wait(STOP_SECONDS + 1)
    assert up.returncode == 1
    assert "was ended by signal 9" in house.said()
    assert house.running() == {}


def test_a_worker_that_is_killed_is_started_again(house):
    up = start(house)
    house.become_guest()

    def workers():
        return [pid for pid, words in house.running().items() if "manage.py work" in words]

    wait_for(workers, 20)
    (first,) = workers()
    time.sleep(processes.SOON)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: "was ended by signal 9; it was started again" in house.said(), 5, house.said)
    job = house.ask("POST", "/api/print-jobs/", {"source": {"kind": "game", "game": "reliquary"}})[2]
    address = f"/api/print-jobs/{job['id']}/"
    wait_for(lambda: house.ask("GET", address)[2]["state"] == "done", 30, house.said)
    assert first not in workers()
    assert stop(up, signal.SIGINT) < STOP_SECONDS
    assert up.returncode == 0
    assert house.running() == {}


def test_on_the_local_network_it_shows_its_address_and_answers_to_no_other_name(house):
    addresses = network.lan_addresses()
    if not addresses:
        pytest.skip("this machine has no network interface but the loopback")
    up = start(house, "--host", "0.0.0.0")
    assert f"ready at http://{addresses[0]}:{house.port}" in house.said()
    wait_for(lambda: any(block in house.said() for block in "█▀▄"), 5)
    for name in (addresses[0], "127.0.0.1", "localhost"):
        assert house.ask("GET", "/api/me/", Host=f"{name}:{house.port}")[0] == 401
    status, headers, body = house.ask("GET", "/api/me/", Host="companion.example")
    assert (status, body["type"]) == (400, "/problems/unreadable")
    assert headers["Content-Type"] == "application/problem+json"
    status, headers, _ = house.ask("POST", "/api/guests/", {"device": True}, host=addresses[0])
    assert status == 201
    assert "secure" not in headers["Set-Cookie"].lower()
    assert stop(up, signal.SIGINT) < STOP_SECONDS
    assert house.running() == {}


def test_the_own_addresses_are_those_that_one_can_listen_at():
    for address in network.lan_addresses():
        assert not address.startswith("127.")
        with socket.socket() as listener:
            listener.bind((address, 0))


def test_a_free_port_is_free_and_a_taken_one_is_not():
    with socket.socket() as owner:
        owner.bind(("127.0.0.1", 0))
        port = owner.getsockname()[1]
        owner.listen()
        assert str(port) in (network.why_not_free("127.0.0.1", port) or "")
    assert network.why_not_free("127.0.0.1", port) is None
