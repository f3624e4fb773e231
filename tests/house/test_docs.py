"""The documents say what the code does."""

import ast
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def settings_read():
    """Every name that the settings read from the environment."""
    names = set()
    for file in ("settings.py", "environment.py"):
        for node in ast.walk(ast.parse((ROOT / "companion" / file).read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                given = node.args and isinstance(node.args[0], ast.Constant)
                if called in {"text", "flag", "number", "words"} and given:
                    names.add(node.args[0].value)
    return sorted(names)


def test_the_settings_are_found():
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "DEBUG"} <= set(settings_read())


@pytest.mark.parametrize("name", settings_read())
def test_every_setting_has_its_line_in_the_readme(name):
    assert re.search(rf"^\| `{name}` \|", README, re.MULTILINE)


def test_the_readme_names_no_setting_that_is_not_read():
    named = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    tests = {"TEST_DATABASE_URL", "TEST_REDIS_URL", "REQUIRE_SERVICES", "REQUIRE_BROWSER"}
    assert named - tests == set(settings_read())


@pytest.mark.parametrize(
    "folder",
    sorted(
        f"{part.relative_to(ROOT)}/"
        for top in ("games", "cards", "printing", "companion")
        for part in (ROOT / top, *(ROOT / top).iterdir())
        if (part / "__init__.py").exists() and part.name not in {"migrations", "management"}
    ),
)
def test_every_part_is_on_the_map(folder):
    assert folder.rstrip("/").split("/")[-1] + "/" in ARCHITECTURE


def test_decisions_are_numbered_without_a_gap():
    numbers = sorted(int(path.name[:4]) for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_dependency_is_pinned_and_has_its_reason():
    reasons = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text().lower()
    for file in ("requirements", "requirements-dev"):
        lines = (ROOT / f"{file}.txt").read_text().splitlines()
        pins = [line for line in lines if line and not line.lstrip().startswith("#")]
        assert [line for line in pins if "==" not in line] == []
    for line in (ROOT / "requirements.in").read_text().splitlines():
        if line and not line.startswith(("#", "-")):
            name = re.split(r"[\[~=<>]", line)[0]
            assert re.search(rf"\b{re.escape(name)}\b", reasons), name


def test_the_compose_file_can_be_read():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    assert {"web", "worker", "postgres", "redis"} <= set(compose["services"])
    for name in ("web", "worker", "postgres", "redis"):
        service = compose["services"][name]
        assert name == "web" or "healthcheck" in service
    used = {volume.split(":")[0] for one in compose["services"].values() for volume in one.get("volumes", [])}
    assert used == set(compose["volumes"])


def test_the_image_does_not_run_as_root():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert lines.index("USER companion") < max(n for n, line in enumerate(lines) if line.startswith("CMD"))
    assert any(line.startswith("HEALTHCHECK") for line in lines)
