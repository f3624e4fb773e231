"""Relic Knights: the figures of the edition, and what a cadre of known cards is told."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import load_rules
from games.lists import CardList, Entry
from games.registry import catalogue_of
from games.relic_knights import legality
from games.relic_knights.cards import tables_of

CATALOGUE = catalogue_of("relic_knights")
TABLES = tables_of(CATALOGUE)
BY_NAME = {card.name: card for card in CATALOGUE.cards}
KNIGHT = Entry(code=None, name="A knight that is not in the data")


def of(name, count=1, section="main"):
    return Entry(code=BY_NAME[name].code, name=name, count=count, section=section)


def found(*entries, **options):
    cadre = CardList(game="relic_knights", edition=CATALOGUE.edition, entries=entries, options=options)
    problems = legality.problems(cadre, CATALOGUE)
    return [(p.rule, p.have, p.need) for p in problems if p.rule != "LS-UNKNOWN"]


def test_what_is_in_the_data():
    assert Counter(card.kind for card in CATALOGUE.cards) == {"boost": 9, "objective": 2, "condition": 22, "esper": 14}


def test_the_esper_deck_has_42_cards_and_every_type_as_often():
    deck = [card for card in CATALOGUE.cards if card.kind == "esper"]
    assert sum(card.copies for card in deck) == 42
    for side in ("primary", "secondary"):
        copies = Counter()
        for card in deck:
            copies[getattr(card, side)] += card.copies
        assert {copies[esper] for esper in TABLES.wheel} == {6}


def test_the_second_type_of_a_card_is_a_neighbour_of_the_first():
    for card in CATALOGUE.cards:
        if card.kind == "esper" and card.primary:
            apart = (TABLES.wheel.index(card.primary) - TABLES.wheel.index(card.secondary)) % 6
            assert apart in (1, 5)


@pytest.mark.parametrize(
    ("name", "points", "queue", "goal"),
    [("Encounter", 35, 2, 8), ("Skirmish", 50, 3, 8), ("Clash", 70, 4, 12), ("Battle", 100, 5, 12)],
)
def test_sizes(name, points, queue, goal):
    size = TABLES.size_named(name)
    assert (size.points, size.ready_queue, size.victory_points) == (points, queue, goal)


def test_the_other_name_of_a_size():
    assert TABLES.size_named(" conflict ").name == "Clash"


@pytest.mark.parametrize(
    ("name", "cost"), [("Darkfield", 4), ("Esper Condenser", 1), ("Medikit", 3), ("Proximity Mine", 2)]
)
def test_boosts(name, cost):
    assert BY_NAME[name].cost == cost


@pytest.mark.parametrize(
    ("group", "points", "count"), [("primary", 5, 6), ("secondary", 3, 6), ("special", 3, 2), ("faction", 2, 6)]
)
def test_conditions(group, points, count):
    assert [card.points for card in CATALOGUE.cards if getattr(card, "group", None) == group] == [points] * count


def test_each_faction_has_its_condition():
    assert {c.faction for c in CATALOGUE.cards if getattr(c, "faction", None)} == {f.name for f in TABLES.factions}


def test_a_size_is_chosen():
    names = "Encounter, Skirmish, Clash, Battle"
    assert found(KNIGHT) == [("RK-SIZE", None, names)]
    assert found(KNIGHT, size="Skirmisch") == [("RK-SIZE", "Skirmisch", names)]
    assert found(KNIGHT, size="skirmish") == []


@pytest.mark.parametrize(("count", "problems"), [(2, []), (3, [("RK-BST", 3, 2)])])
def test_boosts_of_one_name(count, problems):
    assert found(KNIGHT, of("Darkfield", count), size="Battle") == problems
    assert found(KNIGHT, of("Darkfield", 1), of("Darkfield", count - 1, "boosts"), size="Battle") == problems


def test_points():
    boosts = [card for card in CATALOGUE.cards if card.kind == "boost"]
    two_of_each = [of(card.name, 2) for card in boosts]
    assert found(KNIGHT, *two_of_each, size="Encounter") == [("RK-PTS", 40, 35)]
    assert found(KNIGHT, *two_of_each, size="Skirmish") == []


@pytest.mark.parametrize(
    ("name", "count", "problems"),
    [
        ("Primary Objective", 1, []),
        ("Primary Objective", 2, [("RK-OBJ", 2, 1)]),
        ("Secondary Objective", 2, []),
        ("Secondary Objective", 3, [("RK-OBJ", 3, 2)]),
    ],
)
def test_objectives(name, count, problems):
    assert found(KNIGHT, of(name, count), size="Battle") == problems


def test_a_knight_leads():
    assert found(of("Darkfield"), size="Battle") == [("RK-LEAD", 0, 1)]


def test_a_condition_is_no_card_of_a_cadre():
    assert found(KNIGHT, of("Heist"), size="Battle") == [("LS-KIND", "condition", "boost, objective")]


entries = st.builds(
    Entry,
    code=st.one_of(st.none(), st.sampled_from([card.code for card in CATALOGUE.cards]), st.text(max_size=9)),
    name=st.text(max_size=20),
    count=st.integers(-3, 1000),
    section=st.one_of(st.sampled_from(["main", "boosts", "objectives"]), st.text(max_size=5)),
)


@given(st.lists(entries, max_size=12), st.dictionaries(st.sampled_from(["size", "leader"]), st.text(max_size=9)))
def test_any_cadre_is_judged_by_rules_that_can_be_read(some, options):
    cadre = CardList(game="relic_knights", edition="first-1", entries=tuple(some), options=options)
    for problem in legality.problems(cadre, CATALOGUE):
        assert problem.rule in load_rules("relic_knights")
