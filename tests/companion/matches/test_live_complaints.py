"""What the users of other trackers ran into while following a match, one test each; projects and issues are named."""

import json
import shutil
import socket
import subprocess
import uuid
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

from tests.companion.household import free_port, wait_for
from tests.companion.matches.readers import Stream
from tests.companion.matches.serving import db, port
from tests.companion.matches.test_live import follow, id_of, key_of
from tests.companion.matches.test_play import Table

__all__ = ["db", "port"]


def send(port, table, command, key):
    """A command as a phone sends it; its answer is not read yet."""
    link = HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    link.request("POST", f"{table.url}commands/", json.dumps(command), headers)
    return link


def answered(link):
    answer = link.getresponse()
    body = json.loads(answer.read())
    link.close()
    return answer.status, body


def test_a_move_whose_answer_was_lost_is_made_once_and_seen_again(port, table):
    """boardgameio/boardgame.io #672, #713, #1001: the line drops, and the phone and the table go apart."""
    match, key = id_of(table), key_of(table.api)
    reader = follow(port, table.api, {match: 1})
    command = {"id": str(uuid.uuid4()), "seen": 1, "seat": 1, "type": "roll_die", "roll": 4}
    lost = send(port, table, command, key)
    wait_for(lambda: table.match.version == 3, 5)
    lost.sock.shutdown(socket.SHUT_RDWR)
    lost.close()
    reader.go()
    again = follow(port, table.api, {match: 1})
    assert again.next(1)[1] == {match: 3}
    status, body = answered(send(port, table, command, key))
    assert (status, body["version"]) == (201, 3)
    assert (table.state()["version"], table.state()["state"]["players"][0]["score"]) == (3, 4)


def test_what_happened_while_the_line_was_down_is_told(port, table):
    """cuttle-cards/cuttle #210: an update is missed while the connection is down."""
    match = id_of(table)
    reader = follow(port, table.api, {match: 1})
    table.give("roll_die", seat=1, roll=2)
    last = reader.next(1)[2]
    reader.go()
    table.give("roll_die", seat=2, roll=3)
    again = follow(port, table.api, {match: 1}, Last_Event_ID=last)
    assert again.next(1)[1] == {match: 5}
    missed = table.events(query="?after=3")["results"]
    assert [event["type"] for event in missed] == ["die_rolled", "turn_passed"]


def test_a_double_tap_does_it_once(port, table, new_person):
    """quasoft/backgammonjs #2, vck3000/ProAvalon #258: a double click sends the move twice."""
    command = {"id": str(uuid.uuid4()), "seen": 1, "seat": 1, "type": "roll_die", "roll": 4}
    links = [send(port, table, command, key_of(table.api)) for _ in range(2)]
    first, second = map(answered, links)
    assert first == second
    assert table.match.version == 3
    open_table, phone = Table(table.api), new_person()
    code = {"code": table.api.post(f"{open_table.url}seats/2/code/").json()["code"]}
    assert [phone.post("/api/join/", code).json()["seat"] for _ in range(2)] == [2, 2]


@pytest.fixture
def nginx(tmp_path, port):
    """The port of a real nginx in front of the server, as it buffers by default."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    own = free_port()
    server = f"server {{ listen 127.0.0.1:{own}; location / {{ proxy_pass http://127.0.0.1:{port}; }} }}"
    folders = "".join(
        f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/errors;\n"
        f"events {{}}\nhttp {{ access_log off; {folders}\n{server} }}\n"
    )
    process = subprocess.Popen([program, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")])
    try:
        wait_for(lambda: (tmp_path / "pid").exists(), 5, (tmp_path / "errors").read_text)
        yield own
    finally:
        process.terminate()
        process.wait(5)


def test_a_buffering_proxy_does_not_hold_it_back(port, table, nginx):
    """nginx/nginx #1505, fanout/django-eventstream PR #37: the proxy keeps the events until it has enough of them."""
    match, key = id_of(table), key_of(table.api)
    # nginx takes this header for itself; other proxies read it too.
    assert Stream(port, {match: 1}, key).headers["x-accel-buffering"] == "no"
    reader = Stream(nginx, {match: 1}, key)
    assert reader.status == 200
    for version in (2, 3):
        table.give("note", seat=1, text="tea")
        assert reader.next(1)[1] == {match: version}


def test_no_event_is_skipped_however_many_write(port, table):
    """Eventuous/eventuous #222, event-driven-io/emmett PR #336: in high contention readers miss events."""
    match, key = id_of(table), key_of(table.api)
    reader = follow(port, table.api, {match: 1})

    def write(_):
        while True:
            command = {"id": str(uuid.uuid4()), "seen": 1, "seat": 1, "type": "note", "text": "tea"}
            if answered(send(port, table, command, key))[0] == 201:
                return

    seen = [1]
    with ThreadPoolExecutor(4) as writers:
        done = writers.map(write, range(40))
        while seen[-1] < 41:
            told = reader.next(5)[1][match]
            # What was appended since it was told may have come with the events already.
            if told > seen[-1]:
                seen += [event["version"] for event in table.events(query=f"?after={seen[-1]}")["results"]]
        list(done)
    assert seen == list(range(1, 42))


def test_one_score_on_several_phones_by_a_qr_code(port, api, new_person):
    """n-apps/ScoreCounter #63, khlebobul/board_buddy #45, #49: wishes for one shared score, joined by a QR code."""
    table, phone, screen = Table(api), new_person(), new_person()
    match = id_of(table)
    address = api.post(f"{table.url}seats/2/code/").json()["url"]
    watch = api.post(f"{table.url}spectators/code/").json()["code"]
    assert phone.post("/api/join/", {"code": address.split("/")[-2]}).json() == {"match": match, "seat": 2}
    assert screen.post("/api/join/", {"code": watch}).json() == {"match": match, "seat": None}
    readers = [follow(port, one, {match: 1}) for one in (api, phone, screen)]
    table.give("roll_die", roll=5)
    table.give("roll_die", api=phone, roll=6)
    for one, reader in zip((api, phone, screen), readers, strict=True):
        told = 1
        while told < 5:
            told = reader.next(1)[1][match]
        assert [player["score"] for player in table.state(one)["state"]["players"]] == [5, 6]


def test_a_redis_that_is_silent_is_not_waited_for_twice(monkeypatch, settings):
    """It takes the line and says nothing: one line, given up after a quarter of a second."""
    from companion.matches import wire

    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        monkeypatch.setattr(wire, "_silent_until", 0.0)
        wire._publisher.cache_clear()
        for version in (1, 2):
            wire.publish(uuid.uuid4(), version)
        wire._publisher.cache_clear()
        silent.settimeout(0.1)
        silent.accept()[0].close()
        with pytest.raises(TimeoutError):
            silent.accept()
