"""The search index: made from the data files, made again when they change, the same once more does nothing."""

import io
from datetime import timedelta

import msgspec
import pytest
from django.core.management import call_command
from django.utils import timezone

from cards import index
from cards.index_models import CardIndex, IndexedCard, IndexedField
from games.registry import GAMES, catalogue_of

pytestmark = pytest.mark.django_db


def load():
    out = io.StringIO()
    call_command("load_catalogue", stdout=out)
    return out.getvalue().splitlines()


def rows():
    cards = set(IndexedCard.objects.values_list("id", "code", "digest", "position"))
    return cards, IndexedField.objects.count()


def test_every_card_of_every_edition():
    lines = load()
    assert len(lines) == sum(len(game.editions) for game in GAMES.values())
    for slug in GAMES:
        found = IndexedCard.objects.filter(index__game=slug).order_by("position").values_list("code", flat=True)
        assert list(found) == list(catalogue_of(slug).by_code)


def test_the_same_data_changes_nothing():
    load()
    before = rows()
    assert {line.rpartition(", ")[2] for line in load()} == {"0 rows changed"}
    assert rows() == before


def changed(catalogue, **fields):
    cards = list(catalogue.cards)
    cards[0] = msgspec.structs.replace(cards[0], **fields)
    return msgspec.structs.replace(catalogue, cards=tuple(cards), hash="another")


def test_changed_data_changes_its_own_rows_alone():
    printed = catalogue_of("relic")
    index.refresh(printed)
    before = {row.code: row.id for row in IndexedCard.objects.all()}
    _, count = index.refresh(changed(printed, life=5))
    after = {row.code: row.id for row in IndexedCard.objects.all()}
    assert count == 2
    assert [code for code in before if before[code] != after[code]] == ["rl-001"]
    assert IndexedField.objects.filter(card=after["rl-001"], field="life", number=5).count() == 1


def test_cards_that_went_and_cards_in_another_order():
    printed = catalogue_of("relic")
    index.refresh(printed)
    other = msgspec.structs.replace(printed, cards=tuple(reversed(printed.cards[1:])), hash="another")
    index.refresh(other)
    found = IndexedCard.objects.filter(index__game="relic").order_by("position").values_list("code", flat=True)
    assert list(found) == [card.code for card in other.cards]


def test_an_index_of_own_sets_is_forgotten_when_nobody_asks():
    load()
    old = timezone.now() - timedelta(days=31)
    CardIndex.objects.create(key="k", game="relic", edition="rulebook-1", hash="h", used=old)
    CardIndex.objects.create(key="l", game="relic", edition="rulebook-1", hash="h")
    load()
    assert set(CardIndex.objects.filter(key__in="kl").values_list("key", flat=True)) == {"l"}


def test_an_index_that_is_being_made_is_not_used_half(django_assert_num_queries):
    printed = catalogue_of("relic")
    made = index.index_of(printed)
    with django_assert_num_queries(1):
        assert index.index_of(printed).id == made.id
