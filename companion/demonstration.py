"""The main job from end to end, as a client of the public API: judge a list, play and replay a match, print cards.

Every step checks what came of it; :class:`Failed` says which did not.
"""

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from games import log
from games.catalogue import GAMES_FOLDER
from games.plain import plain
from games.registry import game_named

DECKLIST = GAMES_FOLDER / "phoenix_covenant" / "lists" / "warband.txt"
MATCH = GAMES_FOLDER / "reliquary" / "matches" / "first-turns.jsonl"
PRINT_SECONDS = 60

Say = Callable[[str], object]


class Failed(Exception):
    """A step of the demonstration did not do what it should."""


def expect(holds: bool, what: str) -> None:
    """Raise :class:`Failed` unless it holds."""
    if not holds:
        raise Failed(what)


class Client:
    """A client of the API at ``address``, as a guest with a bearer token."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.headers = {"Content-Type": "application/json"}
        token = self.post("/api/guests/", {})["token"]["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def fetch(self, path: str, body: Any = None) -> bytes:
        """The answer's bytes. Raises :class:`Failed` with the problem document's words."""
        url = path if path.startswith("http") else self.address + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, headers=self.headers)  # noqa: S310 - our own server
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                content: bytes = answer.read()
        except urllib.error.HTTPError as error:
            raise Failed(f"{path} answered {error.code}: {error.read().decode(errors='replace')[:400]}") from None
        except OSError as error:
            raise Failed(f"{path} did not answer: {error}") from None
        return content

    def get(self, path: str) -> Any:
        """GET, as JSON."""
        return json.loads(self.fetch(path))

    def post(self, path: str, body: Any) -> Any:
        """POST JSON, get JSON."""
        return json.loads(self.fetch(path, body))


def demonstrate(address: str, out: Path, say: Say) -> None:
    """All three, against the server at ``address``; the PDF goes to ``out``. Raises :class:`Failed`."""
    client = Client(address)
    judge_list(client, say)
    play_match(client, say)
    print_cards(client, out, say)


def judge_list(client: Client, say: Say) -> None:
    """A printed decklist, in the one-line form of its rulebook, is read and found legal with 45 cards."""
    text = DECKLIST.read_text(encoding="utf-8")
    verdict = client.post("/api/lists/check/", {"game": "phoenix_covenant", "text": text})
    expect(verdict["legal"] and not verdict["problems"], f"the list should be legal: {verdict['problems']}")
    expect(verdict["totals"]["cards"] == 45, f"the list should have 45 cards: {verdict['totals']}")
    say(f"Build: {verdict['name']} is legal with {verdict['totals']['cards']} cards.")
    say(f"       judged by edition {verdict['edition']}, data {verdict['data_hash'][:12]}")


def play_match(client: Client, say: Say) -> None:
    """A scripted match of Reliquary, for both seats on one device; its log is folded again to the same state."""
    lines = MATCH.read_text(encoding="utf-8").splitlines()
    head, commands = json.loads(lines[0]), [json.loads(line) for line in lines[1:]]
    match = client.post("/api/matches/", {**head, "hold": [1, 2]})
    url, version = f"/api/matches/{match['id']}/", match["version"]
    say(f"Track: a match of Reliquary on a board of {head['options']['board']} squares a side.")
    for command in commands:
        answer = client.post(f"{url}commands/", {"id": str(uuid.uuid4()), "seen": version, **command})
        version = answer["version"]
        if command["type"] in ("play_move", "play_attack", "rally"):
            say(f"       seat {command['seat']} {command['type']}: " + ", ".join(e["type"] for e in answer["events"]))
    for seat in (1, 2):
        state = client.get(f"{url}state/?seat={seat}")
        expect(replay(client, url, seat) == state["state"], f"the replay of seat {seat} should be its state")
    say(f"       {len(commands)} commands, {version} events; replayed from the log to the identical state.")


def replay(client: Client, url: str, seat: int) -> Any:
    """The state that a seat's events fold to, by the rules alone."""
    decider = game_named("reliquary").decider
    if decider is None:
        raise Failed("Reliquary should be playable")
    rows: list[dict[str, Any]] = []
    page: str | None = f"{url}events/?seat={seat}"
    while page:
        answer = client.get(page)
        rows, page = rows + answer["results"], answer["next"]
    kind = log.event_type(decider)
    events = [msgspec.convert({"type": row["type"], **row["data"]}, kind) for row in rows]
    return plain(log.fold(decider, events)[-1].state)


def print_cards(client: Client, out: Path, say: Say) -> None:
    """The four sheets of Reliquary, printed by a worker, with nothing to report."""
    job = client.post("/api/print-jobs/", {"source": {"kind": "game", "game": "reliquary"}})
    url, end = f"/api/print-jobs/{job['id']}/", time.monotonic() + PRINT_SECONDS
    while job["state"] in ("queued", "running") and time.monotonic() < end:
        time.sleep(0.1)
        job = client.get(url)
    expect(job["state"] == "done", f"the job should be done, it is {job['state']}")
    report = job["report"]
    expect(
        (report["cards_in"], report["cards_drawn"], report["pages"]) == (36, 36, 4), f"36 cards on 4 pages: {report}"
    )
    noted = [name for name in ("cut_texts", "missing_images", "missing_glyphs") if report[name]]
    expect(not noted, f"nothing should be reported: {report}")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(client.fetch(f"{url}file/"))
    say(f"Print: {report['cards_drawn']} cards on {report['pages']} sheets, nothing to report: {out}")
