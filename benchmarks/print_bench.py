"""How long a person waits for the sheets: a whole process from cold to the file, its memory, the size of the file.

Floor: a process that only imports Django's settings and ReportLab. Both are run in turn, so that both see the same
machine; the values are medians. Peers that are installed beside us print as many cards of their own kind.

    python benchmarks/print_bench.py [--runs N] [--json FILE]
"""

import argparse
import csv
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.print_job import text_cards

ROOT = Path(__file__).resolve().parent.parent
JOB = str(Path(__file__).with_name("print_job.py"))
FLOOR = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'companion.settings'; import django; django.setup(); \
import reportlab.pdfgen.canvas, reportlab.pdfbase.ttfonts"
WARM = (
    "import time, io; from printing.sources import source_named, layout_named; from printing.render import render; "
    "from printing.options import Options; from printing.pdf import PdfFile; "
    "source, layout = source_named('reliquary'), layout_named('reliquary'); "
    "render(io.BytesIO(), source, layout, Options()); start = time.perf_counter(); "
    "render(io.BytesIO(), source, layout, Options()); print(time.perf_counter() - start)"
)


class Took(NamedTuple):
    """What one process took: seconds, peak MiB; and what it wrote to stdout."""

    seconds: float
    memory: float
    told: str


def process(command: list[str], folder: Path = ROOT, made: Path | None = None) -> Took:
    """One process from beginning to end; it must end well, or at least have made this file."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    told = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0 and not (made and made.exists()):
        raise SystemExit(f"{command} ended with {child.returncode}")
    return Took(seconds, usage.ru_maxrss / 1024, told)


def result(name: str, value: float, unit: str, target: str | None = None, floor: float | None = None) -> dict[str, Any]:
    """One line of the results; ``ratio`` is how many times the floor the value is."""
    ratio = None if floor is None else round(value / floor, 2)
    floor = None if floor is None else round(floor, 3)
    return {"name": name, "value": round(value, 3), "unit": unit, "floor": floor, "ratio": ratio, "target": target}


def measure(runs: int) -> Iterator[dict[str, Any]]:
    """Every figure of this benchmark."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        floors: list[float] = []
        yield from game(folder, runs, floors)
        floor = median(floors)
        small = yield from job(
            "360 duplex text cards", ["text", "360"], folder, runs, floor, "<= 1.5", "<= 90", "<= 300"
        )
        large = yield from job("3600 duplex text cards", ["text", "3600"], folder, 1, floor, "<= 7", "<= 150")
        grown = (large.seconds - floor) / 3600 / ((small.seconds - floor) / 360)
        yield result("a card of 3600 beside one of 360, start left out", grown, "times", "<= 1.2")
        yield from job("360 Reliquary cards, all different", ["rules", "360"], folder, runs, floor)
        pictures = folder / "pictures"
        pictures.mkdir()
        make_pictures(pictures, 3600)
        yield from job("360 JPEG cards", ["jpeg", "360"], folder, runs, floor, "<= 2.5", tail=[str(pictures)])
        yield from job("3600 JPEG cards", ["jpeg", "3600"], folder, 1, floor, None, "<= 400", tail=[str(pictures)])
        yield from peers(folder, pictures)


def game(folder: Path, runs: int, floors: list[float]) -> Iterator[dict[str, Any]]:
    """A whole built-in game by the command."""
    file = folder / "reliquary.pdf"
    command = [sys.executable, "manage.py", "print_sheets", "reliquary", "-o", str(file)]
    process(command)  # so that what is compiled once is compiled
    took = []
    for _ in range(runs):
        floors.append(process([sys.executable, "-c", FLOOR]).seconds)
        took.append(process(command))
    warm = median(float(process([sys.executable, "-c", WARM]).told) for _ in range(3))
    yield result("print reliquary, from cold", median(one.seconds for one in took), "s", "<= 1.5", median(floors))
    yield result("print reliquary, within a running process", warm, "s")
    yield result("memory of that, peak", median(one.memory for one in took), "MiB", "<= 90")
    yield result("size of the file", file.stat().st_size / 1024, "KiB", "<= 300")


def job(
    name: str,
    words: list[str],
    folder: Path,
    runs: int,
    floor: float,
    seconds: str | None = None,
    memory: str | None = None,
    size: str | None = None,
    tail: list[str] | None = None,
) -> Generator[dict[str, Any], None, Took]:
    """Made-up cards, printed by a process of their own; its figures beside their targets."""
    file = folder / "job.pdf"
    command = [sys.executable, JOB, *words, str(file), *(tail or [])]
    took = [process(command) for _ in range(runs)]
    middle = Took(median(one.seconds for one in took), median(one.memory for one in took), "")
    yield result(f"{name}, from cold", middle.seconds, "s", seconds, floor)
    yield result(f"{name}, peak memory", middle.memory, "MiB", memory)
    yield result(f"{name}, size of the file", file.stat().st_size / 1024, "KiB", size)
    file.unlink()
    return middle


def make_pictures(folder: Path, count: int) -> None:
    """JPEG pictures of 750 × 1050, all different in content: one in 24 looks the same but says another word."""
    from PIL import Image

    dice, drawn = random.Random(1), []
    for _ in range(24):
        small = Image.frombytes("RGB", (75, 105), dice.randbytes(75 * 105 * 3))
        written = io.BytesIO()
        small.resize((750, 1050), Image.Resampling.BICUBIC).save(written, "JPEG", quality=85)
        drawn.append(written.getvalue())
    for n in range(count):
        words, data = f"picture {n}".encode(), drawn[n % len(drawn)]
        comment = b"\xff\xfe" + (len(words) + 2).to_bytes(2, "big") + words
        (folder / f"card-{n:04}.jpg").write_bytes(data[:2] + comment + data[2:])


def peers(folder: Path, pictures: Path) -> Iterator[dict[str, Any]]:
    """Others of our trade, each with 360 cards of the kind that it prints, where they are installed."""
    few = folder / "few"
    few.mkdir()
    for path in sorted(pictures.iterdir())[:360]:
        shutil.copy(path, few)
    for name, work in (("cartuli", cartuli), ("decksmith", decksmith), ("cardimpose", cardimpose)):
        if shutil.which(name):
            try:
                took = work(folder, few)
            except SystemExit as failed:
                print(f"beside us: {name} could not be measured: {failed}", file=sys.stderr)
                continue
            yield result(f"beside us: {name}, 360 cards, from cold", took.seconds, "s")
            yield result(f"beside us: {name}, peak memory", took.memory, "MiB")


def cartuli(folder: Path, pictures: Path) -> Took:
    """Pictures onto A4; poker is not a size that it knows."""
    deck = {"size": "(63.5*mm, 88.9*mm)", "front": {"images": str(pictures / "*.jpg"), "bleed": "0"}}
    (folder / "Cartulifile.yml").write_text(json.dumps({"decks": {"bench": deck}, "outputs": {"sheet": {}}}))
    return process(["cartuli", str(folder / "Cartulifile.yml")], folder, made=folder / "sheets" / "bench.pdf")


def decksmith(folder: Path, pictures: Path) -> Took:
    """Texts from a table, by a specification."""
    with (folder / "deck.csv").open("w", newline="") as table:
        rows = csv.writer(table, delimiter=";")
        rows.writerow(["name", "text"])
        rows.writerows([[one["name"], one["text"].replace("\n", " ")] for one in text_cards(360)])
    head = {"type": "text", "position": [40, 60], "width": 670, "font_size": 48, "text": "%name%"}
    text = {"type": "text", "position": [40, 200], "width": 670, "font_size": 36, "text": "%text%"}
    spec = {"id": "card", "width": 750, "height": 1050, "elements": [{"id": "name", **head}, {"id": "text", **text}]}
    (folder / "deck.yaml").write_text(json.dumps(spec))
    return process(["decksmith", "build"], folder)


def cardimpose(folder: Path, pictures: Path) -> Took:
    """Our own single-card pages, imposed."""
    process([sys.executable, JOB, "jpeg", "360", str(folder / "single.pdf"), str(pictures), "card"])
    words = ["-o", str(folder / "imposed.pdf"), "--mode", "singles", "--margin", "5mm"]
    return process(["cardimpose", str(folder / "single.pdf"), *words], folder)


def main() -> None:
    """Print the figures; write them as JSON where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE")
    wishes = parser.parse_args()
    results = []
    for one in measure(wishes.runs):
        results.append(one)
        floor = f"  floor {one['floor']} ({one['ratio']} ×)" if one["floor"] else ""
        target = f"  target {one['target']}" if one["target"] else ""
        print(f"{one['name']}: {one['value']} {one['unit']}{floor}{target}", flush=True)
    if wishes.json:
        wishes.json.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
