"""``print_sheets SOURCE``: a list or a table in a file, the id of a list or a set; what it says and how it exits."""

import uuid

import pdfplumber
import pypdfium2
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.catalogue import GAMES_FOLDER
from games.registry import GAMES, catalogue_of, game_named

LISTS = sorted((GAMES_FOLDER / "phoenix_covenant" / "lists").glob("*.txt"))


def words_of(path):
    document = pypdfium2.PdfDocument(path)
    words = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return "\n".join(words)


def ink_on(path):
    """The part of each page that is dark."""
    document = pypdfium2.PdfDocument(path)
    pages = [page.render(scale=0.5, grayscale=True).to_pil().histogram() for page in document]
    document.close()
    return [sum(page[:128]) / sum(page) for page in pages]


@pytest.fixture
def run(tmp_path, capsys):
    """Print a source; its exit code, what it said on both streams, and the words on its pages."""

    def run(source, *options):
        target = tmp_path / "out.pdf"
        target.unlink(missing_ok=True)
        code = 0
        try:
            call_command("print_sheets", str(source), "-o", str(target), *options)
        except SystemExit as end:
            code = end.code
        except CommandError as error:
            code, message = error.returncode, str(error)
            assert not target.exists()
            return code, message, ""
        said = capsys.readouterr()
        return code, said.out + said.err, words_of(target)

    return run


@pytest.fixture
def file(tmp_path):
    def file(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return file


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_printed_with_nothing_to_report(run, game):
    cards = sum(n for card in catalogue_of(game).cards for _, n in game_named(game).prints(card))
    code, said, words = run(game)
    assert (code, f"{cards} of {cards} cards" in said) == (0, True)
    assert f"of {cards}" in words


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_decklist_is_printed_with_its_counts_and_its_game_is_told_by_its_cards(run, path):
    code, said, words = run(path)
    assert code == 0
    drawn = said.split(": ")[-1].split(" of ")[0]
    assert f"{drawn} of {drawn} cards" in said
    assert f"of {drawn}" in words
    assert ("not legal" in words) == (path.stem == "puzzle-deck")


def test_nine_and_ten_and_eighteen_cards_take_one_two_and_two_pages(run, file):
    for count, pages in ((9, "1 page"), (10, "2 pages"), (18, "2 pages")):
        _, said, _ = run(file("deck.txt", f"{count} Lightning\n"))
        assert said.rstrip().endswith(f"{count} of {count} cards on {pages}")


def test_one_sheet_of_a_list_is_one_of_its_sections(run):
    _, whole, _ = run(LISTS[-1])
    _, side, words = run(LISTS[-1], "--sheet", "2")
    assert "side" in words.casefold()
    assert int(side.split(": ")[-1].split()[0]) < int(whole.split(": ")[-1].split()[0])
    assert run(LISTS[-1], "--sheet", "9")[0] == 2


def test_a_card_that_nobody_knows_is_printed_by_its_name(run, file):
    code, said, words = run(file("deck.txt", "2 Lightning\n3 Fireboll of Nowhere\n"))
    assert (code, "5 of 5 cards" in said) == (0, True)
    assert words.count("Fireboll of") == 3
    assert said.count("card Fireboll of Nowhere (line 2): ") == 1
    assert "Lightning" not in said


def test_a_table_is_printed_and_its_faults_are_told(run, file):
    code, said, words = run(file("cards.csv", "name;count\nHero;3\nNone;0\n"))
    assert (code, "3 of 3 cards on 1 page" in said, words.count("Hero")) == (0, True, 3)
    code, said, _ = run(file("cards.csv", "name;count\nHero;drei\n"))
    assert code == 2
    assert "cards.csv: row 2, column 'count'" in said


def test_a_layout_is_bound_to_the_columns_and_its_faults_have_a_line(run, file):
    table = file("cards.csv", "name,cost\nHero,3\n")
    layout = "layout: 1\nextends: plain\nfaces:\n  any:\n    elements:\n      - {id: name, text: '{name} ({COST})'}\n"
    good = file("mine.yaml", layout.replace("COST", "cost"))
    assert "Hero (3)" in run(table, "--layout", str(good))[2]
    code, said, _ = run(table, "--layout", str(file("mine.yaml", layout.replace("COST", "cots"))))
    assert (code, "cards.csv, row 2" in said, "'cots'" in said) == (2, True, True)
    code, said, _ = run(table, "--layout", str(file("mine.yaml", layout.replace("text:", "txet:"))))
    assert code == 2
    assert "mine.yaml:6: " in said


def test_a_built_in_layout_is_named(run):
    code, _, words = run("relic", "--layout", "plain")
    assert (code, "Relic" in words) == (0, True)
    assert run("relic", "--layout", "no-such")[0] == 2


def test_pictures_come_from_a_folder_and_a_missing_one_is_told(run, file, tmp_path):
    from PIL import Image

    Image.new("RGB", (30, 40), "red").save(tmp_path / "art.png")
    code, said, _ = run(file("cards.csv", "name,image\nA,art\nB,lost\n"), "--images", str(tmp_path))
    assert code == 1
    assert "row 3, image: 'lost': there is no such picture" in said
    code, said, _ = run(file("cards.csv", "name,image\nA,art\n"))
    assert (code, "row 2, image: 'art': there is no such picture" in said) == (1, True)


def test_a_short_name_of_two_pictures_is_that_of_none(run, file, tmp_path):
    from PIL import Image

    for name in ("art.png", "art.jpg"):
        Image.new("RGB", (30, 40), "red").save(tmp_path / name)
    code, said, _ = run(file("cards.csv", "name,image\nA,art\nB,art.jpg\n"), "--images", str(tmp_path))
    assert (code, said.count("image: ")) == (1, 1)
    assert "row 2, image: 'art': it may be art.jpg or art.png" in said


def test_what_is_no_source_is_told(run, file):
    for source in ("chess", "no-such-file.csv", str(uuid.UUID(int=1)) + "x"):
        code, said, _ = run(source)
        assert (code, said.startswith("source: ")) == (2, True)
    code, said, _ = run(file("deck.txt", "2 Nothing That Any Game Knows\n"))
    assert (code, said.startswith("--game: ")) == (2, True)
    assert run(file("deck.txt", "2 Lightning\n"), "--game", "chess")[0] == 2
    assert run(file("deck.txt", "2 Lightning\n"), "--since", "1")[0] == 2
    assert run("relic", "--game", "relic")[0] == 2
    assert run(file("deck.txt", b"\xff\xfe\x00"))[0] == 2


def test_low_ink_stays_on_for_two_hundred_cards(run, file, tmp_path):
    path = file("deck.txt", "200 Hardpoint\n")
    run(path, "--game", "phoenix_covenant")
    full = ink_on(tmp_path / "out.pdf")
    run(path, "--game", "phoenix_covenant", "--ink-saver")
    saved = ink_on(tmp_path / "out.pdf")
    assert len(full) == len(saved) == 23
    assert max(saved[:22]) < 0.75 * min(full[:22])
    assert max(saved[:22]) - min(saved[:22]) < 0.001


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--game", "chess"], "--game"),
        (["--edition", "house-9"], "--edition"),
        (["--game", "phoenix_covenant", "--edition", "house-1"], "--edition"),
    ],
)
def test_an_edition_that_there_is_not_is_called_one(run, options, named):
    code, message, _ = run(LISTS[0], *options)
    assert (code, message.split(":")[0]) == (2, named)


def test_a_list_is_of_a_game_that_has_the_edition(run):
    assert run(LISTS[0], "--edition", "rulebook-1")[0] == 0


def test_a_colour_may_be_written_in_capitals(run, file, tmp_path):
    path = file("cards.csv", "name,colour\nA,#FF8800\nB,#ff8800\n")
    faces = "{any: {elements: [{id: x, draw: rect, box: [0, 0, 63.5, 88.9], fill: '{colour}', stroke: C}]}}"
    layout = file("mine.yaml", f"layout: 1\nextends: plain\ncolours: {{c: '#AA0000'}}\nfaces: {faces.lower()}\n")
    assert run(path, "--layout", str(layout), "--mark-colour", "#00FF00")[0] == 0
    with pdfplumber.open(tmp_path / "out.pdf") as pdf:
        fills = [rect["non_stroking_color"] for rect in pdf.pages[0].rects if rect["fill"]]
    assert len(fills) == 2
    assert fills[0] == fills[1] == pytest.approx((1, 0.533, 0), abs=0.001)


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--gutter", "-1", "0 is the least"),
        ("--bleed", "101", "100 is the most"),
        ("--mark-length", "0", "more than 0"),
        ("--mark-colour", "red", "#rrggbb"),
    ],
)
def test_a_value_beyond_its_bounds_is_told_with_the_bound(run, option, value, says):
    code, message, _ = run("relic", option, value)
    assert (code, message.split(":")[0]) == (2, option)
    assert says in message


@pytest.mark.django_db
class TestById:
    def test_a_list_by_its_id_and_only_what_changed(self, run, api):
        body = {"game": "phoenix_covenant", "name": "Ours", "entries": [{"code": "pc-036", "count": 2}]}
        saved = api.post("/api/decks/", body).json()["id"]
        assert "2 of 2 cards" in run(saved)[1]
        assert run(saved, "--since", "1")[0] == 2
        assert run(saved, "--revision", "7")[0] == 2
        assert "2 of 2 cards" in run(saved, "--not-owned")[1]

    def test_a_set_by_its_id(self, run, api):
        own = api.post("/api/sets/", {"game": "relic", "prefix": "my", "name": "Mine"}).json()["id"]
        assert run(own)[0] == 2
        api.post(f"/api/sets/{own}/cards/", {"kind": "threat", "name": "Grim Raider"})
        code, said, words = run(own)
        assert (code, "1 of 1 cards" in said, "Grim Raider" in words) == (0, True, True)

    def test_an_id_of_nothing(self, run):
        assert run(str(uuid.uuid4()))[0] == 2
