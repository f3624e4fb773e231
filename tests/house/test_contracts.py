"""The import contracts are no decoration: each forbidden import, once made, is found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).with_name("lint-imports")

BREACHES = {
    "games/lists.py": "import django",
    "games/log.py": "import random",
    "games/table.py": "import datetime",
    "games/lists.py#2": "import yaml",
    "games/reliquary/board.py": "import games.relic.cards",
    "cards/checking.py": "import companion.matches.play",
    "companion/accounts/people.py": "import cards.checking",
    "printing/render.py": "import reportlab",
    "printing/paper.py": "import django",
    "companion/matches/play.py": "import companion.matches.event_table",
}


def lint(folder):
    return subprocess.run([str(LINT), "--no-cache"], cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    for part in ("games", "cards", "printing", "companion"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", folder)
    return folder


def test_the_house_keeps_its_contracts(house):
    result = lint(house)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("file", BREACHES)
def test_a_breach_is_found(house, file):
    path = house / file.partition("#")[0]
    text = path.read_text()
    path.write_text(f"{text}\n{BREACHES[file]}\n")
    try:
        assert lint(house).returncode != 0
    finally:
        path.write_text(text)
