"""What users of other sheet makers ran into, each as a test: size, marks, duplex, counts, labels."""

import fcntl
import io
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from printing.faces.layout import load_layout
from printing.options import Options, options_from
from printing.paper import CARDS, MM, PAPERS, card_named, grid
from printing.plan import parts_of, planned
from printing.render import render
from printing.sources import PrintedCard, PrintedSheet, Source, layout_text

ROOT = Path(__file__).resolve().parents[2]


def outlines(page, width, height):
    """The boxes on a page that are as large as a card, mm from its upper left corner."""
    return [
        (rect["x0"] / MM, rect["top"] / MM)
        for rect in page.rects
        if (rect["width"] / MM, rect["height"] / MM) == pytest.approx((width, height), abs=0.01)
    ]


@pytest.mark.parametrize("paper", [*PAPERS, "330x483"])
@pytest.mark.parametrize(
    "options", [{}, {"gutter": (6, 6), "bleed": 3}, {"gutter": (1.5, 0.5), "marks": "full"}, {"margin": (12, 5, 9, 20)}]
)
def test_a_ruler_finds_every_card_in_its_size_and_place(numbered, read_back, paper, options):
    wished = options_from({"paper": paper, **options})
    found = wished.grid()
    count = found.capacity + 1
    pages = read_back(numbered(count), paper=paper, **options).pages
    assert len(pages) == 2
    for page, used in zip(pages, (found.capacity, 1), strict=True):
        assert (page.width / MM, page.height / MM) == pytest.approx((found.page.width, found.page.height), abs=0.01)
        cards = outlines(page, 63.5, 88.9)
        for slot in found.slots(used):
            assert any((x, y) == pytest.approx((slot.x, slot.y), abs=0.01) for x, y in cards)


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_card_has_its_size_on_every_paper(read_back, numbered, name, paper):
    size = card_named(name)
    layout = load_layout(
        f"layout: 1\ncard: [{size.width}, {size.height}]\nfaces: {{front: {{elements: [{{id: ground, draw: rect, "
        f"box: [0, 0, {size.width}, {size.height}], fill: '#cc0000'}}]}}}}\n",
        "card.yaml",
        layout_text,
    )
    page = read_back(numbered(3), layout, card=name, paper=paper).pages[0]
    assert len(outlines(page, size.width, size.height)) == 3


def test_the_paper_that_was_chosen_is_the_paper(numbered, read_back):
    for paper, points in (("letter", (612, 792)), ("legal", (612, 1008)), ("tabloid", (792, 1224))):
        page = read_back(numbered(1), paper=paper, orientation="portrait").pages[0]
        assert (page.width, page.height) == pytest.approx(points, abs=0.01)


@pytest.mark.parametrize("bleed", [0, 3, 6])
def test_a_card_does_not_shrink_with_its_bleed(numbered, read_back, bleed):
    gutter = (2 * bleed, 2 * bleed)
    page = read_back(numbered(4), bleed=bleed, gutter=gutter, marks="edge", mark_colour="#00ff00").pages[0]
    slots = options_from({"bleed": bleed, "gutter": gutter}).grid().slots(4)
    cuts = sorted({round(x, 2) for slot in slots for x in (slot.x, slot.right)})
    assert cuts_across(page) == pytest.approx(cuts, abs=0.011)
    assert all(slot.right - slot.x == pytest.approx(63.5) for slot in slots)
    assert sorted(word["text"] for word in page.extract_words() if word["text"][0] == "F") == ["F1", "F2", "F3", "F4"]
    left, low, right, high = (float(value) / MM for value in page.page_obj.attrs["BleedBox"])
    trim = [float(value) / MM for value in page.page_obj.attrs["TrimBox"]]
    assert (trim[0] - left, trim[1] - low, right - trim[2], high - trim[3]) == pytest.approx((bleed,) * 4, abs=0.01)


def cuts_across(page):
    """Where upright green marks stand, mm from the left."""
    upright = [line for line in page.lines if line["stroking_color"] == (0, 1, 0) and line["width"] < 0.01]
    return sorted({round(line["x0"] / MM, 2) for line in upright})


@pytest.mark.parametrize("kind", ["corner", "outer", "edge", "full"])
def test_the_marks_of_the_backs_of_a_partial_page_mirror_those_of_its_fronts(numbered, read_back, kind):
    wish = {"marks": kind, "mark_colour": "#00ff00", "gutter": (2.5, 2.5)}
    front, back = read_back(numbered(2, blank=(2,)), backs="each", **wish).pages
    found = cuts_across(front)
    assert len(found) == 4
    assert cuts_across(back) == pytest.approx(sorted(210 - x for x in found), abs=0.011)


def test_what_is_measured_is_what_is_written(read_back, metrics):
    """A text as wide as its box to a hundredth of a point: whole in one line, on the paper as in the measuring."""
    text, size = "Ružička ře fi AVAToil, 1/2 km", 11
    wide = metrics.advance(text, "serif") * size / MM
    layout = load_layout(
        "layout: 1\ncard: [100, 60]\nstyles: {plain: {font: serif, size: 11, least: 11}}\nfaces: {front: {elements: ["
        f"{{id: name, draw: text, box: [5, 5, {wide + 0.004}, 20], text: '{{words}}', style: plain}}]}}}}\n",
        "wide.yaml",
        layout_text,
    )
    cards = (PrintedCard(code="xx-1", face="front", fields={"words": text}),)
    source = Source(name="T", edition="1", layout="", sheets=(PrintedSheet(number=1, title="", cards=cards),))
    chars = read_back(source, layout, card="100x60", paper="card").pages[0].chars
    assert "".join(char["text"] for char in chars) == text
    assert len({round(char["top"], 2) for char in chars}) == 1
    assert (chars[0]["x0"] / MM, chars[-1]["x1"] / MM) == pytest.approx((5, 5 + wide), abs=0.01)


@pytest.mark.parametrize(
    ("paper", "orientation", "held"),
    [("a3", "auto", 18), ("a3", "portrait", 16), ("a3", "landscape", 18), ("a5", "auto", 4), ("a4", "landscape", 8)],
)
def test_as_many_as_fit_either_way(paper, orientation, held):
    assert Options(paper=paper, orientation=orientation).grid().capacity == held


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (9, 1), (10, 2), (18, 2), (19, 3)])
def test_no_blank_page_and_no_card_lost_at_multiples_of_nine(numbered, read_back, count, pages):
    found = read_back(numbered(count)).pages
    assert len(found) == pages
    numbers = [word["text"] for page in found for word in page.extract_words() if word["text"][0] == "F"]
    assert sorted(numbers) == sorted(f"F{n}" for n in range(1, count + 1))


def test_none_of_900_cards_is_missing(two_sides, numbered):
    report = render(io.BytesIO(), numbered(900), two_sides, Options(backs="each"))
    assert (report.cards_in, report.cards_drawn, report.pages) == (900, 900, 200)


def test_a_factory_gets_its_trim_and_two_files(two_sides, numbered, tmp_path):
    import zipfile

    import pdfplumber

    from printing.render import write_sheets

    options = Options(paper="card", card="61.5x88", bleed=3, backs="each", order="files")
    write_sheets(tmp_path / "factory.zip", numbered(3), two_sides, options)
    archive = zipfile.ZipFile(tmp_path / "factory.zip")
    for name, letter in (("fronts.pdf", "F"), ("backs.pdf", "B")):
        with pdfplumber.open(io.BytesIO(archive.read(name))) as file:
            assert [page.extract_text() for page in file.pages] == [f"{letter}{n}" for n in (1, 2, 3)]
            for page in file.pages:
                assert (page.width / MM, page.height / MM) == pytest.approx((67.5, 94), abs=0.01)


def test_marks_that_are_off_are_off_and_the_boxes_stay(numbered, read_back):
    page = read_back(numbered(9), marks="none").pages[0]
    assert not [line for line in page.lines if line["linewidth"] == pytest.approx(0.1 * MM, abs=0.01)]
    found = grid(PAPERS["a4"], CARDS["poker"]).block(9)
    left, low, right, high = (float(value) / MM for value in page.page_obj.attrs["TrimBox"])
    assert (left, 297 - high, right, 297 - low) == pytest.approx(
        (found.x, found.y, found.right, found.bottom), abs=0.01
    )
    assert "BleedBox" in page.page_obj.attrs


@pytest.mark.parametrize("paper", [*PAPERS, "70x95"])
@pytest.mark.parametrize("marks", ["corner", "edge", "full"])
def test_a_label_is_in_the_margin_or_dropped_never_on_a_card(numbered, read_back, paper, marks):
    page = read_back(numbered(1), paper=paper, marks=marks).pages[0]
    slot = options_from({"paper": paper, "marks": marks}).grid().slot(0)
    for char in page.chars:
        if char["text"] in "F1" and char["size"] > 10:
            continue
        apart = (
            char["x1"] / MM <= slot.x
            or char["x0"] / MM >= slot.right
            or char["bottom"] / MM <= slot.y
            or char["top"] / MM >= slot.bottom
        )
        assert apart, char["text"]


def test_ink_is_saved_on_the_last_page_as_on_the_first(two_sides, numbered, tmp_path):
    import pdfplumber

    from printing.render import write_sheets

    write_sheets(tmp_path / "saving.pdf", numbered(200), two_sides, Options(ink_saver=True))
    with pdfplumber.open(tmp_path / "saving.pdf") as file:
        for page in (file.pages[0], file.pages[-1]):
            grounds = [rect for rect in page.rects if rect["width"] > 100]
            assert grounds
            assert all(rect["non_stroking_color"] == (1, 1, 1) for rect in grounds if rect["fill"])


def test_a_wide_line_on_a_narrow_card_wraps_inside_it(read_back):
    layout = load_layout(
        "layout: 1\ncard: [44, 63.5]\nstyles: {rules: {font: sans, size: 9}}\nfaces: {front: {elements: "
        "[{id: text, draw: text, box: [3, 3, 38, 57], text: '{words}', style: rules}]}}\n",
        "narrow.yaml",
        layout_text,
    )
    words = "During the end phase of a turn its controller may put it back on top of the deck that it came from."
    cards = (PrintedCard(code="xx-1", face="front", fields={"words": words}),)
    source = Source(name="T", edition="1", layout="", sheets=(PrintedSheet(number=1, title="", cards=cards),))
    page = read_back(source, layout, card="44x63.5", paper="card").pages[0]
    assert page.extract_text().replace("\n", " ") == words
    assert all(char["x0"] >= 3 * MM - 0.1 and char["x1"] <= 41 * MM + 0.1 for char in page.chars)


def test_skipped_places_stay_empty_on_front_and_back(numbered, read_back):
    front, back = read_back(numbered(7), backs="each", skip=[1, 5]).pages
    found = grid(PAPERS["a4"], CARDS["poker"])
    for page, letter, columns in ((front, "F", (0, 1, 2)), (back, "B", (2, 1, 0))):
        by_place = {}
        for word in page.extract_words():
            if word["text"][0] == letter and word["text"][1:].isdigit():
                n = next(
                    n
                    for n in range(9)
                    if found.slot(n).x < word["x0"] / MM < found.slot(n).right
                    and found.slot(n).y < word["top"] / MM < found.slot(n).bottom
                )
                by_place[n // 3 * 3 + columns[n % 3] + 1] = word["text"]
        assert by_place == {2: f"{letter}1", 3: f"{letter}2", 4: f"{letter}3", 6: f"{letter}4", 7: f"{letter}5",
                            8: f"{letter}6", 9: f"{letter}7"}  # fmt: skip


def test_a_page_with_every_place_skipped_or_none_such_is_refused():
    from printing.paper import WrongOption

    for skip in ([10], list(range(1, 10))):
        with pytest.raises(WrongOption) as refused:
            options_from({"skip": skip}).grid()
        assert refused.value.option == "skip"


def test_the_plan_is_made_of_settled_options_only():
    options = Options(preset="drivethrucards").settled()
    cards = tuple(PrintedCard(code=f"xx-{n}", face="a", fields={}) for n in range(3))
    (pages,) = planned(parts_of([PrintedSheet(number=1, title="", cards=cards)], options), options)
    assert [len(page.places) for page in pages] == [1, 1, 1]


def test_a_bar_on_a_terminal_and_none_elsewhere(tmp_path):
    command = [sys.executable, "manage.py", "print_sheets", "reliquary", "-o", str(tmp_path / "sheets.pdf")]
    screen, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    left = subprocess.run(command, cwd=ROOT, stderr=end, stdout=subprocess.PIPE, check=False)
    shown = b""
    while select.select([screen], [], [], 0.2)[0]:
        shown += os.read(screen, 4096)
    os.close(end)
    os.close(screen)
    assert left.returncode == 0
    assert b"cards" in shown
    assert b"cards" not in subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stderr
