"""How heavy the first load of a page is, and how long a tap at the table takes, in a real browser on this machine.

``--json FILE`` writes the figures. The floor of a tap is a request that does nothing (``/healthz``) from the same page.
"""

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "games" / "reliquary" / "matches" / "first-turns.jsonl"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
TAPS = 15
TARGET_KIB, TARGET_MS = "<= 150", "<= 100"
TAP = """([selector]) => new Promise((done) => {
  const start = performance.now();
  setTimeout(done, 5000, 5000);
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => done(performance.now() - start));
  });
  seen.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-version"] });
  document.querySelector(selector).click();
})"""
NOTHING = """async () => {
  const start = performance.now();
  await (await fetch("/healthz")).text();
  return performance.now() - start;
}"""


def serve(folder: str, port: int) -> subprocess.Popen[bytes]:
    """A web process of its own, on SQLite."""
    environment = os.environ | {"VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "HTTPS": "0"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    words = ["-m", "uvicorn", "companion.asgi:application", "--port", str(port), "--log-level", "error"]
    process = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise SystemExit("the web process did not start")


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def loaded(page: Page, address: str) -> float:
    """KiB that a first visit takes, headers and all, as the browser counts them."""
    counted: list[float] = []
    page.goto("about:blank")  # what the page before still follows is not of this one
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.loadingFinished", lambda event: counted.append(event["encodedDataLength"]))
    page.goto(address)
    page.wait_for_timeout(1500)
    session.detach()
    return sum(counted) / 1024


def at_the_table(page: Page) -> str:
    """A match in the middle of its turns, both seats on this browser; its address."""
    page.goto("/matches/new/")
    page.check("input[name=hold][value=all]")
    page.click("button.main")
    page.wait_for_url("**/matches/*-*/**")
    address = page.url.split("?")[0]
    page.goto(f"{address}?seat=1")
    version = int(page.get_attribute("#table", "data-version") or 0)
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    for line in SCRIPT.read_text(encoding="utf-8").splitlines()[1:]:
        body = {"id": str(uuid.uuid4()), "seen": version, **json.loads(line)}
        headers = {"X-CSRFToken": token, "Referer": address}
        url = address.replace("/matches/", "/api/matches/") + "commands/"
        version = page.request.post(url, data=body, headers=headers).json()["version"]
    return f"{address}?seat=1"


def row(name: str, value: float, unit: str, target: str | None, floor: float | None = None) -> dict[str, Any]:
    """One figure."""
    ratio = None if floor is None else value / floor
    return {"name": name, "value": value, "unit": unit, "floor": floor, "ratio": ratio, "target": target}


def measure(page: Page) -> list[dict[str, Any]]:
    """All figures."""
    rows = [row("first load of home", loaded(page, "/"), "KiB", TARGET_KIB)]
    table = at_the_table(page)
    rows.append(row("first load of a table, its cards drawn", loaded(page, table), "KiB", TARGET_KIB))
    taps = []
    for _ in range(TAPS):
        taps.append(page.evaluate(TAP, ["button[value*='begin_play'].lit"]))
        taps.append(page.evaluate(TAP, ["button[value*='take_back']"]))
    floor = statistics.median(page.evaluate(NOTHING) for _ in range(TAPS))
    rows.append(row("a tap at the table, until it is drawn", statistics.median(taps), "ms", TARGET_MS, floor))
    rows.append(row("the slowest of them but two", sorted(taps)[-3], "ms", None, floor))
    return rows


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chromium = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    if chromium is None:
        raise SystemExit("there is no Chromium to measure with")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, sync_playwright() as playwright:
        process = serve(folder, port)
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            context = browser.new_context(
                base_url=f"http://127.0.0.1:{port}", viewport={"width": 360, "height": 740}, service_workers="block"
            )
            rows = measure(context.new_page())
            browser.close()
        finally:
            process.terminate()
            process.wait(10)
    for one in rows:
        print(f"{one['name']}: {one['value']:.1f} {one['unit']}")
    if options.json:
        options.json.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
