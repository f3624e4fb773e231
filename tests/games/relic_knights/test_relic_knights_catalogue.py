"""Relic Knights: the figures of the edition, and the training set that lets every rule be tried."""

from collections import Counter

import pytest

from games.catalogue import load_rules
from games.registry import catalogue_of
from games.relic_knights.cards import tables_of

CATALOGUE = catalogue_of("relic_knights")
TABLES = tables_of(CATALOGUE)
BY_NAME = {card.name: card for card in CATALOGUE.cards}
UNITS = [card for card in CATALOGUE.cards if card.kind == "unit"]
TRAINING = [unit for unit in UNITS if unit.set == "rkt"]


def test_what_is_in_the_data():
    kinds = Counter(card.kind for card in CATALOGUE.cards)
    assert kinds == {"boost": 9, "objective": 2, "condition": 22, "esper": 14, "unit": 24}


def test_the_training_set_is_marked_as_one():
    assert {one.code: one.origin for one in CATALOGUE.sets} == {"rk": "printed", "rkt": "training"}
    assert [unit.name for unit in UNITS if unit not in TRAINING] == ["Swordsworn"]


def test_every_kind_of_unit_can_be_tried():
    for faction in ("Shattered Sword", "Noh Empire"):
        own = [unit for unit in TRAINING if unit.faction == faction]
        types = {unit.type for unit in own}
        assert types == {"relic_knight", "questing_knight", "cypher", "unique", "minion"}
        assert {unit.affinity for unit in own} == {TABLES.affinity_of(faction)}
        assert any(unit.squad for unit in own)
    for trait in ("Radiant", "Void"):
        own = {unit.type for unit in TRAINING if unit.trait == trait}
        assert own >= {"cypher", "unique", "minion"}
        assert own & {"relic_knight", "questing_knight"}


def test_each_knight_has_its_cypher():
    cyphers = [unit.name for unit in UNITS if unit.type == "cypher"]
    assert sorted(unit.cypher for unit in UNITS if unit.is_knight) == sorted(cyphers)
    assert {BY_NAME[name].cost for name in cyphers} == {0}
    assert {BY_NAME[name].health for name in cyphers} == {None}


def test_a_training_unit_has_all_that_its_cards_have():
    for unit in TRAINING:
        needed = [unit.type, unit.cost, unit.base, unit.size, unit.speed, unit.held_esper, unit.traits, unit.actions]
        assert None not in needed
        assert () not in needed
        if unit.type != "cypher":
            assert None not in (unit.armor, unit.health, unit.melee, unit.ranged, unit.psychic)


def test_what_is_printed_of_swordsworn():
    unit = BY_NAME["Swordsworn"]
    assert (unit.cost, unit.extra_cost, unit.squad.least, unit.squad.greatest) == (5, 1, 3, 5)
    assert (unit.type, unit.health, unit.speed) == (None, None, None)


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
    conditions = [card for card in CATALOGUE.cards if card.kind == "condition"]
    assert {one.faction for one in conditions if one.faction} == {one.name for one in TABLES.factions}


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("esper_actions", {"Esper Cleansing", "Esper Thief", "Transfer Esper"}),
        ("terrain_traits", {"Broken Ground", "Crystal Growth", "Fortified", "Protection X", "Windowed"}),
        ("abilities", {"Act As One", "Aegis", "Armor X", "Backlash X", "Belligerent", "Blast X", "Brutality"}),
        ("traits", {"Agha", "Beast", "Blessed", "Castellan", "Chee", "Codebreaker", "Codifier", "Construct"}),
    ],
)
def test_words_of_the_rulebook(table, names):
    assert names <= {word.name for word in getattr(TABLES, table)}


def test_rules_of_play_are_written_down():
    rules = load_rules("relic_knights")
    wanted = [f"RK-C{n}" for n in range(1, 10)] + [f"RK-X{n}" for n in range(1, 25)]
    wanted += [f"RK-E{n}" for n in range(1, 11)] + [f"RK-T{n}" for n in range(1, 9)] + ["RK-T6h", "RK-T6q"]
    assert set(wanted) <= set(rules)
