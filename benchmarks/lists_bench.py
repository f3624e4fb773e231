"""How long it takes to read and judge a printed 45 card deck in process; ``--json FILE`` writes the figures.

The floor is what no reader can do without: to decode the same bytes, split them into entries and take each apart.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
folder = tempfile.TemporaryDirectory(prefix="companion-bench-")
os.environ["VAR_DIR"] = folder.name

import django  # noqa: E402

django.setup()

from cards import checking, reading, verdicts  # noqa: E402
from cards.adding import may_add  # noqa: E402
from cards.formats.registry import Outgoing, all_formats  # noqa: E402
from cards.odds import odds_of  # noqa: E402
from games.catalogue import GAMES_FOLDER  # noqa: E402
from games.lists import Entry  # noqa: E402
from games.registry import game_named  # noqa: E402

DECK = (GAMES_FOLDER / "phoenix_covenant" / "lists" / "warband.txt").read_bytes()
MISSPELT = DECK.replace(b"a", b"e")
TARGET_MS = "<= 2"


def split_only(data: bytes) -> int:
    """The floor: bytes to (count, name) pairs, with nothing looked up."""
    pairs = []
    for line in data.decode("utf-8").splitlines():
        _, _, row = line.partition(": ")
        for part in row.rstrip(".").split("; "):
            count, _, name = part.partition(" x ")
            if name:
                pairs.append((int(count), name))
    return len(pairs)


def milliseconds(work: Callable[[], object], rounds: int = 200) -> float:
    """The median of so many single runs, the first thrown away."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def row(name: str, value: float, floor: float, target: str | None) -> dict[str, Any]:
    """One figure as all benchmarks write it."""
    ratio = round(value / floor, 1)
    return {
        "name": name,
        "value": round(value, 4),
        "unit": "ms",
        "floor": round(floor, 4),
        "ratio": ratio,
        "target": target,
    }


def of_a_saved_list(floor: float) -> list[dict[str, Any]]:
    """What is asked of a saved list of 45 cards, once it has been fetched."""
    found = reading.read(DECK, game="phoenix_covenant")
    content, catalogue, game = found.found.list, found.catalogue, game_named("phoenix_covenant")
    verdict = verdicts.judge(content, catalogue)
    card = Entry(code=content.entries[0].code, name=content.entries[0].name)
    out = Outgoing(
        list=content,
        game=game,
        catalogue=catalogue,
        legal=verdict.legal,
        problems=verdict.problems,
        totals=verdict.totals,
    )
    questions: dict[str, Callable[[], object]] = {
        "judge a saved list of 45 cards": lambda: verdicts.judge(content, catalogue),
        "may this card be added to it": lambda: may_add(content, catalogue, card),
        "the odds of all its cards, to turn 5": lambda: odds_of(content, catalogue, game.drawing),
    }
    for name in ("text", "json", "csv"):
        form = all_formats()[name]
        write, read = form.write, form.read
        if write is None or read is None:
            raise SystemExit(f"{name} is not both written and read")
        questions[f"write it as {name} and read that back"] = lambda write=write, read=read: read(  # type: ignore[misc]
            write(out), game, catalogue
        )
    return [row(name, milliseconds(ask, 100), floor, None) for name, ask in questions.items()]


def main() -> int:
    """Measures, and writes the rows; benchmarks/run.py holds them to their targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    verdict = checking.check(DECK, game="phoenix_covenant")
    if not (verdict.legal and verdict.totals["cards"] == 45):
        raise SystemExit("the deck that is measured is not the legal one of 45 cards")
    floor = milliseconds(lambda: split_only(DECK))
    rows = [
        row(
            "check a 45 card deck",
            milliseconds(lambda: checking.check(DECK, game="phoenix_covenant")),
            floor,
            TARGET_MS,
        ),
        row(
            "check the same deck, every name misspelt",
            milliseconds(lambda: checking.check(MISSPELT, game="phoenix_covenant"), 50),
            floor,
            None,
        ),
        *of_a_saved_list(floor),
    ]
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
