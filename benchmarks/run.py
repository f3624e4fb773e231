"""Run every benchmark, print what each measured beside its floor and target. Exit 1 when a target is missed.

``--json FILE`` writes all rows. A target bounds the value (``<= 1.5``) or the ratio to the floor (``>= 0.5x``).
"""

import argparse
import json
import operator
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
BOUNDS = {"<=": operator.le, ">=": operator.ge}


def rows_of(script: Path) -> list[dict[str, Any]]:
    """What one script measured."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run([sys.executable, str(script), "--json", file.name], cwd=FOLDER.parent, check=True)
        rows: list[dict[str, Any]] = json.loads(Path(file.name).read_text())
    return rows


def meets(row: dict[str, Any]) -> bool:
    """Whether a row keeps to its target; one without a target always does."""
    if not row.get("target"):
        return True
    sign, bound = row["target"].split()
    value = row["ratio"] if bound.endswith("x") else row["value"]
    return bool(BOUNDS[sign](value, float(bound.rstrip("x"))))


def shown(row: dict[str, Any]) -> str:
    """A row as a line."""
    floor = "" if row.get("floor") is None else f"floor {row['floor']:.4g}, ratio {row['ratio']:.3g}"
    verdict = "" if not row.get("target") else f"{row['target']:>10}  {'ok' if meets(row) else 'MISSED'}"
    return f"{row['name']:<58} {row['value']:>10.4g} {row['unit']:<12} {floor:<34} {verdict}"


def main() -> int:
    """Every ``*_bench.py`` of this folder, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("names", nargs="*", help="parts of the scripts' names")
    options = parser.parse_args()
    scripts = [
        one
        for one in sorted(FOLDER.glob("*_bench.py"))
        if not options.names or any(n in one.name for n in options.names)
    ]
    rows = [row for script in scripts for row in rows_of(script)]
    for row in rows:
        print(shown(row))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0 if all(meets(row) for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
