"""How long it takes to read and judge a printed 45 card deck in process; ``--json FILE`` writes the figures.

The floor is what no reader can do without: to decode the same bytes, split them into entries and take each apart.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cards import checking
from games.catalogue import GAMES_FOLDER

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


def main() -> int:
    """Measures, and writes the rows; benchmarks/run.py holds them to their targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    verdict = checking.check("phoenix_covenant", DECK)
    if not (verdict.legal and verdict.totals["cards"] == 45):
        raise SystemExit("the deck that is measured is not the legal one of 45 cards")
    floor = milliseconds(lambda: split_only(DECK))
    rows = [
        row("check a 45 card deck", milliseconds(lambda: checking.check("phoenix_covenant", DECK)), floor, TARGET_MS),
        row(
            "check the same deck, every name misspelt",
            milliseconds(lambda: checking.check("phoenix_covenant", MISSPELT), 50),
            floor,
            None,
        ),
    ]
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
