"""The tables of this part: those of sets and those of lists."""

from cards.list_models import (
    ListDraft,
    ListRevision,
    ListTag,
    ListVerdict,
    OwnedCard,
    PlayerList,
    RevisionName,
)
from cards.set_models import OwnSet, SetCard

__all__ = [
    "ListDraft",
    "ListRevision",
    "ListTag",
    "ListVerdict",
    "OwnSet",
    "OwnedCard",
    "PlayerList",
    "RevisionName",
    "SetCard",
]
