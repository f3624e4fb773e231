"""Cards as pictures, several files as one, pages for printing services."""

import csv
import io
import json
import zipfile

import pdfplumber
import pytest
from PIL import Image

from printing.options import Options, options_from
from printing.paper import MM, WrongOption
from printing.render import write_sheets
from printing.sources import PrintedSheet, layout_named
from printing.tabled import source_of_table

RED, BLUE, GREEN = (204, 0, 0), (0, 0, 204), (0, 204, 0)


def opened(archive, name):
    return Image.open(io.BytesIO(archive.read(name)))


def rows(archive):
    return list(csv.DictReader(io.StringIO(archive.read("cards.csv").decode())))


@pytest.fixture
def zipped(two_sides, tmp_path):
    def zipped(source, **options):
        target = tmp_path / "cards.zip"
        report = write_sheets(target, source, two_sides, options_from(options))
        return zipfile.ZipFile(target), report

    return zipped


def doubled(source, times):
    (sheet,) = source.sheets
    import msgspec

    cards = tuple(card for card in sheet.cards for _ in range(times))
    return msgspec.structs.replace(source, sheets=(PrintedSheet(number=1, title="", cards=cards),))


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({"dpi": 300}, (750, 1050)),
        ({}, (750, 1050)),
        ({"dpi": 100, "bleed": 3.175}, (275, 375)),
        ({"dpi": 254, "bleed": 3}, (695, 949)),
    ],
)
def test_one_png_for_each_card_of_the_right_size(zipped, numbered, options, size):
    archive, report = zipped(numbered(2), format="png", **options)
    assert archive.namelist() == ["xx-001.png", "xx-002.png", "cards.csv"]
    picture = opened(archive, "xx-001.png")
    assert picture.size == size
    assert picture.info["dpi"] == pytest.approx((options.get("dpi", 300),) * 2, abs=0.1)
    corners = [picture.getpixel((x, y)) for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
    assert corners == [RED] * 4
    assert (report.cards_in, report.cards_drawn) == (2, 2)


def test_copies_are_counted_and_made_once_and_backs_stand_beside(zipped, numbered):
    archive, report = zipped(doubled(numbered(2, blank=(2,)), 3), format="png", dpi=36, backs="each")
    assert archive.namelist() == ["xx-001.png", "xx-001-back.png", "xx-002.png", "cards.csv"]
    assert [(row["file"], row["back"], row["count"]) for row in rows(archive)] == [
        ("xx-001.png", "xx-001-back.png", "3"),
        ("xx-002.png", "", "3"),
    ]
    assert opened(archive, "xx-001-back.png").getpixel((1, 1)) == BLUE
    assert (report.cards_in, report.cards_drawn) == (6, 6)


def test_every_picture_has_a_name_that_no_other_has_on_any_system(tmp_path):
    codes = ["dup", "dup", "DUP", "a", "a-back", "../../etc", "L" * 300, "L" * 300, "\u00e9" * 300, "x\ny", ""]
    table = tmp_path / "cards.json"
    table.write_text(json.dumps([{"name": f"card {n}", "code": code} for n, code in enumerate(codes)]))
    source = source_of_table(table.read_bytes(), "cards.json")
    write_sheets(tmp_path / "out", source, layout_named("plain"), Options(format="png", dpi=36, backs="one"))
    files = [path.name for path in (tmp_path / "out").iterdir()]
    assert len(files) == len({name.casefold() for name in files}) == 2 * len(codes) + 1
    assert max(len(name.encode()) for name in files) <= 255
    assert not any("/" in name or name.startswith(".") for name in files)


@pytest.mark.parametrize("count", [3, 69, 70])
def test_tabletop_sheets_are_ten_by_seven_without_a_gap(zipped, numbered, count):
    archive, report = zipped(numbered(count), format="tts", dpi=36)
    sheets = [name for name in archive.namelist() if name.startswith("cards-")]
    assert len(sheets) == (1 if count < 70 else 2)
    sheet = opened(archive, sheets[0])
    assert sheet.size == (900, 882)
    full = min(count, 69)
    for n in range(full):
        x, y = n % 10 * 90, n // 10 * 126
        for at in ((x, y + 60), (x + 89, y + 60), (x + 45, y), (x + 45, y + 125), (x, y), (x + 89, y + 125)):
            assert sheet.getpixel(at) == RED, (n, at)
    assert sheet.getpixel((899, 881)) not in (RED, (255, 255, 255))
    assert [row["card"] for row in rows(archive)] == [f"xx-{n:03}" for n in range(1, count + 1)]
    assert report.cards_drawn == count


def test_tabletop_sheets_are_as_large_as_a_table_likes(zipped, numbered):
    archive, _ = zipped(numbered(1), format="tts")
    width, height = opened(archive, "cards-1.png").size
    assert (width % 10, height % 7) == (0, 0)
    assert 3900 < max(width, height) <= 4096


def test_a_back_is_the_hidden_face_and_backs_have_a_sheet_of_their_own(zipped, numbered):
    archive, _ = zipped(numbered(2), format="tts", dpi=36, backs="one")
    assert opened(archive, "back.png").size == (90, 126)
    assert opened(archive, "cards-1.png").getpixel((850, 850)) == BLUE
    archive, _ = zipped(numbered(2), format="tts", dpi=36, backs="each")
    assert opened(archive, "backs-1.png").getpixel((95, 60)) == BLUE


def test_the_same_pictures_are_the_same_bytes(two_sides, numbered, tmp_path):
    files = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for file in files:
        write_sheets(file, numbered(3), two_sides, Options(format="png", dpi=50, backs="one"))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_folder_instead_of_a_zip(two_sides, numbered, tmp_path):
    write_sheets(tmp_path / "out" / "cards", numbered(2), two_sides, Options(format="png", dpi=36))
    assert sorted(path.name for path in (tmp_path / "out" / "cards").iterdir()) == [
        "cards.csv",
        "xx-001.png",
        "xx-002.png",
    ]
    with pytest.raises(OSError, match="not an empty one"):
        write_sheets(tmp_path / "out" / "cards", numbered(2), two_sides, Options(format="png", dpi=36))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["cards"]


def test_fronts_and_backs_in_two_files(two_sides, numbered, tmp_path):
    report = write_sheets(tmp_path / "two.zip", numbered(10), two_sides, Options(backs="each", order="files"))
    archive = zipfile.ZipFile(tmp_path / "two.zip")
    assert archive.namelist() == ["fronts.pdf", "backs.pdf"]
    for name, letter in (("fronts.pdf", "F"), ("backs.pdf", "B")):
        with pdfplumber.open(io.BytesIO(archive.read(name))) as file:
            words = [word["text"] for page in file.pages for word in page.extract_words()]
            assert [f"{letter}{n}" in words for n in range(1, 11)] == [True] * 10
            assert len(file.pages) == 2
    assert report.pages == 4


def test_several_files_need_a_zip_or_a_folder(two_sides, numbered, tmp_path):
    with pytest.raises(WrongOption) as refused:
        write_sheets(tmp_path / "cards.pdf", numbered(1), two_sides, Options(format="png"))
    assert refused.value.option == "output"
    assert list(tmp_path.iterdir()) == []


def test_what_goes_wrong_leaves_nothing_behind(two_sides, numbered, tmp_path):
    def stop(done, total):
        raise KeyboardInterrupt

    for target in (tmp_path / "cards.zip", tmp_path / "cards"):
        with pytest.raises(KeyboardInterrupt):
            write_sheets(target, numbered(2), two_sides, Options(format="png", dpi=36), stop)
    assert list(tmp_path.iterdir()) == []


def boxes(page):
    found = {}
    for name in ("MediaBox", "TrimBox", "BleedBox"):
        found[name] = [float(value) / MM for value in page.page_obj.attrs[name]]
    return found


@pytest.mark.parametrize(
    ("preset", "bleed", "backs"), [("drivethrucards", 3.175, "none"), ("mbprint", 3, "one"), (None, 2, "none")]
)
def test_a_page_for_a_service_is_a_card_with_its_bleed(numbered, read_back, preset, bleed, backs):
    own = {} if preset else {"paper": "card", "bleed": bleed}
    file = read_back(numbered(3), preset=preset, backs=backs, **own)
    assert len(file.pages) == (3 if backs == "none" else 6)
    for page in file.pages:
        found = boxes(page)
        width, height = 63.5 + 2 * bleed, 88.9 + 2 * bleed
        assert found["MediaBox"] == pytest.approx([0, 0, width, height], abs=0.01)
        assert found["BleedBox"] == pytest.approx([0, 0, width, height], abs=0.01)
        assert found["TrimBox"] == pytest.approx([bleed, bleed, 63.5 + bleed, 88.9 + bleed], abs=0.01)
        assert not page.lines


def test_fronts_and_backs_alternate(numbered, read_back):
    pages = read_back(numbered(3, blank=(2,)), preset="mbprint", backs="each").pages
    assert [page.extract_text() for page in pages] == ["F1", "B1", "F2", "", "F3", "B3"]


def test_the_game_crafter_gets_pictures_of_its_size(zipped, numbered):
    archive, _ = zipped(numbered(1), preset="gamecrafter")
    assert opened(archive, "xx-001.png").size == (825, 1125)


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"preset": "mbprint"}, "backs"),
        ({"preset": "drivethrucards", "bleed": 2}, "bleed"),
        ({"preset": "gamecrafter", "card": "tarot"}, "card"),
        ({"preset": "gamecrafter", "format": "tts"}, "format"),
        ({"format": "png", "backs": "one", "order": "after"}, "order"),
        ({"format": "tts", "bleed": 3}, "bleed"),
        ({"format": "tts", "dpi": 1200}, "dpi"),
        ({"format": "pdf", "dpi": 300}, "dpi"),
        ({"format": "png", "dpi": 2400, "card": "900x900"}, "dpi"),
        ({"paper": "card", "skip": [1]}, "skip"),
        ({"paper": "card", "backs": "one", "flip": "fold"}, "flip"),
        ({"shape": "round"}, "card"),
        ({"format": "png", "printer": {"back": [1, 1]}}, "printer"),
    ],
)
def test_what_does_not_go_together_is_named(two_sides, numbered, tmp_path, options, wrong):
    with pytest.raises(WrongOption) as refused:
        write_sheets(tmp_path / "out.zip", numbered(1), two_sides, options_from(options))
    assert refused.value.option == wrong
    assert list(tmp_path.iterdir()) == []
