"""Autosave: the one draft of a list. It is written over, but never over what its writer has not seen."""

import hashlib

from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.list_models import ListDraft, PlayerList
from cards.list_shapes import written
from companion.problems import not_found
from games.lists import CardList


class StaleDraft(Exception):
    """Another tab has written the draft in the meantime: ``draft`` is what it is now, None for a deleted one."""

    def __init__(self, draft: ListDraft | None) -> None:
        super().__init__("the draft was written in the meantime")
        self.draft = draft


def draft_of(saved: PlayerList) -> ListDraft:
    """The draft of a list. Raises ``Problem`` ``not_found``."""
    found = ListDraft.objects.filter(list=saved).first()
    if found is None:
        raise not_found("The list has no draft.")
    return found


def write(*, saved: PlayerList, seen: str | None, based_on: int, content: CardList) -> ListDraft:
    """Autosave; ``seen`` is the digest of the draft that its writer saw, None: there was none.

    Raises :class:`StaleDraft`. What is the same as the draft that is there is written already.
    """
    text = written(content)
    digest = hashlib.sha256(f"{based_on}\n{text}".encode()).hexdigest()
    values = {"based_on": based_on, "content": text, "digest": digest, "changed": timezone.now()}
    rows = ListDraft.objects.filter(list=saved)
    if seen is None:
        try:
            with transaction.atomic():
                return ListDraft.objects.create(list=saved, **values)
        except IntegrityError:
            changed = 0
    else:
        changed = rows.filter(digest=seen).update(**values)
    now = rows.first()
    if not changed and (now is None or now.digest != digest):
        raise StaleDraft(now)
    if now is None:
        raise StaleDraft(None)
    return now


def discard(*, saved: PlayerList, seen: str) -> None:
    """The draft goes. Raises :class:`StaleDraft` where it is another than the one that was seen."""
    deleted, _ = ListDraft.objects.filter(list=saved, digest=seen).delete()
    if not deleted:
        raise StaleDraft(draft_of(saved))
