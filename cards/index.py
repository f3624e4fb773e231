"""The search index: made from a catalogue, made again where its data has another hash. Writes of it are here alone."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import timedelta

import msgspec
from django.db import transaction
from django.utils import timezone

from cards.index_models import CardIndex, IndexedCard, IndexedField
from cards.search.contents import Contents, contents_of_catalogue
from cards.set_models import OwnSet
from games.catalogue import Catalogue
from games.registry import GAMES, catalogue_of

FORGOTTEN_AFTER = timedelta(days=30)
"""An index of own sets that nobody has searched for so long is thrown away; a search makes it again."""

SEEN_AGAIN_AFTER = timedelta(hours=12)
VERSION = "1"
"""Raised when the same catalogue makes other rows: then every index is made again."""


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What loading a catalogue did to its index."""

    game: str
    edition: str
    cards: int
    changed: int


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


def refresh(catalogue: Catalogue, sets: Sequence[OwnSet] = ()) -> tuple[CardIndex, int]:
    """The index with exactly the catalogue's cards, and how many of its rows that took. The same again takes none."""
    wanted = {one.code: (at, one) for at, one in enumerate(contents_of_catalogue(catalogue))}
    with transaction.atomic():
        columns = {"game": catalogue.game, "edition": catalogue.edition, "hash": ""}
        CardIndex.objects.get_or_create(key=key_of(catalogue, sets), defaults=columns)
        index = CardIndex.objects.select_for_update().get(key=key_of(catalogue, sets))
        if index.hash == hash_of(catalogue):
            return index, 0
        kept = {row.code: row for row in index.cards.only("id", "code", "digest", "position")}
        right = {code for code, row in kept.items() if code in wanted and row.digest == wanted[code][1].digest}
        moved = [kept[code] for code in right if kept[code].position != wanted[code][0]]
        for row in moved:
            row.position = wanted[row.code][0]
        _delete(index, [row.id for code, row in kept.items() if code not in right])
        IndexedCard.objects.bulk_update(moved, ["position"], batch_size=500)
        new = [item for code, item in wanted.items() if code not in right]
        _insert(index, new, {one.prefix: one for one in sets})
        index.hash, index.used = hash_of(catalogue), timezone.now()
        index.save(update_fields=["hash", "used"])
    return index, len(kept) - len(right) + len(new)


def _delete(index: CardIndex, ids: list[int]) -> None:
    for start in range(0, len(ids), 500):
        IndexedCard.objects.filter(index=index, id__in=ids[start : start + 500]).delete()


def _insert(index: CardIndex, new: Sequence[tuple[int, Contents]], sets: dict[str, OwnSet]) -> None:
    rows = [
        IndexedCard(
            index=index,
            own_set=sets.get(one.code.partition("-")[0]),
            code=one.code,
            digest=one.digest,
            position=at,
            name=one.name,
            words=one.words,
        )
        for at, one in new
    ]
    IndexedCard.objects.bulk_create(rows, batch_size=500)
    ids = dict(index.cards.values_list("code", "id"))
    IndexedField.objects.bulk_create(_fields(index, new, ids), batch_size=2000)


def _fields(index: CardIndex, new: Sequence[tuple[int, Contents]], ids: dict[str, int]) -> Iterator[IndexedField]:
    for _, one in new:
        for name, text, number in one.fields:
            yield IndexedField(index_id=index.id, card_id=ids[one.code], field=name, text=text, number=number)


def load_built_in() -> tuple[Loaded, ...]:
    """Every edition of every game in the index, and nothing in it that is of no use any more."""
    done = []
    for slug, game in GAMES.items():
        for edition in game.editions:
            catalogue = catalogue_of(slug, edition)
            _, changed = refresh(catalogue)
            done.append(Loaded(game=slug, edition=edition, cards=len(catalogue.cards), changed=changed))
    built_in = {key_of(catalogue_of(one.game, one.edition), ()) for one in done}
    CardIndex.objects.exclude(key__in=built_in).filter(used__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    return tuple(done)
