"""Relic: ten characters by name, and lists that nothing is wrong with, by design."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lists import CardList, Entry
from games.registry import catalogue_of
from games.relic import legality
from games.relic.cards import AnyCard

CATALOGUE = catalogue_of("relic")


def test_ten_characters_of_whom_only_the_name_is_known():
    assert len({card.name for card in CATALOGUE.cards}) == 10
    for card in CATALOGUE.cards:
        assert (card.strength, card.willpower, card.cunning, card.life, card.power_limit) == (None,) * 5


def test_the_cards_of_the_box():
    assert sum(kind["count"] for kind in CATALOGUE.tables["cards_in_the_box"]) == 336


@given(st.lists(st.builds(Entry, code=st.one_of(st.none(), st.text(max_size=6)), name=st.text(max_size=9))))
def test_no_list_has_a_problem(entries):
    assert legality.problems(CardList(game="relic", edition="rulebook-1", entries=tuple(entries)), CATALOGUE) == ()


@pytest.mark.parametrize("kind", [kind["kind"] for kind in CATALOGUE.tables["cards_in_the_box"]])
def test_a_card_of_each_kind_can_be_filled_in(kind):
    card = msgspec.convert({"kind": kind, "code": "my-001", "name": "From the table"}, AnyCard)
    assert card.kind == kind
    values = msgspec.to_builtins(card)
    assert {name for name, value in values.items() if value is not None} == {"kind", "code", "name"}
