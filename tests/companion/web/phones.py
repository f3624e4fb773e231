"""Phones for tests: a browser each, at the width of a small phone, and what is done with a table on one."""

import json
import re
import uuid
from pathlib import Path

from playwright.sync_api import expect

SMALL, LARGE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
EXPECTED = re.compile(r"status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|htmx:sendError|fetching the script")
FIRST_TURNS = Path(__file__).parents[3] / "games" / "reliquary" / "matches" / "first-turns.jsonl"
expect.set_options(timeout=10_000)


class Phones:
    """All phones of a test."""

    def __init__(self, chromium, address):
        self.chromium, self.address = chromium, address
        self.contexts, self.complaints = [], []

    def new(self, *, large=False, worker="block", **options):
        context = self.chromium.new_context(
            viewport=LARGE if large else SMALL,
            service_workers=worker,
            base_url=self.address,
            reduced_motion="reduce",
            **options,
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

    def tidy(self):
        """Ready for the next test; what was complained of fails this one."""
        for context in self.contexts:
            context.set_offline(False)
            context.unroute_all()
            for page in context.pages:
                page.unroute_all()
                page.emulate_media(color_scheme="light")
        told, self.complaints = self.complaints, []
        assert told == []

    def close(self):
        for context in self.contexts:
            context.close()


def start_match(page, hold="1"):
    """A match of Reliquary by the form; its id."""
    page.goto("/matches/new/")
    page.check(f"input[name=hold][value='{hold}']")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
    return re.search(r"[0-9a-f-]{36}", page.url)[0]


def ask(page, path, **body):
    """The API's answer to a post, with the page's own cookies."""
    cookies = {one["name"]: one["value"] for one in page.context.cookies()}
    if "companion_device" not in cookies:
        start_match(page)  # a stranger becomes a guest of this browser
        return ask(page, path, **body)
    headers = {"X-CSRFToken": cookies["csrftoken"], "Referer": page.url}
    answer = page.request.post(f"/api/{path}", data=body, headers=headers)
    assert answer.status in (200, 201), answer.text()
    return answer.json()


def give(page, match, seen, **command):
    """A command by the API; the version behind it."""
    return ask(page, f"matches/{match}/commands/", id=str(uuid.uuid4()), seen=seen, **command)["version"]


def play_first_turns(match, *pages):
    """The first turns of a match of Reliquary, on the page of each seat or on one of both; the version behind them."""
    seen = 1
    for line in FIRST_TURNS.read_text().splitlines()[1:]:
        command = json.loads(line)
        seen = give(pages[(command["seat"] - 1) % len(pages)], match, seen, **command)
    return seen


UNTIL = """() => new Promise((done, fail) => {
  const end = performance.now() + 10000;
  const look = () => {
    if (CONDITION) done();
    else if (performance.now() > end) fail(new Error(`it has not come to pass: CONDITION`));
    else setTimeout(look, 20);
  };
  look();
})"""


def until(page, condition):
    """Wait for a condition in JavaScript, looked at often (what Playwright has for it, our policy forbids)."""
    page.evaluate(UNTIL.replace("CONDITION", condition))


def open_table(page, match, seat):
    """The table of a seat, once its script has come."""
    page.goto(f"/matches/{match}/?seat={seat}")
    until(page, "document.querySelectorAll(\"#squares a[tabindex='0']\").length === 1")


def version(page):
    return int(page.locator("#table").get_attribute("data-version"))


def tap(page, target):
    """Tap, and wait for what the server answers."""
    before = version(page)
    target.click()
    until(page, f"document.getElementById('table').dataset.version !== '{before}'")


def tap_command(page, **fields):
    """Tap the button that gives exactly this command."""
    buttons = page.locator("button[name=command]:visible")
    for n, value in enumerate(buttons.evaluate_all("all => all.map((one) => one.value)")):
        command = json.loads(value)
        if {name: command.get(name) for name in fields} == fields:
            tap(page, buttons.nth(n))
            return
    raise AssertionError(f"no button gives {fields}")


def tap_square(page, x, y):
    tap(page, page.locator(f"#q{x}-{y}"))


def wait_for_turn(page):
    until(page, "document.getElementById('table').dataset.turn === '1'")


def play_move(page, card, piece, square):
    """A card, its mode, a piece, a square: three commands."""
    wait_for_turn(page)
    page.locator(f"label[for=card-{card}]").click()
    tap_command(page, type="begin_play", card=card, mode="move")
    tap_square(page, *piece)
    tap_square(page, *square)


def no_sideways_scroll(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


CUT = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const box = one.getBoundingClientRect(), sheet = one.parentElement.closest(".sheet");
  const edge = sheet ? sheet.getBoundingClientRect().right : document.documentElement.clientWidth;
  return box.width > 1 && box.right > edge + 0.5 && one.checkVisibility() && !one.closest(".scroll > *, svg, .quiet");
}).map((one) => one.outerHTML.slice(0, 120))"""


def nothing_cut(page):
    """What reaches out of the window, or of the menu that it lies in, where nothing scrolls sideways."""
    return page.evaluate(CUT) == []


SHIFTED = """(since) => new Promise((done) => {
  const told = [];
  new PerformanceObserver((list) => told.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(told.filter((one) => one.startTime > since).map((one) => [
    one.value, one.sources.map(({ node }) => node && (node.id || node.outerHTML?.slice(0, 80)))])), 200);
})"""


def shifted(page, since):
    """What has jumped since that time of the page's own clock (``now_of``): how much, and which elements."""
    return page.evaluate(SHIFTED, since)


def now_of(page):
    return page.evaluate("performance.now()")
