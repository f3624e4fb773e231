"""The command prints all that the API prints: the same options under the same names, the same sources, what is kept."""

import io
import re
import uuid
from argparse import ArgumentParser
from types import UnionType
from typing import Literal, get_args, get_origin, get_type_hints

import pypdfium2
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from companion.accounts.models import User
from games.registry import catalogue_of
from printing.kinds import AnySource
from printing.management.commands.print_sheets import Command
from printing.models import PrinterProfile
from printing.options import Options
from printing.wishes import Wish

SAID_BY_SOURCE = {"kind", "list", "link", "text", "set", "upload"}
"""What SOURCE itself says: its kind, and what of that kind; who has the command needs no link."""

CALLED = {"sheets": "sheet", "number": "sheet", "fonts": "font"}


@pytest.fixture(scope="module")
def arguments():
    parser = ArgumentParser()
    Command().add_arguments(parser)
    return {action.dest: action for action in parser._actions}


def test_every_option_of_the_api_is_one_of_the_command_and_none_is_the_command_s_alone(arguments):
    wanted = {*Options.__struct_fields__, *Wish.__struct_fields__} - {"options"}
    for kind in get_args(AnySource):
        wanted |= set(kind.__struct_fields__) - SAID_BY_SOURCE
    assert {CALLED.get(name, name) for name in wanted} == set(arguments) - {"help", "output", "person"}


def literal(shape):
    """The words that a field allows; none where it is no choice of words."""
    if get_origin(shape) in (UnionType, *{get_origin(Literal["a"] | None)}):
        return {word for one in get_args(shape) for word in literal(one)}
    return set(get_args(shape)) if get_origin(shape) is Literal else set()


def test_every_choice_of_the_api_is_one_of_the_command(arguments):
    hints = get_type_hints(Options)
    chosen = {name: literal(shape) for name, shape in hints.items() if literal(shape)}
    assert len(chosen) >= 10
    for name, words in chosen.items():
        assert set(arguments[name].choices) == words, name


@pytest.fixture
def run(tmp_path, capsys):
    """Exit code, what was said, and the words on the pages."""

    def run(source, *options):
        target = tmp_path / "out.pdf"
        target.unlink(missing_ok=True)
        try:
            call_command("print_sheets", str(source), "-o", str(target), *options)
        except CommandError as error:
            assert not target.exists()
            return error.returncode, str(error), ""
        document = pypdfium2.PdfDocument(target)
        words = "\n".join(page.get_textpage().get_text_bounded() for page in document)
        document.close()
        return 0, capsys.readouterr().out, words

    return run


def test_several_sheets_in_the_order_in_which_they_are_named(run):
    code, said, words = run("reliquary", "--sheet", "3,1", "--sheet", "3")
    assert (code, "27 of 27 cards on 3 pages" in said) == (0, True)
    assert words.index("Sheet 3") < words.index("Sheet 1")
    code, said, _ = run("reliquary", "--sheet", "1,9")
    assert (code, said) == (2, "--sheet: Reliquary has no sheet 9; it has 1, 2, 3, 4")
    assert run("reliquary/board", "--sheet", "8,12")[0] == 2


def test_what_is_for_other_sources_is_refused(run, tmp_path):
    table = tmp_path / "cards.csv"
    table.write_text("name,count\nHero,1\n")
    for options in (["--codes", "a-001"], ["--edition", "house-1"], ["--not-owned"], ["--revision", "1"]):
        code, said, _ = run(table, *options)
        assert (code, said.split(":")[0]) == (2, options[0])
    assert run("reliquary/tokens", "--codes", "rq-001")[0] == 2


def test_cards_of_a_game_by_their_codes_as_often_as_they_are_named(run, tmp_path):
    code, said, words = run("reliquary", "--codes", "rq-021,rq-001", "--codes", "rq-021")
    assert (code, "3 of 3 cards on 1 page" in said) == (0, True)
    names = {card.code: card.name for card in catalogue_of("reliquary").cards}
    assert [words.count(names[code]) for code in ("rq-021", "rq-001", "rq-002")] == [2, 1, 0]
    assert re.search(r"Reliquary, .+ · Sheet 1 · Single cards", words)
    assert run("reliquary", "--codes", "rq-001,rq-999")[:2] == (2, "--codes: Reliquary has no card 'rq-999'")
    code, said, _ = run("reliquary", "--codes", "rq-001", "--sheet", "1")
    assert (code, said.split(":")[0]) == (2, "--codes")


pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    settings.UPLOAD_DIR, settings.CARD_IMAGE_DIR = tmp_path / "u", tmp_path / "i"


@pytest.fixture
def own(api):
    kept = api.post("/api/sets/", {"game": "relic", "prefix": "my", "name": "Mine"}).json()["id"]
    for name in ("Grim Raider", "Pale Rider", "Last Walker"):
        api.post(f"/api/sets/{kept}/cards/", {"kind": "threat", "name": name})
    return kept


def test_cards_of_a_set_by_their_codes_as_often_as_they_are_named(run, own):
    code, said, words = run(own, "--codes", "my-002,my-003", "--codes", "my-002")
    assert (code, "3 of 3 cards" in said) == (0, True)
    assert [words.count(name) for name in ("Grim Raider", "Pale Rider", "Last Walker")] == [0, 2, 1]
    assert run(own, "--codes", "my-009")[:2] == (2, "--codes: Mine has no card 'my-009'")


def printer(owner, name, **numbers):
    return PrinterProfile.objects.create(owner=owner, name=name, **numbers)


def test_a_kept_printer_by_its_id_or_its_name(run, tmp_path):
    anna, bert = (User.objects.create(username=name) for name in ("anna", "bert"))
    kept = printer(anna, "Office", back_x=0.5, back_y=-1, scale_x=1.002, scale_y=1)
    run("reliquary", "--sheet", "1", "--backs", "one", "--printer", "0.5,-1,1.002,1")
    wanted = (tmp_path / "out.pdf").read_bytes()
    for word in ("Office", str(kept.id)):
        assert run("reliquary", "--sheet", "1", "--backs", "one", "--printer", word)[0] == 0
        assert (tmp_path / "out.pdf").read_bytes() == wanted
    printer(bert, "Office", back_x=2)
    code, said, _ = run("reliquary", "--backs", "one", "--printer", "Office")
    assert (code, said.startswith("--printer: several people have a printer called 'Office'")) == (2, True)
    assert run("reliquary", "--sheet", "1", "--backs", "one", "--printer", "Office", "--person", "anna")[0] == 0
    assert (tmp_path / "out.pdf").read_bytes() == wanted
    for word in ("Attic", str(uuid.uuid4()), "", "0.5", "1,2,3", "50,0"):
        code, said, _ = run("reliquary", "--backs", "one", "--printer", word)
        assert (code, said.startswith("--printer: ")) == (2, True)
    assert run("reliquary", "--person", "nobody")[1] == "--person: nobody here is called 'nobody'"


def upload(api, name, data):
    file = io.BytesIO(data)
    file.name = name
    return api.client.post("/api/uploads/", {"file": file}).json()["id"]


def test_a_kept_table_and_a_kept_layout(run, api):
    table = upload(api, "cards.csv", b"name,count,cost\nHero,2,3\n")
    layout = b"layout: 1\nextends: plain\nfaces: {any: {elements: [{id: name, text: '{name} ({cost})'}]}}\n"
    kept = upload(api, "mine.yaml", layout)
    code, said, words = run(table, "--layout", kept)
    assert (code, "2 of 2 cards" in said, words.count("Hero (3)")) == (0, True, 2)
    assert run(table, "--layout", table)[0] == 2


def test_only_what_a_person_lacks_of_a_list_in_a_file(run, api, tmp_path):
    User.objects.update(username="carla")
    (code,) = (card.code for card in catalogue_of("phoenix_covenant").cards if card.name == "Hardpoint")
    owned = api.put("/api/collection/phoenix_covenant/", {"cards": {code: 1}})
    assert owned.status_code < 300, owned.json()
    deck = tmp_path / "deck.txt"
    deck.write_text("3 Hardpoint\n")
    assert run(deck, "--not-owned")[:2] == (2, "--not-owned: a file does not say who owns what: name a --person")
    assert "3 of 3 cards" in run(deck, "--person", "carla")[1]
    assert "2 of 2 cards" in run(deck, "--not-owned", "--person", "carla")[1]


def test_a_saved_print_as_the_api_prints_it_or_with_other_options(run, api, own, tmp_path):
    user = User.objects.get()
    body = {
        "name": "Threats",
        "source": {"kind": "set", "set": own, "codes": ["my-001", "my-001"]},
        "options": {"backs": "one", "paper": "letter"},
        "printer": str(printer(user, "Home", back_x=1).id),
    }
    saved = api.post("/api/sheets/", body).json()["id"]
    code, said, words = run(saved)
    assert (code, "2 of 2 cards on 2 pages" in said, words.count("Grim Raider")) == (0, True, 2)
    first = (tmp_path / "out.pdf").read_bytes()
    assert b"612 792" in first
    run(saved, "--printer", "1,0")
    assert (tmp_path / "out.pdf").read_bytes() == first
    run(saved, "--printer", "0,0")
    assert (tmp_path / "out.pdf").read_bytes() != first
    assert "2 of 2 cards on 2 pages" in run(saved, "--paper", "a4")[1]
    assert b"612 792" not in (tmp_path / "out.pdf").read_bytes()
    for options in (["--sheet", "1"], ["--layout", "plain"], ["--bleed", "5"]):
        code, said, _ = run(saved, *options)
        assert (code, said.split(":")[0]) == (2, options[0])
