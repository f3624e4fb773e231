"""The tables of this part: those of sets, of lists, and of the search index."""

from cards.index_models import CardIndex, IndexedCard, IndexedValue
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
    "CardIndex",
    "IndexedCard",
    "IndexedValue",
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
