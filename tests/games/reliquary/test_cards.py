"""The catalogue of Reliquary: 36 cards on four sheets, and what their faces say."""

from collections import Counter

import msgspec
import pytest

from games.catalogue import load_rules
from games.lists import CardList, Entry
from games.reliquary.board import distance
from games.reliquary.cards import AgnosticMove, Aid, Faction, UniqueMove
from games.reliquary.effects import effect_line, face_fields, modes
from games.reliquary.game import RELIQUARY


@pytest.fixture
def moves(catalogue):
    return [card for card in catalogue.cards if isinstance(card, AgnosticMove | UniqueMove)]


def test_thirty_six_cards_on_four_sheets_of_nine(catalogue):
    assert Counter(card.kind for card in catalogue.cards) == {
        "agnostic_move": 9,
        "unique_move": 9,
        "faction": 9,
        "aid": 5,
        "rite": 3,
        "module": 1,
    }
    assert [len(sheet.cards) for sheet in catalogue.sheets] == [9, 9, 9, 9]
    assert [code for sheet in catalogue.sheets for code in sheet.cards] == [card.code for card in catalogue.cards]
    assert [card.code for card in catalogue.cards] == [f"rq-{n:03}" for n in range(1, 37)]


def test_escort_gambles_and_hit_points(catalogue, moves):
    assert {card.name for card in moves if card.escort} == {"Pilgrim", "Sidewind", "Procession", "Ascension"}
    assert {card.name for card in moves if "gamble" in modes(card)} == {"Ordeal", "Rapture"}
    hp = {card.name: card.hp for card in catalogue.cards if isinstance(card, Faction)}
    assert {name for name, value in hp.items() if value == 5} == {"Bone Wardens"}
    assert set(hp.values()) == {4, 5}


def test_patterns_differ_and_are_fair_to_both_hands(moves):
    patterns = {card.name: frozenset(card.pattern) for card in moves}
    assert len(set(patterns.values())) == 18
    for card in moves:
        assert 3 <= len(card.pattern) <= 6
        assert len(set(card.pattern)) == len(card.pattern)
        assert all(1 <= distance((0, 0), offset) <= 3 for offset in card.pattern), card.name
        assert any(dy > 0 for _, dy in card.pattern), card.name
        assert frozenset((-dx, dy) for dx, dy in card.pattern) in patterns.values(), card.name


def test_nine_stamps_of_each(moves):
    assert Counter(card.stamp for card in moves) == {"key": 9, "skull": 9}


def test_the_edition_says_what_is_not_printed(catalogue):
    assert "not" in catalogue.note
    assert catalogue.sets[0].origin == "mixed"


def test_the_table_of_boards_is_the_setup_aid_s(catalogue):
    """RQ-A1."""
    rows = [row for card in catalogue.cards if isinstance(card, Aid) for row in card.table]
    by_board = {board: (row.minions, row.ruins, row.deploy_rows) for row in rows for board in row.boards}
    assert by_board == {8: (3, 4, 2), 9: (4, 6, 2), 10: (4, 6, 2), 11: (5, 8, 3), 12: (5, 8, 3)}
    table = {int(board): tuple(figures.values()) for board, figures in catalogue.tables["boards"].items()}
    assert table == by_board


LINES = {
    ("Bolt", "hero"): "2 dmg, range 2, LoS",
    ("Smite", "hero"): "1 dmg + push 1, adjacent",
    ("Smite", "minion"): "push 1, adjacent",
    ("Veiled Hand", "hero"): "1 dmg, adjacent; then step 1",
    ("Storm Sworn", "hero"): "1 dmg + push 2, range 2, LoS",
    ("Gallows Court", "hero"): "1 dmg + pull 2, range 3, LoS",
    ("Gallows Court", "minion"): "pull 1, range 2, LoS",
    ("Ash Reapers", "hero"): "1 dmg, adjacent, up to 2 enemies",
    ("Hollow Kin", "hero"): "1 dmg, adjacent; then may swap with a friendly Minion, range 2, LoS",
    ("Grave Tide", "minion"): "1 dmg, adjacent; on a kill it may step into the freed square",
}


@pytest.mark.parametrize(("name", "who"), LINES)
def test_effect_lines(catalogue, name, who):
    card = next(card for card in catalogue.cards if card.name == name)
    effects = [attack.effect for attack in card.attacks if attack.who == who]
    assert [effect_line(effect) for effect in effects] == [LINES[name, who]]


def test_two_factions_attack_as_two_cards_do(catalogue):
    """RQ-X15."""
    attacks = {card.name: card.attacks for card in catalogue.cards if isinstance(card, Faction | UniqueMove)}
    assert attacks["Pyre Choir"] == attacks["Bolt"]
    assert attacks["Bone Wardens"] == attacks["Smite"]


def test_faces_are_plain_values(catalogue):
    for card in catalogue.cards:
        fields = face_fields(card)
        assert fields["code"] == card.code
        assert _plain(fields), card.name
    ordeal = face_fields(catalogue.by_code["rq-017"])
    assert [row["roll"] for row in ordeal["rolls"]] == ["1", "2–4", "5–6"]
    assert face_fields(catalogue.by_code["rq-020"])["hp"] == [1, 2, 3, 4, 5]
    assert face_fields(catalogue.by_code["rq-032"])["steps"] == [6, 5, 4, 3, 2, 1, 0]
    assert len(face_fields(catalogue.by_code["rq-028"])["table"]["rows"]) == 3


def _plain(value):
    if isinstance(value, dict):
        return all(isinstance(key, str) and _plain(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(_plain(inner) for inner in value)
    return value is None or isinstance(value, str | int | bool)


def test_every_rule_has_its_text():
    rules = load_rules("reliquary")
    wanted = {"RQ-S4m", "RQ-W", "RQ-V1", "RQ-V2"}
    wanted |= {
        f"RQ-{letter}{n}"
        for letter, last in (("S", 6), ("T", 5), ("C", 3), ("R", 4), ("X", 23))
        for n in range(1, last + 1)
    }
    assert wanted <= set(rules)
    assert all(rules[f"RQ-X{n}"].reading for n in range(1, 24))
    assert rules["RQ-X8"].option == "vigil_reading"


def deck(catalogue, codes, **options):
    entries = tuple(Entry(code=code if code in catalogue.by_code else None, name=code) for code in codes)
    return CardList(game="reliquary", edition=catalogue.edition, entries=entries, options=options)


def test_lists(catalogue):
    seven = [f"rq-{n:03}" for n in range(3, 10)]
    assert RELIQUARY.problems(deck(catalogue, seven), catalogue) == ()
    assert RELIQUARY.problems(deck(catalogue, catalogue.by_code, use="print"), catalogue) == ()

    def rules(codes, **options):
        return [problem.rule for problem in RELIQUARY.problems(deck(catalogue, codes, **options), catalogue)]

    assert rules(seven[:6]) == ["RQ-S4"]
    assert rules([*seven[:6], seven[0]]) == ["RQ-BOX"]
    assert rules([*seven[:5], "rq-019", "Excalibur"]) == ["LS-UNKNOWN", "RQ-S4"]
    every = ["LS-UNKNOWN", "RQ-S4", "RQ-BOX", "RQ-S4"]
    assert rules([*seven, seven[0], "rq-034", "Excalibur"]) == every
    assert rules([*seven, "Excalibur"], use="lunch") == ["LS-UNKNOWN", "RQ-BOX"]


@pytest.mark.parametrize(
    "effect",
    [
        {"does": "strike"},
        {"does": "strike", "push": 1, "pull": 1},
        {"does": "strike", "damage": -1},
        {"does": "strike", "damage": 1, "range": 0},
        {"does": "hook", "range": 0},
        {"does": "rapture", "rolls": [{"low": 1, "high": 5, "steps": 1}]},
        {"does": "rapture", "rolls": [{"low": 1, "high": 4, "steps": 1}, {"low": 4, "high": 6, "steps": 2}]},
        {"does": "ordeal", "range": 2, "rolls": []},
        {"does": "nap"},
    ],
)
def test_an_effect_that_makes_no_sense_is_unreadable(effect):
    raw = {"code": "my-001", "kind": "unique_move", "name": "Mine", "stamp": "key", "pattern": [[0, 1]]}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**raw, "attacks": [{"who": "any", "effect": effect}]}, RELIQUARY.card)
