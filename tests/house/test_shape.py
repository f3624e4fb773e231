"""The shape of the house: packages, sizes, names, and what may not stand in it."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("games", "cards", "printing", "companion")
BANNED = {"manager", "helper", "helpers", "utils", "service", "services", "common", "core", "base", "misc"}


def tracked(*patterns):
    out = subprocess.run(["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in out.stdout.splitlines() if (ROOT / name).is_file()]


SOURCES = [path for path in tracked("*.py") if "migrations" not in path.parts]


def test_every_package_has_an_init():
    """import-linter does not look into a folder without one, and says nothing."""
    folders = {path.parent for path in tracked(*(f"{part}/**.py" for part in PARTS))}
    assert [str(one) for one in folders if not (one / "__init__.py").exists()] == []


def test_tests_are_no_packages():
    """A package ``tests/games`` would hide ``games``."""
    assert tracked("tests/**/__init__.py") == []


def test_files_stay_small():
    assert {str(path): n for path in SOURCES if (n := len(path.read_text().splitlines())) > 400} == {}


def test_functions_stay_small():
    long = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = node.end_lineno - node.lineno + 1
                if lines > 50:
                    long[f"{path.name}:{node.name}"] = lines
    assert long == {}


def test_names_say_something():
    names = {path.stem for path in SOURCES if path.is_relative_to(ROOT) and path.parts[len(ROOT.parts)] in PARTS}
    assert names & BANNED == set()


FORBIDDEN = {
    "a path of some machine": re.compile(r"(?<![\w.])/(?:work|root|home/\w+)/"),
    "a host of a registry": re.compile(r"pypi\.org|pythonhosted|npmjs\.org|deb\.debian\.org|pypi-more"),
    "a credential": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}"),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_nothing_stands_here_that_should_not(what):
    found = []
    for path in tracked("."):
        if path == Path(__file__) or path.suffix in {".png", ".ttf", ".pdf"}:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if FORBIDDEN[what].search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}")
    assert found == []


def test_no_generated_file_is_kept():
    kept = [path.relative_to(ROOT).as_posix() for path in tracked("*.pdf", "*.png", "*.sqlite3")]
    assert [name for name in kept if not name.startswith(("docs/", "companion/web/static/web/icon-"))] == []
