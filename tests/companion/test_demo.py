"""``make demo``: the main job through the API of a running server, as a person would see it."""

import os
import subprocess
import sys
from pathlib import Path

import pdfplumber

ROOT = Path(__file__).resolve().parents[2]


def test_the_main_job_works_from_end_to_end(tmp_path):
    out = tmp_path / "out" / "reliquary.pdf"
    environment = os.environ | {"VAR_DIR": str(tmp_path / "var")}
    result = subprocess.run(
        [sys.executable, "manage.py", "demo", "-o", str(out)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert "Warband is legal with 45 cards" in result.stdout
    assert "22 commands" in result.stdout
    assert "identical state" in result.stdout
    assert "36 cards on 4 sheets" in result.stdout
    with pdfplumber.open(out) as pdf:
        assert len(pdf.pages) == 4
    assert not list(tmp_path.glob("var/*.sqlite3")), "the demonstration leaves nothing behind"
