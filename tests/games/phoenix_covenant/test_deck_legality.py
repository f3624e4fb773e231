"""Every construction rule of Phoenix Covenant with a legal and an illegal deck: given a deck, then these problems."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.formats import plain_text
from games.catalogue import GAMES_FOLDER, load_rules
from games.lists import CardList, Entry
from games.phoenix_covenant import legality
from games.registry import catalogue_of, game_named

GAME = game_named("phoenix_covenant")
CATALOGUE = catalogue_of("phoenix_covenant")
BY_NAME = {card.name: card for card in CATALOGUE.cards}
STRUCTURES = tuple(card for card in CATALOGUE.cards if card.kind == "structure")
OTHERS = tuple(card for card in CATALOGUE.cards if card.kind in ("unit", "spell", "card"))
PRINTED = sorted((GAMES_FOLDER / "phoenix_covenant" / "lists").glob("*.txt"))


def of(card, count=1, section="main"):
    return Entry(code=card.code, name=card.name, count=count, section=section)


def deck(*entries):
    return CardList(game="phoenix_covenant", edition=CATALOGUE.edition, entries=entries)


def filler(copies):
    """So many copies of cards of the deck, three of each name, none of them named in these tests."""
    usable = [card for card in OTHERS if card.name not in ("Lightning", "Fireball", "Shift")]
    full, rest = divmod(copies, 3)
    return (*(of(card, 3) for card in usable[:full]), *((of(usable[full], rest),) if rest else ()))


def five_structures():
    return tuple(of(card, section="side") for card in STRUCTURES[:5])


def found(*entries, catalogue=CATALOGUE):
    return [(problem.rule, problem.have, problem.need) for problem in legality.problems(deck(*entries), catalogue)]


def with_limited(name):
    cards = tuple(
        msgspec.structs.replace(card, limited=True) if card.name == name else card for card in CATALOGUE.cards
    )
    return msgspec.structs.replace(CATALOGUE, cards=cards)


@pytest.mark.parametrize("file", PRINTED, ids=lambda file: file.stem)
def test_the_printed_decklists(file: Path):
    card_list = plain_text.read(file.read_bytes(), GAME, CATALOGUE).list
    problems = legality.problems(card_list, CATALOGUE)
    if file.stem == "puzzle-deck":
        assert [(p.rule, p.have, p.need) for p in problems] == [("PC-MIN", 8, 45), ("PC-SEC", "main", "side")]
        assert problems[1].entries == (BY_NAME["Blacksmith"].code,)
    else:
        assert problems == ()
        assert legality.totals(card_list, CATALOGUE)["cards"] == 45


def test_there_are_five_printed_decklists():
    assert len(PRINTED) == 5


@pytest.mark.parametrize(("copies", "problems"), [(40, []), (39, [("PC-MIN", 44, 45)]), (90, [])])
def test_least_number_of_cards(copies, problems):
    assert found(*filler(copies), *five_structures()) == problems


def test_an_empty_deck_has_one_problem():
    assert found() == [("PC-MIN", 0, 45)]


def test_hardpoints_and_auxiliaries_do_not_count():
    apart = (of(BY_NAME["Hardpoint"], 2, "side"), of(BY_NAME["Guardian Drone"], 3, "side"))
    assert found(*filler(39), *five_structures(), *apart) == [("PC-MIN", 44, 45)]
    assert found(*filler(40), *five_structures(), *apart) == []


def test_six_structures():
    six = tuple(of(card, section="side") for card in STRUCTURES[:6])
    problems = legality.problems(deck(*filler(45), *six), CATALOGUE)
    assert [(p.rule, p.have, p.need) for p in problems] == [("PC-STR", 6, 5)]
    assert set(problems[0].entries) == {card.code for card in STRUCTURES[:6]}


def test_a_structure_twice_in_one_section_or_two():
    bastion = BY_NAME["Bastion"]
    assert found(*filler(45), of(bastion, 2, "side")) == [("PC-STR1", 2, 1)]
    assert ("PC-STR1", 2, 1) in found(*filler(45), of(bastion, 1, "side"), of(bastion, 1, "main"))


@pytest.mark.parametrize(("copies", "problems"), [(3, []), (4, [("PC-CPY", 4, 3)])])
def test_copies_of_a_card(copies, problems):
    assert found(*filler(45), of(BY_NAME["Lightning"], copies)) == problems


def test_copies_are_added_up_over_entries():
    lightning = BY_NAME["Lightning"]
    assert found(*filler(45), of(lightning, 2), of(lightning, 2)) == [("PC-CPY", 4, 3)]


def test_reprints_of_one_name_count_together():
    again = msgspec.structs.replace(BY_NAME["Lightning"], code="px-001")
    reprinted = msgspec.structs.replace(CATALOGUE, cards=(*CATALOGUE.cards, again))
    entries = (*filler(45), of(BY_NAME["Lightning"], 2), of(again, 2))
    assert found(*entries, catalogue=reprinted) == [("PC-CPY", 4, 3)]


def test_left_and_right_are_two_cards():
    left, right = BY_NAME["Two Tails Taichou (L)"], BY_NAME["Two Tails Taichou (R)"]
    assert found(*filler(45), of(left, 3), of(right, 3)) == []


def test_blade_initiate_and_zenko_blade_initiate_are_two_cards():
    assert BY_NAME["Blade Initiate"].code != BY_NAME["Zenko Blade Initiate"].code


@pytest.mark.parametrize(("copies", "problems"), [(2, []), (3, [("PC-LIM", 3, 2)]), (4, [("PC-LIM", 4, 2)])])
def test_a_limited_card(copies, problems):
    assert found(*filler(45), of(BY_NAME["Shift"], copies), catalogue=with_limited("Shift")) == problems


def test_no_card_is_said_to_be_limited_or_not():
    assert {card.limited for card in CATALOGUE.cards} == {None}


@pytest.mark.parametrize(("copies", "problems"), [(1, [("PC-HP", 1, 2)]), (2, []), (3, [("PC-HP", 3, 2)])])
@pytest.mark.parametrize("section", ["side", "hardpoints"])
def test_hardpoints(copies, problems, section):
    assert found(*filler(45), of(BY_NAME["Hardpoint"], copies, section)) == problems


@pytest.mark.parametrize(
    ("name", "section", "problems"),
    [
        ("Lightning", "side", [("PC-SEC", "side", "main")]),
        ("Bastion", "main", [("PC-SEC", "main", "side")]),
        ("Bastion", "side", []),
        ("Guardian Drone", "main", [("PC-SEC", "main", "side")]),
        ("Guardian Drone", "auxiliaries", []),
        ("Lightning", "sleeve", [("LS-SECTION", "sleeve", "main, side, auxiliaries, hardpoints")]),
    ],
)
def test_where_a_card_belongs(name, section, problems):
    assert found(*filler(45), of(BY_NAME[name], 1, section)) == problems


def test_a_misspelt_name_brings_no_second_problem():
    unknown = Entry(code=None, name="Bastoin", section="side", line=7)
    assert found(*filler(40), *five_structures()[:4], unknown) == [("LS-UNKNOWN", None, None)]


def test_a_code_of_no_card():
    assert found(*filler(45), Entry(code="pc-999", name="Ghost")) == [("LS-UNKNOWN", None, None)]


@pytest.mark.parametrize("count", [0, -3])
def test_a_count_that_is_none(count):
    assert ("LS-COUNT", count, 1) in found(*filler(45), of(BY_NAME["Lightning"], count))


def test_every_problem_at_once():
    entries = (of(BY_NAME["Lightning"], 4), of(BY_NAME["Bastion"], 2), Entry(code=None, name="Ghost"))
    rules = {rule for rule, _, _ in found(*entries)}
    assert rules == {"PC-MIN", "PC-CPY", "PC-STR1", "PC-SEC", "LS-UNKNOWN"}


entries = st.builds(
    Entry,
    code=st.one_of(st.none(), st.sampled_from([card.code for card in CATALOGUE.cards]), st.text(max_size=9)),
    name=st.text(max_size=20),
    count=st.integers(-3, 1000),
    section=st.one_of(st.sampled_from(["main", "side", "auxiliaries", "hardpoints"]), st.text(max_size=5)),
)


@given(st.lists(entries, max_size=12))
def test_any_list_is_judged_by_rules_that_can_be_read(some):
    rules = load_rules("phoenix_covenant")
    for problem in legality.problems(deck(*some), CATALOGUE):
        assert problem.rule in rules
        assert problem.message
