"""docs/api.md is a session that runs: each block of shell in it, against a live server, prints what stands below it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"```sh\n(?P<script>.*?)```(?:\n```text\n(?P<said>.*?)```)?", re.DOTALL)
ADDRESS = "http://127.0.0.1:8000"


@pytest.mark.django_db(transaction=True)
def test_the_session_of_the_page_runs(live_server, folder):
    if shutil.which("curl") is None or shutil.which("bash") is None:
        pytest.skip("curl and bash are needed to run the page")
    blocks = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
    assert len(blocks) > 8
    marks = [f"--- {number} ---" for number in range(len(blocks))]
    steps = (f"{block['script']}\necho '{mark}'\n" for block, mark in zip(blocks, marks, strict=True))
    script = "set -e\n" + "".join(steps).replace(ADDRESS, live_server.url)
    result = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stderr) == (0, "")
    rest = result.stdout
    for block, mark in zip(blocks, marks, strict=True):
        said, _, rest = rest.partition(f"{mark}\n")
        assert said == (block["said"] or ""), block["script"]
