"""What lists and collection keep of a person, for the export of all that is kept of them."""

from typing import Any

import msgspec

from cards.list_models import ListDraft, ListRevision, OwnedCard, PlayerList, RevisionName
from companion.accounts.models import User


def lists_of(user: User) -> list[dict[str, Any]]:
    """Every list with all its revisions, their names, and the draft."""
    revisions: dict[Any, list[dict[str, Any]]] = {}
    names = {(row.list_id, row.number): row.name for row in RevisionName.objects.filter(list__owner=user)}
    for row in ListRevision.objects.filter(list__owner=user).order_by("list", "number"):
        content = msgspec.json.decode(row.content)
        name = names.get((row.list_id, row.number), "")
        one = {"number": row.number, "name": name, "created": row.created, "restored": row.restored}
        revisions.setdefault(row.list_id, []).append(one | {"content": content})
    drafts = {row.list_id: row for row in ListDraft.objects.filter(list__owner=user)}
    return [
        {
            "id": saved.id,
            "game": saved.game,
            "sharing": saved.sharing,
            "link": saved.share_token,
            "built": saved.built,
            "parent": saved.parent_id,
            "parent_revision": saved.parent_revision,
            "origin": saved.origin,
            "created": saved.created,
            "changed": saved.changed,
            "revisions": revisions.get(saved.id, []),
            "draft": _draft(drafts.get(saved.id)),
        }
        for saved in PlayerList.objects.filter(owner=user).order_by("created", "id")
    ]


def _draft(draft: ListDraft | None) -> dict[str, Any] | None:
    if draft is None:
        return None
    content = msgspec.json.decode(draft.content)
    return {"based_on": draft.based_on, "changed": draft.changed, "content": content}


def collection_of(user: User) -> list[dict[str, Any]]:
    """Every card that a person says to own."""
    rows = OwnedCard.objects.filter(owner=user).order_by("game", "code")
    return [dict(row) for row in rows.values("game", "code", "name", "copies")]
