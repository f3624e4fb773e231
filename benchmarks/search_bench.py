"""How long a search in 10,000 cards takes, on SQLite and, where TEST_DATABASE_URL names a server, on PostgreSQL.

The cards are a set of one's own over the edition of Relic Knights. What is timed is a whole search: reading the query,
the database, and the cards found. The floor is the plainest search there is: whose name has a word in it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

CARDS = 10_000
TARGET_MS = "<= 30"
SEARCHES = {
    "fields": "kind:unit cost<=5 faction:noh -trait:beast",
    "one word": "hound",
    "words and a phrase": '"grey gate" or (ember lancer)',
    "all cards of a kind": "kind:unit",
}
FACETS = ("type", "faction", "traits")


def cards() -> list[dict[str, Any]]:
    """The same ten thousand units each time, no two of one name."""
    first, second = ("Grey", "Ember", "Ash", "Dawn", "Iron"), ("Gate", "Hound", "Lancer", "Squire")
    factions = ("Noh Empire", "Shattered Sword", "Black Diamond", "Doctrine")
    return [
        {
            "kind": "unit",
            "name": f"{first[n % 5]} {second[n % 4]} {n}",
            "type": ("minion", "unique")[n % 2],
            "faction": factions[n % 4],
            "cost": n % 17,
            "health": n % 9 + 1,
            "size": n % 4,
            "speed": {"initial": n % 8 + 2, "follow_up": n % 5},
            "melee": {"attack": n % 4, "defence": n % 3},
            "abilities": [{"name": f"Ability {n % 50}", "text": f"Whoever touches it takes Damage {n % 6}."}],
            "traits": ["Beast" if n % 3 else "Blessed", f"Clan {n % 40}"],
        }
        for n in range(CARDS)
    ]


def milliseconds(work: Callable[[], object], rounds: int = 30) -> float:
    """The median of so many single runs, the first thrown away."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def measure() -> list[dict[str, Any]]:
    """In this process, on the database that the settings name."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0, interactive=False)
    return _measured(connection.vendor, _set())


def _set() -> Any:
    from cards import set_import, sets
    from cards.tables.read_table import read_table
    from companion.accounts.people import make_guest

    own = sets.create(user=make_guest(), game="relic_knights", prefix="bench", name="Ten thousand cards")
    table = read_table(json.dumps(cards()).encode())
    set_import.import_table(own=own, seen=None, table=table, dry_run=False)
    own.refresh_from_db()
    return own


def _measured(engine: str, own: Any) -> list[dict[str, Any]]:
    from cards.index import index_of
    from cards.index_models import IndexedCard
    from cards.merging import merged_of
    from cards.search.answers import search

    catalogue = merged_of("relic_knights", None, [own])
    start = time.perf_counter()
    index = index_of(catalogue, [own])
    made = (time.perf_counter() - start) * 1000
    names = IndexedCard.objects.filter(index=index, name__contains="hound").values_list("position", flat=True)
    floor = milliseconds(lambda: list(names.all()))
    rows = [_row(f"{engine}: index of {CARDS} cards, made once", made, None, None)]
    for name, text in SEARCHES.items():
        found = len(search(catalogue, [own], text).cards)
        if not found:
            raise SystemExit(f"{text} finds nothing, so nothing is measured")
        value = milliseconds(lambda text=text: search(catalogue, [own], text))  # type: ignore[misc]
        rows.append(_row(f"{engine}: search in {CARDS} cards, {name} ({found} found)", value, floor, TARGET_MS))
    text = SEARCHES["fields"]
    value = milliseconds(lambda: search(catalogue, [own], text, FACETS))
    rows.append(_row(f"{engine}: the same with three facets, fields", value, floor, None))
    return rows


def _row(name: str, value: float, floor: float | None, target: str | None) -> dict[str, Any]:
    return {
        "name": name,
        "value": round(value, 3),
        "unit": "ms",
        "floor": None if floor is None else round(floor, 3),
        "ratio": None if floor is None else round(value / floor, 2),
        "target": target,
    }


def main() -> int:
    """Measures each database in a process of its own, and writes the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--here", action="store_true", help="on the database that the settings name")
    arguments = parser.parse_args()
    rows = measure() if arguments.here else [*_apart(""), *_on_postgresql()]
    text = json.dumps(rows, indent=1)
    if arguments.json:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    else:
        print(text)
    return 0


def _on_postgresql() -> list[dict[str, Any]]:
    """In a database made for it, and dropped again, on the server that TEST_DATABASE_URL names."""
    server = os.environ.get("TEST_DATABASE_URL", "")
    if not server:
        print("SKIPPED: searches on PostgreSQL: TEST_DATABASE_URL is not set", file=sys.stderr)
        return []
    import psycopg

    name = f"search_bench_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            return _apart(f"{server.rpartition('/')[0]}/{name}")
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _apart(url: str) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rows.json"
        environment = os.environ | {
            "VAR_DIR": folder,
            "DATABASE_URL": url or f"sqlite:///{folder}/companion.sqlite3",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "companion.settings",
        }
        subprocess.run([sys.executable, __file__, "--here", "--json", str(out)], env=environment, cwd=ROOT, check=True)
        rows: list[dict[str, Any]] = json.loads(out.read_text())
    return rows


if __name__ == "__main__":
    raise SystemExit(main())
