"""Lists of Reliquary: each rule with a list that keeps it and one that does not; no list makes the rules stumble."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.decider import Problem
from games.lists import CardList, Entry
from games.registry import catalogue_of, game_named

GAME, CATALOGUE = game_named("reliquary"), catalogue_of("reliquary")
SEVEN = [(card.code, 1) for card in CATALOGUE.cards if card.kind.endswith("_move")][:7]


def judged(entries, **options):
    rows = tuple(Entry(code=code, name=str(code), count=count) for code, count in entries)
    list_ = CardList(game="reliquary", edition=CATALOGUE.edition, entries=rows, options=options)
    return GAME.problems(list_, CATALOGUE)


def test_seven_move_cards_are_a_match():
    assert judged(SEVEN) == judged(SEVEN, use="match") == ()


@pytest.mark.parametrize(
    ("entries", "rule", "have", "need"),
    [
        (SEVEN[:6], "RQ-S4", 6, 7),
        ([], "RQ-S4", 0, 7),
        ([*SEVEN[:6], ("rq-019", 1)], "RQ-S4", 1, 0),
        ([*SEVEN[:5], (SEVEN[5][0], 2)], "RQ-BOX", 2, 1),
    ],
)
def test_what_is_no_match(entries, rule, have, need):
    (found,) = judged(entries)
    assert (found.rule, found.have, found.need) == (rule, have, need)
    assert found.source


def test_anything_may_be_printed_any_number_of_times():
    assert judged([(card.code, 9) for card in CATALOGUE.cards], use="print") == ()


def test_a_use_that_there_is_none_of_hides_no_other_problem():
    assert [one.rule for one in judged([(None, 1)], use="lunch")] == ["LS-UNKNOWN", "RQ-BOX"]


CODES = st.one_of(st.none(), st.text(max_size=8), st.sampled_from([card.code for card in CATALOGUE.cards]))
ENTRIES = st.lists(
    st.builds(
        Entry,
        code=CODES,
        name=st.text(max_size=5),
        count=st.integers(-3, 10**12),
        section=st.sampled_from(["main", "side", ""]),
        options=st.lists(st.text(max_size=3), max_size=2).map(tuple),
    ),
    max_size=12,
)


@given(ENTRIES, st.dictionaries(st.sampled_from(["use", "size"]), st.sampled_from(["match", "print", "", "x"])))
def test_no_list_makes_the_rules_stumble(entries, options):
    list_ = CardList(game="reliquary", edition=CATALOGUE.edition, entries=tuple(entries), options=options)
    found = GAME.problems(list_, CATALOGUE)
    assert all(isinstance(one, Problem) and one.rule and one.message and one.source for one in found)
    assert GAME.totals(list_, CATALOGUE)["cards"] == sum(entry.count for entry in entries)
