"""A person's own sets: who may see one, and what is done with it. Its cards are in set_cards.py."""

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from cards import images, index
from cards.set_models import OwnSet, SetCard
from companion.accounts.models import User
from companion.problems import FieldError, Problem, not_found, unreadable
from games.decider import Game
from games.registry import catalogue_of, game_named

PREFIX = re.compile(r"[a-z]{2,8}")
MOST_SETS = 200
"""Of one person."""


class Stale(Exception):
    """A set, or a card of it, was saved by another in the meantime: ``current`` is what it is now."""

    def __init__(self, current: OwnSet | SetCard) -> None:
        super().__init__(f"revision {current.revision}")
        self.current = current


def visible(user: User | None) -> Q:
    """Sets that a person may see without a link: public ones, and their own."""
    public = Q(sharing=OwnSet.Sharing.PUBLIC)
    return public if user is None else public | Q(owner=user)


def access_set(user: User | None, set_id: UUID, link: str | None = None) -> OwnSet:
    """A set that a person may see: their own, a public one, or one whose link they have. Raises ``not_found``."""
    may = visible(user)
    if link and "\0" not in link:
        may |= Q(sharing=OwnSet.Sharing.LINK, share_token=link)
    found = OwnSet.objects.filter(may, id=set_id).first()
    if found is None:
        raise not_found("You have no such set.")
    return found


def access_sets(user: User | None, ids: Sequence[UUID]) -> tuple[OwnSet, ...]:
    """The sets that a person may see, in the order of ``ids``, each once. Raises ``not_found`` for any other."""
    wanted = tuple(dict.fromkeys(ids))
    found = OwnSet.objects.filter(visible(user), id__in=wanted).in_bulk() if wanted else {}
    missing = [str(one) for one in wanted if one not in found]
    if missing:
        raise not_found(f"You have no such set: {', '.join(missing)}.")
    return tuple(found[one] for one in wanted)


def access_own_set(user: User, set_id: UUID) -> OwnSet:
    """A set that a person may change: their own. Raises ``not_found``."""
    found = OwnSet.objects.filter(owner=user, id=set_id).first()
    if found is None:
        raise not_found("You have no such set.")
    return found


def create(*, user: User, game: str, prefix: str, name: str, note: str = "", sharing: str = "private") -> OwnSet:
    """A new, empty set. Raises UnknownGame; ``Problem`` ``unreadable`` for a prefix that cannot be had."""
    return _insert(user, prefix, game=game_named(game), name=name, note=note, sharing=sharing, parent=None)


def _insert(user: User, prefix: str, *, game: Game, **columns: Any) -> OwnSet:
    _check_prefix(game, prefix)
    if OwnSet.objects.filter(owner=user).count() >= MOST_SETS:
        raise unreadable(f"A person has at most {MOST_SETS} sets; delete one that is not needed.")
    try:
        with transaction.atomic():
            return OwnSet.objects.create(
                owner=user, game=game.slug, prefix=prefix, share_token=secrets.token_urlsafe(32), **columns
            )
    except IntegrityError:
        raise _odd_prefix(f"You have a set of {game.name} with the prefix {prefix!r} already.") from None


def _check_prefix(game: Game, prefix: str) -> None:
    if not PREFIX.fullmatch(prefix):
        raise _odd_prefix("A prefix has 2 to 8 letters from a to z, all small.")
    for edition in game.editions:
        if prefix in {one.code for one in catalogue_of(game.slug, edition).sets}:
            raise _odd_prefix(f"{prefix!r} begins the codes of a built-in set.")


def _odd_prefix(message: str) -> Problem:
    return unreadable(message, FieldError(path="$.prefix", message=message))


@contextmanager
def changing(own: OwnSet, seen: int | None = None) -> Iterator[OwnSet]:
    """The set, locked until the change is done; then it has its next revision.

    It must still be at the revision ``seen`` (``None``: any). Raises :class:`Stale`, ``not_found``.
    """
    with transaction.atomic():
        locked = OwnSet.objects.select_for_update().filter(id=own.id).first()
        if locked is None:
            raise not_found("You have no such set.")
        if seen is not None and locked.revision != seen:
            raise Stale(locked)
        yield locked
        locked.revision += 1
        locked.changed = timezone.now()
        locked.save(update_fields=["revision", "changed", "name", "note", "sharing", "share_token"])


def save(*, own: OwnSet, seen: int | None, name: str, note: str, sharing: str) -> OwnSet:
    """Another name, note or sharing for it. Raises :class:`Stale`."""
    with changing(own, seen) as locked:
        locked.name, locked.note, locked.sharing = name, note, sharing
    return locked


def renew_link(own: OwnSet) -> OwnSet:
    """Another link to it: who has the one before sees it no more."""
    with changing(own) as locked:
        locked.share_token = secrets.token_urlsafe(32)
    return locked


def delete(*, own: OwnSet, seen: int | None) -> None:
    """It goes, with its cards and their pictures. Copies of it stay. Raises :class:`Stale`."""
    with transaction.atomic():
        locked = OwnSet.objects.select_for_update().filter(id=own.id).first()
        if locked is None:
            return
        if seen is not None and locked.revision != seen:
            raise Stale(locked)
        names = images.names_of(locked)
        index.forget([locked])
        locked.delete()
        transaction.on_commit(lambda: images.drop_unused(names))


def copy(*, user: User, source: OwnSet, prefix: str | None = None, name: str | None = None) -> OwnSet:
    """A set of one's own with everything that is in another: cards, overrides, pictures; it knows its parent.

    Codes of its cards begin with ``prefix``, that of the source where none is given. Raises ``Problem``.
    """
    game = game_named(source.game)
    with transaction.atomic():
        new = _insert(
            user,
            source.prefix if prefix is None else prefix,
            game=game,
            name=name or source.name,
            note=source.note,
            sharing=OwnSet.Sharing.PRIVATE,
            parent=source,
        )
        own = f"{source.prefix}-"
        rows = list(source.cards.order_by("id"))
        images.check_room(user, sum(row.image_bytes for row in rows))
        for row in rows:
            row.pk, row.set = None, new
            if row.code.startswith(own):
                row.code = new.prefix + row.code.removeprefix(source.prefix)
        SetCard.objects.bulk_create(rows, batch_size=500)
    return new


def forget_person(user: User) -> None:
    """What is kept beside the rows of a person's sets goes when the person does: indexes, pictures."""
    index.forget(list(OwnSet.objects.filter(owner=user)))
    names = set(SetCard.objects.filter(set__owner=user).exclude(image="").values_list("image", flat=True))
    transaction.on_commit(lambda: images.drop_unused(names))


def export_of(user: User) -> list[dict[str, Any]]:
    """Every set of a person with its cards, for the export of all that is kept of them."""
    cards: dict[UUID, list[dict[str, Any]]] = {}
    columns = ("set", "code", "name", "values", "removed", "image")
    for row in SetCard.objects.filter(set__owner=user).order_by("set", "number", "code").values(*columns):
        cards.setdefault(row.pop("set"), []).append(row)
    rows = OwnSet.objects.filter(owner=user).order_by("created", "id")
    fields = (
        "id",
        "game",
        "prefix",
        "name",
        "note",
        "sharing",
        "share_token",
        "parent",
        "created",
        "changed",
        "revision",
    )
    return [row | {"cards": cards.get(row["id"], [])} for row in rows.values(*fields)]
