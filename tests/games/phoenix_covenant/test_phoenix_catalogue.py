"""The names of the printed decklists, and that nothing is filled in that nobody knows."""

from collections import Counter

import pytest

from games.phoenix_covenant.cards import tables_of
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
        ("Shieldmaiden", {"force": 3, "health": 10, "move": 1, "cp": None}),
        ("Lightning", {"timing": "tactical", "cp": 0, "mp": 5}),
        ("Magic Shield", {"timing": "tactical", "cp": 0, "mp": 4}),
        ("Blacksmith", {"cp": 3, "mp": 3, "tier": 2, "upgrade": "War Factory"}),
        ("Mage's Library", {"cp": 3, "mp": 6, "tier": 3}),
        ("Warden of Tenska", {"commander": True, "force": 3, "move": 1, "health": None}),
        ("Battlecry", {"cp": None, "mp": None, "text": None, "limited": None}),
    ],
)
def test_what_is_known_of_a_card(name, known):
    assert {field: getattr(BY_NAME[name], field) for field in known} == known


def test_sides_of_the_legion_knight():
    sides = BY_NAME["Legion Knight"].sides
    assert (sides.front, sides.front_right, sides.left, sides.right) == ("armoured",) * 4
    assert sides.rear == "weakpoint"
    assert (sides.rear_left, sides.rear_right, sides.front_left) == ("plain", "plain", None)


@pytest.mark.parametrize(
    ("puzzle", "needed"),
    [
        (
            1,
            {
                "Legion Knight": ["force", "move"],
                "Shieldmaiden": ["force", "health", "move"],
                "Kagitsume Samurai": ["move"],
            },
        ),
        (
            2,
            {
                "Kagitsume Samurai": ["cp", "mp"],
                "Lightning": ["cp", "mp", "text"],
                "Warden of Tenska": ["range", "move"],
            },
        ),
        (3, {"Phoenix Warpriest": ["force"], "Blacksmith": ["text"], "Legion Knight": ["health"]}),
    ],
)
def test_the_cards_of_the_puzzles_have_what_these_need(puzzle, needed):
    for name, fields in needed.items():
        assert None not in [getattr(BY_NAME[name], field) for field in fields], (puzzle, name)


def damage(force, side):
    return {"armoured": -(-force // 2), "plain": force, "weakpoint": 2 * force}[side]


def test_the_first_puzzle_comes_out_with_these_cards():
    """The Samurai at her weakpoint, then the Knight at her plain side; at her front he would leave her standing."""
    samurai, knight, maiden = (BY_NAME[name] for name in ("Kagitsume Samurai", "Legion Knight", "Shieldmaiden"))
    left = maiden.health - damage(samurai.force, maiden.sides.rear)
    assert left - damage(knight.force, maiden.sides.right) == 0
    assert left - damage(knight.force, maiden.sides.front) == 1


def test_the_third_puzzle_comes_out_with_these_cards():
    priest, knight, samurai = (BY_NAME[name] for name in ("Phoenix Warpriest", "Legion Knight", "Kagitsume Samurai"))
    left = knight.health - damage(priest.force, knight.sides.rear_left) - 4 - damage(knight.force, knight.sides.front)
    assert left == 0
    assert damage(samurai.force + 2, BY_NAME["Shieldmaiden"].sides.rear) >= BY_NAME["Shieldmaiden"].health


def test_words_of_the_dictionary():
    tables = tables_of(CATALOGUE)
    words = {word.name for word in tables.keywords}
    assert {
        "Adjacent",
        "Barrier",
        "Collision",
        "Immobilized",
        "Mana Burst",
        "Necrotic",
        "Undeath",
        "Weakpoint",
    } <= words
    assert len(words) == len(tables.keywords) == 40
    assert (tables.life_points, tables.hand_limit, tables.field.columns, tables.field.rows) == (25, 10, 8, 6)


def test_the_upgrade_of_a_structure_is_a_card():
    assert all(card.upgrade in BY_NAME for card in CATALOGUE.cards if getattr(card, "upgrade", None))
