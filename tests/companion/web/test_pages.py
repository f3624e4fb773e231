"""Every page: axe, small phones, large text, dark and light, without JavaScript, without a network."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.companion.web.phones import (
    ask,
    give,
    no_sideways_scroll,
    nothing_cut,
    now_of,
    open_table,
    play_first_turns,
    shifted,
    start_match,
    tap_command,
    version,
)

WARBAND = (Path(__file__).parents[3] / "games" / "phoenix_covenant" / "lists" / "warband.txt").read_text()
PLAIN = [
    "/",
    "/matches/",
    "/matches/new/",
    "/j/",
    "/j/ABCDEFGH2345/",
    "/lists/",
    "/lists/new/",
    "/lists/read/",
    "/print/",
]
PLAIN += ["/print/new/", "/rules/", "/rules/relic/?q=battle", "/account/", "/offline/", "/nothing/"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="session")
def axe():
    from axe_playwright_python.sync_playwright import Axe

    script = Axe().axe_script

    def check(page, where):
        page.emulate_media(color_scheme="light")
        # The debugger puts the rules into the page: what the page itself may run, its policy says.
        page.evaluate(script)
        run(page, {"type": "tag", "values": RULES}, where)
        page.emulate_media(color_scheme="dark")
        run(page, {"type": "rule", "values": ["color-contrast"]}, f"{where} in the dark")

    def run(page, rules, where):
        # Without reading the style sheets again: the one rule about them is of turned screens, which they leave alone.
        options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
        found = page.evaluate("(options) => axe.run(options)", options)
        told = [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found["violations"]]
        assert told == [], where

    return check


def held(page):
    """The table of a match of both seats on this phone, with the sides taken; its id."""
    match = ask(page, "matches/", game="reliquary", hold=[1, 2])["id"]
    give(page, match, 1, seat=1, type="take_side", side="key")
    open_table(page, match, 1)
    return match


def a_list(page, text=WARBAND):
    page.goto("/lists/read/")
    page.select_option("#game", "phoenix_covenant")
    page.fill("#text", text)
    page.get_by_role("button", name="Keep it as a list").click()
    page.wait_for_url(re.compile(r"/lists/[0-9a-f-]{36}/"))
    return page.url.split("/lists/")[1].split("/")[0]


@pytest.fixture
def fine(axe):
    """A page is as it should be: for axe, at 360 px, and with text twice as large."""

    def check(page, address):
        page.goto(address)
        axe(page, address)
        assert no_sideways_scroll(page), address
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert no_sideways_scroll(page), f"{address} with large text"
        assert nothing_cut(page), f"{address} with large text"

    return check


@pytest.mark.parametrize("part", [PLAIN[::2], PLAIN[1::2]], ids=["some", "others"])
def test_plain_pages_are_accessible_and_fit(page, fine, part):
    for address in part:
        fine(page, address)


def test_pages_of_a_match_are_accessible_and_fit(page, fine):
    match = held(page)
    invited = ask(page, "matches/", game="reliquary", hold=[1])["id"]
    largest = ask(page, "matches/", game="reliquary", hold=[1, 2], options={"board": 12})["id"]
    fine(page, f"/matches/{largest}/?seat=1")
    box = page.locator("#q12-12").bounding_box()
    assert min(box["width"], box["height"]) >= 24, "WCAG 2.2, 2.5.8"
    for rest in ("", "?seat=1", "?seat=0", "replay/?seat=1", "correct/?seat=1"):
        fine(page, f"/matches/{match}/{rest}")
    fine(page, f"/matches/{invited}/invite/")
    fine(page, f"/matches/{invited}/people/")


def test_a_match_in_the_middle_fits(page, fine):
    match = ask(page, "matches/", game="reliquary", hold=[1, 2])["id"]
    play_first_turns(match, page)
    for seat in (1, 0):
        fine(page, f"/matches/{match}/?seat={seat}")
        page.locator("#menu > summary").click()
        assert nothing_cut(page)


def test_pages_of_lists_and_prints_are_accessible_and_fit(page, fine):
    page.goto("/print/new/?game=relic")
    page.check("input[value=calibration]")
    page.get_by_role("button", name="Make the pages").click()
    fine(page, page.url)
    saved = a_list(page)
    for rest in ("", "hand/?seed=a", "history/?from=1&to=1"):
        fine(page, f"/lists/{saved}/{rest}")


def test_a_refusal_and_the_menu_are_accessible(page, axe):
    held(page)
    page.locator("#q1-1").click()
    expect(page.locator("#told")).to_contain_text("RQ-S2")
    page.locator("#told summary").click()
    axe(page, "refusal")
    page.keyboard.press("Escape")
    expect(page.locator("#told .told")).to_have_count(0)
    page.locator("#menu > summary").click()
    axe(page, "menu")
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).not_to_have_attribute("open", "")


def test_without_javascript_it_can_be_read_and_played(phones):
    page = phones.new(java_script_enabled=False)
    match = start_match(page, hold="all")
    page.goto(f"/matches/{match}/?seat=1")
    page.get_by_role("button", name="Play as key").click()
    expect(page.locator("#turn")).to_contain_text("Placing Ruins")
    page.locator("#q1-1").click()
    page.get_by_role("button", name="Place ruins: 1,1").click()
    expect(page.locator("#told")).to_contain_text("RQ-S2")
    page.locator("#q1-4").click()
    page.get_by_role("button", name="Place ruins: 1,4").click()
    expect(page.get_by_role("heading", name="Pass the phone to seat 2")).to_be_visible()


def test_the_phone_goes_round_and_hides_what_the_other_may_not_see(page):
    held(page)
    page.locator("#q1-4").click()
    expect(page.get_by_role("heading", name="Pass the phone to seat 2")).to_be_visible()
    expect(page.locator("#board")).to_have_count(0)
    page.get_by_role("button", name="Undo the last step").click()
    expect(page.locator("#turn")).to_contain_text("Placing Ruins")
    page.locator("#q1-4").click()
    page.get_by_role("link", name="I am seat 2").click()
    expect(page.locator("#table")).to_have_attribute("data-seat", "2")
    page.locator("#q7-3").click()
    expect(page.locator("#turn")).to_contain_text("Choosing factions")
    tap_command(page, type="pick_faction", faction="rq-020")
    expect(page.get_by_role("heading", name="Pass the phone to seat 1")).to_be_visible()
    assert "rq-020" not in page.content().replace('"/faces/', "")
    page.get_by_role("link", name="I am seat 1").click()
    expect(page.locator("#seat-2")).to_contain_text("has chosen")
    assert "Bone" not in page.locator("#seat-2").inner_text()


def test_a_running_match_opens_without_a_network(phones):
    page = phones.new(worker="allow")
    match = held(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.goto(f"/matches/{match}/?seat=1")
    expect(page.locator("#turn")).to_contain_text("Placing Ruins")
    give(page, match, version(page), seat=1, type="note", text="The last that was seen")
    expect(page.locator("#past")).to_contain_text("The last that was seen")
    page.wait_for_timeout(300)  # the worker puts it on its shelf
    page.context.set_offline(True)
    page.goto(f"/matches/{match}/?seat=1")
    expect(page.locator("#past")).to_contain_text("The last that was seen")
    expect(page.locator("#link")).to_contain_text("No connection")
    kept = "(address) => caches.match(address).then((one) => one.headers.get('Content-Security-Policy'))"
    assert "default-src 'none'" in page.evaluate(kept, page.url), "what is kept keeps its policy"
    page.goto("/rules/relic/")
    expect(page.get_by_role("heading", name="There is no network")).to_be_visible()
    page.get_by_role("link", name="Reliquary, seat 1").click()
    expect(page.locator("#past")).to_contain_text("The last that was seen")
    page.context.set_offline(False)
    page.goto(f"/matches/{match}/?seat=1")
    expect(page.locator("#link")).to_be_hidden()


def test_a_replay_is_scrubbed(page):
    match = held(page)
    give(page, match, 3, seat=1, type="place_ruins", square=[1, 4])
    page.goto(f"/matches/{match}/replay/?seat=1&at=2")
    page.locator("#events a[data-at='1']").click()
    expect(page.locator("#moment")).to_have_attribute("data-at", "1")
    page.keyboard.press(" ")
    expect(page.locator("#moment")).to_have_attribute("data-at", "2")
    page.keyboard.press(" ")
    page.goto(f"/matches/{match}/replay/?seat=1&at=2")
    expect(page.locator("#moment")).to_have_attribute("data-at", "2")
    expect(page.locator("#board-words")).not_to_contain_text("Ruins on")
    page.locator("body").press("ArrowRight")
    expect(page.locator("#moment")).to_have_attribute("data-at", "3")
    page.locator("#at").fill("4")
    expect(page.locator("#board-words")).to_contain_text("Ruins on 1,4; 8,5")
    expect(page).to_have_url(re.compile("at=4"))
    page.get_by_role("link", name="The match began").click()
    expect(page.locator("#moment")).to_have_attribute("data-at", "1")
    page.locator("#at").fill("2")
    expect(page.locator("#moment")).to_have_attribute("data-at", "2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#moment")).to_have_attribute("data-at", "4", timeout=8000)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/$"))
    assert match not in page.url


def test_nothing_moves_when_the_other_seat_plays(page):
    match = held(page)
    page.goto(f"/matches/{match}/?seat=0")
    page.evaluate("document.fonts.ready.then(() => true)")
    place, begun = page.locator("#board").bounding_box(), now_of(page)
    page.evaluate("window.kept = document.getElementById('table')")
    give(page, match, version(page), seat=1, type="place_ruins", square=[1, 4])
    expect(page.locator("#board-words")).to_contain_text("Ruins on 1,4; 8,5")
    assert page.locator("#board").bounding_box() == place
    assert page.evaluate("kept.isConnected"), "what has not changed stays where it is"
    page.context.set_offline(True)
    expect(page.locator("#link")).to_contain_text("No connection")
    assert page.locator("#board").bounding_box() == place
    page.context.set_offline(False)
    expect(page.locator("#link")).to_be_hidden()
    assert shifted(page, begun) == []


def test_a_list_is_built_judged_pasted_and_printed(phones):
    page = phones.new(large=True)
    page.goto("/lists/new/")
    page.check("input[value=phoenix_covenant]")
    page.fill("#name", "A small beginning")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_load_state("load")
    page.fill("#q", "dragonwing")
    page.press("#q", "Enter")
    expect(page.locator("#found li")).to_have_count(1)
    for _ in range(4):
        copies = page.locator("#list .count b").inner_text() if page.locator("#list .count b").count() else "0"
        page.get_by_role("button", name="Add Dragonwing Defender").click()
        expect(page.locator("#list .count b")).to_have_text(str(int(copies) + 1))
    expect(page.locator("#list .has-problem")).to_contain_text("PC-CPY")
    expect(page.locator("#list")).to_contain_text("Draft kept")
    expect(page.locator("#found .problem")).to_be_visible()
    page.get_by_role("button", name="One Dragonwing Defender less").click()
    expect(page.locator("#list .has-problem")).to_have_count(0)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#list")).to_contain_text("Saved, revision 2")
    page.get_by_role("link", name="Revisions").click()
    page.select_option("#from", "1")
    page.get_by_role("button", name="What differs?").click()
    expect(page.get_by_role("region", name="What differs")).to_contain_text("Dragonwing Defender")

    a_list(page, WARBAND + "\n2 x Nobody Knows This")
    expect(page.locator("#list")).to_contain_text("Not legal")
    expect(page.locator("#list .has-problem")).to_contain_text("unknown")
    page.get_by_role("button", name="One Nobody Knows This less").click()
    page.get_by_role("button", name="One Nobody Knows This less").click()
    expect(page.locator(".verdict")).to_contain_text("Legal")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Print", exact=True).last.click()
    seen = page.locator("#preview [role=status]")
    expect(seen).to_contain_text("Page 1 of ")
    page.get_by_text("Gaps, bleed").click()
    page.fill("#bleed", "2")
    expect(page.locator("#why-bleed")).to_contain_text("wider than half the gutter")
    page.fill("#bleed", "")
    expect(page.locator("#why-bleed")).to_be_empty()
    page.get_by_role("button", name="Next page").click()
    expect(seen).to_contain_text("Page 2 of ")
    expect(page.locator("#preview img")).to_be_visible()
    page.get_by_role("button", name="Make the pages").click()
    expect(page.locator("#progress")).to_contain_text(re.compile(r"\d+ of \d+ cards on \d+ pages"), timeout=30_000)
    expect(page.locator(".pages img").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
