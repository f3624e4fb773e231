"""Cadres and decks: who may see one, and what is done with it. Every write of lists and revisions is here.

A save adds a revision to a list whose newest is still the one that its writer saw; else it changes nothing.
"""

import hashlib
import secrets
from typing import Literal
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from cards.list_models import ListRevision, ListTag, PlayerList
from cards.list_shapes import MOST_TAGS, read_back, written
from companion.accounts.models import User
from companion.problems import Problem, not_found
from games.lists import CardList
from games.registry import GAMES

MOST_LISTS = 5_000
"""So many lists has a person at the most."""

Word = Literal["cadre", "deck"]
Sharing = PlayerList.Sharing


class Stale(Exception):
    """The list was saved by another in the meantime: ``saved`` is what it is now."""

    def __init__(self, saved: PlayerList) -> None:
        super().__init__(f"revision {saved.head}")
        self.saved = saved


def games_of(word: Word) -> tuple[str, ...]:
    """The games that call their lists so."""
    return tuple(game.slug for game in GAMES.values() if game.list_word == word)


def visible(user: User | None) -> Q:
    """Lists that a person may see without a link: public ones, and their own."""
    public = Q(sharing=Sharing.PUBLIC)
    return public if user is None else public | Q(owner=user)


def access_list(
    user: User | None, list_id: UUID, *, link: str = "", word: Word | None = None, write: bool = False
) -> PlayerList:
    """A list that a person may see: their own, a public one, one whose link they have; to ``write``: their own.

    Raises ``Problem`` ``not_found``, whatever the reason is.
    """
    may = Q(owner=user) if write else visible(user)
    if link and "\0" not in link and not write:
        may |= Q(sharing=Sharing.LINK, share_token=link)
    found = PlayerList.objects.filter(may, id=list_id).select_related("owner", "parent").first()
    if found is None or (write and user is None) or (word and found.game not in games_of(word)):
        raise not_found(f"You have no such {word or 'list'}.")
    return found


def content_of(saved: PlayerList, number: int | None = None) -> CardList:
    """The content of its newest revision, or of that of a number. Raises ``Problem`` ``not_found``."""
    row = ListRevision.objects.filter(list=saved, number=saved.head if number is None else number).first()
    if row is None:
        raise not_found(f"The list has no revision {number}; its newest is {saved.head}.")
    return read_back(row.content)


def contents_of(found: list[PlayerList]) -> list[tuple[PlayerList, CardList]]:
    """Lists with the contents of their newest revisions, in one question; those that are gone by now are left out."""
    rows = ListRevision.objects.filter(list__in=found, number=F("list__head")).values_list(
        "list_id", "number", "content"
    )
    contents = {list_id: (number, content) for list_id, number, content in rows}
    pairs = []
    for saved in found:
        if saved.pk in contents:
            # It may have been saved since the row was read: number and content belong together.
            saved.head, content = contents[saved.pk]
            pairs.append((saved, read_back(content)))
    return pairs


def create(
    *, user: User, content: CardList, parent: PlayerList | None = None, built: bool = False, origin: UUID | None = None
) -> PlayerList:
    """A new list with its first revision. Raises ``Problem`` ``too_large`` for who has too many."""
    if user.lists.count() >= MOST_LISTS:
        raise Problem("too_large", f"You have {MOST_LISTS} lists; that is the most that a person has.")
    with transaction.atomic():
        saved = PlayerList.objects.create(
            owner=user,
            game=content.game,
            edition=content.edition,
            name=content.name,
            parent=parent,
            parent_revision=parent.head if parent else None,
            built=built,
            origin=origin,
        )
        _add_revision(saved, 1, content)
        _set_tags(saved, content)
    return saved


def save(*, saved: PlayerList, seen: int | None, content: CardList, restored: int | None = None) -> PlayerList:
    """A new revision; ``seen`` is the one that its writer saw, None for any. Raises :class:`Stale`.

    What is the same as the newest revision is saved already: a retry adds nothing.
    """
    with transaction.atomic():
        row = PlayerList.objects.select_for_update().filter(pk=saved.pk).first()
        if row is None:
            raise not_found("The list has been deleted.")
        if content_of(row) == content:
            return row
        if seen is not None and seen != row.head:
            raise Stale(row)
        # The WHERE is what holds where a database has no row locks.
        moved = PlayerList.objects.filter(pk=row.pk, head=row.head).update(
            head=row.head + 1, name=content.name, edition=content.edition, changed=timezone.now()
        )
        if not moved:
            raise Stale(PlayerList.objects.get(pk=row.pk))
        _add_revision(row, row.head + 1, content, restored)
        _set_tags(row, content)
    return PlayerList.objects.select_related("owner", "parent").get(pk=row.pk)


def restore(*, saved: PlayerList, seen: int | None, number: int) -> PlayerList:
    """An older revision's content as the newest one. Raises :class:`Stale`, ``Problem`` ``not_found``."""
    return save(saved=saved, seen=seen, content=content_of(saved, number), restored=number)


def copy(*, user: User, saved: PlayerList) -> PlayerList:
    """A list of one's own with the same content, notes and all; it knows which one it is a copy of."""
    return create(user=user, content=content_of(saved), parent=saved)


def share(*, saved: PlayerList, sharing: str, new_link: bool = False) -> PlayerList:
    """Who may see it from now on. The link stays the same until a new one is wanted; the old one is dead then."""
    if sharing == Sharing.LINK and (new_link or not saved.share_token):
        saved.share_token = secrets.token_urlsafe(32)
    saved.sharing = sharing
    saved.save(update_fields=["sharing", "share_token"])
    return saved


def set_built(*, saved: PlayerList, built: bool) -> PlayerList:
    """Whether it lies on the table, its copies taken from its owner's collection."""
    saved.built = built
    saved.save(update_fields=["built"])
    return saved


def delete(saved: PlayerList) -> None:
    """It goes, with all its revisions. Copies of it stay."""
    saved.delete()


def delete_many(*, user: User, ids: tuple[UUID, ...]) -> int:
    """Those of them that are this person's own go; how many that were."""
    with transaction.atomic():
        found = PlayerList.objects.filter(owner=user, id__in=ids)
        count = found.count()
        found.delete()
    return count


def tag_many(*, user: User, ids: tuple[UUID, ...], tag: str, add: bool) -> int:
    """A tag for those of them that are this person's own and have it not, or away from those that have; how many."""
    found = PlayerList.objects.filter(owner=user, id__in=ids).order_by("id")
    return sum(_tag(saved, tag, add=add) for saved in found)


def _tag(saved: PlayerList, tag: str, *, add: bool, tries: int = 5) -> bool:
    """Whether it was done; who saves the list meanwhile loses nothing, it is then done on theirs."""
    content = content_of(saved)
    tags = tuple(one for one in content.tags if one != tag)
    if add:
        tags = content.tags if tag in content.tags or len(content.tags) >= MOST_TAGS else (*content.tags, tag)
    if tags == content.tags:
        return False
    try:
        save(saved=saved, seen=saved.head, content=msgspec.structs.replace(content, tags=tags))
    except Stale as stale:
        if tries == 0:
            raise Problem("not_ready", "The list is being saved again and again; try once more.") from None
        return _tag(stale.saved, tag, add=add, tries=tries - 1)
    return True


def own_and_public(user: User | None, *, public: bool) -> QuerySet[PlayerList]:
    """Lists for an index, the last changed first: public ones of everybody, or a person's own."""
    rows = PlayerList.objects.filter(sharing=Sharing.PUBLIC) if public else PlayerList.objects.filter(owner=user)
    return rows.select_related("owner", "parent").order_by("-changed", "id")


def _add_revision(saved: PlayerList, number: int, content: CardList, restored: int | None = None) -> None:
    text = written(content)
    digest = hashlib.sha256(text.encode()).hexdigest()
    ListRevision.objects.create(list=saved, number=number, content=text, digest=digest, restored=restored)


def _set_tags(saved: PlayerList, content: CardList) -> None:
    ListTag.objects.filter(list=saved).exclude(tag__in=content.tags).delete()
    ListTag.objects.bulk_create([ListTag(list=saved, tag=tag) for tag in content.tags], ignore_conflicts=True)
