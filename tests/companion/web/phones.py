"""Phones for tests: a browser each, at the width of a small phone, and what is done with a table on one."""

import json
import re

from playwright.sync_api import expect

SMALL, LARGE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
EXPECTED = re.compile(r"status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|fetching the script")
expect.set_options(timeout=10_000)


class Phones:
    """All phones of a test."""

    def __init__(self, chromium, address):
        self.chromium, self.address = chromium, address
        self.contexts, self.complaints = [], []

    def new(self, *, large=False, worker="block", **options):
        context = self.chromium.new_context(
            viewport=LARGE if large else SMALL, service_workers=worker, base_url=self.address, **options
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message):
        """A policy that was broken, a script that failed; not the answers that a test provokes."""
        if message.type == "error" and not EXPECTED.search(message.text):
            self.complaints.append(f"{message.text} at {message.location}")

    def close(self):
        for context in self.contexts:
            context.close()


def start_match(page, hold="1", **options):
    """A match of Reliquary by the form; its id."""
    page.goto("/matches/new/")
    page.check(f"input[name=hold][value='{hold}']")
    for name, value in options.items():
        page.evaluate("document.querySelector('form details').open = true")
        page.select_option(f"[name=option-{name}]", value)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
    return re.search(r"[0-9a-f-]{36}", page.url)[0]


def version(page):
    return int(page.locator("#table").get_attribute("data-version"))


def tap(page, target):
    """Tap, and wait for what the server answers."""
    before = version(page)
    target.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))


def tap_command(page, **fields):
    """Tap the button that gives exactly this command."""
    matching = page.locator("button[name=command]:visible")
    for n in range(matching.count()):
        value = json.loads(matching.nth(n).get_attribute("value"))
        if {name: value.get(name) for name in fields} == fields:
            tap(page, matching.nth(n))
            return
    raise AssertionError(f"no button gives {fields}")


def tap_square(page, x, y):
    tap(page, page.locator(f"#q{x}-{y}"))


def wait_for_turn(page):
    expect(page.locator("#table[data-turn='1']")).to_be_visible()


def play_move(page, card, piece, square):
    """A card, its mode, a piece, a square: three commands."""
    wait_for_turn(page)
    page.locator(f"label[for=card-{card}]").click()
    tap_command(page, type="begin_play", card=card, mode="move")
    tap_square(page, *piece)
    tap_square(page, *square)


def no_sideways_scroll(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
