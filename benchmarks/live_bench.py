"""How soon 500 open streams of one process are told of a new version, and what the process weighs with them.

The time runs from before a command is sent until a reader has the whole event: the command's own work is in it.
Floor: a bare asyncio server that writes one line to as many connections when it is told to, measured the same way in
the same run. Where TEST_REDIS_URL answers, the command is also given to another process, and Redis carries the news.

    python benchmarks/live_bench.py [--json FILE]
"""

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
READERS, EACH, ROUNDS, PAUSE = 500, 20, 100, 0.05

FLOOR = """
import asyncio, sys
async def main():
    readers = []
    async def serve(reader, writer):
        if (await reader.readline()).startswith(b"GET"):
            readers.append(writer)
            writer.write(b"HTTP/1.0 200 OK\\r\\n\\r\\nretry: 1000\\n\\n")
            return
        for one in readers:
            one.write(b"data: 1\\n\\n")
        writer.close()
    server = await asyncio.start_server(serve, "127.0.0.1", int(sys.argv[1]), backlog=1000)
    await server.serve_forever()
asyncio.run(main())
"""


def free_port() -> int:
    """One that nobody listens at."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
    return port


@contextmanager
def process(command: list[str], port: int, environment: dict[str, str]) -> Iterator[int]:
    """The id of a server that listens at ``port``."""
    child = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=os.environ | environment)
    try:
        for _ in range(300):
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield child.pid
    finally:
        child.terminate()
        child.wait(10)


async def ask(port: int, method: str, path: str, body: Any, key: str = "") -> Any:
    """One request of the API."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.0", "Host: 127.0.0.1", "Content-Type: application/json"]
    lines += [f"Content-Length: {len(data)}", f"Authorization: Bearer {key}" if key else "X-Nobody: 1"]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if b" 201 " not in head.split(b"\r\n")[0]:
        raise SystemExit(f"{method} {path}: {head.decode()}\n{answer.decode()}")
    return json.loads(answer)


class Readers:
    """Open streams, and when each of them was told last."""

    def __init__(self) -> None:
        self.told = 0
        self.times: list[float] = []
        self._all = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    async def open(self, port: int, path: str, key: str) -> None:
        """One more; it is open when its first words have come."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
        first = await reader.readuntil(b"retry: ")
        if b" 200 " not in first.split(b"\r\n")[0]:
            raise SystemExit(first.decode())
        await reader.readuntil(b"\n\n")
        self._writers.append(writer)
        self._tasks.append(asyncio.create_task(self._read(reader)))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while True:
            if b"data: " in await reader.readuntil(b"\n\n"):
                self.times.append(time.perf_counter())
                if len(self.times) == len(self._tasks):
                    self._all.set()

    async def seconds(self, tell: Callable[[], Awaitable[object]]) -> list[float]:
        """Until each has been told what ``tell`` brings about."""
        self.times.clear()
        self._all.clear()
        start = time.perf_counter()
        await tell()
        await asyncio.wait_for(self._all.wait(), 10)
        return [one - start for one in self.times]

    async def close(self) -> None:
        """All of them."""
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.close()


async def rounds(readers: Readers, tell: Callable[[], Awaitable[object]]) -> list[float]:
    """The seconds of every reader in every round; the first one warms up."""
    found: list[float] = []
    for number in range(ROUNDS + 1):
        seconds = await readers.seconds(tell)
        found += seconds if number else []
        await asyncio.sleep(PAUSE)
    return found


async def floor(port: int) -> list[float]:
    """The bare server."""

    async def tell() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST\r\n")
        writer.close()

    readers = Readers()
    for _ in range(READERS):
        await readers.open(port, "/", "")
    found = await rounds(readers, tell)
    await readers.close()
    return found


async def follow(port: int, teller: int) -> list[float]:
    """One match, its owner at ``teller``, its spectators all at ``port``."""
    owner = (await ask(port, "POST", "/api/guests/", {}))["token"]["token"]
    made = await ask(port, "POST", "/api/matches/", {"game": "reliquary", "hold": [1, 2]}, owner)
    code = (await ask(port, "POST", f"/api/matches/{made['id']}/spectators/code/", {}, owner))["code"]
    readers = Readers()
    for _ in range(READERS // EACH):
        key = (await ask(port, "POST", "/api/guests/", {}))["token"]["token"]
        await ask(port, "POST", "/api/join/", {"code": code}, key)
        path = f"/api/live/?after={made['id']}@1"
        await asyncio.gather(*(readers.open(port, path, key) for _ in range(EACH)))
    version = 1

    async def tell() -> None:
        nonlocal version
        body = {"id": str(uuid.uuid4()), "seen": version, "seat": 1, "type": "note", "text": "tea"}
        answer = await ask(teller, "POST", f"/api/matches/{made['id']}/commands/", body, owner)
        version = answer["version"]

    found = await rounds(readers, tell)
    await readers.close()
    return found


def status_of(pid: int, name: str) -> int:
    """A line of /proc/PID/status."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])


def row(name: str, value: float, unit: str, target: str | None, floor: float | None = None) -> dict[str, Any]:
    """One figure as all benchmarks write it."""
    ratio = None if floor is None else round(value / floor, 2)
    least = None if floor is None else round(floor, 3)
    return {"name": name, "value": round(value, 3), "unit": unit, "floor": least, "ratio": ratio, "target": target}


def p99(seconds: list[float]) -> float:
    """In milliseconds."""
    return quantiles(seconds, n=100)[98] * 1000


def serve(port: int) -> list[str]:
    """The command of a web process."""
    return ["-m", "uvicorn", "companion.asgi:application", "--port", str(port), "--log-level", "error"]


def redis_url() -> str:
    """Where Redis answers, or nothing."""
    import redis

    address = os.environ.get("TEST_REDIS_URL", "")
    if not address:
        return ""
    try:
        with redis.Redis.from_url(address, socket_connect_timeout=1) as client:
            client.ping()
    except redis.RedisError:
        return ""
    return address


def measure(folder: str) -> Iterator[dict[str, Any]]:
    """Every figure of this benchmark."""
    port, other, bare = free_port(), free_port(), free_port()
    environment = {"VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "RATE_GUESTS": "9999/min"}
    environment |= {"RATE_JOINS": "9999/min", "REDIS_PREFIX": f"bench-{uuid.uuid4().hex}"}
    migrate = [sys.executable, "manage.py", "migrate", "-v", "0"]
    subprocess.run(migrate, cwd=ROOT, env=os.environ | environment, check=True)
    with process(["-c", FLOOR, str(bare)], bare, {}) as pid:
        least, weight = p99(asyncio.run(floor(bare))), status_of(pid, "VmHWM") / 1024
    with process(serve(port), port, environment) as pid:
        found = asyncio.run(follow(port, port))
        yield row(f"{READERS} readers told, p99", p99(found), "ms", "<= 250", least)
        yield row(f"memory with {READERS} readers", status_of(pid, "VmHWM") / 1024, "MiB", "<= 120", weight)
        yield row(f"threads with {READERS} readers", status_of(pid, "Threads"), "threads", "<= 12")
    if not (address := redis_url()):
        return
    environment["REDIS_URL"] = address
    with process(serve(port), port, environment) as pid, process(serve(other), other, environment):
        found = asyncio.run(follow(port, other))
        yield row(f"{READERS} readers told by another process through Redis, p99", p99(found), "ms", "<= 250", least)
        weight_with = status_of(pid, "VmHWM") / 1024
        yield row(f"memory with {READERS} readers and Redis", weight_with, "MiB", "<= 120", weight)


def main() -> int:
    """Measures, and writes the rows; benchmarks/run.py holds them to their targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        rows = list(measure(folder))
    text = json.dumps(rows, indent=1)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
