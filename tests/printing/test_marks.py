"""Cut marks: at every cut, never on a card, for what is used alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.marks import MarkStyle, cut_marks, cuts_of
from printing.paper import CARDS, PAPERS, Room, grid, paper_named

POKER = CARDS["poker"]
NIL = 1e-9
gutters = st.floats(0, 12).map(lambda side: round(side, 1))
papers = st.sampled_from(list(PAPERS.values()))


def touches(mark, slot):
    return not (
        max(mark.x1, mark.x2) <= slot.x + NIL
        or min(mark.x1, mark.x2) >= slot.right - NIL
        or max(mark.y1, mark.y2) <= slot.y + NIL
        or min(mark.y1, mark.y2) >= slot.bottom - NIL
    )


@given(
    st.data(), papers, gutters, gutters, st.sampled_from(["corner", "outer", "edge"]), st.floats(0, 6), st.floats(1, 9)
)
def test_every_cut_has_a_mark_at_both_ends_and_none_on_a_card(data, paper, across, down, kind, offset, length):
    found = grid(paper, POKER, Room(gutter=(across, down)))
    slots = found.slots(data.draw(st.integers(1, found.capacity)))
    marks = cut_marks(found.page, slots, MarkStyle(kind=kind, offset=offset, length=length))
    xs, ys = cuts_of(slots)
    left, right = min(slot.x for slot in slots), max(slot.right for slot in slots)
    top, bottom = min(slot.y for slot in slots), max(slot.bottom for slot in slots)
    for x in xs:
        assert any(mark.x1 == mark.x2 == x and max(mark.y1, mark.y2) <= top + NIL for mark in marks)
        assert any(mark.x1 == mark.x2 == x and min(mark.y1, mark.y2) >= bottom - NIL for mark in marks)
    for y in ys:
        assert any(mark.y1 == mark.y2 == y and max(mark.x1, mark.x2) <= left + NIL for mark in marks)
        assert any(mark.y1 == mark.y2 == y and min(mark.x1, mark.x2) >= right - NIL for mark in marks)
    for mark in marks:
        assert 0 <= min(mark.x1, mark.x2) <= max(mark.x1, mark.x2) <= found.page.width
        assert 0 <= min(mark.y1, mark.y2) <= max(mark.y1, mark.y2) <= found.page.height
        assert not any(touches(mark, slot) for slot in slots)


@given(st.data(), papers, gutters, st.sampled_from(["corner", "outer", "edge", "full"]), st.sampled_from(["x", "y"]))
def test_the_marks_of_a_back_are_those_of_its_front_in_a_mirror(data, paper, gutter, kind, mirror):
    places = data.draw(st.sets(st.integers(1, 4), max_size=3))
    found = grid(paper, CARDS["mini"], Room(gutter=(gutter, gutter), skip=tuple(places)))
    used, style = data.draw(st.integers(1, found.capacity)), MarkStyle(kind=kind)

    def ends(grid, flipped):
        marks = []
        for mark in cut_marks(grid.page, grid.slots(used), style):
            points = [(mark.x1, mark.y1), (mark.x2, mark.y2)]
            if flipped and mirror == "x":
                points = [(grid.page.width - x, y) for x, y in points]
            elif flipped:
                points = [(x, grid.page.height - y) for x, y in points]
            marks.append([number for point in sorted(points) for number in point])
        return marks

    one, other = ends(found, flipped=True), ends(found.from_behind(mirror), flipped=False)
    assert len(one) == len(other)
    for mark in one:
        assert any(max(abs(a - b) for a, b in zip(mark, behind, strict=True)) < 0.001 for behind in other)


@pytest.mark.parametrize(("gutter", "between"), [(2.2, 0), (2.3, 1), (10.0, 1), (10.1, 2)])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_gutter_that_is_just_wide_enough_has_the_same_marks_everywhere(paper, gutter, between):
    found = grid(PAPERS[paper], CARDS["mini"], Room(gutter=(gutter, gutter)))
    pairs = (found.columns - 1) * found.rows + found.columns * (found.rows - 1)
    for side in (found, found.from_behind("x"), found.from_behind("y")):
        slots = side.slots(found.capacity)
        outer = cut_marks(found.page, slots, MarkStyle(kind="outer"))
        assert len(cut_marks(found.page, slots, MarkStyle())) - len(outer) == 2 * between * pairs


def test_on_a_partial_page_only_the_used_rows_and_columns_are_marked():
    found = grid(PAPERS["a4"], POKER)
    assert len(cut_marks(found.page, found.slots(1), MarkStyle())) == 8
    assert len(cut_marks(found.page, found.slots(4), MarkStyle())) == 2 * (4 + 3)


def test_no_mark_beside_an_empty_place():
    found = grid(PAPERS["a4"], POKER, Room(gutter=(6, 6), skip=(5, 6, 7, 8, 9)))
    marks = cut_marks(found.page, found.slots(found.capacity), MarkStyle(kind="corner"))
    empty = grid(PAPERS["a4"], POKER, Room(gutter=(6, 6)))
    for n in (4, 7):
        slot = empty.slot(n)
        assert not any(
            slot.x - 2 < max(mark.x1, mark.x2) < slot.right + 2 and slot.y + 1 < max(mark.y1, mark.y2) < slot.bottom - 1
            for mark in marks
        )


def test_corner_marks_stand_between_the_cards_too_and_outer_marks_do_not():
    found = grid(paper_named("230x310"), POKER, Room(gutter=(6, 6)), turn=False)
    slots = found.slots(9)
    outer = cut_marks(found.page, slots, MarkStyle(kind="outer"))
    corner = cut_marks(found.page, slots, MarkStyle(kind="corner"))
    assert len(outer) == 2 * 6 + 2 * 6
    # Between two cards one for each of the edges that they share: 2 gaps × 3 rows × 2, and as many between rows.
    assert len(corner) == len(outer) + 24
    lengths = {round(max(abs(mark.x1 - mark.x2), abs(mark.y1 - mark.y2)), 3) for mark in corner}
    assert lengths == {4.0}
    assert len(cut_marks(found.page, slots, MarkStyle(kind="corner", offset=3))) == len(outer)


def test_length_and_offset_are_kept():
    found = grid(PAPERS["a4"], POKER)
    marks = cut_marks(found.page, found.slots(9), MarkStyle(kind="outer", length=2.5, offset=1.75))
    tops = [mark for mark in marks if mark.x1 == mark.x2 and max(mark.y1, mark.y2) < found.margin_y]
    assert {(round(mark.y1, 3), round(mark.y2, 3)) for mark in tops} == {
        (round(found.margin_y - 4.25, 3), round(found.margin_y - 1.75, 3))
    }


def test_full_lines_cross_the_paper_and_none_means_none():
    found = grid(PAPERS["a4"], POKER)
    full = cut_marks(found.page, found.slots(9), MarkStyle(kind="full"))
    assert {(mark.y1, mark.y2) for mark in full if mark.x1 == mark.x2} == {(0, 297)}
    assert cut_marks(found.page, found.slots(9), MarkStyle(kind="none")) == ()


@pytest.mark.parametrize("sides", ["front", "back", "both"])
def test_marks_are_on_the_side_that_is_asked_for(numbered, read_back, sides):
    front, back = read_back(numbered(9), backs="one", mark_side=sides, mark_colour="#00ff00", mark_width=0.35).pages
    found = {
        name: [line for line in page.lines if line["stroking_color"] == (0, 1, 0)]
        for name, page in (("front", front), ("back", back))
    }
    assert bool(found["front"]) == (sides != "back")
    assert bool(found["back"]) == (sides != "front")
    for line in (line for lines in found.values() for line in lines):
        assert line["linewidth"] == pytest.approx(0.35 * 72 / 25.4, abs=0.002)
