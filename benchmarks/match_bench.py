"""How fast matches are written, read and replayed, on SQLite and PostgreSQL; ``--json FILE`` writes the figures.

The small game of the tests is played, so that the log is measured and not a game. Each floor is taken in the same
run: single INSERT commits of a row of the same size, and a bare fold. PostgreSQL is where ``TEST_DATABASE_URL`` says.
"""

import argparse
import contextlib
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.rates import Rates, milliseconds, pairs_in_turn, timed  # noqa: E402

SECONDS = 2.0
LONG = 10_000
ROW = (1, "die_rolled", 2, '{"roll":3,"seat":1,"type":"die_rolled"}', None, "a" * 32, 1, None, "h" * 64)


def rate(work: Callable[[], object], seconds: float = SECONDS) -> float:
    """How often a second, one after the other."""
    work()
    done, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        work()
        done += 1
    return done / elapsed


def rate_of_many(kind: str, writers: int, seconds: float = SECONDS) -> float:
    """How often a second in sum, with so many processes, as so many web workers would; all begin at one time."""
    start = time.time() + 1.5 + writers
    words = [sys.executable, __file__, "--writer", kind, str(start), str(seconds)]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(writers)]
    return sum(float(process.communicate()[0]) for process in running)


def write_alone(kind: str, start: float, seconds: float) -> float:
    """One of those writers."""
    set_up()
    work = {"append": appender, "floor": floor_writer}[kind]()
    work()
    time.sleep(max(start - time.time(), 0))
    return rate(work, seconds)


def floor_writer() -> Callable[[], object]:
    """Commits single rows by the bare driver, as fast as it can: prepared on PostgreSQL, in autocommit."""
    from django.db import connection

    connection.ensure_connection()
    raw: Any = connection.connection
    match, numbers = uuid.uuid4(), iter(range(10**9))
    if connection.vendor == "sqlite":
        sql = "INSERT INTO floor VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        return lambda: raw.execute(sql, (match.hex, next(numbers), *ROW[1:]))
    import psycopg

    raw.prepare_threshold = 5
    cursor = psycopg.Cursor(raw)
    sql = "INSERT INTO floor VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
    return lambda: cursor.execute(sql, (match, next(numbers), *ROW[1:]))


def make_floor() -> None:
    from django.db import connection

    kind = "uuid" if connection.vendor == "postgresql" else "char(32)"
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TABLE floor (match {kind}, version int, type varchar(60), schema int, public text, secret text, "
            "salt varchar(64), seat int, command text, hash varchar(64), PRIMARY KEY (match, version))"
        )


def new_match() -> Any:
    from companion.accounts import people
    from companion.matches import play

    return play.start_match(people.make_guest(), play.NewMatch(game="toy", hold=(1, 2), options={"goal": 10**9}))


def appender() -> Callable[[], object]:
    """Appends one event with all that belongs to it: the version check, the command remembered, the summary."""
    from companion.matches import event_log, states, summaries
    from companion.matches.sources import SOURCES
    from tests.games import toy

    match = new_match()
    standing = states.newest(toy.TOY, match).match

    def append() -> None:
        now = SOURCES.now()
        command = event_log.Accepted(id=uuid.uuid4(), digest="0" * 64, seat=1)
        summary = summaries.summary_of(toy.TOY, standing, now)
        event_log.append(toy.TOY, match, [toy.TurnPassed(to=2)], now=now, command=command, summary=summary)

    return append


def long_match(events: int) -> Any:
    """A match of so many events: dice, secrets, corrections, now and then an undo; written in commands of one turn."""
    from companion.matches import states
    from tests.games import toy

    match = new_match()
    while match.version < events:
        turn = states.newest(toy.TOY, match).match.state.turn
        body: dict[str, Any] = {"type": "roll_die", "roll": 1 + match.version % 6, "seat": turn}
        if match.version % 50 == 0:
            body = {"type": "correct", "path": "/players/0/score", "value": 1, "seat": 1}
        elif match.version % 331 == 0:
            body = {"type": "undo", "to": match.version - 200, "seat": 1}
        give(match, body)
        if body["type"] == "undo":
            give(match, {"type": "answer_undo", "agree": True, "seat": 2})
    return match


def give(match: Any, body: dict[str, Any]) -> Any:
    from companion.matches import play

    return play.give_command(match.owner, match, {"id": str(uuid.uuid4()), "seen": match.version, **body})


def commander(match: Any) -> Callable[[], object]:
    """Loads the match as a request does, judges a command on it, writes it."""
    from companion.matches import play, sitting, states
    from tests.games import toy

    owner = match.owner

    def command() -> None:
        fresh, held = sitting.access(owner, match.id)
        turn = states.newest(toy.TOY, fresh).match.state.turn
        body = {"id": str(uuid.uuid4()), "seen": fresh.version, "type": "roll_die", "roll": 2, "seat": turn}
        play.give_command(owner, fresh, body, held)

    return command


def afresh(work: Callable[[], object]) -> None:
    """Nothing is in memory before."""
    from companion.matches import states

    states.forget_all()
    work()


def undoer(match: Any, to: int | None = None) -> Callable[[], object]:
    """The same, for an undo to a version, else of the last command: one more snapshot is written."""
    from companion.matches import play, sitting, states
    from tests.games import toy

    owner = match.owner
    match.refresh_from_db()
    give(match, {"type": "undo", "to": 5, "seat": 1})
    # What the dice have shown the other seat lets go; from there on it is as free as it was then.
    give(match, {"type": "answer_undo", "agree": True, "seat": 2})

    def undo() -> None:
        fresh, held = sitting.access(owner, match.id)
        back = to or states.newest(toy.TOY, fresh).before
        body = {"id": str(uuid.uuid4()), "seen": fresh.version, "type": "undo", "to": back, "seat": 1}
        if play.give_command(owner, fresh, body, held).events[-1]["type"] != "undone":
            raise SystemExit("the undo was not free")

    return undo


def measure_writing(rates: Rates) -> None:
    writers = {1: "one writer"} if rates.engine == "SQLite" else {1: "one writer", 8: "8 writers"}
    for count, words in writers.items():
        ours, floor = pairs_in_turn(partial(rate_of_many, "append", count), partial(rate_of_many, "floor", count))
        rates.add(f"append with version check, {words}", ours, "/s", floor, ">= 0.5x")


def measure_commands(rates: Rates) -> Any:
    long, target = long_match(LONG), ">= 2000" if rates.engine == "SQLite" else ">= 1000"
    rates.add("full command at event 1,000, without HTTP", rate(commander(long_match(1000))), "/s", None, target)
    late, early = pairs_in_turn(
        lambda: milliseconds(commander(long), 300), lambda: milliseconds(commander(new_match()), 300)
    )
    rates.add("command at event 10,000 beside one at event 10", late, "ms", early, "<= 1.2x")
    near, far = milliseconds(undoer(long), 300), milliseconds(undoer(long, 5), 300)
    rates.add("undo of the last command at event 10,000 beside a command", near, "ms", late, "<= 1.1x")
    rates.add("undo at event 10,000 to event 5 beside a command", far, "ms", late, "<= 2x")
    loads, name = (
        milliseconds(partial(afresh, commander(long)), 300),
        "the same beside a command that loads its match too",
    )
    rates.add(name, far, "ms", loads, "<= 1.1x")
    return long_match(LONG)


def measure_reading(rates: Rates, match: Any) -> None:
    from companion.matches import reading, states
    from tests.games import toy

    versions = iter(range(1, LONG, 37))
    worst = [timed(partial(states.at, toy.TOY, match, version)) for version in versions]
    rates.add("state at any version of 10,000, median", statistics.median(worst), "ms", None, "<= 2")
    rates.add("state at any version of 10,000, 99 of 100", statistics.quantiles(worst, n=100)[98], "ms", None, "<= 2")

    def join() -> int:
        states.forget_all()
        return len(json.dumps(reading.state_with_events(match, 1, None, 50), default=str))

    rates.add("joining after 10,000 events, nothing in memory", milliseconds(join, 50), "ms", None, "<= 20")
    rates.add("what a newcomer gets", join() / 1024, "KiB", None, "<= 50")


def measure_replay(rates: Rates) -> None:
    """Decoding and folding stored rows in memory; the floor is the game's own fold of decoded events."""
    from companion.matches import codec
    from games import log
    from games.match_events import MatchStarted
    from tests.games import toy

    events: list[Any] = []
    for number in range(LONG // 2):
        events += [toy.DieRolled(seat=1 + number % 2, roll=1 + number % 6), toy.TurnPassed(to=2 - number % 2)]
    started = MatchStarted(game="toy", edition="x", data_hash="", seats=2, options={"goal": 10**9})
    rows = [(codec.tag_of(one), one.schema, codec.encode(one)) for one in (started, *events)]

    def bare() -> None:
        state = toy.initial(toy.Options(), 2, ())
        for event in events:
            state = toy.evolve(state, event)

    def replay() -> None:
        log.fold(toy.TOY, (codec.decode(toy.TOY, *row) for row in rows))

    folded, floor = pairs_in_turn(
        lambda: LONG / milliseconds(replay, 20) * 1000, lambda: LONG / milliseconds(bare, 20) * 1000
    )
    rates.add("replay with decoding", folded, "events/s", floor, ">= 300000")


def measure_http(rates: Rates) -> None:
    """One worker, durable commits, clients that wait for each answer; ASGI, and on PostgreSQL the pool."""
    with contextlib.closing(socket.socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        port = trial.getsockname()[1]
    words = ["-m", "uvicorn", "tests.games.toy_house:application", "--port", str(port), "--log-level", "error"]
    server = subprocess.Popen([sys.executable, *words], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        wait_for(port)
        play_over_http(port, [], 100)
        for clients in (1, 2):
            times: list[float] = []
            start = time.perf_counter()
            threads = [threading.Thread(target=play_over_http, args=(port, times)) for _ in range(clients)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            name, elapsed = f"command over HTTP, durable, clients: {clients}", time.perf_counter() - start
            rates.add(name, len(times) / elapsed, "/s", None, ">= 400" if clients == 2 else None)
            rates.add(f"{name}, p50", statistics.median(times), "ms", None, "<= 5")
    finally:
        server.terminate()
        server.wait(10)


def wait_for(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return


def play_over_http(port: int, times: list[float], commands: int = 600) -> None:
    link = http.client.HTTPConnection("127.0.0.1", port)
    token = ask(link, "/api/guests/", {}, "")["token"]["token"]
    wanted = {"game": "toy", "hold": [1, 2], "options": {"goal": 10**9}}
    match = ask(link, "/api/matches/", wanted, token)
    version, turn = match["version"], 1
    for _ in range(commands):
        body = {"id": str(uuid.uuid4()), "seen": version, "type": "roll_die", "roll": 3, "seat": turn}
        start = time.perf_counter()
        answer = ask(link, f"/api/matches/{match['id']}/commands/", body, token)
        times.append((time.perf_counter() - start) * 1000)
        version, turn = answer["version"], 3 - turn


def ask(link: http.client.HTTPConnection, path: str, body: Any, token: str) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    link.request("POST", path, json.dumps(body), headers)
    answer = link.getresponse()
    read = json.loads(answer.read())
    if answer.status != 201:
        raise SystemExit(f"{path} answered {answer.status}: {read}")
    return read


def set_up() -> None:
    """Django, and the small game among the others."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    import django

    django.setup()
    from tests.games import toy_house

    toy_house.move_in()


def measure(engine: str) -> list[dict[str, Any]]:
    """All of one engine; the settings point to a database of its own."""
    set_up()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    make_floor()
    rates = Rates(engine)
    measure_writing(rates)
    measure_reading(rates, measure_commands(rates))
    if engine == "SQLite":
        measure_replay(rates)
    measure_http(rates)
    return rates.rows


@contextlib.contextmanager
def place(engine: str) -> Iterator[dict[str, str]]:
    """A folder and a database of their own, as environment variables."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        rates = {f"RATE_{name}": "1000000/hour" for name in ("GUESTS", "PASSWORDS", "JOINS", "COPIES")}
        environment = {
            **os.environ,
            **rates,
            "VAR_DIR": folder,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
        }
        if engine == "SQLite":
            yield environment
            return
        import psycopg

        server = os.environ["TEST_DATABASE_URL"]
        name = f"companion_bench_{os.getpid()}"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
            try:
                yield environment | {"DATABASE_URL": f"{server.rpartition('/')[0]}/{name}"}
            finally:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def main() -> int:
    """Both engines, each in a process of its own; benchmarks/run.py holds the rows to their targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--engine", help=argparse.SUPPRESS)
    parser.add_argument("--writer", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.writer:
        kind, start, seconds = arguments.writer
        print(write_alone(kind, float(start), float(seconds)))
        return 0
    if arguments.engine:
        print(json.dumps(measure(arguments.engine)))
        return 0
    rows: list[dict[str, Any]] = []
    for engine in ("SQLite", "PostgreSQL"):
        if engine == "PostgreSQL" and not os.environ.get("TEST_DATABASE_URL"):
            print("SKIPPED: matches on PostgreSQL: TEST_DATABASE_URL is not set", file=sys.stderr)
            continue
        with place(engine) as environment:
            words = [sys.executable, __file__, "--engine", engine]
            out = subprocess.run(words, env=environment, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        rows += json.loads(out)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
