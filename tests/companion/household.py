"""Real processes for tests: their own folder, database and port, nothing left running."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path

import psycopg
import redis

from tests import templates

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


class Place:
    """A house of its own: ``VAR_DIR``, database, broker prefix, port."""

    def __init__(self, folder: Path, database_url: str = "", redis_url: str = "") -> None:
        self.folder, self.port, self.token = folder, free_port(), ""
        self.mark = f"VAR_DIR={folder}".encode()
        self.environment = {
            **os.environ,
            "VAR_DIR": str(folder),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "REDIS_PREFIX": f"test-{uuid.uuid4().hex}",
            "ALLOWED_HOSTS": "",
            "PYTHONUNBUFFERED": "1",
        }
        self.outputs: list[Path] = []
        self.started: list[subprocess.Popen] = []

    def start(self, *command: str) -> subprocess.Popen:
        """A process in a group of its own; its output goes to a file of the place."""
        output = self.folder / f"output-{len(self.outputs)}"
        self.outputs.append(output)
        with output.open("wb") as stream:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=self.environment,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def manage(self, *words: str) -> subprocess.Popen:
        return self.start("manage.py", *words)

    def serve(self) -> subprocess.Popen:
        """Serve without a worker; the database is made the first time."""
        if not self.token:
            self.make_database()
        web = self.start(
            "-m", "uvicorn", "companion.asgi:application", "--port", str(self.port), "--log-level", "error"
        )
        wait_for(lambda: self.answers("/healthz"), 30, self.said)
        return web

    def lose_keys(self) -> None:
        """The broker forgets all that it holds for this place."""
        client = redis.Redis.from_url(self.environment["REDIS_URL"])
        for key in client.scan_iter(f"{self.environment['REDIS_PREFIX']}*"):
            client.delete(key)
        client.close()

    def answers(self, path: str) -> bool:
        try:
            return self.ask("GET", path)[0] == 200
        except OSError:
            return False

    def ask(self, method: str, path: str, body=None, host: str = "127.0.0.1", **headers: str):
        """Status, headers and body of an answer."""
        link = http.client.HTTPConnection(host, self.port, timeout=10)
        try:
            sent = {"Content-Type": "application/json", **headers}
            if self.token:
                sent["Authorization"] = f"Bearer {self.token}"
            link.request(method, path, None if body is None else json.dumps(body), sent)
            answer = link.getresponse()
            read = answer.read()
            return (
                answer.status,
                answer.headers,
                json.loads(read) if b"json" in answer.headers["Content-Type"].encode() else read,
            )
        finally:
            link.close()

    def make_database(self) -> None:
        """SQLite's; a place on the services has its own from the beginning."""
        if not self.environment["DATABASE_URL"]:
            shutil.copyfile(templates.sqlite_file(), self.folder / "companion.sqlite3")

    def become_guest(self) -> None:
        self.token = self.ask("POST", "/api/guests/", {})[2]["token"]["token"]

    def said(self) -> str:
        """All that the processes have written."""
        return "\n".join(output.read_text(errors="replace") for output in self.outputs)

    def running(self) -> dict[int, str]:
        """Processes of this place that live, whoever started them."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if self.mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return found

    def kill_all(self) -> None:
        """As a power cut would."""
        end = time.monotonic() + 10
        while (left := self.running()) and time.monotonic() < end:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            for process in self.started:
                process.poll()
            time.sleep(0.02)
        for process in self.started:
            process.wait(5)


def wait_for(question, seconds: float, why=lambda: "") -> float:
    """Until it is so; how long it took. Fails after ``seconds``."""
    start = time.monotonic()
    while not question():
        assert time.monotonic() - start < seconds, why()
        time.sleep(0.02)
    return time.monotonic() - start


@contextlib.contextmanager
def place(folder: Path):
    """On SQLite, without a broker."""
    house = Place(folder)
    try:
        yield house
    finally:
        house.kill_all()


@contextlib.contextmanager
def postgres_database(server: str, template: str = ""):
    """The URL of a database of its own at a server, migrated unless it is of another template; gone afterwards."""
    name = f"test_companion_{uuid.uuid4().hex}"
    template = template or templates.postgres_database(server)
    with psycopg.connect(server, autocommit=True) as link:
        link.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            link.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def place_on_services(folder: Path, broker: bool = True):
    """On a PostgreSQL database made for it, and with key names of its own on Redis; both gone afterwards."""
    redis_url = os.environ["TEST_REDIS_URL"]
    with postgres_database(os.environ["TEST_DATABASE_URL"]) as url:
        house = Place(folder, url, redis_url if broker else "")
        try:
            yield house
        finally:
            house.kill_all()
            house.environment["REDIS_URL"] = redis_url
            house.lose_keys()
