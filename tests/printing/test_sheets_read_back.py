"""The PDF itself, read back with another library: what a ruler would find on the paper."""

from itertools import combinations, pairwise

import pytest

from printing.faces.drawing import Run
from printing.margin import Edge, margin
from printing.marks import MarkStyle, cuts_of
from printing.options import Options
from printing.paper import CARDS, MM, PAPERS, grid, paper_named

POKER = CARDS["poker"]
PAPER_OPTIONS = [
    (),
    ("--paper", "letter"),
    ("--paper", "a3"),
    ("--paper", "a5"),
    ("--paper", "legal", "--marks", "edge"),
    ("--paper", "tabloid", "--gutter", "4,2"),
    ("--paper", "330x483", "--marks", "edge", "--gutter", "3"),
]
NINE_UP = [("a4", 210, 297), ("letter", 215.9, 279.4)]


def options_of(words):
    values = dict(zip(words[::2], words[1::2], strict=True))
    gutter = [float(part) for part in values.get("--gutter", "0").split(",")]
    return Options(
        paper=values.get("--paper", "a4"), marks=values.get("--marks", "corner"), gutter=(gutter[0], gutter[-1])
    )


def mm(points):
    return float(points) / MM


def cuts_on(page):
    """The x and the y of the cut marks: the thinnest lines of the page, 0.1 mm."""
    marks = [line for line in page.lines if abs(mm(line["linewidth"]) - 0.1) < 0.001]
    xs = sorted({round(mm(line["x0"]), 3) for line in marks if abs(line["x0"] - line["x1"]) < 0.01})
    ys = sorted({round(mm(line["top"]), 3) for line in marks if abs(line["top"] - line["bottom"]) < 0.01})
    return xs, ys, marks


def slots_of(page, options, before):
    found = options.grid()
    return [found.slot(n) for n in range(min(found.capacity, 36 - before))]


@pytest.mark.parametrize(("paper", "width", "height"), NINE_UP)
def test_four_sheets_of_nine_on_paper_of_the_right_size(printed, paper, width, height):
    file = printed("--paper", paper)
    assert len(file.pages) == 4
    for page in file.pages:
        assert (mm(page.width), mm(page.height)) == pytest.approx((width, height), abs=0.01)
        xs, ys, _ = cuts_on(page)
        assert [b - a for a, b in pairwise(xs)] == pytest.approx([63.5] * 3, abs=0.01)
        assert [b - a for a, b in pairwise(ys)] == pytest.approx([88.9] * 3, abs=0.01)
        assert xs[0] == pytest.approx((width - 190.5) / 2, abs=0.01)
        assert ys[0] == pytest.approx((height - 266.7) / 2, abs=0.01)


@pytest.mark.parametrize("words", PAPER_OPTIONS, ids=" ".join)
def test_marks_bound_every_card_to_a_hundredth_of_a_millimetre(printed, words):
    options, before = options_of(words), 0
    for page in printed(*words).pages:
        slots = slots_of(page, options, before)
        xs, ys, marks = cuts_on(page)
        for slot in slots:
            assert min(abs(x - slot.x) for x in xs) < 0.01
            assert min(abs(x - slot.right) for x in xs) < 0.01
            assert min(abs(y - slot.y) for y in ys) < 0.01
            assert min(abs(y - slot.bottom) for y in ys) < 0.01
            for line in marks:
                across = mm(line["x1"]) < slot.x - 0.9 or mm(line["x0"]) > slot.right + 0.9
                down = mm(line["bottom"]) < slot.y - 0.9 or mm(line["top"]) > slot.bottom + 0.9
                assert across or down
        before += len(slots)
    assert before == 36


@pytest.mark.parametrize("words", PAPER_OPTIONS, ids=" ".join)
def test_the_trim_box_is_the_block_of_cards(printed, words):
    options = options_of(words)
    page = printed(*words).pages[0]
    block = options.grid().block(min(36, options.grid().capacity))
    height = mm(page.height)
    wanted = (block.x, height - block.bottom, block.right, height - block.y)
    assert [mm(value) for value in page.page_obj.attrs["TrimBox"]] == pytest.approx(wanted, abs=0.01)


@pytest.mark.parametrize("words", PAPER_OPTIONS, ids=" ".join)
def test_no_letter_is_under_6_pt_nor_across_a_trim(printed, words):
    options, before = options_of(words), 0
    for page in printed(*words).pages:
        slots = slots_of(page, options, before)
        before += len(slots)
        for char in page.chars:
            assert char["height" if char["upright"] else "width"] >= 5.999
            left, right, top, bottom = mm(char["x0"]), mm(char["x1"]), mm(char["top"]), mm(char["bottom"])
            inside = [s for s in slots if left >= s.x and right <= s.right and top >= s.y and bottom <= s.bottom]
            apart = all(right <= s.x or left >= s.right or bottom <= s.y or top >= s.bottom for s in slots)
            assert len(inside) == 1 or apart, char["text"]


@pytest.mark.parametrize("words", [(), ("--paper", "letter")], ids=["a4", "letter"])
def test_no_word_lies_on_another(printed, words):
    for page in printed(*words).pages:
        boxes = []
        for word in page.extract_words(extra_attrs=["size", "upright"]):
            inset = word["size"] * 0.16
            boxes.append(
                (word["x0"] + 0.05, word["top"] + inset, word["x1"] - 0.05, word["bottom"] - inset, word["text"])
            )
        for one, other in combinations(boxes, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one[4], other[4])


def test_every_font_is_in_the_file(printed):
    for page in printed().pages:
        fonts = (
            page.page_obj.resources["Font"].resolve()
            if hasattr(page.page_obj.resources["Font"], "resolve")
            else (page.page_obj.resources["Font"])
        )
        names = set()
        for reference in fonts.values():
            font = reference.resolve()
            names.add(font["BaseFont"].name)
            assert "FontFile2" in font["FontDescriptor"].resolve()
        assert names
        assert all("+Source" in name for name in names)


def test_the_printer_is_asked_not_to_scale(printed):
    preferences = printed().doc.catalog["ViewerPreferences"]
    preferences = preferences.resolve() if hasattr(preferences, "resolve") else preferences
    assert preferences["PrintScaling"].name == "None"


@pytest.mark.parametrize("words", PAPER_OPTIONS, ids=" ".join)
def test_the_ruler_is_100_mm_and_outside_the_cards(printed, words):
    options, before = options_of(words), 0
    for page in printed(*words).pages:
        slots = slots_of(page, options, before)
        before += len(slots)
        rulers = [
            line
            for line in page.lines
            if abs(mm(line["linewidth"]) - 0.15) < 0.001
            and max(mm(line["x1"] - line["x0"]), mm(line["bottom"] - line["top"])) == pytest.approx(100, abs=0.01)
            and all(
                mm(line["x1"]) < s.x
                or mm(line["x0"]) > s.right
                or mm(line["bottom"]) < s.y
                or mm(line["top"]) > s.bottom
                for s in slots
            )
        ]
        assert len(rulers) == 1
        assert mm(rulers[0]["x0"]) > 0
        assert mm(rulers[0]["x1"]) < mm(page.width)


TITLES = ["The nine agnostic moves", "The nine unique moves", "The nine factions", "Aids, Rites and their module"]


@pytest.mark.parametrize(("number", "title"), list(enumerate(TITLES, 1)))
def test_the_title_stands_above_the_cards_on_a4(printed, number, title):
    page = printed().pages[number - 1]
    above = page.crop((0, 0, page.width, 15.15 * MM)).extract_text()
    first = (number - 1) * 9 + 1
    assert f"Sheet {number} · {title} · cut on" in above
    assert f"marks · {POKER} · cards {first}–{first + 8} of 36" in above
    assert "House edition 1" in above


@pytest.mark.parametrize(("number", "title"), list(enumerate(TITLES, 1)))
def test_the_title_stands_at_the_side_on_letter(printed, number, title):
    page = printed("--paper", "letter").pages[number - 1]
    assert not page.crop((0, 0, page.width, 6.3 * MM)).chars
    assert not page.crop((0, page.height - 6.3 * MM, page.width, page.height)).chars
    side = page.crop((0, 0, 12.7 * MM, page.height)).chars
    assert all(not char["upright"] for char in side)
    read = "".join(char["text"] for char in sorted(side, key=lambda char: -char["top"]))
    assert f"Sheet {number} · {title} · cut on" in read
    assert f"marks · {POKER}" in read


def test_every_card_is_there_with_its_words(printed, cards):
    pages = list(printed().pages)
    found = grid(PAPERS["a4"], POKER)
    for n, (code, card) in enumerate(sorted(cards.items())):
        slot = found.slot(n % 9)
        box = tuple(value * MM for value in (slot.x, slot.y, slot.right, slot.bottom))
        text = pages[n // 9].crop(box).extract_text()
        assert code in text
        assert card.fields["name"] in text
        for attack in card.fields.get("attacks", ()):
            assert attack["who"] + "." in text


def test_one_sheet_alone(printed):
    file = printed("--sheet", "3")
    assert len(file.pages) == 1
    assert "Sheet 3 · The nine factions" in file.pages[0].extract_text()
    assert "Bone Wardens" in file.pages[0].extract_text()


@pytest.mark.parametrize(("paper", "pages"), [("a3", 2), ("tabloid", 2), ("legal", 4), ("a5", 9), ("letter", 4)])
def test_no_page_more_than_the_cards_need_and_none_blank(printed, paper, pages):
    file = printed("--paper", paper)
    assert len(file.pages) == pages
    assert all("rq-0" in page.extract_text() for page in file.pages)


def test_without_marks_there_are_none_and_full_lines_cross_the_page(printed):
    assert not cuts_on(printed("--marks", "none").pages[0])[2]
    full = cuts_on(printed("--marks", "full").pages[0])[2]
    assert len(full) == 8
    assert all(
        mm(max(line["x1"] - line["x0"], line["bottom"] - line["top"])) == pytest.approx(210, abs=0.01)
        or mm(line["bottom"] - line["top"]) == pytest.approx(297, abs=0.01)
        for line in full
    )


@pytest.mark.parametrize("marks", ["corner", "outer", "edge", "full", "none"])
@pytest.mark.parametrize("paper", [*PAPERS, "330x483"])
def test_nothing_in_the_margin_lies_on_a_mark_or_beyond_the_paper(paper, marks, metrics):
    found = grid(paper_named(paper), POKER)
    slots = found.slots(found.capacity)
    laid = Edge(page=found.page, trims=slots, area=slots, style=MarkStyle(kind=marks))
    edge = margin(laid, ("Sheet 1 · a title that is long enough to matter", "Sheet 1"), metrics)
    xs, ys = cuts_of(slots)
    assert edge.cut == ()
    for run in edge.instructions:
        if not isinstance(run, Run):
            continue
        length, high = metrics.advance(run.text, run.font) * run.size / MM, run.size / MM
        box = (
            (run.x, run.y - high, run.x + length, run.y)
            if not run.turn
            else (run.x - high, run.y - length, run.x, run.y)
        )
        assert min(box) > 0
        assert box[2] < found.page.width
        assert box[3] < found.page.height
        if marks in ("edge", "full"):
            assert not any(box[0] < x < box[2] for x in xs)
            assert not any(box[1] < y < box[3] for y in ys)


@pytest.mark.parametrize(("bleed", "gutter"), [("2", "4"), ("3", "6"), ("3.175", "6.35")])
def test_cards_that_fill_the_paper_have_their_count_and_the_ruler_between_the_marks(printed, bleed, gutter):
    pages = printed("--bleed", bleed, "--gutter", gutter, "--backs", "one").pages
    words = [page.extract_text() for page in pages]
    assert ["cards 28–36 of 36" in text for text in words[-2:]] == [True, True]
    assert all("100 mm" in text for text in words[::2])
    for page in pages:
        marks = [line for line in page.lines if line["x0"] == line["x1"] and line["bottom"] - line["top"] > 8]
        small = [char for char in page.chars if char["size"] < 8.5 and not 25 < char["top"] < page.height - 25]
        assert small
        for char in small:
            assert not any(
                char["x0"] < mark["x0"] < char["x1"] and mark["top"] < char["bottom"] and char["top"] < mark["bottom"]
                for mark in marks
            )
