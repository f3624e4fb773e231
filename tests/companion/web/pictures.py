"""Pictures of the pages for docs/pages/: ``python -m tests.companion.web.pictures`` from the project's folder."""

import re
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests import environment
from tests.companion.household import place
from tests.companion.web.conftest import ARGUMENTS, CHROMIUM
from tests.companion.web.phones import (
    Phones,
    open_table,
    play_first_turns,
    start_match,
    tap_command,
    tap_square,
    wait_for_turn,
)

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "pages"
WARBAND = (ROOT / "games/phoenix_covenant/lists/warband.txt").read_text()
COLOURS = 128
LARGEST = 150 * 1024


def picture(page, name):
    """Kept with few colours: these are flat pages."""
    page.wait_for_load_state("networkidle") if "/matches/" not in page.url else page.wait_for_timeout(700)
    target = FOLDER / f"{name}.png"
    page.screenshot(path=target)
    with Image.open(target) as whole:
        whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)
    assert target.stat().st_size <= LARGEST, name
    sys.stdout.write(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1024} KiB\n")


def of_a_match(phones, size, **options):
    page = phones.new(**options)
    page.goto("/")
    picture(page, f"home-{size}")
    start_match(page)
    expect(page.locator(".qr")).to_be_visible()
    picture(page, f"invite-{size}")
    match = start_match(page, hold="all")
    play_first_turns(match, page)
    open_table(page, match, 1)
    wait_for_turn(page)
    page.wait_for_load_state("load")
    picture(page, f"table-{size}")
    page.locator("label[for=card-rq-004]").click()
    tap_command(page, type="begin_play", card="rq-004", mode="move")
    tap_square(page, 5, 2)
    picture(page, f"choose-{size}")
    page.locator("#q1-8").click()
    page.locator("#told summary").click()
    picture(page, f"refusal-{size}")
    page.goto(f"/matches/{match}/?seat=2")
    picture(page, f"pass-{size}")
    page.goto(f"/matches/{match}/?seat=0")
    picture(page, f"between-{size}")
    page.goto(f"/matches/{match}/replay/?seat=1&at=44")
    picture(page, f"replay-{size}")


def of_lists(phones, size, **options):
    page = phones.new(**options)
    page.goto("/lists/read/")
    page.select_option("#game", "phoenix_covenant")
    page.fill("#text", WARBAND + "\n2 x Fenix Comando")
    expect(page.locator("#reading .told")).to_be_visible()
    page.evaluate("document.getElementById('reading').scrollIntoView()")
    picture(page, f"paste-{size}")
    page.get_by_role("button", name="Keep it as a list").click()
    page.wait_for_url(re.compile(r"/lists/[0-9a-f-]{36}/"))
    page.fill("#q", "captain")
    page.get_by_role("button", name=re.compile("Add")).first.click()
    expect(page.locator("#list")).to_contain_text("Draft kept")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    picture(page, f"list-{size}")
    page.goto("/print/new/")
    expect(page.locator("#preview img")).to_be_visible()
    page.evaluate("innerWidth < 900 && document.querySelector('.seen').scrollIntoView()")
    picture(page, f"print-{size}")
    page.check("input[name=sheets][value='3']")
    page.get_by_role("button", name="Make the pages").click()
    expect(page.locator(".pages img").first).to_be_visible(timeout=30_000)
    page.wait_for_function("[...document.images].every((one) => one.complete && one.naturalWidth)")
    picture(page, f"printed-{size}")
    page.goto("/rules/reliquary/?q=relic")
    picture(page, f"rules-{size}")


def main():
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, place(Path(folder)) as house, sync_playwright() as playwright:
        house.serve()
        house.manage("work")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        phones = Phones(browser, f"http://127.0.0.1:{house.port}")
        of_a_match(phones, "360x740")
        of_lists(phones, "360x740", color_scheme="dark")
        of_a_match(phones, "1280x800", large=True, color_scheme="dark")
        of_lists(phones, "1280x800", large=True)
        phones.close()
        browser.close()
    environment.pytest_unconfigure(None)


if __name__ == "__main__":
    main()
