"""A house that serves, and a real browser that looks at it."""

import contextlib
import fcntl
import os
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.companion.household import Place
from tests.companion.web.phones import Phones, ask, open_table, start_match

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
]


@pytest.fixture(scope="module")
def chromium():
    """Chromium of the system, driven by Playwright, whose event loop no test of another file may meet."""
    if CHROMIUM is None:
        reason = "there is no Chromium for the tests of the pages; on Debian: apt-get install chromium"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@contextlib.contextmanager
def only_one(folder):
    """One process of this run at a time."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def house(tmp_path_factory, worker_id):
    """The web process and a worker, on SQLite: one house for all processes of this run; the last to leave shuts it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "house"
    folder.mkdir(exist_ok=True)
    served, port, here = Place(folder), folder / "port", folder / f"user-{os.getpid()}"
    with only_one(folder):
        if port.exists():
            served.port = int(port.read_text())
        else:
            served.environment |= {f"RATE_{name}": "100000/hour" for name in ("GUESTS", "JOINS", "PASSWORDS")}
            served.serve()
            served.manage("work")
            port.write_text(str(served.port))
        here.touch()
    yield served
    with only_one(folder):
        here.unlink()
        if not any(Path(f"/proc/{one.name.removeprefix('user-')}").exists() for one in folder.glob("user-*")):
            port.unlink()
            served.kill_all()
        else:
            for process in served.started:
                process.returncode = 0  # They run on for the others: for this process they have ended.


@pytest.fixture(scope="module")
def crowd(chromium, house):
    """The phones of a whole file."""
    made = Phones(chromium, f"http://127.0.0.1:{house.port}")
    yield made
    made.close()


@pytest.fixture
def phones(chromium, house):
    """Makes phones, each a browser of its own; what a page complains of fails the test."""
    made = Phones(chromium, f"http://127.0.0.1:{house.port}")
    yield made
    made.close()
    assert made.complaints == []


@pytest.fixture(scope="module")
def phone(crowd):
    """A small phone that is handed from test to test."""
    return crowd.new()


@pytest.fixture
def page(crowd, phone):
    """That phone, with the network on; what a page complains of fails the test."""
    yield phone
    crowd.tidy()


class Seated(NamedTuple):
    mine: Page
    theirs: Page
    match: str


@pytest.fixture(scope="module")
def seated(crowd):
    """Two phones at a match whose second seat was joined by the link of its QR code."""
    mine, theirs = crowd.new(), crowd.new()
    match = start_match(mine)
    link = mine.locator(".qr").get_attribute("aria-label").removeprefix("QR code of ")
    theirs.goto(link)
    theirs.get_by_role("button", name="Take the seat").click()
    theirs.wait_for_url(re.compile("seat=2"))
    mine.wait_for_url(re.compile(f"/matches/{match}/$"))
    return Seated(mine, theirs, match)


@pytest.fixture
def two(crowd, seated):
    """The two phones at another match, which has just begun."""
    mine, theirs, _ = seated
    match = ask(mine, "matches/", game="reliquary", hold=[1])["id"]
    ask(theirs, "join/", code=ask(mine, f"matches/{match}/seats/2/code/")["code"])
    open_table(mine, match, 1)
    open_table(theirs, match, 2)
    yield mine, theirs
    crowd.tidy()
