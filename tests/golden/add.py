"""Keep a match for ever: ``python tests/golden/add.py NAME FILE``, FILE from ``…/export/``.

Writes NAME.jsonl, the log, and NAME.states.json, what it folds to at some versions. Neither is ever changed afterwards:
a rule may change, what an event of the past means may not.
"""

import json
import os
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent.parent))
EVERY = 50


def states_of(decider, versions):
    """Version -> state, for the first, the last, and one in fifty between."""
    from games.plain import plain

    wanted = sorted({1, len(versions), *range(EVERY, len(versions), EVERY)})
    return {str(version): plain(versions[version - 1].state) for version in wanted}


def read(content, decider=None):
    """Header, decider, entries and every version of a log. Raises ``Unfit``."""
    from companion.matches import log_file
    from companion.matches.reading import decider_of

    lines = iter(content.splitlines())
    header = log_file.read_header(next(lines))
    decider = decider or decider_of(header.game)
    entries = list(log_file.read_entries(decider, header, lines))
    return header, decider, entries, log_file.fold(decider, entries)


def add(name, content, decider=None):
    """Write both files; one that is there stays as it is."""
    _, decider, _, versions = read(content, decider)
    kept = json.dumps(states_of(decider, versions), indent=None, separators=(",", ":"), sort_keys=True)
    with (FOLDER / f"{name}.jsonl").open("xb") as file:
        file.write(content)
    (FOLDER / f"{name}.states.json").write_text(kept + "\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    import django

    django.setup()
    add(sys.argv[1], Path(sys.argv[2]).read_bytes())
