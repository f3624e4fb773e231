"""A person's collection: copies owned, which built list holds which, what a list lacks. Reprints count together.

Two cards are the same card where they have the same full name, whatever their sets and codes are.
"""

from collections import Counter
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from cards.list_models import OwnedCard, PlayerList
from cards.lists import contents_of
from cards.pinned import catalogue_for
from companion.accounts.models import User
from companion.problems import FieldError, unreadable
from games.catalogue import Catalogue
from games.lists import CardList

MOST_COPIES = 9_999


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """Copies that a built list holds."""

    list: UUID
    name: str
    copies: int


class Print(msgspec.Struct, frozen=True, kw_only=True):
    """Copies owned under one code."""

    code: str
    copies: int


class OwnedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A card that is owned, in all its printings; ``free`` = owned less what built lists hold (it may be negative)."""

    game: str
    name: str
    owned: int
    prints: tuple[Print, ...]
    held: tuple[Held, ...]
    free: int


class Lack(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a list: how many it needs, how many are owned, held by other built lists, free, and lacking."""

    code: str | None
    name: str
    need: int
    owned: int
    held: tuple[Held, ...]
    free: int
    lacks: int


class Lacking(msgspec.Struct, frozen=True, kw_only=True):
    """What a list lacks of a person's collection."""

    complete: bool
    need: int
    lacks: int
    cards: tuple[Lack, ...]
    """Every card of the list."""


def own(*, user: User, game: str, copies: dict[str, int], catalogue: Catalogue) -> None:
    """So many copies of each of these cards are owned from now on; 0: none. Raises ``Problem`` ``unreadable``."""
    odd = tuple(code for code in copies if code not in catalogue.by_code and copies[code])
    if odd:
        faults = (FieldError(path="$.cards", message=f"{catalogue.name} has no card {code[:40]!r}.") for code in odd)
        raise unreadable("Some of these cards are not there.", *faults)
    with transaction.atomic():
        OwnedCard.objects.filter(owner=user, game=game, code__in=[code for code, n in copies.items() if not n]).delete()
        OwnedCard.objects.bulk_create(
            [
                OwnedCard(owner=user, game=game, code=code, name=catalogue.by_code[code].name, copies=n)
                for code, n in copies.items()
                if n
            ],
            update_conflicts=True,
            unique_fields=["owner", "game", "code"],
            update_fields=["name", "copies"],
        )


def collection_of(user: User, game: str | None = None) -> tuple[OwnedOut, ...]:
    """All that a person owns, by game and name."""
    rows = OwnedCard.objects.filter(owner=user)
    if game:
        rows = rows.filter(game=game)
    by_name: dict[tuple[str, str], list[OwnedCard]] = {}
    for row in rows.order_by("game", "name", "code"):
        by_name.setdefault((row.game, row.name), []).append(row)
    held = _held(user, game)
    return tuple(
        OwnedOut(
            game=key[0],
            name=key[1],
            owned=(owned := sum(row.copies for row in found)),
            prints=tuple(Print(code=row.code, copies=row.copies) for row in found),
            held=(takers := held.get(key, ())),
            free=owned - sum(one.copies for one in takers),
        )
        for key, found in by_name.items()
    )


def lacking(user: User, saved: PlayerList, content: CardList) -> Lacking:
    """What a list needs and its reader has not: free copies are those that no other built list of theirs holds."""
    catalogue, _ = catalogue_for(content, saved.owner)
    owned = Counter[str]()
    for name, copies in OwnedCard.objects.filter(owner=user, game=saved.game).values_list("name", "copies"):
        owned[name] += copies
    held = _held(user, saved.game)
    need: Counter[str] = Counter()
    codes: dict[str, str | None] = {}
    for entry in content.entries:
        card = catalogue.by_code.get(entry.code or "")
        name = card.name if card else entry.name
        need[name] += entry.count
        codes.setdefault(name, card.code if card else None)
    cards = tuple(_lack(saved, name, codes[name], n, owned[name], held) for name, n in need.items())
    lacks = sum(one.lacks for one in cards)
    return Lacking(complete=lacks == 0, need=sum(need.values()), lacks=lacks, cards=cards)


def _lack(saved: PlayerList, name: str, code: str | None, need: int, owned: int, held: Any) -> Lack:
    others = tuple(one for one in held.get((saved.game, name), ()) if one.list != saved.id)
    free = owned - sum(one.copies for one in others)
    return Lack(code=code, name=name, need=need, owned=owned, held=others, free=free, lacks=max(0, need - max(0, free)))


def _held(user: User, game: str | None) -> dict[tuple[str, str], tuple[Held, ...]]:
    """(game, full name) -> which built lists of a person hold how many."""
    rows = PlayerList.objects.filter(owner=user, built=True).select_related("owner")
    if game:
        rows = rows.filter(game=game)
    found: dict[tuple[str, str], list[Held]] = {}
    for saved, content in contents_of(list(rows)):
        catalogue, _ = catalogue_for(content, user)
        copies: Counter[str] = Counter()
        for entry in content.entries:
            if card := catalogue.by_code.get(entry.code or ""):
                copies[card.name] += entry.count
        for name, n in copies.items():
            found.setdefault((saved.game, name), []).append(Held(list=saved.id, name=saved.name, copies=n))
    return {key: tuple(value) for key, value in found.items()}
