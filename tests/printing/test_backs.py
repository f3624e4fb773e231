"""Backs: each lies behind its front, whatever the paper, the grid, the edge that is turned on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.options import Options, options_from
from printing.paper import CARDS, MM, PAPERS, WrongOption
from printing.plan import parts_of, planned
from printing.sources import PrintedCard, PrintedSheet

wishes = st.fixed_dictionaries(
    {
        "paper": st.sampled_from([*PAPERS, "300x300", "330x483"]),
        "orientation": st.sampled_from(["auto", "portrait", "landscape"]),
        "card": st.sampled_from([*CARDS, "55x40"]),
        "gutter": st.tuples(st.floats(0, 9), st.floats(0, 9)),
        "margin": st.tuples(*[st.floats(0, 20)] * 4),
        "skip": st.sets(st.integers(1, 2), max_size=1).map(tuple),
        "flip": st.sampled_from(["long", "short", None]),
        "order": st.sampled_from(["interleaved", "after", "files", None]),
        "backs": st.sampled_from(["one", "each"]),
    }
)


def sheet_of(count, blank=()):
    cards = tuple(
        PrintedCard(code=f"xx-{n}", face="front", fields={}, back=None if n in blank else "back") for n in range(count)
    )
    return PrintedSheet(number=1, title="", cards=cards)


def plan(count, blank=(), **values):
    options = options_from(values).settled()
    grid = options.grid()
    return planned(parts_of([sheet_of(count, blank)], options), options), grid, options


def behind(box, page, flip):
    """Where a box of the back lies seen through the paper, from the front."""
    upright = page.height >= page.width
    if upright == (flip != "short"):
        return page.width - box.right, box.y
    return box.x, page.height - box.bottom


@given(wishes, st.integers(1, 40), st.sets(st.integers(0, 39), max_size=6))
def test_every_back_lies_behind_its_front(values, count, blank):
    try:
        files, grid, _ = plan(count, blank, **values)
    except WrongOption:
        return
    pages = [page for file in files for page in file]
    fronts, backs = [p for p in pages if p.side == "front"], [p for p in pages if p.side == "back"]
    assert [page.number for page in fronts] == [page.number for page in backs] == list(range(1, len(fronts) + 1))
    for front, back in zip(fronts, backs, strict=True):
        by_code = {place.card.code: place for place in back.places}
        assert set(by_code) == {place.card.code for place in front.places if place.card.back}
        for place in front.places:
            if place.card.code in by_code:
                seen = behind(by_code[place.card.code].box, grid.page, values["flip"])
                assert seen == pytest.approx((place.box.x, place.box.y), abs=1e-6)


@pytest.mark.parametrize(
    ("order", "sides"),
    [
        ("interleaved", [["front", "back", "front", "back"]]),
        (None, [["front", "back", "front", "back"]]),
        ("after", [["front", "front", "back", "back"]]),
        ("files", [["front", "front"], ["back", "back"]]),
    ],
)
def test_the_order_of_pages(order, sides):
    files, _, _ = plan(10, backs="one", order=order)
    assert [[page.side for page in file] for file in files] == sides


def test_the_back_of_a_partial_page_lies_in_the_mirrored_place():
    (pages,), grid, _ = plan(1, backs="one")
    assert pages[1].places[0].box == grid.slot(2)


def test_a_card_without_a_back_has_none_and_its_page_keeps_its_side():
    (pages,), _, _ = plan(2, blank=(0, 1), backs="each")
    assert [page.side for page in pages] == ["front", "back"]
    assert pages[1].places == ()


def test_backs_turned_over_the_short_edge_stand_upright_once_the_card_is_turned():
    assert all(place.turned for place in plan(9, backs="one", flip="short")[0][0][1].places)
    assert not any(place.turned for place in plan(9, backs="one", flip="long")[0][0][1].places)


@given(st.integers(1, 30), st.sampled_from(["a4", "a3", "letter"]), st.floats(0, 8))
def test_a_folded_sheet_has_each_back_opposite_its_front(count, paper, gutter):
    (pages,), grid, _ = plan(count, backs="one", flip="fold", paper=paper, gutter=(gutter, 0))
    middle = grid.page.width / 2
    for page in pages:
        fronts = {place.card.code: place.box for place in page.places if place.side == "front"}
        backs = {place.card.code: place.box for place in page.places if place.side == "back"}
        assert set(fronts) == set(backs)
        for code, front in fronts.items():
            assert front.right <= middle - gutter / 2 + 1e-6
            assert middle - front.right == pytest.approx(backs[code].x - middle)
            assert front.y == backs[code].y


def test_numbers_read_back_behind_each_other(numbered, read_back):
    front, back = read_back(numbered(4, blank=(2,)), backs="each", gutter=(5, 5)).pages
    places = {
        word["text"]: word for page in (front, back) for word in page.extract_words() if word["text"][1:].isdigit()
    }
    assert "B2" not in places
    for n in (1, 3, 4):
        one, other = places[f"F{n}"], places[f"B{n}"]
        middle = (one["x0"] + one["x1"]) / 2, (other["x0"] + other["x1"]) / 2
        assert middle[0] == pytest.approx(float(front.width) - middle[1], abs=0.05)
        assert one["top"] == pytest.approx(other["top"], abs=0.05)


def test_no_backs_no_back_pages(numbered, read_back):
    assert len(read_back(numbered(10)).pages) == 2


def test_backs_that_the_layout_does_not_have_are_told(numbered, read_back):
    with pytest.raises(WrongOption) as refused:
        read_back(numbered(1, back="nowhere"), backs="each")
    assert refused.value.option == "backs"
    assert "nowhere" in refused.value.message


def test_the_printer_moves_the_back_and_stretches_both_sides(numbered, read_back):
    def middles(page):
        return [
            ((r["x0"] + r["x1"]) / 2, (r["top"] + r["bottom"]) / 2, r["width"]) for r in page.rects if r["width"] > 99
        ]

    plain = read_back(numbered(9), backs="one")
    moved = read_back(numbered(9), backs="one", printer={"back": (1.5, -0.75), "scale": (1.01, 0.99)})
    for side in (0, 1):
        page = plain.pages[side]
        width, height = float(page.width), float(page.height)
        shift = (1.5 * MM, -0.75 * MM) if side else (0, 0)
        for (x, y, w), (at_x, at_y, wide) in zip(middles(page), middles(moved.pages[side]), strict=True):
            assert at_x == pytest.approx(width / 2 + (x - width / 2) * 1.01 + shift[0], abs=0.05)
            assert at_y == pytest.approx(height / 2 + (y - height / 2) * 0.99 + shift[1], abs=0.05)
            assert wide == pytest.approx(w * 1.01, abs=0.05)


def test_what_there_is_not_without_backs():
    for name, value in (("flip", "long"), ("order", "after")):
        with pytest.raises(WrongOption) as refused:
            Options(**{name: value}).grid()
        assert refused.value.option == name
