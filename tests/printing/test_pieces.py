"""Tokens, boards, the sheet that sets a printer up."""

from itertools import pairwise

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES_FOLDER
from printing import boards, calibration, pieces
from printing.boards import Board, tiling
from printing.faces.drawing import Disc
from printing.options import Options, Printer
from printing.paper import MM, PAPERS, Edges, Size, WrongOption, paper_named
from printing.render import write_sheets

WITH_TOKENS = sorted(path.parent.name for path in GAMES_FOLDER.glob("*/tokens.yaml"))
WANTED = {
    "reliquary": {"HP", "Ruin", "Relic"},
    "relic_knights": {"Infuse", "Sabotage", "Secure", "AoE", "Conservation", "Heist", "Life", "Calamity", "Crystal"},
    "phoenix_covenant": {"Exert", "Shield", "Stunned"},
}


@pytest.fixture
def written(tmp_path):
    opened = []

    def written(write, *args):
        path = tmp_path / f"{len(opened)}.pdf"
        report = write(path, *args)
        opened.append(pdfplumber.open(path))
        return opened[-1], report

    yield written
    for file in opened:
        file.close()


def tokens(path, slug, options):
    source, layout = pieces.tokens_of(slug)
    return write_sheets(path, source, layout, pieces.token_options(slug, options))


@pytest.mark.parametrize("slug", WITH_TOKENS)
def test_every_token_is_there_as_often_as_it_is_counted(written, slug):
    source, _ = pieces.tokens_of(slug)
    file, report = written(tokens, slug, Options())
    assert report.clean
    assert report.cards_drawn == sum(len(sheet.cards) for sheet in source.sheets)
    told = " ".join(page.extract_text() for page in file.pages)
    names = {card.fields["name"] for sheet in source.sheets for card in sheet.cards}
    assert names >= WANTED[slug]
    assert all(name.split()[0] in told for name in names)


def test_the_tokens_of_relic_knights_are_30_mm():
    assert pieces.token_options("relic_knights", Options()).card == "30x30"


def test_a_token_is_round_and_both_its_sides_are_printed(written):
    import pypdfium2

    file, _ = written(tokens, "reliquary", Options(backs="each"))
    assert [page.extract_text().count("HP") for page in file.pages] == [12, 12]
    document = pypdfium2.PdfDocument(file.path)
    picture = document[0].render(scale=10 / MM).to_pil().convert("RGB")
    document.close()
    slot = pieces.token_options("reliquary", Options()).grid().slot(0)

    def at(x, y):
        return picture.getpixel((round((slot.x + x) * 10), round((slot.y + y) * 10)))

    red, white = (143, 29, 29), (255, 255, 255)
    assert [at(10, 0.5), at(0.5, 10), at(19.5, 10), at(10, 19.5)] == [red] * 4
    assert [at(1, 1), at(19, 1), at(1, 19), at(19, 19)] == [white] * 4


@pytest.mark.parametrize("word", ["relic/tokens", "relic/board", "chess/board"])
def test_what_a_game_does_not_have_is_told(word):
    slug, part = pieces.part_of(word)
    with pytest.raises(WrongOption) as refused:
        pieces.tokens_of(slug) if part == "tokens" else pieces.board_of(slug)
    assert refused.value.option == "source"


def test_the_board_of_reliquary_is_true_to_size_over_its_pages(written):
    file, report = written(pieces.write_board, "reliquary", 12, Options())
    board = pieces.board_of("reliquary", 12)
    assert report.pages == len(file.pages)
    spread = tiling(board.size, PAPERS["a4"], Edges(8, 8, 8, 8), "auto")
    assert len(file.pages) == len(spread.tiles)
    page = file.pages[0]
    squares = [rect for rect in page.rects if rect["width"] == pytest.approx(30 * MM, abs=0.03)]
    assert len(squares) == 144
    assert all(square["height"] == pytest.approx(30 * MM, abs=0.03) for square in squares)
    assert "row 1, column 1" in page.extract_text()


def test_crosses_lie_on_each_other(written):
    board = pieces.board_of("reliquary", 8)
    spread = tiling(board.size, PAPERS["a5"], Edges(8, 8, 8, 8), "auto")
    by_place = {(tile.column, tile.row): tile for tile in spread.tiles}
    assert len(spread.tiles) > 2
    for (column, row), tile in by_place.items():
        beside = by_place.get((column + 1, row))
        if beside:
            shared = {at for at in boards.crosses(tile) if at[0] > tile.part.right - boards.OVERLAP}
            assert {(round(x, 6), round(y, 6)) for x, y in shared} == {
                (round(x, 6), round(y, 6)) for x, y in boards.crosses(beside) if x < beside.part.x + boards.OVERLAP
            }


@given(
    st.floats(50, 900), st.floats(50, 900), st.sampled_from(list(PAPERS.values())), st.floats(0, 20),
    st.sampled_from(["auto", "portrait", "landscape"]),
)  # fmt: skip
def test_the_pages_of_a_board_show_all_of_it_and_share_a_strip(width, height, paper, margin, orientation):
    spread = tiling(Size(width, height), paper, Edges(margin, margin, margin, margin), orientation)
    across = sorted({(tile.part.x, tile.part.right) for tile in spread.tiles})
    down = sorted({(tile.part.y, tile.part.bottom) for tile in spread.tiles})
    for parts, whole in ((across, width), (down, height)):
        assert parts[0][0] == pytest.approx(0, abs=1e-6)
        assert parts[-1][1] == pytest.approx(whole)
        for (_, end), (start, _) in pairwise(parts):
            assert end - start == pytest.approx(boards.OVERLAP)
    for tile in spread.tiles:
        assert tile.window.x >= margin - 1e-6
        assert tile.window.right <= spread.page.width - margin + 1e-6
        assert tile.window.bottom <= spread.page.height - margin + 1e-6
        assert (tile.window.width, tile.window.height) == pytest.approx((tile.part.width, tile.part.height))


@pytest.mark.parametrize(("options", "wrong"), [({"backs": "one"}, "backs"), ({"bleed": 3}, "bleed")])
def test_a_board_has_no_backs_and_no_bleed(tmp_path, options, wrong):
    with pytest.raises(WrongOption) as refused:
        pieces.write_board(tmp_path / "board.pdf", "reliquary", None, Options(**options))
    assert refused.value.option == wrong
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_board_is_refused():
    with pytest.raises(WrongOption) as refused:
        pieces.board_of("reliquary", 13)
    assert refused.value.option == "sheet"
    assert isinstance(pieces.board_of("reliquary"), Board)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "a5", "letter", "a3"])
def test_the_grids_lie_behind_the_crosses(metrics, paper, flip):
    options = Options(paper=paper, backs="one", flip=flip)
    page = calibration.page_of(options)
    crosses = {
        (round(one.x, 3), round(one.y, 3)) for one in calibration.front(page, options, metrics) if isinstance(one, Disc)
    }
    middles = set()
    for one in calibration.back(page, options, metrics):
        steps = getattr(one, "steps", ())
        if steps and one.ink.line == 0.3 and steps[0][1][0][0] == steps[1][1][0][0]:
            (x, y1), (_, y2) = steps[0][1][0], steps[1][1][0]
            middles.add((x, (y1 + y2) / 2))
    turned = options.mirror(page) == "x"
    seen = {
        (round(page.width - x, 3), round(y, 3)) if turned else (round(x, 3), round(page.height - y, 3))
        for x, y in middles
    }
    assert len(crosses) == 5
    assert seen == crosses


def test_the_numbers_that_are_read_move_the_grid_to_the_hole(written):
    """A printer that prints its back 2 mm too far left and 1 mm too low: read 2,-1, type it in, and it is mended."""

    def middles(page):
        """Of the heavy upright lines, one in each grid."""
        return [
            (line["x0"] / MM, (line["top"] + line["bottom"]) / 2 / MM)
            for line in page.lines
            if line["linewidth"] == pytest.approx(0.3 * MM, abs=0.01) and abs(line["x0"] - line["x1"]) < 0.01
        ]

    plain, _ = written(pieces.write_calibration, Options())
    typed, _ = written(pieces.write_calibration, Options(printer=Printer(back=(2, -1))))
    assert (len(plain.pages), len(middles(plain.pages[1]))) == (2, 5)
    for (x, y), (moved_x, moved_y) in zip(middles(plain.pages[1]), middles(typed.pages[1]), strict=True):
        assert (moved_x - x, moved_y - y) == pytest.approx((2, -1), abs=0.01)
    fronts = [[(line["x0"], line["top"]) for line in file.pages[0].lines] for file in (plain, typed)]
    assert fronts[0] == fronts[1]
    assert "--printer X,Y" in plain.pages[0].extract_text().replace("\n", " ")
    assert "Add it to what you have now, 2,-1" in typed.pages[0].extract_text().replace("\n", " ")


def test_one_test_card_page(numbered, read_back):
    pages = read_back(numbered(40), backs="one", test=True).pages
    assert len(pages) == 2
    words = pages[0].extract_text()
    assert "Test page" in words
    assert "F1" in words
    assert "F2" not in words


@pytest.mark.parametrize("word", ["a4", "letter", "a5", "tabloid"])
def test_calibration_text_stays_on_its_paper(written, word):
    file, _ = written(pieces.write_calibration, Options(paper=word))
    size = paper_named(word)
    for page in file.pages:
        assert sorted((page.width / MM, page.height / MM)) == pytest.approx(sorted((size.width, size.height)))
        for char in page.chars:
            assert 0 <= char["x0"] < char["x1"] <= page.width
            assert 0 <= char["top"] < char["bottom"] <= page.height


def test_paper_without_room_for_the_text_is_refused_with_both_numbers(tmp_path):
    with pytest.raises(WrongOption) as refused:
        pieces.write_calibration(tmp_path / "small.pdf", Options(paper="80x130"))
    assert refused.value.option == "paper"
    assert refused.value.message.count(" mm") == 2
    assert list(tmp_path.iterdir()) == []
