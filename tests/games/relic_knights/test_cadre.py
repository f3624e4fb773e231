"""Relic Knights: every rule of recruiting with a legal and an illegal cadre, out of the training set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import load_rules
from games.lists import CardList, Entry
from games.registry import catalogue_of, game_named
from games.relic_knights import legality
from games.relic_knights.cadre import comes_along, cyphers_of, models_option

GAME = game_named("relic_knights")
CATALOGUE = catalogue_of("relic_knights")
BY_NAME = {card.name: card for card in CATALOGUE.cards}
UNKNOWN = Entry(code=None, name="A knight that is not in the data")

LAW, LAW_RELIC = "Aldous Fenn", "Dame Ysolde Marr"
ENTROPY, ENTROPY_RELIC = "Ruun the Hungry", "Tesh, Marquise of Cinders"
RADIANT, VOID = "Seraphine of the Dawn Choir", "Vael, the Unmade"
CHOOSE_A_CONDITION = ("RK-FCON", "warning")


def of(name, count=1, *options, section="main"):
    return Entry(code=BY_NAME[name].code, name=name, count=count, section=section, options=options)


def cadre(*entries, **options):
    some = tuple(of(entry) if isinstance(entry, str) else entry for entry in entries)
    return CardList(
        game="relic_knights", edition=CATALOGUE.edition, entries=some, options={"size": "Battle", **options}
    )


def found(*entries, **options):
    problems = legality.problems(cadre(*entries, **options), CATALOGUE)
    return [(p.rule, p.have, p.need) for p in problems if p.severity == "error" and p.rule != "LS-UNKNOWN"]


def rules(*entries, **options):
    return [rule for rule, _, _ in found(*entries, **options)]


def warnings(*entries, **options):
    return [p.rule for p in legality.problems(cadre(*entries, **options), CATALOGUE) if p.severity == "warning"]


def points(*entries):
    return legality.totals(cadre(*entries), CATALOGUE)["points"]


def test_a_size_is_chosen():
    names = "Encounter, Skirmish, Clash, Battle"
    assert found(LAW, size="Skirmisch") == [("RK-SIZE", "Skirmisch", names)]
    without = CardList(game="relic_knights", edition="first-1", entries=(of(LAW),))
    assert [(p.rule, p.have) for p in legality.problems(without, CATALOGUE)] == [("RK-SIZE", None)]
    assert found(LAW, size=" conflict ") == []


@pytest.mark.parametrize(("squires", "problems"), [(7, []), (8, [("RK-PTS", 36, 35)])])
def test_points_of_units(squires, problems):
    assert found(LAW, of("Lantern Squire", squires), size="Encounter") == problems


def test_points_of_boosts():
    two_of_each = [of(card.name, 2, section="boosts") for card in CATALOGUE.cards if card.kind == "boost"]
    assert found(LAW, *two_of_each, size="Skirmish") == [("RK-PTS", 52, 50)]
    assert found(LAW, *two_of_each, size="Clash") == []


def test_an_unknown_cost_is_told():
    assert warnings(LAW, "Swordsworn") == []
    unpriced = BY_NAME["Swordsworn"]
    catalogue = CATALOGUE.__class__(
        **{
            name: getattr(CATALOGUE, name)
            for name in ("game", "edition", "name", "note", "hash", "sets", "sheets", "tables")
        },
        cards=tuple(_without_cost(card) if card is unpriced else card for card in CATALOGUE.cards),
    )
    told = legality.problems(cadre(LAW, "Swordsworn"), catalogue)
    assert [(p.rule, p.severity, p.entries) for p in told] == [("RK-PTS", "warning", ("rk-048",))]


def _without_cost(card):
    import msgspec

    return msgspec.structs.replace(card, cost=None)


def test_a_knight_leads():
    assert found("Lantern Squire") == [("RK-LEAD", 0, 1)]
    assert found(LAW, "Lantern Squire") == []
    assert found(UNKNOWN, "Lantern Squire") == []


def test_which_knight_leads():
    assert rules(LAW, LAW_RELIC) == ["RK-LEAD"]
    assert rules(LAW, LAW_RELIC, leader="dame ysolde marr") == []
    assert rules(LAW, LAW_RELIC, leader="rkt-001") == []
    assert rules(LAW, LAW_RELIC, leader="Lantern Squire") == ["RK-LEAD"]
    assert rules(LAW, leader="Dame Ysolde Marr") == ["RK-LEAD"]


@pytest.mark.parametrize(("size", "problems"), [("Clash", []), ("Skirmish", [("RK-KN", 2, 1)])])
def test_knights(size, problems):
    assert found(LAW, LAW_RELIC, size=size, leader=LAW) == problems


def test_faction():
    assert found(LAW, "Lantern Squire", "Brother Tobin, Gatewarden") == []
    assert found(LAW, "Cinder Hound") == [("RK-FAC", "Noh Empire", "Shattered Sword")]
    assert rules(LAW, ENTROPY, leader=LAW) == ["RK-FAC"]


def test_a_cypher_comes_with_its_knight_and_never_alone():
    assert found(LAW, "Wick") == []
    assert found(LAW, of("Wick", 2)) == [("RK-CYP", 2, 1)]
    assert found(LAW, "Gnaw") == [("RK-CYP", 1, 0)]
    assert rules("Wick", UNKNOWN) == []


def test_uniques():
    assert found(LAW, "Brother Tobin, Gatewarden", "The Three Oaths") == []
    assert found(LAW, of("Brother Tobin, Gatewarden", 2)) == [("RK-UNQ", 2, 1)]
    assert found(LAW, "The Three Oaths", "The Three Oaths") == [("RK-UNQ", 2, 1)]


def test_of_minions_any_number():
    assert found(LAW, of("Lantern Squire", 9), of("Drill Yard Lancers", 4)) == []
    assert rules(LAW, of("Lantern Squire", 30)) == ["RK-PTS"]


@pytest.mark.parametrize(("models", "cost"), [(3, 5), (4, 6), (5, 7)])
def test_rk_a1_what_a_squad_costs(models, cost):
    assert points(of("Swordsworn", 1, models_option(models))) == cost
    assert found(LAW, of("Swordsworn", 1, models_option(models))) == []


@pytest.mark.parametrize("models", [2, 6])
def test_rk_a1_squads_that_are_too_small_or_too_large(models):
    assert found(LAW, of("Swordsworn", 1, models_option(models))) == [("RK-SQ", models, "3 to 5")]


def test_squads_of_several_sizes():
    assert points(of("Swordsworn", 2), of("Swordsworn", 2, "5 models")) == 2 * 5 + 2 * 7
    assert rules(LAW, of("Swordsworn", 1, "4 models", "5 models")) == ["RK-SQ"]
    assert rules(LAW, of("Lantern Squire", 1, "2 models")) == ["RK-SQ"]
    assert rules(LAW, of("The Three Oaths", 1, "3 models")) == []


def test_rk_a2_everybody_is_of_the_leaders_faction():
    others = [c.name for c in CATALOGUE.cards if c.kind == "unit" and c.type in ("unique", "minion") and not c.trait]
    for name in others:
        assert (rules(ENTROPY, name) == []) is (BY_NAME[name].faction == "Noh Empire")


@pytest.mark.parametrize(
    ("rule", "unit", "minion", "fits", "fits_not"),
    [
        ("RK-RAD1", "Pilgrim Isaura", "Dawn Acolyte", LAW, ENTROPY),
        ("RK-VOID1", "The Quiet Guest", "Shade of Nothing", ENTROPY, LAW),
    ],
)
def test_units_of_a_trait(rule, unit, minion, fits, fits_not):
    assert rules(fits, unit, minion) == []
    assert rules(fits_not, unit, minion) == [rule, rule]


@pytest.mark.parametrize(
    ("leader", "rule", "unit"), [(RADIANT, "RK-VOID1", "The Quiet Guest"), (VOID, "RK-RAD1", "Dawn Acolyte")]
)
def test_a_unit_of_the_other_trait(leader, rule, unit):
    assert rules(leader, unit) == [rule]


@pytest.mark.parametrize(
    ("rule", "knight", "other"), [("RK-RAD2", RADIANT, LAW), ("RK-VOID2", VOID, ENTROPY), ("RK-VOID2", VOID, RADIANT)]
)
def test_a_knight_of_a_trait_leads(rule, knight, other):
    assert rules(knight, other, leader=other) == [rule]
    assert rules(knight, leader=knight) == []


@pytest.mark.parametrize(
    ("leader", "rule", "unique", "foreign", "minion", "own"),
    [
        (RADIANT, "RK-RAD3", "Brother Tobin, Gatewarden", "Old Ninefang", "Lantern Squire", "Dawn Acolyte"),
        (VOID, "RK-VOID3", "Old Ninefang", "Brother Tobin, Gatewarden", "Cinder Hound", "Shade of Nothing"),
    ],
)
def test_under_a_leader_of_a_trait(leader, rule, unique, foreign, minion, own):
    assert rules(leader, unique, own) == []
    assert rules(leader, foreign) == [rule]
    assert rules(leader, minion) == [rule]


@pytest.mark.parametrize(
    ("leader", "rule", "knight", "foreign"),
    [(RADIANT, "RK-RAD4", LAW, ENTROPY), (VOID, "RK-VOID4", ENTROPY, LAW)],
)
def test_a_second_knight_beside_one_of_a_trait(leader, rule, knight, foreign):
    assert rules(leader, knight, leader=leader) == []
    assert rules(leader, foreign, leader=leader) == [rule]
    assert rules(leader, knight, leader=leader, size="Skirmish") == ["RK-KN"]


@pytest.mark.parametrize(("count", "problems"), [(2, []), (3, [("RK-BST", 3, 2)])])
def test_boosts_of_one_name(count, problems):
    assert found(LAW, of("Darkfield", count)) == problems
    assert found(LAW, of("Darkfield", 1), of("Darkfield", count - 1, section="boosts")) == problems


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
    assert found(LAW, of(name, count)) == problems


def test_faction_condition():
    assert found(LAW, condition="justice") == []
    assert found(LAW, condition="Slave Raid") == [("RK-FCON", "Slave Raid", "Justice")]
    assert found(RADIANT, condition="Lap Time") == []
    assert found(RADIANT, condition="Slave Raid") == [("RK-FCON", "Slave Raid", "Lap Time, Justice, Attune")]
    assert warnings(LAW) == []
    assert warnings(VOID) == ["RK-FCON"]


def test_the_esper_deck_is_the_same_for_everybody():
    deck = [of(card.name, card.copies, section="esper") for card in CATALOGUE.cards if card.kind == "esper"]
    assert found(LAW, *deck) == []
    assert found(LAW, *deck[1:]) == [("RK-DECK", 39, 42)]
    assert found(LAW, of("Wild", 4, section="esper")) == [("RK-DECK", 4, 42)]


def test_a_condition_is_no_card_of_a_cadre():
    assert rules(LAW, "Heist") == ["LS-KIND"]


def test_what_comes_along():
    some = cadre(LAW, LAW_RELIC, "Wick", "Secondary Objective", leader=LAW)
    assert [(entry.code, entry.count) for entry in cyphers_of(some, CATALOGUE)] == [("rkt-004", 1)]
    along = [(entry.name, entry.count) for entry in GAME.comes_along(some, CATALOGUE)]
    assert along == [("Pane", 1), ("Primary Objective", 1), ("Secondary Objective", 1)]
    whole = CardList(**{**_fields(some), "entries": (*some.entries, *comes_along(some, CATALOGUE))})
    assert comes_along(whole, CATALOGUE) == ()
    assert points(*whole.entries) == points(*some.entries) == 32


def _fields(some):
    return {name: getattr(some, name) for name in some.__struct_fields__}


names = [card.code for card in CATALOGUE.cards]
entries = st.builds(
    Entry,
    code=st.one_of(st.none(), st.sampled_from(names), st.text(max_size=9)),
    name=st.text(max_size=20),
    count=st.integers(-3, 1000),
    section=st.one_of(st.sampled_from(["main", "boosts", "objectives"]), st.text(max_size=5)),
    options=st.lists(st.one_of(st.text(max_size=9), st.integers(0, 9).map(models_option)), max_size=2).map(tuple),
)
options = st.dictionaries(
    st.sampled_from(["size", "leader", "condition"]),
    st.one_of(st.text(max_size=9), st.sampled_from(["Battle", LAW, VOID, "Justice"])),
)


@given(st.lists(entries, max_size=12), options)
def test_any_cadre_is_judged_by_rules_that_can_be_read(some, chosen):
    any_cadre = CardList(game="relic_knights", edition="first-1", entries=tuple(some), options=chosen)
    for problem in legality.problems(any_cadre, CATALOGUE):
        assert problem.rule in load_rules("relic_knights")
    assert set(legality.totals(any_cadre, CATALOGUE)) >= {"cards", "points"}
    comes_along(any_cadre, CATALOGUE)
