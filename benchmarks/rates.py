"""The rows that a benchmark writes."""

import sys
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
