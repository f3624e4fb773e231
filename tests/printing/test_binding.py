import pytest

from printing.faces.binding import FaceFault, NoField, fill, holds, listed, look_up, words

CARD = {
    "name": "Bolt",
    "hp": 4,
    "cost": 1.5,
    "passive": None,
    "unique": True,
    "modes": ["move", "attack"],
    "attacks": [{"who": "Hero", "text": "2 dmg"}],
}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{name}", "Bolt"),
        ("{name}: {hp} HP, {cost}", "Bolt: 4 HP, 1.5"),
        ("{attacks.0.who}. {attacks.0.text}", "Hero. 2 dmg"),
        ("{modes}", "move, attack"),
        ("{modes.1}", "attack"),
        ("{passive}", ""),
        ("a[, passive {passive}]b", "ab"),
        ("a[, again {attacks.1.text}]b", "ab"),
        ("a[, {name}]b", "a, Boltb"),
        ("{{name}} [[x]]", "{name} [x]"),
    ],
)
def test_templates(template, text):
    assert fill(template, CARD) == text


@pytest.mark.parametrize("path", ["nmae", "attacks.1", "attacks.0.whom", "name.x", "hp.0"])
def test_a_field_that_is_not_there_is_named(path):
    with pytest.raises(NoField, match=path.replace(".", r"\.")):
        fill("{" + path + "}", CARD)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234567.5, "1234567.5"),
        (1e6, "1000000"),
        (0.1 + 0.2, "0.3"),
        (0.12345678, "0.12345678"),
        (2.0, "2"),
        (-1, "-1"),
    ],
)
def test_a_number_is_shown_whole(value, text):
    assert words(value) == text


def test_what_is_no_list_is_refused_and_an_unknown_one_is_empty():
    assert listed(CARD, "modes") == ["move", "attack"]
    assert listed(CARD, "passive") == []
    with pytest.raises(FaceFault):
        listed(CARD, "name")


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("name", True),
        ("passive", False),
        ("absent", False),
        ({"hp": 4}, True),
        ({"hp": [3, 4], "name": "Bolt"}, True),
        ({"hp": 4, "name": "Smite"}, False),
        ({"passive": None}, True),
    ],
)
def test_conditions(condition, true):
    assert holds(condition, CARD) is true


def test_a_value_in_a_value_is_looked_up():
    assert look_up(CARD, "attacks.0") == {"who": "Hero", "text": "2 dmg"}
