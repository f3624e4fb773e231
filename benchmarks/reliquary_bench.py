"""How many commands of Reliquary are judged and folded in a second; ``--json FILE`` writes the figures.

Whole matches are played at random first, from fixed seeds. Then each command is decided again on the state that it was
given in, and its events are folded. The floor is the folding alone: the same events, and nobody to judge them. Beside
it: the list of all that a seat may do, and the picture of the board. Values are medians over several rounds.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import log, table
from games.match_events import LOG_EVENTS
from games.registry import catalogue_of
from games.reliquary.playing import DECIDER

MATCHES = 12
LONGEST = 300
TARGET = ">= 2000"


class Dice:
    """Chance from a seed."""

    def __init__(self, source: random.Random) -> None:
        self.source = source

    def roll(self, sides: int) -> int:
        """One throw."""
        return self.source.randint(1, sides)

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """Any order."""
        return tuple(self.source.sample(list(items), len(items)))

    def pick(self, items: Sequence[Any]) -> Any:
        """One of them."""
        return self.source.choice(list(items))


Given = tuple[Any, Any, tuple[Any, ...]]
"""A state, the command that was given in it, the events that followed."""


def played(seed: int) -> list[Given]:
    """One match: every command with the state before it and its events."""
    source = random.Random(seed)
    options = DECIDER.options(board=source.choice([8, 9, 10, 11, 12]), rites=seed % 2 == 0)
    begun = log.first_event(DECIDER, catalogue_of("reliquary"), seats=2, options=options)
    versions = log.fold(DECIDER, [begun])
    given: list[Given] = []
    while versions[-1].ended is None and len(given) < LONGEST:
        state = versions[-1].state
        command = source.choice(DECIDER.choices(state, source.choice(DECIDER.to_act(state))))
        events = table.play(DECIDER, versions, command, Dice(source))
        given.append((state, command, tuple(event for event in events if not isinstance(event, LOG_EVENTS))))
    return given


def decide_and_fold(given: list[Given]) -> None:
    """What a command costs: the events by the rules, and the state after them."""
    dice = Dice(random.Random(1))
    for state, command, _ in given:
        after = state
        for event in DECIDER.decide(state, command, dice):
            after = DECIDER.evolve(after, event)


def fold_only(given: list[Given]) -> None:
    """The floor: the state after events that are known."""
    for state, _, events in given:
        after = state
        for event in events:
            after = DECIDER.evolve(after, event)


def list_choices(given: list[Given]) -> None:
    """Everything that the seat may do."""
    for state, command, _ in given:
        DECIDER.choices(state, command.seat)


def draw_boards(given: list[Given]) -> None:
    """The picture that the seat sees."""
    if DECIDER.draw is not None:
        for state, command, events in given:
            DECIDER.draw(DECIDER.view(state, command.seat), events, command.seat)


def per_second(work: Callable[[list[Given]], None], given: list[Given], rounds: int = 7) -> float:
    """How many of them go through in a second: the median of several rounds, the first thrown away."""
    work(given)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work(given)
        times.append(time.perf_counter() - start)
    return len(given) / statistics.median(times)


def row(name: str, value: float, floor: float, target: str | None) -> dict[str, Any]:
    """One figure as all benchmarks write it."""
    figures = {"value": round(value), "unit": "per s", "floor": round(floor), "ratio": round(value / floor, 2)}
    return {"name": name, **figures, "target": target}


def main() -> int:
    """Measures, and writes the rows; benchmarks/run.py holds them to their targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    given = [one for seed in range(MATCHES) for one in played(seed)]
    few = given[:: max(len(given) // 300, 1)]
    floor = per_second(fold_only, given)
    rows = [
        row("Reliquary: commands decided and folded", per_second(decide_and_fold, given), floor, TARGET),
        row("Reliquary: lists of every legal command", per_second(list_choices, few, 3), floor, None),
        row("Reliquary: pictures of a board", per_second(draw_boards, few, 3), floor, None),
    ]
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
