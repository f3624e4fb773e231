"""The names of the printed decklists, and that nothing is filled in that nobody knows."""

from collections import Counter

import pytest

from games.registry import catalogue_of

CATALOGUE = catalogue_of("phoenix_covenant")
BY_NAME = {card.name: card for card in CATALOGUE.cards}


def test_all_names_of_the_printed_decklists():
    assert len(BY_NAME) == len(CATALOGUE.cards) == 97
    assert [card.code for card in CATALOGUE.cards] == [f"pc-{n:03}" for n in range(1, 98)]


def test_kinds():
    kinds = Counter(card.kind for card in CATALOGUE.cards)
    assert kinds == {"card": 71, "unit": 8, "spell": 2, "structure": 14, "auxiliary": 1, "hardpoint": 1}


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Kagitsume Samurai", {"cp": 5, "mp": 2, "attack": "melee", "force": 4, "move": 2, "health": None}),
        ("Zenko Blade Initiate", {"cp": 2, "mp": 2, "tier": 1, "supply": True, "force": None}),
        ("Legion Knight", {"force": 2, "health": 8, "move": 1, "cp": None}),
        ("Shieldmaiden", {"force": 3, "health": 10, "move": None}),
        ("Lightning", {"timing": "tactical", "cp": 0, "mp": 5}),
        ("Magic Shield", {"timing": "tactical", "cp": 0, "mp": 4}),
        ("Blacksmith", {"cp": 3, "mp": 3, "tier": 2, "upgrade": "War Factory"}),
        ("Mage's Library", {"cp": 3, "mp": 6, "tier": 3}),
        ("Warden of Tenska", {"commander": True, "force": 3, "health": None}),
        ("Battlecry", {"cp": None, "mp": None, "text": None, "limited": None}),
    ],
)
def test_what_is_known_of_a_card(name, known):
    assert {field: getattr(BY_NAME[name], field) for field in known} == known


def test_sides_of_the_legion_knight():
    sides = BY_NAME["Legion Knight"].sides
    assert (sides.front, sides.front_right, sides.left, sides.right) == ("armoured",) * 4
    assert sides.rear == "weakpoint"
    assert sides.front_left is sides.rear_left is sides.rear_right is None


def test_the_upgrade_of_a_structure_is_a_card():
    assert all(card.upgrade in BY_NAME for card in CATALOGUE.cards if getattr(card, "upgrade", None))
