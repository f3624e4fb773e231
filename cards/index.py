"""The search index: made from a catalogue, made again where its data has another hash. Writes of it are here alone."""

import hashlib
import sys
from array import array
from collections.abc import Iterator, Sequence
from datetime import timedelta

import msgspec
from django.db import transaction
from django.utils import timezone

from cards.index_models import CardIndex, IndexedCard, IndexedValue
from cards.search.contents import NAME_WORD, WORD, contents_of_catalogue, words_in, words_once
from cards.set_models import OwnSet
from games.catalogue import Catalogue
from games.registry import GAMES, catalogue_of

FORGOTTEN_AFTER = timedelta(days=30)
"""An index of own sets that nobody has searched for so long is thrown away; a search makes it again."""

SEEN_AGAIN_AFTER = timedelta(hours=12)
HEAD = 4
VERSION = "5"
"""Raised when the same catalogue makes other rows: then every index is made again."""


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What loading a catalogue did to its index."""

    game: str
    edition: str
    cards: int
    made: bool
    """It was made anew; if not, it was right already."""


def index_of(catalogue: Catalogue, sets: Sequence[OwnSet] = ()) -> CardIndex:
    """The index of a catalogue that was merged out of these sets; brought up to date where it is not."""
    found = CardIndex.objects.filter(key=key_of(catalogue, sets)).first()
    now = timezone.now()
    if found is None or found.hash != hash_of(catalogue):
        found, _ = refresh(catalogue, sets)
    elif sets and found.used < now - SEEN_AGAIN_AFTER:
        CardIndex.objects.filter(id=found.id).update(used=now)
    return found


def key_of(catalogue: Catalogue, sets: Sequence[OwnSet]) -> str:
    """What an index is found by: whose data it is, not which."""
    parts = (catalogue.game, catalogue.edition, *(str(one.id) for one in sets))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def hash_of(catalogue: Catalogue) -> str:
    """What an index of exactly this data, made by this code, has as its hash."""
    return f"{VERSION}:{catalogue.hash}"


def refresh(catalogue: Catalogue, sets: Sequence[OwnSet] = ()) -> tuple[CardIndex, bool]:
    """The index of exactly this catalogue, and whether it had to be made. All of it is there at once, or nothing."""
    key = key_of(catalogue, sets)
    with transaction.atomic():
        columns = {"game": catalogue.game, "edition": catalogue.edition, "hash": ""}
        CardIndex.objects.get_or_create(key=key, defaults=columns)
        index = CardIndex.objects.select_for_update().get(key=key)
        if index.hash == hash_of(catalogue):
            return index, False
        index.cards.all().delete()
        index.values.all().delete()
        IndexedCard.objects.bulk_create(_cards(index, catalogue), batch_size=500)
        IndexedValue.objects.bulk_create(_values(index, catalogue), batch_size=1000)
        index.sets.set(sets)
        index.hash, index.used = hash_of(catalogue), timezone.now()
        index.save(update_fields=["hash", "used"])
    return index, True


def _cards(index: CardIndex, catalogue: Catalogue) -> Iterator[IndexedCard]:
    for at, one in enumerate(contents_of_catalogue(catalogue)):
        yield IndexedCard(index=index, position=at, code=one.code, name=one.name)


def _values(index: CardIndex, catalogue: Catalogue) -> Iterator[IndexedValue]:
    found: dict[tuple[str, str, float | None], array[int]] = {}
    for at, one in enumerate(contents_of_catalogue(catalogue)):
        for value in one.fields:
            found.setdefault(value, array("I")).append(at)
        for word in words_once(one.words):
            found.setdefault((WORD, word, None), array("I")).append(at)
        for word in words_once(words_in(one.name)):
            found.setdefault((NAME_WORD, word, None), array("I")).append(at)
    for (field, text, number), positions in found.items():
        yield IndexedValue(
            index=index, field=field, text=text, head=text[:HEAD], number=number, cards=packed(positions)
        )


def packed(positions: "array[int]") -> bytes:
    """Positions as bytes, the same on every machine."""
    if sys.byteorder == "big":
        positions = array("I", positions)
        positions.byteswap()
    return positions.tobytes()


def unpacked(data: bytes | memoryview) -> "array[int]":
    """The positions that were packed."""
    positions = array("I")
    positions.frombytes(bytes(data))
    if sys.byteorder == "big":
        positions.byteswap()
    return positions


def forget(sets: Sequence[OwnSet]) -> None:
    """Every index that has cards of these sets goes."""
    CardIndex.objects.filter(sets__in=sets).delete()


def load_built_in() -> tuple[Loaded, ...]:
    """Every edition of every game in the index, and nothing in it that is of no use any more."""
    done = []
    for slug, game in GAMES.items():
        for edition in game.editions:
            catalogue = catalogue_of(slug, edition)
            _, made = refresh(catalogue)
            done.append(Loaded(game=slug, edition=edition, cards=len(catalogue.cards), made=made))
    built_in = {key_of(catalogue_of(one.game, one.edition), ()) for one in done}
    CardIndex.objects.exclude(key__in=built_in).filter(used__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    return tuple(done)
