"""A house that serves, and a real browser that looks at it."""

import os
import shutil

import pytest

from tests.companion.household import place
from tests.companion.web.phones import Phones

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


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    """The web process and a worker, on SQLite."""
    with place(tmp_path_factory.mktemp("house")) as served:
        served.environment |= {f"RATE_{name}": "100000/hour" for name in ("GUESTS", "JOINS", "PASSWORDS")}
        served.serve()
        served.manage("work")
        yield served


@pytest.fixture
def phones(chromium, house):
    """Makes phones, each a browser of its own; what a page complains of fails the test."""
    made = Phones(chromium, f"http://127.0.0.1:{house.port}")
    yield made
    made.close()
    assert made.complaints == []
