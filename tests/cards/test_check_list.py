"""``check_list``: exit codes, and that every fault names its file and line."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.catalogue import GAMES_FOLDER

LISTS = GAMES_FOLDER / "phoenix_covenant" / "lists"


def check(game, file):
    """(exit code, what was printed, the error)."""
    out = io.StringIO()
    try:
        call_command("check_list", game, str(file), stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue(), str(error)
    except SystemExit as end:
        return end.code, out.getvalue(), ""
    return 0, out.getvalue(), ""


@pytest.fixture
def written(tmp_path: Path):
    def write(content):
        file = tmp_path / "list.txt"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


@pytest.mark.parametrize("name", ["warband", "sword-and-shield", "move-and-groove", "scrap-tech"])
def test_a_legal_list(name):
    code, out, _ = check("phoenix_covenant", LISTS / f"{name}.txt")
    assert code == 0
    assert "cards 45," in out


def test_an_illegal_list_with_every_problem():
    code, out, _ = check("phoenix_covenant", LISTS / "puzzle-deck.txt")
    assert code == 1
    assert [line.split()[0] for line in out.splitlines() if line.startswith("PC-")] == ["PC-MIN", "PC-SEC"]
    assert "have 8, need 45" in out
    assert "[line 3]" in out


def test_an_unknown_card_is_told_with_its_line_and_what_is_like_it(written):
    code, out, _ = check("phoenix_covenant", written("3 Bind\n2 Fireboll\n"))
    assert code == 1
    assert "line 2: 'Fireboll' is not known; like it: Fireball" in out


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("3 Bind\n0 x Shift\n1000 Sprint", (2, 3)),
        ("Deck: 3 Bind\nDeck: 2 Shift", (2,)),
        (b"3 Bind\n\x00", (2,)),
        ("1 Bind\n" * 1001, (1001,)),
    ],
)
def test_an_unreadable_file_names_every_line(written, content, lines):
    file = written(content)
    code, out, error = check("phoenix_covenant", file)
    assert (code, out) == (2, "")
    assert [line.partition(": ")[0] for line in error.splitlines()] == [f"{file}:{line}" for line in lines]


def test_a_file_that_is_too_large(written):
    file = written("x" * (256 * 1024 + 1))
    code, _, error = check("phoenix_covenant", file)
    assert code == 2
    assert error.startswith(f"{file}: ")


@pytest.mark.parametrize("file", ["nowhere.txt", ".", "a\0b"])
def test_a_file_that_cannot_be_opened(file):
    code, _, error = check("phoenix_covenant", file)
    assert code == 2
    assert error.startswith(f"{file}: ")


@pytest.mark.parametrize(("game", "edition"), [("chess", None), ("phoenix_covenant", "rulebook-0"), ("../x", None)])
def test_no_such_game_or_edition(game, edition):
    with pytest.raises(CommandError) as error:
        call_command("check_list", game, str(LISTS / "warband.txt"), edition=edition)
    assert error.value.returncode == 2


def test_a_game_without_rules_for_lists(written):
    assert check("relic", written("1 Ogryn\n1 Nobody"))[0] == 0
