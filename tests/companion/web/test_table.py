"""The table in use: its menu and its end, a whole turn by keyboard, what is half done while others play, the screen."""

import re

import pytest
from playwright.sync_api import expect

from tests.companion.web.phones import ask, give, now_of, open_table, play_first_turns, shifted, until, version

REMEMBER_LOCKS = """
window.locks = [];
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async (kind) => { const lock = await request(kind); locks.push(lock); return lock; };
"""
REFUSE_ONCE = """
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
let refused = false;
navigator.wakeLock.request = async (kind) => {
  if (refused) return request(kind);
  refused = true;
  throw new DOMException("", "NotAllowedError");
};
"""
HELD = "locks.filter((one) => !one.released).length"
FOCUSED = "document.activeElement.id"


@pytest.fixture
def playing(page):
    """A match of both seats on this phone, at the seventh turn, which is seat 1's; its id."""
    match = ask(page, "matches/", game="reliquary", hold=[1, 2])["id"]
    play_first_turns(match, page)
    open_table(page, match, 1)
    return match


def tab_to(page, start):
    """Press Tab until something has the focus whose id begins so."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED).startswith(start):
            return
    raise AssertionError(f"Tab does not come to {start}")


def test_a_match_is_conceded(two):
    mine, theirs = two
    match = mine.locator("#table").get_attribute("data-match")
    mine.locator("#menu > summary").click()
    end = mine.get_by_text("End the match")
    expect(end).to_be_in_viewport(ratio=1)
    end.click()
    concede = mine.get_by_role("button", name="Concede")
    expect(concede).to_be_in_viewport(ratio=1)
    concede.click()
    expect(mine.locator("#turn")).to_contain_text("You lost")
    expect(theirs.locator("#turn")).to_contain_text("You won")
    ended = mine.request.get(f"/api/matches/{match}/").json()["ended"]
    assert (ended["winners"], ended["reason"]) == ([2], "conceded")
    for one in two:
        expect(one.locator("#squares a, #undo")).to_have_count(0)
        last = version(one)
        one.locator("#again").click()
        one.wait_for_url(re.compile("/replay/"))
        expect(one.locator("#moment")).to_have_attribute("data-at", str(last))


def test_the_screen_stays_on(phones):
    page = phones.new()
    match = ask(page, "matches/", game="reliquary", hold=[1, 2])["id"]
    page.add_init_script(REMEMBER_LOCKS)
    page.goto(f"/matches/{match}/?seat=1")
    until(page, f"{HELD} === 1")
    page.locator("#menu > summary").click()
    offer = page.get_by_role("button", name="Keep the screen on")
    expect(offer).to_be_hidden()
    page.evaluate("locks[0].release()")  # as browsers do when the page is out of sight, or the battery low
    offer.click()
    until(page, f"{HELD} === 1")
    expect(offer).to_be_hidden()
    page.evaluate("locks[1].release().then(() => document.dispatchEvent(new Event('visibilitychange')))")
    until(page, f"{HELD} === 1 && locks.length === 3")


def test_a_screen_that_may_not_stay_on_is_asked_for_by_a_tap(phones):
    page = phones.new()
    match = ask(page, "matches/", game="reliquary", hold=[1, 2])["id"]
    page.add_init_script(REFUSE_ONCE)
    page.goto(f"/matches/{match}/?seat=1")
    page.locator("#menu > summary").click()
    offer = page.get_by_role("button", name="Keep the screen on")
    offer.click()
    expect(offer).to_be_hidden()


def test_a_turn_by_keyboard_alone(page, playing):
    tab_to(page, "card-")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == "card-rq-004"
    tab_to(page, "move-rq-004")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('#squares a.lit')")
    expect(page.locator("#spoken")).to_contain_text("Choose a piece")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_contain_text("Choose a square")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press(" ")
    expect(page.get_by_role("link", name="I am seat 2")).to_be_focused()
    expect(page.locator("#spoken")).to_have_text("Pass the phone to seat 2")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-seat", "2")
    assert playing in page.url


def test_nothing_jumps_while_the_others_play(two):
    mine, theirs = two
    match = mine.locator("#table").get_attribute("data-match")
    theirs.evaluate("document.fonts.ready.then(() => true)")
    begun = now_of(theirs)
    seen = play_first_turns(match, mine, theirs)
    until(theirs, f"document.getElementById('table').dataset.version === '{seen}'")
    assert shifted(theirs, begun) == []


def test_what_is_half_done_stays_when_another_seat_plays(two):
    mine, theirs = two
    match = mine.locator("#table").get_attribute("data-match")
    seen = play_first_turns(match, mine, theirs)
    until(theirs, f"document.getElementById('table').dataset.version === '{seen}'")
    theirs.locator("#hand label").first.click()
    chosen = theirs.locator("#hand input:checked").get_attribute("id")
    theirs.locator("#menu > summary").click()
    theirs.get_by_label("Note").type("Half a no")
    for command in (
        {"type": "begin_play", "card": "rq-004", "mode": "move"},
        {"type": "choose_piece", "piece": 5},
        {"type": "choose_square", "square": [8, 6]},
    ):
        seen = give(mine, match, seen, **command)
    expect(theirs.locator("#turn")).to_contain_text("Your turn")
    expect(theirs.locator("#spoken")).to_contain_text("Your turn")
    assert theirs.evaluate(FOCUSED) == "note"
    expect(theirs.get_by_label("Note")).to_have_value("Half a no")
    assert theirs.locator("#hand input:checked").get_attribute("id") == chosen


def test_a_deal_that_is_refused_or_half_told_is_kept(two):
    mine, theirs = two
    match = mine.locator("#table").get_attribute("data-match")
    for seat, page, command in (
        (1, mine, {"type": "take_side", "side": "key"}),
        (1, mine, {"type": "place_ruins", "square": [3, 4]}),
        (2, theirs, {"type": "place_ruins", "square": [2, 3]}),
        (1, mine, {"type": "pick_faction", "faction": "rq-019"}),
        (2, theirs, {"type": "pick_faction", "faction": "rq-024"}),
    ):
        seen = mine.request.get(f"/api/matches/{match}/").json()["version"]
        seen = give(page, match, seen, seat=seat, **command)
    until(mine, f"document.getElementById('table').dataset.version === '{seen}'")
    mine.locator("#deal > summary").click()
    places = mine.locator("#deal select")
    for n in range(7):
        places.nth(n).select_option("rq-004")
    give(theirs, match, seen, type="note", text="Slowly")
    expect(mine.locator("#past")).to_contain_text("Slowly")
    expect(places.first).to_have_value("rq-004")
    mine.get_by_role("button", name="These were dealt").click()
    expect(mine.locator("#told")).to_contain_text("RQ-")
    expect(places.last).to_have_value("rq-004")
    assert version(mine) == seen + 1


def test_a_refusal_is_in_nobodys_way(page, playing):
    told = page.locator("#told")
    page.locator("#hand label").first.click()
    page.locator("#hand .mode:visible").nth(1).click()
    expect(told).to_contain_text("RQ-T3")
    page.locator("#hand .mode:visible").nth(2).click()
    expect(told).to_contain_text("RQ-T4")
    give(page, playing, version(page), seat=2, type="note", text="Well")
    expect(page.locator("#past")).to_contain_text("Well")
    expect(told).to_contain_text("RQ-T4")
    page.locator("#turn").click()
    expect(told.locator(".told")).to_have_count(0)


def test_a_correction_that_cannot_be_says_so_beside_what_was_typed(page, playing):
    page.goto(f"/matches/{playing}/correct/?seat=1")
    page.select_option("#path", "/vigil")
    page.fill("#value", "many")
    page.fill("#reason", "It fell")
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_role("alert")).to_contain_text("vigil")
    expect(page.get_by_role("link", name="MT-CORRECT")).to_be_visible()
    expect(page.locator("#path")).to_have_value("/vigil")
    expect(page.locator("#reason")).to_have_value("It fell")
    page.fill("#value", "3")
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#past")).to_contain_text("It fell")


def test_a_table_follows_after_a_form_that_was_refused_without_its_script(page, playing):
    page.evaluate("document.addEventListener('submit', (event) => event.stopImmediatePropagation(), true)")
    page.locator("#hand label").first.click()
    page.locator("#hand .mode:visible").nth(1).click()
    page.wait_for_url(re.compile(rf"/matches/{playing}/\?seat=1"))
    expect(page.locator("#told")).to_contain_text("RQ-T3")
    give(page, playing, version(page), seat=2, type="note", text="Still here")
    expect(page.locator("#past")).to_contain_text("Still here")
