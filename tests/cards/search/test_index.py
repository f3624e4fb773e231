"""The search index: made from the data files, made again when they change, the same once more does nothing."""

import io
from datetime import timedelta

import msgspec
import pytest
from django.core.management import call_command
from django.utils import timezone

from cards import index
from cards.index_models import CardIndex, IndexedCard, IndexedValue
from games.registry import GAMES, catalogue_of

pytestmark = pytest.mark.django_db


def load():
    out = io.StringIO()
    call_command("load_catalogue", stdout=out)
    return out.getvalue().splitlines()


def codes(game):
    found = IndexedCard.objects.filter(index__game=game).order_by("position")
    return list(found.values_list("code", flat=True))


def test_every_card_of_every_edition():
    CardIndex.objects.all().delete()
    lines = load()
    assert len(lines) == sum(len(game.editions) for game in GAMES.values())
    assert {line.rpartition(", ")[2] for line in lines} == {"made anew"}
    assert {slug: codes(slug) for slug in GAMES} == {slug: list(catalogue_of(slug).by_code) for slug in GAMES}


def test_the_same_data_changes_nothing():
    load()
    before = set(IndexedCard.objects.values_list("id")), set(IndexedValue.objects.values_list("id"))
    assert {line.rpartition(", ")[2] for line in load()} == {"unchanged"}
    assert (set(IndexedCard.objects.values_list("id")), set(IndexedValue.objects.values_list("id"))) == before


def test_changed_data_is_found_as_it_is_now():
    printed = catalogue_of("relic")
    index.refresh(printed)
    cards = (msgspec.structs.replace(printed.cards[1], life=5), printed.cards[0], *printed.cards[3:])
    made, anew = index.refresh(msgspec.structs.replace(printed, cards=cards, hash="another"))
    assert anew
    assert codes("relic") == [card.code for card in cards]
    row = IndexedValue.objects.get(index=made, field="life")
    assert (row.number, list(index.unpacked(row.cards))) == (5, [0])
    assert not IndexedCard.objects.filter(index=made, code="rl-003").exists()
    assert index.refresh(printed)[1]
    assert codes("relic") == list(printed.by_code)


def test_an_index_of_own_sets_is_forgotten_when_nobody_asks():
    load()
    old = timezone.now() - timedelta(days=31)
    CardIndex.objects.create(key="k", game="relic", edition="rulebook-1", hash="h", used=old)
    CardIndex.objects.create(key="l", game="relic", edition="rulebook-1", hash="h")
    load()
    assert set(CardIndex.objects.filter(key__in="kl").values_list("key", flat=True)) == {"l"}


def test_an_index_that_is_right_is_asked_for_once(django_assert_num_queries):
    printed = catalogue_of("relic")
    made = index.index_of(printed)
    with django_assert_num_queries(1):
        assert index.index_of(printed).id == made.id
