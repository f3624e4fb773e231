"""How long a person waits for the sheets: a whole process from cold to the file, its memory, the size of the file.

Floor: a process that only imports Django's settings and ReportLab. Both are run in turn, so that both see the same
machine; the values are medians.

    python benchmarks/print_bench.py [--runs N] [--json FILE]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FLOOR = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'companion.settings'; import django; django.setup(); \
import reportlab.pdfgen.canvas, reportlab.pdfbase.ttfonts"
WARM = (
    "import time, io; from printing.sources import source_named, layout_named; from printing.render import render; "
    "from printing.options import Options; from printing.pdf import PdfFile; "
    "source, layout = source_named('reliquary'), layout_named('reliquary'); "
    "render(io.BytesIO(), source, layout, Options()); start = time.perf_counter(); "
    "render(io.BytesIO(), source, layout, Options()); print(time.perf_counter() - start)"
)


def process(command: list[str]) -> tuple[float, float, str]:
    """Seconds, peak MiB and stdout of one process; it must end well."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    told = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{command} ended with {child.returncode}")
    return seconds, usage.ru_maxrss / 1024, told


def result(name: str, value: float, unit: str, floor: float | None, target: str | None) -> dict[str, Any]:
    """One line of the results; ``ratio`` is how many times the floor the value is."""
    ratio = None if floor is None else round(value / floor, 2)
    floor = None if floor is None else round(floor, 3)
    return {"name": name, "value": round(value, 3), "unit": unit, "floor": floor, "ratio": ratio, "target": target}


def measure(runs: int) -> list[dict[str, Any]]:
    """Every figure of this benchmark."""
    cold: list[float] = []
    floor: list[float] = []
    memory: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "reliquary.pdf"
        command = [sys.executable, "manage.py", "print_sheets", "reliquary", "-o", str(file)]
        process(command)  # so that what is compiled once is compiled
        for _ in range(runs):
            floor.append(process([sys.executable, "-c", FLOOR])[0])
            seconds, peak, _told = process(command)
            cold.append(seconds)
            memory.append(peak)
        size = file.stat().st_size / 1024
    warm = median(float(process([sys.executable, "-c", WARM])[2]) for _ in range(3))
    return [
        result("print reliquary, 36 cards, from cold", median(cold), "s", median(floor), "<= 1.5"),
        result("print reliquary, 36 cards, within a running process", warm, "s", None, None),
        result("memory of that, peak", median(memory), "MiB", None, "<= 90"),
        result("size of the file", size, "KiB", None, "<= 300"),
    ]


def main() -> None:
    """Print the figures; write them as JSON where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", type=Path, metavar="FILE")
    wishes = parser.parse_args()
    results = measure(wishes.runs)
    for one in results:
        floor = f"  floor {one['floor']} ({one['ratio']} ×)" if one["floor"] else ""
        target = f"  target {one['target']}" if one["target"] else ""
        print(f"{one['name']}: {one['value']} {one['unit']}{floor}{target}")
    if wishes.json:
        wishes.json.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
