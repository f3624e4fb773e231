"""The rows that a benchmark writes, and how they are timed."""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any


class Rates:
    """Rows of figures, as all benchmarks write them."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.rows: list[dict[str, Any]] = []

    def add(self, name: str, value: float, unit: str, floor: float | None = None, target: str | None = None) -> None:
        ratio = None if floor is None else round(value / floor, 3)
        row = {"name": f"{name}, {self.engine}", "value": round(value, 4), "unit": unit}
        self.rows.append(row | {"floor": None if floor is None else round(floor, 4), "ratio": ratio, "target": target})
        print(f"  {self.rows[-1]}", file=sys.stderr, flush=True)


def milliseconds(work: Callable[[], object], rounds: int = 200) -> float:
    """The median of so many single runs, the first thrown away."""
    work()
    return statistics.median(timed(work) for _ in range(rounds))


def timed(work: Callable[[], object]) -> float:
    """One run, in milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def pairs_in_turn(one: Callable[[], float], other: Callable[[], float], pairs: int = 3) -> tuple[float, float]:
    """Both measured in turn, so that neither has the quieter minute; the medians."""
    values = [(one(), other()) for _ in range(pairs)]
    return statistics.median(a for a, _ in values), statistics.median(b for _, b in values)
