from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printing.paper import (
    CARDS,
    LEAST_MARGIN,
    PAPERS,
    Edges,
    Room,
    Size,
    WrongOption,
    card_named,
    grid,
    paper_named,
)

POKER = CARDS["poker"]
sizes = st.floats(30, 300).map(lambda side: round(side, 2))
gutters = st.floats(0, 12).map(lambda side: round(side, 1))


@pytest.mark.parametrize(
    ("paper", "columns", "rows"),
    [("a4", 3, 3), ("letter", 3, 3), ("a3", 6, 3), ("a5", 2, 2), ("legal", 5, 2), ("tabloid", 6, 3)],
)
def test_as_many_poker_cards_as_fit(paper, columns, rows):
    found = grid(paper_named(paper), POKER)
    assert (found.columns, found.rows) == (columns, rows)


@pytest.mark.parametrize(("card", "many"), [("bridge", 10), ("tarot", 4), ("mini", 18), ("square", 8), ("40x40", 35)])
def test_as_many_cards_of_each_size_as_fit_on_a4(card, many):
    assert grid(PAPERS["a4"], card_named(card)).capacity == many


def test_letter_leaves_what_its_maker_says_at_top_and_bottom():
    found = grid(PAPERS["letter"], POKER)
    assert found.margin_y == pytest.approx(6.35)
    assert found.margin_x == pytest.approx(12.7)


def test_a_gutter_takes_room():
    assert grid(PAPERS["a4"], POKER, Room(gutter=(3, 3))).capacity == 9
    assert grid(PAPERS["letter"], POKER, Room(gutter=(5, 5))).capacity == 8
    assert grid(PAPERS["letter"], POKER, Room(gutter=(5, 5)), turn=False).capacity == 6


@pytest.mark.parametrize(
    ("word", "size"), [("100x150", Size(100, 150)), ("100×150", Size(100, 150)), (" 99.5 x 210 mm ", Size(99.5, 210))]
)
def test_a_size_of_ones_own(word, size):
    assert paper_named(word) == size


@pytest.mark.parametrize("word", ["a44", "", "100", "100x", "-5x5", "0x0", "10x10", "9999x9999", "nanxnan", "1e3x50"])
def test_a_paper_that_is_none_is_refused(word):
    with pytest.raises(WrongOption) as refused:
        paper_named(word)
    assert refused.value.option == "paper"


def test_a_card_too_large_is_refused_with_both_sizes():
    with pytest.raises(WrongOption) as refused:
        grid(PAPERS["a5"], Size(210, 297))
    assert "210 × 297 mm" in refused.value.message
    assert "148 × 210 mm" in refused.value.message


@given(st.sampled_from(list(PAPERS.values())), sizes, sizes, gutters, gutters, st.booleans())
def test_cards_lie_on_the_paper_and_not_on_each_other(paper, width, height, across, down, turn):
    card = Size(width, height)
    try:
        found = grid(paper, card, Room(gutter=(across, down)), turn)
    except WrongOption:
        assume(False)
    slots = [found.slot(n) for n in range(found.capacity)]
    for slot in slots:
        assert (slot.width, slot.height) == (width, height)
        assert slot.x >= LEAST_MARGIN - 0.001
        assert slot.right <= found.page.width - LEAST_MARGIN + 0.001
        assert slot.y >= LEAST_MARGIN - 0.001
        assert slot.bottom <= found.page.height - LEAST_MARGIN + 0.001
    for one, other in combinations(slots[: 2 * found.columns + 1], 2):
        beside = one.right + across <= other.x + 0.001 or other.right + across <= one.x + 0.001
        below = one.bottom + down <= other.y + 0.001 or other.bottom + down <= one.y + 0.001
        assert beside or below


margins = st.tuples(*[st.floats(0, 30)] * 4)


@given(
    st.sampled_from(list(PAPERS.values())), st.sampled_from(list(CARDS.values())), margins, gutters, st.booleans(),
    st.sets(st.integers(1, 6), max_size=4), st.booleans(),
)  # fmt: skip
def test_cards_keep_to_the_margins_the_fold_and_their_places(paper, card, margin, gutter, turn, skip, fold):
    room = Room(gutter=(gutter, gutter), margin=Edges(*margin), skip=tuple(skip), fold=fold)
    try:
        found = grid(paper, card, room, turn)
    except WrongOption:
        return
    top, right, bottom, left = margin
    slots = found.slots(found.capacity)
    assert found.capacity == found.columns * found.rows - len(skip)
    for slot in slots:
        assert slot.x >= left - 0.001
        assert slot.right <= (found.page.width / 2 - gutter / 2 if fold else found.page.width - right) + 0.001
        assert slot.y >= top - 0.001
        assert slot.bottom <= found.page.height - bottom + 0.001
    if not skip and not fold:
        block = found.block(found.capacity)
        assert block.x - left == pytest.approx(found.page.width - right - block.right, abs=0.001)
        assert block.y - top == pytest.approx(found.page.height - bottom - block.bottom, abs=0.001)
    for n in range(found.capacity):
        assert found.from_behind("x").slot(n).x == pytest.approx(found.page.width - found.slot(n).right)
        assert found.from_behind("y").slot(n).y == pytest.approx(found.page.height - found.slot(n).bottom)


def test_one_card_more_does_not_fit():
    found = grid(PAPERS["a4"], POKER, Room(gutter=(2, 3)), turn=False)
    assert (found.columns + 1) * 63.5 + found.columns * 2 > 210 - 6
    assert (found.rows + 1) * 88.9 + found.rows * 3 > 297 - 6
