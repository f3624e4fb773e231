"""Building a list by taps: what was tapped stays under the finger, the focus stays, the verdict is told."""

import pytest
from playwright.sync_api import expect


@pytest.fixture(params=[False, True], ids=["small", "large"])
def page(request, phones):
    """A new deck on a phone, and on a screen where the search scrolls beside the list."""
    page = phones.new(large=request.param)
    page.goto("/lists/new/")
    page.check("input[value=phoenix_covenant]")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_load_state("load")
    return page


def test_nothing_moves_under_the_finger(page):
    for n, name in enumerate(("Forge of Tasaria", "Fireball", "Drone Scavenger"), start=1):
        add = page.get_by_role("button", name=f"Add {name}")
        add.scroll_into_view_if_needed()
        before = add.bounding_box()
        add.click()
        expect(page.locator(".entries li")).to_have_count(n)
        expect(add).to_be_focused()
        after = add.bounding_box()
        assert abs(after["y"] - before["y"]) < 1
        expect(page.locator("#spoken")).to_contain_text(f"{n} cards")


def test_the_focus_is_never_lost(page):
    for name in ("Fireball", "Bastion"):
        page.get_by_role("button", name=f"Add {name}").click()
        expect(page.get_by_role("button", name=f"One {name} less")).to_be_visible()
    page.get_by_role("button", name="One Bastion less").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="One Bastion less")).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('.entries') !== null")
