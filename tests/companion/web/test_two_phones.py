"""Two phones at a table: from the QR code to the victory, with a network that comes and goes."""

import re

from playwright.sync_api import expect

from tests.companion.web.phones import (
    open_table,
    play_move,
    tap,
    tap_command,
    tap_square,
    version,
    wait_for_turn,
)

DEPLOYMENT = (((3, 2), (6, 7)), ((5, 2), (4, 7)), ((7, 2), (2, 7)), ((4, 1), (5, 8)))
DEALT = {
    "hands.0.0": "rq-004",
    "hands.0.1": "rq-002",
    "hands.0.2": "rq-007",
    "hands.1.0": "rq-005",
    "hands.1.1": "rq-008",
    "hands.1.2": "rq-006",
    "waiting": "rq-001",
}


def set_up(mine, theirs):
    """Sixteen commands, each tapped: sides, Ruins, factions, the table's own deal, pieces, Relics."""
    tap_command(mine, type="take_side", side="key")
    tap_square(mine, 1, 4)
    wait_for_turn(theirs)
    tap_square(theirs, 7, 3)
    wait_for_turn(mine)
    tap_command(mine, type="pick_faction", faction="rq-019")
    expect(theirs.locator("#seat-1")).to_contain_text("has chosen")
    tap_command(theirs, type="pick_faction", faction="rq-020")
    wait_for_turn(mine)
    mine.get_by_text("We have dealt at the table").click()
    for name, code in DEALT.items():
        mine.select_option(f"[name='{name}']", code)
    tap(mine, mine.get_by_role("button", name="These were dealt"))
    for first, second in DEPLOYMENT:
        wait_for_turn(mine)
        tap_square(mine, *first)
        wait_for_turn(theirs)
        tap_square(theirs, *second)
    wait_for_turn(mine)
    tap_square(mine, 6, 3)
    tap_square(theirs, 3, 5)


def test_from_the_code_to_victory(crowd, seated):
    mine, theirs, match = seated
    open_table(mine, match, 1)
    open_table(theirs, match, 2)
    set_up(mine, theirs)
    play_move(mine, "rq-004", (3, 2), (3, 5))
    expect(theirs.locator("#q3-5")).to_have_attribute("aria-label", re.compile("Minion 1 of seat 1"))

    # The network goes while a command is tapped: it waits, and goes out once when the network is back.
    wait_for_turn(theirs)
    theirs.locator("label[for=card-rq-005]").click()
    before = version(theirs)
    theirs.context.set_offline(True)
    expect(theirs.locator("#link")).to_contain_text("No connection")
    theirs.locator("button[value*='\"rq-005\"'][value*='\"move\"']").click()
    expect(theirs.locator("#link")).to_contain_text("One command waits")
    assert version(theirs) == before
    theirs.context.set_offline(False)
    expect(theirs.locator("#table")).not_to_have_attribute("data-version", str(before))
    expect(theirs.locator("#link")).to_be_hidden()
    assert version(theirs) == before + 1
    tap_square(theirs, 6, 7)
    tap_square(theirs, 6, 6)

    play_move(mine, "rq-002", (3, 5), (3, 3))
    play_move(theirs, "rq-008", (6, 6), (7, 5))
    play_move(mine, "rq-007", (3, 3), (3, 1))
    expect(mine.locator("#turn")).to_contain_text("You won")
    expect(theirs.locator("#turn")).to_contain_text("You lost")
    expect(theirs.locator("#table")).to_have_attribute("data-version", str(version(mine)))
    assert mine.request.get(f"/api/matches/{match}/").json()["ended"]["winners"] == [1]
    crowd.tidy()


def test_an_answer_that_is_lost_is_no_second_command(two):
    mine, theirs = two
    lost = []

    def lose(route):
        if not lost:
            lost.append(route.fetch())  # it arrives, its answer does not
            route.abort()
        else:
            route.continue_()

    mine.route("**/commands/", lose)
    tap_command(mine, type="take_side", side="key")
    assert version(mine) == 3
    expect(theirs.locator("#table")).to_have_attribute("data-version", "3")


def test_a_server_that_stumbles_is_asked_again(two):
    mine, theirs = two
    failures = []

    def stumble(route):
        if len(failures) < 2:
            failures.append(route.request.post_data)
            route.fulfill(status=503, body="")
        else:
            route.continue_()

    mine.route("**/commands/", stumble)
    mine.locator("#menu > summary").click()
    mine.get_by_label("Note").fill("Once")
    mine.get_by_role("button", name="Write").click()
    expect(theirs.locator("#past li")).to_have_text(["Seat 1: Once", "The match began"])
    assert len(set(failures)) == 1
    expect(mine.locator("#link")).to_be_hidden()


def test_commands_wait_in_order(two):
    mine, theirs = two
    mine.context.set_offline(True)
    expect(mine.locator("#link")).to_contain_text("No connection")
    for words in ("First", "Second"):
        mine.locator("#menu > summary").click()
        mine.get_by_label("Note").fill(words)
        mine.get_by_role("button", name="Write").click()
    expect(mine.locator("#link")).to_contain_text("2 commands wait")
    mine.context.set_offline(False)
    notes = theirs.locator("#past li")
    expect(notes).to_have_text(["Seat 1: Second", "Seat 1: First", "The match began"])
    expect(mine.locator("#link")).to_be_hidden()


def test_an_answer_from_before_the_line_was_cut_does_not_say_that_it_is_there(two):
    mine, _ = two
    held, page = [], mine.content()

    def hold(route):
        if held:
            route.abort()
        else:
            held.append(route)

    mine.route(lambda url: url.endswith("?seat=1"), hold)
    mine.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    mine.wait_for_function("() => true")
    while not held:
        mine.wait_for_timeout(20)
    mine.context.set_offline(True)
    expect(mine.locator("#link")).to_contain_text("No connection")
    with mine.expect_request_finished():
        held[0].fulfill(status=200, body=page, content_type="text/html")
    mine.wait_for_timeout(300)
    assert mine.locator("#link").is_visible()
    mine.unroute_all()
    mine.context.set_offline(False)
    expect(mine.locator("#link")).to_be_hidden()


def test_what_is_not_legal_says_why_with_its_rule(two):
    mine, theirs = two
    tap_command(mine, type="take_side", side="key")
    before = version(mine)
    mine.locator("#q1-1").click()
    told = mine.locator("#told")
    expect(told).to_contain_text("RQ-S2")
    told.locator("summary").click()
    expect(told).to_contain_text("Ruins stand in pairs")
    assert version(mine) == before
    told.get_by_role("link", name="Among all rules").click()
    expect(mine.locator("#RQ-S2")).to_be_in_viewport()
    theirs.locator("#q3-4").click()
    expect(theirs.locator("#told")).to_contain_text("RQ-S2")


def test_undo_note_and_correction(two):
    mine, theirs = two
    tap_command(mine, type="take_side", side="key")
    tap(mine, mine.get_by_role("button", name="Undo"))
    expect(mine.locator("#turn")).to_contain_text("Choosing sides")
    expect(theirs.locator("#turn")).to_contain_text("Choosing sides")
    tap_command(mine, type="take_side", side="skull")
    mine.locator("#menu > summary").click()
    mine.get_by_label("Note").fill("Tea is ready")
    tap(mine, mine.get_by_role("button", name="Write"))
    expect(theirs.locator("#past")).to_contain_text("Tea is ready")
    mine.locator("#menu > summary").click()
    mine.get_by_role("link", name="Correct something").click()
    mine.select_option("#path", "/vigil")
    mine.fill("#value", "4")
    mine.fill("#reason", "The die fell")
    mine.get_by_role("button", name="Correct it").click()
    expect(mine.locator("#past")).to_contain_text("The die fell")


def test_a_draw_is_offered_and_taken(two):
    mine, theirs = two
    mine.locator("#menu > summary").click()
    tap_command(mine, type="offer_draw")
    theirs.get_by_role("button", name="Take it").click()
    expect(mine.locator("#turn")).to_contain_text("Nobody won")


def test_by_keyboard_alone(two):
    mine, _ = two
    tap_command(mine, type="take_side", side="key")
    mine.locator("#board a[tabindex='0']").focus()
    mine.keyboard.press("ArrowRight")
    focused = mine.evaluate("document.activeElement.id")
    before = version(mine)
    mine.keyboard.press("Enter")
    expect(mine.locator("#table")).not_to_have_attribute("data-version", str(before))
    expect(mine.locator(f"#{focused}")).to_have_attribute("aria-label", re.compile("Ruin"))
    assert mine.evaluate("document.activeElement.id") == focused
    mine.keyboard.press("Home")
    mine.keyboard.press("ArrowLeft")
    assert mine.evaluate("document.activeElement.id.split('-')[0]") == "q1", "the edge of the board holds"
    mine.keyboard.press(" ")
    expect(mine.locator("#told .told")).to_be_visible()
