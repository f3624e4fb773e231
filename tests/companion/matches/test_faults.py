"""Faults, for real: processes that are killed, lines that are cut, phones that all press at once."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid

import pytest

from tests.companion.household import ROOT, Place, free_port, postgres_database, wait_for
from tests.games import toy

CLIENTS = 8


class Server(Place):
    """A house with the small game in it, on the database of this run; more than one process may serve it."""

    def web(self, port=None):
        """One more web process; its port."""
        port = port or free_port()
        words = ["-m", "uvicorn", "tests.games.toy_house:application", "--port", str(port), "--log-level", "error"]
        process = self.start(*words)
        process.port = port
        phone = Phone(port)
        wait_for(phone.is_there, 60, self.said)
        return process

    def verify(self):
        """What ``verify_matches`` says, in a process that knows the small game."""
        code = (
            "from tests.games import toy_house; from django.core.management import execute_from_command_line as run;"
            "run(['manage.py', 'verify_matches'])"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr


PHONES = []


class Phone:
    """One person's client: it waits for each answer, and tries again when the line breaks."""

    def __init__(self, port, token=""):
        self.port, self.token, self.link = port, token, None
        PHONES.append(self)

    def hang_up(self):
        if self.link is not None:
            self.link.close()
            self.link = None

    def ask(self, method, path, body=None):
        """Status and JSON of an answer; ``OSError`` or ``HTTPException`` when the line breaks."""
        self.link = self.link or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self.token}"} if self.token else {}
        )
        try:
            self.link.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self.link.getresponse()
            read = answer.read()
        except BaseException:
            self.hang_up()
            raise
        is_json = answer.headers["Content-Type"].split(";")[0].endswith("json")
        return answer.status, json.loads(read) if is_json else read

    def is_there(self):
        try:
            return self.ask("GET", "/healthz")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def sign_in(self):
        self.token = self.ask("POST", "/api/guests/", {})[1]["token"]["token"]
        return self

    def start(self, **wanted):
        wanted = {"game": "toy", "hold": [1, 2], "options": {"goal": 10**9}, **wanted}
        status, match = self.ask("POST", "/api/matches/", wanted)
        assert status == 201, match
        return f"/api/matches/{match['id']}/"


@pytest.fixture(autouse=True)
def _hang_up():
    yield
    while PHONES:
        PHONES.pop().hang_up()


@pytest.fixture
def server(tmp_path):
    """On SQLite a file of its own; on PostgreSQL a database of its own."""
    own = contextlib.nullcontext("")
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        own = postgres_database(os.environ["DATABASE_URL"])
    with own as url:
        place = Server(tmp_path, url)
        place.make_database()
        yield place
        place.kill_all()


def at_once(works):
    errors = []

    def run(work):
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert errors == []


def all_events(phone, url):
    events, after = [], 0
    while True:
        page = phone.ask("GET", f"{url}events/?after={after}&limit=500")[1]
        events += page["results"]
        after = len(events)
        if page["next"] is None:
            return events


@pytest.mark.django_db
def test_a_server_that_is_killed_has_lost_nothing_that_it_acknowledged(server):
    """SIGKILL while eight phones write; what was answered stands, once; what was not is sent again, and stands once."""
    web = server.web()
    phones = [Phone(web.port).sign_in() for _ in range(CLIENTS)]
    urls = [phone.start() for phone in phones]
    told, stop = [[] for _ in phones], threading.Event()

    def write(number):
        phone, url, version = phones[number], urls[number], 1
        command = None
        while not stop.is_set() or command is not None:
            command = command or {"id": str(uuid.uuid4()), "seen": version, "seat": 1, "type": "note", "text": "x"}
            try:
                status, answer = phone.ask("POST", f"{url}commands/", command)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
                continue
            assert status == 201, answer
            told[number].append((answer["version"], command["id"]))
            version, command = answer["version"], None

    threads = [threading.Thread(target=write, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        time.sleep(0.7)
        os.kill(web.pid, signal.SIGKILL)
        web.wait(10)
        web = server.web(web.port)
    time.sleep(0.3)
    stop.set()
    for thread in threads:
        thread.join(60)
    for phone, url, answers in zip(phones, urls, told, strict=True):
        assert len(answers) > 3
        events = all_events(phone, url)
        assert [event["version"] for event in events] == list(range(1, len(events) + 1))
        assert len({version for version, _ in answers}) == len(answers) == len(events) - 1
    assert server.verify() == (0, f"{CLIENTS} of {CLIENTS} matches are whole\n")


@pytest.mark.django_db
def test_two_web_processes_and_one_match_have_one_winner_for_each_version(server):
    webs = [server.web(), server.web()]
    owner = Phone(webs[0].port).sign_in()
    url = owner.start()
    won = []

    def press(number):
        phone = Phone(webs[number % 2].port, owner.token)
        version = 1
        for _ in range(15):
            turn = 1 + (version - 1) // 2 % 2
            body = {"id": str(uuid.uuid4()), "seen": version, "seat": turn, "type": "roll_die", "roll": 1}
            status, answer = phone.ask("POST", f"{url}commands/", body)
            assert status in (201, 409), answer
            if status == 201:
                won.append(answer["version"])
            version = answer["version"]

    at_once([lambda number=number: press(number) for number in range(4)])
    owner.hang_up()
    assert sorted(won) == list(range(3, 2 * len(won) + 2, 2))
    state = owner.ask("GET", f"{url}state/")[1]
    assert state["version"] == 1 + 2 * len(won)
    assert sum(player["score"] for player in state["state"]["players"]) == len(won)
    other = Phone(webs[1].port, owner.token).ask("GET", f"{url}state/")[1]
    assert other == state
    assert server.verify()[0] == 0


def press_all(server, commands):
    """Eight phones on one match: each corrects the score by one, again and again, until it is taken."""
    web = server.web()
    owner = Phone(web.port).sign_in()
    url = owner.start()

    def press(number):
        phone = Phone(web.port, owner.token)
        version, score = 1, 0
        for _ in range(commands):
            id_ = str(uuid.uuid4())
            while True:
                body = {"id": id_, "seen": version, "seat": 1, "type": "correct"}
                body |= {"path": "/players/0/score", "value": score + 1}
                status, answer = phone.ask("POST", f"{url}commands/", body)
                if status == 201:
                    version, score = answer["version"], score + 1
                    break
                assert status == 409, answer
                id_, version = str(uuid.uuid4()), answer["version"]
                score = answer["missed"][-1]["data"]["value"]

    at_once([lambda number=number: press(number) for number in range(CLIENTS)])
    owner.hang_up()
    state = owner.ask("GET", f"{url}state/")[1]
    assert state["state"]["players"][0]["score"] == CLIENTS * commands
    assert state["version"] == 1 + CLIENTS * commands
    assert server.verify()[0] == 0


@pytest.mark.django_db
def test_eight_phones_on_one_match_add_up(server):
    press_all(server, 8)


@pytest.mark.django_db
@pytest.mark.soak
def test_eight_phones_with_a_hundred_commands_each_add_up(server):
    press_all(server, 100)


class Line:
    """A TCP line to the database that can be cut and mended."""

    def __init__(self, host, port):
        self.target, self.open, self.pairs = (host, port), True, []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if not self.open:
                near.close()
                continue
            far = socket.create_connection(self.target)
            self.pairs += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self):
        self.open = False
        for end in self.pairs:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.pairs.clear()

    def mend(self):
        self.open = True

    def end(self):
        self.cut()
        self.door.close()


@pytest.mark.django_db
@pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="a file has no line that could be cut"
)
def test_the_line_to_the_database_is_cut_and_mended(server, request):
    """While it is cut every answer is a problem document of ours; afterwards all goes on, and nothing is lost."""
    base, _, name = server.environment["DATABASE_URL"].rpartition("/")
    host, _, port = base.rpartition("@")[2].partition(":")
    line = Line(host, int(port or 5432))
    request.addfinalizer(line.end)
    server.environment["DATABASE_URL"] = f"{base.rpartition('@')[0]}@127.0.0.1:{line.port}/{name}"
    web = server.web()
    phone = Phone(web.port).sign_in()
    url = phone.start()
    version, acknowledged, refused = 1, 0, 0
    for round_ in range(2):
        for step in range(6):
            if step == 2:
                line.cut()
            if step == 4:
                line.mend()
            id_ = str(uuid.uuid4())
            for _ in range(60):
                body = {"id": id_, "seen": version, "seat": 1, "type": "note", "text": f"{round_} {step}"}
                status, answer = phone.ask("POST", f"{url}commands/", body)
                if status == 201:
                    version, acknowledged = answer["version"], acknowledged + 1
                    break
                assert status == 503
                assert answer["type"] == "/problems/unavailable"
                refused += 1
                if 2 <= step < 4:
                    break
                time.sleep(0.25)
            else:
                raise AssertionError("the line is mended, but nothing goes on")
    assert refused >= 2
    events = all_events(phone, url)
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    assert len(events) >= 1 + acknowledged
    texts = [event["text"] for event in events[1:]]
    assert len(set(texts)) == len(texts)
    assert server.verify()[0] == 0


@pytest.mark.django_db
def test_a_long_log_is_streamed_by_a_real_server(server):
    web = server.web()
    phone = Phone(web.port).sign_in()
    url = phone.start()
    for version in range(1, 8):
        body = {"id": str(uuid.uuid4()), "seen": version, "seat": 1, "type": "note", "text": "x"}
        assert phone.ask("POST", f"{url}commands/", body)[0] == 201
    status, content = phone.ask("GET", f"{url}export/")
    assert status == 200
    lines = [json.loads(one) for one in content.splitlines()]
    assert lines[0]["version"] == 8
    assert len(lines) == 9
    assert toy.TOY.game == lines[0]["game"]
