"""Cards of several sizes in one print: each size on pages of its own, all in one file, none lost."""

import csv
import io
import zipfile
from collections import Counter

import pdfplumber
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cards.tables.table import TableRefused
from games.catalogue import Unreadable
from printing.faces.arrange import Arranger
from printing.faces.layout import load_layout
from printing.options import Options, options_from
from printing.paper import CARDS, MM, Size, WrongOption, card_named
from printing.plan import parts_of, planned
from printing.render import write_sheets
from printing.sources import PrintedCard, PrintedSheet, layout_named, layout_text
from printing.tabled import source_of_table

ROWS = [
    ("1", 11, ""),
    ("2", 3, "tarot"),
    ("3", 18, "mini"),
    ("4", 1, "70 x 120 mm"),
    ("5", 2, "Tarot"),
    ("6", 1, "poker"),
]
TABLE = "name,count,Card Size,face,back,n\n" + "".join(
    f"{name},{count},{size},front,own_back,{name}\n" for name, count, size in ROWS
)
POKER, TAROT, MINI, ODD = CARDS["poker"], CARDS["tarot"], CARDS["mini"], Size(70, 120)


@pytest.fixture
def mixed():
    return source_of_table(TABLE.encode(), "mixed.csv")


def numbers(page):
    """The big digits of the cards on a page, each with its middle, mm."""
    return [
        (char["text"], (char["x0"] + char["x1"]) / 2 / MM, (char["top"] + char["bottom"]) / 2 / MM)
        for char in page.chars
        if char["text"].isdigit() and char["size"] > 10
    ]


def test_each_size_has_pages_and_a_grid_of_its_own(mixed):
    parts = parts_of(mixed.sheets, Options())
    assert [(part.grid.card, part.grid.capacity) for part in parts] == [(POKER, 9), (TAROT, 4), (MINI, 18), (ODD, 4)]
    assert [[len(page.cards) for page in part.pages] for part in parts] == [[9, 3], [4, 1], [18], [1]]
    assert [page.before for part in parts for page in part.pages] == [0, 9, 12, 16, 17, 35]
    assert [card.fields["name"] for page in parts[1].pages for card in page.cards] == list("22255")


def test_as_many_come_out_as_went_in_in_one_file(mixed, two_sides, tmp_path):
    report = write_sheets(tmp_path / "mixed.pdf", mixed, two_sides, Options())
    assert (report.cards_in, report.cards_drawn, report.pages, report.clean) == (36, 36, 6, True)
    with pdfplumber.open(tmp_path / "mixed.pdf") as file:
        found = [digit for page in file.pages for digit, _, _ in numbers(page)]
    assert Counter(found) == {name: count for name, count, _ in ROWS}


def test_every_card_is_in_its_size_where_its_grid_says(mixed, read_back):
    pages = read_back(mixed, layout_of_any_size(), marks="none").pages
    parts = parts_of(mixed.sheets, Options())
    planned_pages = [(part.grid, page) for part in parts for page in part.pages]
    assert len(pages) == len(planned_pages)
    for page, (grid, plan) in zip(pages, planned_pages, strict=True):
        assert (page.width / MM, page.height / MM) == pytest.approx((grid.page.width, grid.page.height), abs=0.01)
        boxes = [(rect["x0"] / MM, rect["top"] / MM, rect["width"] / MM, rect["height"] / MM) for rect in page.rects]
        for slot in grid.slots(len(plan.cards)):
            # The face is drawn for 40 × 40 mm: it is as wide as the narrower side, in the middle of the card.
            side = min(grid.card.width, grid.card.height)
            left, top = slot.x + (slot.width - side) / 2, slot.y + (slot.height - side) / 2
            assert any(box == pytest.approx((left, top, side, side), abs=0.01) for box in boxes)


def layout_of_any_size():
    return load_layout(
        "layout: 1\ncard: [40, 40]\nfaces: {front: {elements: [{id: all, draw: rect, box: [0, 0, 40, 40], "
        "fill: '#cc0000'}]}}\n",
        "square.yaml",
        layout_text,
    )


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_lie_behind_their_fronts_in_every_size(mixed, read_back, flip):
    pages = read_back(mixed, backs="each", flip=flip, marks="none").pages
    assert len(pages) == 12
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        upright = front.height >= front.width
        behind = [
            (digit, *((front.width / MM - x, y) if upright == (flip != "short") else (x, front.height / MM - y)))
            for digit, x, y in numbers(back)
        ]
        for digit, x, y in numbers(front):
            # The number stands a little above the middle; a card is 44 mm wide at the least.
            assert any(digit == one and abs(x - a) < 6 and abs(y - b) < 12 for one, a, b in behind), digit
        assert len(numbers(front)) == len(numbers(back)) > 0


def test_titles_tell_the_size_and_go_on_counting(mixed, read_back):
    pages = read_back(mixed).pages
    for page, size, cards in zip(
        pages,
        ["63.5 × 88.9 mm"] * 2 + ["69.85 × 120.65 mm"] * 2 + ["44.45 × 63.5 mm", "70 × 120 mm"],
        ["cards 1–9", "cards 10–12", "cards 13–16", "card 17", "cards 18–35", "card 36"],
        strict=True,
    ):
        words = page.extract_text() + "".join(char["text"] for char in page.chars if not char["upright"])
        assert size.replace(" ", "") in words.replace(" ", "")
        assert f"{cards}of36".replace(" ", "") in words.replace(" ", "")


@pytest.mark.parametrize("options", [{}, {"gutter": (6, 6), "bleed": 3}])
def test_marks_stand_at_the_trims_of_their_own_size(mixed, read_back, options):
    pages = read_back(mixed, marks="edge", mark_colour="#00ff00", **options).pages
    parts = parts_of(mixed.sheets, options_from(options))
    for page, (grid, plan) in zip(pages, [(part.grid, page) for part in parts for page in part.pages], strict=True):
        upright = {
            round(line["x0"] / MM, 2)
            for line in page.lines
            if line["stroking_color"] == (0, 1, 0) and abs(line["x0"] - line["x1"]) < 0.01
        }
        slots = grid.slots(len(plan.cards))
        wanted = sorted({round(x, 2) for slot in slots for x in (slot.x, slot.right)})
        assert sorted(upright) == pytest.approx(wanted, abs=0.011)


@pytest.mark.parametrize(
    ("order", "sides"), [("after", ["f" * 6 + "b" * 6]), ("files", ["f" * 6, "b" * 6]), (None, ["fb" * 6])]
)
def test_the_order_of_pages_is_that_of_the_whole_print(mixed, order, sides):
    options = Options(backs="each", order=order)
    files = planned(parts_of(mixed.sheets, options), options)
    assert ["".join(page.side[0] for page in file) for file in files] == sides
    for file in files:
        numbers = [page.number for page in file if page.side == file[0].side]
        assert numbers == [1, 2, 3, 4, 5, 6]


def test_a_row_whose_size_is_none_is_told_by_row_and_column():
    with pytest.raises(TableRefused) as refused:
        source_of_table(b"name,card_size\nA,tarot\nB,enormous\nC,5x5\n", "cards.csv")
    assert [(fault.row, fault.column) for fault in refused.value.faults] == [(3, "card_size"), (4, "card_size")]


def test_a_size_that_does_not_fit_is_refused_with_its_row_and_both_numbers(tmp_path):
    path, target = tmp_path / "cards.csv", tmp_path / "cards.pdf"
    path.write_text("name,card_size\nA,\nB,tarot\nC,210x300\n")
    with pytest.raises(CommandError) as refused:
        call_command("print_sheets", str(path), "-o", str(target))
    assert refused.value.returncode == 2
    for words in ("--card", "cards.csv, row 4", "210 × 300 mm", "210 × 297 mm"):
        assert words in str(refused.value)
    assert not target.exists()


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"preset": "gamecrafter"}, "card"),
        ({"format": "tts"}, "format"),
        ({"shape": "round", "card": "square"}, "card"),
    ],
)
def test_what_is_for_one_size_only_is_refused(mixed, two_sides, tmp_path, options, wrong):
    with pytest.raises(WrongOption) as refused:
        write_sheets(tmp_path / "out.zip", mixed, two_sides, options_from(options))
    assert refused.value.option == wrong
    assert list(tmp_path.iterdir()) == []


def test_pictures_are_as_large_as_their_cards(mixed, two_sides, tmp_path):
    report = write_sheets(tmp_path / "cards.zip", mixed, two_sides, Options(format="png", dpi=100))
    assert report.cards_drawn == 36
    archive = zipfile.ZipFile(tmp_path / "cards.zip")
    rows = {row["card"]: row for row in csv.DictReader(io.StringIO(archive.read("cards.csv").decode()))}
    for n, (_, count, size) in enumerate(ROWS, 2):
        row, card = rows[f"row {n}"], card_named(size or "poker")
        assert int(row["count"]) == count
        picture = Image.open(io.BytesIO(archive.read(row["file"])))
        assert picture.size == (round(card.width / 25.4 * 100), round(card.height / 25.4 * 100))


def test_pages_of_single_cards_are_as_large_as_their_cards(mixed, read_back):
    pages = read_back(mixed, paper="card", bleed=3).pages
    sizes = [(round(page.width / MM, 2), round(page.height / MM, 2)) for page in pages]
    assert {size: sizes.count(size) for size in sizes} == {
        (69.5, 94.9): 12,
        (75.85, 126.65): 5,
        (50.45, 69.5): 18,
        (76, 126): 1,
    }


def test_the_plain_face_does_not_show_the_size():
    (sheet,) = source_of_table(b"name,card_size,cost\nA,mini,3\n", "cards.csv").sheets
    assert sheet.cards[0].size == MINI
    assert [line["label"] for line in sheet.cards[0].fields["lines"]] == ["cost"]


sizes = st.sampled_from([None, POKER, TAROT, MINI, ODD])


@given(st.lists(st.lists(sizes, max_size=30), min_size=1, max_size=4), st.sampled_from(["a4", "a5", "letter", "card"]))
def test_every_card_is_planned_once_on_a_page_of_its_size_in_its_order(sheets, paper):
    options = Options(paper=paper)
    made = [
        PrintedSheet(
            number=n,
            title="",
            cards=tuple(PrintedCard(code=f"{n}-{m}", face="a", fields={}, size=size) for m, size in enumerate(sheet)),
        )
        for n, sheet in enumerate(sheets, 1)
    ]
    (pages,) = planned(parts_of(made, options), options)
    places = [place for page in pages for place in page.places]
    assert sorted(place.card.code for place in places) == sorted(card.code for sheet in made for card in sheet.cards)
    for size in (POKER, TAROT, MINI, ODD):
        wanted = [card.code for sheet in made for card in sheet.cards if (card.size or POKER) == size]
        of_size = [place for place in places if (place.card.size or POKER) == size]
        assert [place.card.code for place in of_size] == wanted
        assert all((place.box.width, place.box.height) == (size.width, size.height) for place in of_size)
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert all(page.places for page in pages)


@pytest.mark.parametrize("size", CARDS)
def test_the_plain_face_has_room_for_its_foot_on_every_card(metrics, size):
    layout = layout_named("plain")
    (sheet,) = source_of_table(f"name,card_size,cost,text\nA,{size},3,It acts.\n".encode(), "cards.csv").sheets
    drawn = Arranger(layout, metrics, sheet.cards[0].size).face(sheet.cards[0].face, sheet.cards[0].fields)
    assert {one.id for one in drawn} >= {"code", "set", "lines"}
    assert [one.id for one in drawn if one.cut] == []


FACES = """\
layout: 1
card: [63.5, 88.9]
faces:
  any: {elements: [{id: all, draw: rect, box: [0, 0, 63.5, 88.9], fill: "#cc0000"}]}
  event: {card: [88.9, 63.5], elements: [{id: all, draw: rect, box: [0, 0, 88.9, 63.5], fill: "#00cc00"}]}
  omen: {extends: event, elements: [{id: dot, draw: rect, box: [0, 0, 1, 1], fill: "#0000cc"}]}
"""
KINDS = "name,kind,count,card_size\nA,hero,2,\nB,event,3,\nC,omen,1,\nD,event,1,mini\n"


def loaded(text):
    return load_layout(text, "mine.yaml", layout_text)


def test_a_face_states_the_size_of_its_cards_and_a_row_one_of_its_own(read_back):
    lying = Size(88.9, 63.5)
    layout = loaded(FACES)
    assert layout.sizes == {"event": lying, "omen": lying}
    file = read_back(source_of_table(KINDS.encode(), "kinds.csv"), layout, marks="none")
    sizes = Counter(
        (rect["non_stroking_color"], round(rect["width"] / MM, 2), round(rect["height"] / MM, 2))
        for page in file.pages
        for rect in page.rects
        if rect["width"] > 10
    )
    assert sizes == {
        ((0.8, 0.0, 0.0), 63.5, 88.9): 2,
        ((0.0, 0.8, 0.0), 88.9, 63.5): 4,
        ((0.0, 0.8, 0.0), 44.45, 31.75): 1,  # the whole face, on a card that stands upright
    }


def test_a_layout_that_extends_another_changes_the_size_of_its_faces():
    def find(name):
        return FACES, f"{name}.yaml"

    changed = load_layout("layout: 1\nextends: base\nfaces: {omen: {card: [70, 70]}, any: {}}\n", "mine.yaml", find)
    assert changed.sizes == {"event": Size(88.9, 63.5), "omen": Size(70, 70)}
    for size, words in (("[10, 70]", "20"), ("[70]", "2 items"), ("[70, 2000]", "1000"), ("poker", "a list or null")):
        with pytest.raises(Unreadable) as refused:
            loaded(FACES.replace("card: [88.9, 63.5]", f"card: {size}"))
        assert refused.value.line == 5
        assert words in refused.value.message


def test_the_usual_card_need_not_fit_where_no_card_is_of_it(tmp_path):
    options, plain = Options(paper="80x80"), layout_named("plain")
    own = source_of_table(b"name,card_size\nA,50x70\nB,70x60\n", "own.csv")
    report = write_sheets(tmp_path / "own.pdf", own, plain, options)
    assert (report.cards_drawn, report.pages) == (2, 2)
    usual = source_of_table(b"name,card_size\nA,50x70\nB,\n", "usual.csv")
    with pytest.raises(WrongOption, match=r"63\.5 × 88\.9 mm"):
        write_sheets(tmp_path / "usual.pdf", usual, plain, options)
    assert not (tmp_path / "usual.pdf").exists()


@pytest.mark.django_db
class TestOverHTTP:
    @pytest.fixture
    def table(self, api, settings, tmp_path):
        settings.UPLOAD_DIR = tmp_path / "u"
        file = io.BytesIO(b"name,card_size\nA,mini\nB,300x200\n")
        file.name = "big.csv"
        return {"kind": "table", "upload": api.client.post("/api/uploads/", {"file": file}).json()["id"]}

    @pytest.mark.parametrize(
        ("options", "path", "words"),
        [
            ({}, "$.options.card", ("big.csv, row 3", "300 × 200 mm", "210 × 297 mm")),
            ({"paper": "a3", "format": "tts"}, "$.options.format", ("one size",)),
            ({"paper": "card", "format": "png", "dpi": 2400}, "$.options.dpi", ("megapixels",)),
            ({"paper": "a3", "backs": "each", "skip": [9]}, "$.options.skip", ("9",)),
        ],
    )
    def test_what_cannot_be_printed_is_told_when_it_is_asked_for(self, api, table, options, path, words):
        for address, body in (("/api/print-jobs/", {}), ("/api/sheets/", {"name": "Mine"})):
            answer = api.post(address, body | {"source": table, "options": options})
            assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, path)
            assert all(word in answer.json()["detail"] for word in words)

    def test_so_is_a_back_that_the_layout_has_not_and_what_a_board_has_not(self, api, table):
        layout = FACES.replace("any:", "front:")
        body = {"source": table, "options": {"paper": "a3", "backs": "one"}, "layout": layout}
        answer = api.post("/api/print-jobs/", body)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "$.options.backs")
        for source in ({"kind": "board", "game": "reliquary"}, {"kind": "calibration"}):
            answer = api.post("/api/print-jobs/", {"source": source, "options": {"bleed": 3}})
            assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "$.options.bleed")

    def test_the_same_table_is_printed_on_paper_that_is_large_enough(self, api, table):
        assert api.post("/api/print-jobs/", {"source": table, "options": {"paper": "a3"}}).status_code == 202
