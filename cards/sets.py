"""A person's own sets: who may see one, and what is done with it. Every write of sets is here or in set_cards.py."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q

from cards.set_models import OwnSet
from companion.accounts.models import User
from companion.problems import not_found


def visible(user: User | None) -> Q:
    """Sets that a person may see without a link: public ones, and their own."""
    public = Q(sharing=OwnSet.Sharing.PUBLIC)
    return public if user is None else public | Q(owner=user)


def access_set(user: User | None, set_id: UUID, token: str | None = None) -> OwnSet:
    """A set that a person may see: their own, a public one, or one whose link they have. Raises ``not_found``."""
    may = visible(user)
    if token:
        may |= Q(sharing=OwnSet.Sharing.LINK, share_token=token)
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
