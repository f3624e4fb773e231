"""The command: exit codes, messages, files written whole or not at all."""

import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import call_command, execute_from_command_line

ROOT = Path(__file__).resolve().parents[2]
OWN = """\
layout: 1
extends: reliquary
faces: {agnostic_move: {elements: [{id: name, text: '%s'}]}}
"""


@pytest.fixture
def run(capsys):
    """The command as from a shell, in this process: exit code, stdout, stderr."""

    def run(*words):
        try:
            execute_from_command_line(["manage.py", "print_sheets", *map(str, words)])
            code = 0
        except SystemExit as left:
            code = left.code
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def test_clean(run, tmp_path):
    target = tmp_path / "out" / "reliquary.pdf"
    code, out, err = run("reliquary", "-o", target)
    assert (code, err) == (0, "")
    assert "36 of 36 cards on 4 pages" in out
    assert target.read_bytes().startswith(b"%PDF-")
    assert [path.name for path in target.parent.iterdir()] == ["reliquary.pdf"]


def test_from_a_shell_in_another_folder(tmp_path):
    command = [sys.executable, str(ROOT / "manage.py"), "print_sheets", "reliquary", "-o", "out/reliquary.pdf"]
    left = subprocess.run(command, cwd=tmp_path, env=os.environ, capture_output=True, text=True, check=False)
    assert (left.returncode, left.stderr) == (0, "")
    assert (tmp_path / "out" / "reliquary.pdf").stat().st_size > 10_000


@pytest.mark.parametrize("options", [(), ("--paper", "letter", "--sheet", "4"), ("--card", "tarot", "--gutter", "2")])
def test_the_same_wish_gives_the_same_bytes_in_any_process(tmp_path, options):
    files = []
    for seed in ("1", "2"):
        files.append(tmp_path / f"{seed}.pdf")
        command = [sys.executable, "manage.py", "print_sheets", "reliquary", "-o", str(files[-1]), *options]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC{seed}"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    assert files[0].read_bytes() == files[1].read_bytes()


WRONG = [
    (("reliqary",), "reliqary"),
    (("cadre.txt",), "cadre.txt"),
    (("reliquary", "--sheet", "5"), "5"),
    (("reliquary", "--sheet", "0"), "0"),
    (("reliquary", "--sheet", "two"), "two"),
    (("reliquary", "--paper", "a44"), "a44"),
    (("reliquary", "--paper", "50x50"), "50 × 50 mm"),
    (("reliquary", "--paper", "1x1"), "1 × 1 mm"),
    (("reliquary", "--card", "giant"), "giant"),
    (("reliquary", "--card", "210x297"), "210 × 297 mm"),
    (("reliquary", "--card", "5x5"), "5 × 5 mm"),
    (("reliquary", "--gutter", "x"), "'x'"),
    (("reliquary", "--gutter", "1,2,3"), "1,2,3"),
    (("reliquary", "--gutter=-1"), "gutter"),
    (("reliquary", "--gutter", "nan"), "gutter"),
    (("reliquary", "--gutter", "101"), "gutter"),
    (("reliquary", "--bleed", "3"), "half the gutter, 0 mm"),
    (("reliquary", "--bleed=-1"), "bleed"),
    (("reliquary", "--bleed", "wide"), "wide"),
    (("reliquary", "--marks", "dots"), "dots"),
    (("reliquary", "--flip", "long"), "flip"),
    (("reliquary", "--order", "after"), "order"),
    (("reliquary", "--format", "doc"), "doc"),
    (("reliquary", "--dpi", "300"), "dpi"),
    (("reliquary", "--dpi", "1"), "dpi"),
    (("reliquary", "--layout", "not-there.yaml"), "not-there.yaml"),
    (("reliquary", "--colour", "red"), "--colour"),
    (("reliquary", "--orientation", "sideways"), "sideways"),
    (("reliquary", "--margin", "1,2,3"), "1,2,3"),
    (("reliquary", "--margin", "90"), "63.5 × 88.9 mm"),
    (("reliquary", "--skip", "10"), "10"),
    (("reliquary", "--skip", "one"), "one"),
    (("reliquary", "--mark-colour", "red"), "mark-colour"),
    (("reliquary", "--printer", "1"), "printer"),
    (("reliquary", "--printer", "1,1,2,1"), "printer"),
    (("reliquary", "--preset", "mbprint"), "backs"),
    (("reliquary", "--format", "png"), "--output"),
    (("reliquary", "--format", "tts"), "--output"),
    (("reliquary", "--backs", "one", "--order", "files"), "--output"),
    (("reliquary", "--font", "not-there.ttf"), "not-there.ttf"),
    (("reliquary", "--font", "manage.py"), "no font"),
    (("reliquary", "--images", "not-there"), "not-there"),
    (("reliquary/tokens", "--sheet", "1"), "--sheet"),
    (("reliquary/board", "--layout", "x.yaml"), "--layout"),
    (("reliquary/board", "--sheet", "7"), "--sheet"),
    (("calibration", "--bleed", "1"), "--bleed"),
    (("relic/board",), "no board"),
    ((), "source"),
]


@pytest.mark.parametrize(
    ("words", "named"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_what_cannot_be_done_is_refused_with_2_and_nothing_is_written(run, tmp_path, words, named):
    target = tmp_path / "sheets.pdf"
    code, out, err = run(*words, "-o", target)
    assert (code, out) == (2, "")
    assert named in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_faces_is_refused(run, tmp_path, monkeypatch):
    from printing import sources

    monkeypatch.setattr(sources, "GAMES_FOLDER", tmp_path)
    code, _, err = run("reliquary", "-o", tmp_path / "sheets.pdf")
    assert code == 2
    assert "no layout 'reliquary'" in err
    assert list(tmp_path.iterdir()) == []


def test_without_a_file_to_write_to(run):
    code, _, err = run("reliquary")
    assert code == 2
    assert "-o" in err


@pytest.mark.parametrize("more", [(), ("--format", "png")])
def test_a_device_stays_one(run, tmp_path, more):
    pipe = tmp_path / "pipe.zip"
    os.mkfifo(pipe)
    code, _, err = run("reliquary", "-o", pipe, *more)
    assert (code, str(pipe) in err, pipe.is_fifo()) == (2, True, True)


def test_a_link_leads_to_the_file_that_is_written(run, tmp_path):
    (tmp_path / "link.pdf").symlink_to(tmp_path / "real.pdf")
    (tmp_path / "real.pdf").write_text("old")
    assert run("reliquary", "--test", "-o", tmp_path / "link.pdf")[0] == 0
    assert (tmp_path / "link.pdf").is_symlink()
    assert (tmp_path / "real.pdf").read_bytes().startswith(b"%PDF-")


def on_a_terminal(*words):
    """The command with a terminal for its messages, one that does not say how wide it is: exit code, what was shown."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "manage.py", "print_sheets", *map(str, words)]
    with subprocess.Popen(command, cwd=ROOT, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # what a closed terminal is read as
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    return process.returncode, shown.decode()


def test_a_bar_on_a_terminal(tmp_path):
    table = tmp_path / "cards.csv"
    table.write_text("name,count,text\n" + "".join(f"card {n},1,some words {n}\n" for n in range(1500)))
    code, shown = on_a_terminal(table, "-o", tmp_path / "sheets.pdf")
    assert (code, "1500 of 1500 cards" in shown) == (0, True)
    assert re.search(r"\d+/1500 \[", shown)


def test_a_print_that_is_interrupted_says_so_and_leaves_nothing(run, tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("printing.render.Printing.told", stop)
    code, _, err = run("reliquary", "-o", tmp_path / "sheets.pdf")
    assert (code, "stopped" in err, list(tmp_path.iterdir())) == (2, True, [])


def test_a_place_that_cannot_be_written_to(run, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for target in (tmp_path, tmp_path / "file" / "sheets.pdf"):
        code, _, err = run("reliquary", "-o", target)
        assert code == 2
        assert str(target) in err
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.mark.parametrize(
    ("text", "line", "named"),
    [
        ("layout: 1\nextends: reliquary\nfaces:\n  faction: {elements: [{id: hp, size: big}]}\n", 4, "size"),
        ("layout: 1\nextends: reliquary\nfaces: [\n", 4, "not YAML"),
        ("layout: 1\n", 1, "card"),
        ("", None, "object"),
    ],
)
def test_a_faulty_layout_is_told_by_file_and_line(run, tmp_path, text, line, named):
    layout = tmp_path / "own.yaml"
    layout.write_text(text)
    code, _, err = run("reliquary", "-o", tmp_path / "sheets.pdf", "--layout", layout)
    assert code == 2
    assert (f"{layout}:{line}: " if line else f"{layout}") in err
    assert named in err
    assert not (tmp_path / "sheets.pdf").exists()


def test_a_fault_seen_while_drawing_leaves_the_old_file_as_it_was(run, tmp_path):
    layout, target = tmp_path / "own.yaml", tmp_path / "sheets.pdf"
    layout.write_text(OWN % "{nmae}")
    target.write_bytes(b"the old one")
    code, _, err = run("reliquary", "-o", target, "--layout", layout)
    assert code == 2
    assert "face agnostic_move, element name" in err
    assert "nmae" in err
    assert target.read_bytes() == b"the old one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own.yaml", "sheets.pdf"]


def test_what_does_not_fit_or_has_no_glyph_is_written_reported_and_exits_with_1(run, tmp_path):
    layout, target = tmp_path / "own.yaml", tmp_path / "sheets.pdf"
    layout.write_text(OWN % "{name} of the exceedingly long and winding 漢 name that nobody can read")
    code, out, err = run("reliquary", "-o", target, "--layout", layout)
    assert code == 1
    assert "36 of 36 cards on 4 pages" in out
    assert "card rq-001, name: the text does not fit" in err
    assert "card rq-009, name: no font has '漢'" in err
    assert "rq-010" not in err
    assert target.exists()


def test_a_margin_without_room_is_reported(run, tmp_path):
    code, _, err = run("reliquary", "-o", tmp_path / "sheets.pdf", "--paper", "70x95", "--sheet", "1")
    assert code == 1
    assert "page 1, title" in err
    assert "page 9, ruler" in err


def test_it_asks_no_database(tmp_path):
    call_command("print_sheets", "reliquary", "-o", str(tmp_path / "sheets.pdf"))
