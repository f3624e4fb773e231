"""Revisions of a list: what they are called, and which content a word of a diff stands for."""

from typing import NamedTuple
from uuid import UUID

from cards.drafts import draft_of
from cards.list_models import ListRevision, PlayerList, RevisionName
from cards.list_shapes import read_back
from cards.lists import access_list, content_of
from companion.accounts.models import User
from companion.problems import FieldError, not_found, unreadable
from games.lists import CardList

DRAFT = "draft"


class Side(NamedTuple):
    """One side of a diff: a content, and the list that it is of."""

    saved: PlayerList
    content: CardList


def call(*, saved: PlayerList, number: int, name: str) -> None:
    """A revision's name; none: it has none any more. Raises ``Problem`` ``not_found``."""
    if not ListRevision.objects.filter(list=saved, number=number).exists():
        raise not_found(f"The list has no revision {number}.")
    if name:
        RevisionName.objects.update_or_create(list=saved, number=number, defaults={"name": name})
    else:
        RevisionName.objects.filter(list=saved, number=number).delete()


def names_of(saved: PlayerList, numbers: list[int] | None = None) -> dict[int, str]:
    """Number -> name, of the revisions that have one."""
    rows = RevisionName.objects.filter(list=saved)
    return dict((rows if numbers is None else rows.filter(number__in=numbers)).values_list("number", "name"))


def side_of(user: User | None, saved: PlayerList, word: str, field: str) -> Side:
    """What ``3``, ``draft``, or another list's id (or ``id@3``) means, seen from a list.

    Revisions but the newest, and the draft, are their owner's alone. Raises ``Problem``: ``unreadable``, ``not_found``.
    """
    other, _, number = word.rpartition("@") if "@" in word else ("", "", word)
    if "@" in word and not (other and number):
        raise _odd(field, word)
    if not other and len(word) == 36:
        other, number = word, ""
    where = saved
    if other:
        try:
            where = access_list(user, UUID(other))
        except ValueError:
            raise _odd(field, word) from None
    if number == DRAFT and where.owner == user:
        return Side(where, read_back(draft_of(where).content))
    if not number:
        return Side(where, content_of(where))
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise _odd(field, word)
    if where.owner != user and int(number) != where.head:
        raise not_found(f"The list has no revision {number} for you.")
    return Side(where, content_of(where, int(number)))


def _odd(field: str, word: str) -> Exception:
    message = f"{word[:80]!r} is no number of a revision, no id of a list (or id@number), and not {DRAFT!r}."
    return unreadable(message, FieldError(path=f"?{field}", message=message))
