"""What the API says of lists: whole ones, those of an index, revisions, drafts; each stamped with its verdict."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from cards.list_models import ListDraft, ListRevision, PlayerList
from cards.list_shapes import read_back
from cards.lists import content_of, contents_of
from cards.pinned import catalogue_for
from cards.verdicts import Correction, Judged, Standing, judge_for, standing, standings
from companion.accounts.models import User
from games.lists import CardList, Entry
from games.registry import game_named


class ParentOut(msgspec.Struct, frozen=True, kw_only=True):
    """The list that this one is a copy of; its name only for who may see it."""

    id: UUID
    revision: int | None
    name: str | None


class ListHead(msgspec.Struct, frozen=True, kw_only=True):
    """A list without its entries, stamped: ``legal`` and the number of ``problems`` are of today's data."""

    id: UUID
    word: Literal["cadre", "deck"]
    game: str
    edition: str
    name: str
    revision: int
    tags: tuple[str, ...]
    legal: bool
    problems: int
    data_hash: str
    totals: dict[str, int]
    corrected: bool
    """The data were corrected after this revision was saved: its verdict tells what that changed."""

    mine: bool
    sharing: Literal["private", "link", "public"]
    link: str | None
    """For its owner: what opens it to who has it, as ``?link=``."""

    built: bool
    parent: ParentOut | None
    created: datetime
    changed: datetime


class ListOut(ListHead, frozen=True, kw_only=True):
    """A list with its content; its ETag is its revision."""

    content: CardList
    comes_along: tuple[Entry, ...]
    """What it has without naming it: a knight's cypher, objectives."""

    has_draft: bool


class ListVerdictOut(Judged, frozen=True, kw_only=True):
    """The verdict on a list, and what a correction of its data has changed since it was saved."""

    revision: int | None
    correction: Correction | None = None


class RevisionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A revision without its content."""

    number: int
    name: str
    created: datetime
    digest: str
    restored: int | None


class RevisionDetailOut(RevisionOut, frozen=True, kw_only=True):
    """A revision, with its content and what that is judged to be today."""

    content: CardList
    verdict: Judged


class DraftOut(msgspec.Struct, frozen=True, kw_only=True):
    """The draft of a list; its ETag is the hash of its content."""

    based_on: int
    stale: bool
    """The list was saved since: its newest revision is another one than this draft began with."""

    changed: datetime
    content: CardList
    verdict: Judged


def list_out(user: User | None, saved: PlayerList, content: CardList | None = None) -> ListOut:
    """A whole list, as a person may see it."""
    found = content_of(saved) if content is None else content
    catalogue, _ = catalogue_for(found, saved.owner)
    mine = user is not None and saved.owner_id == user.pk
    return ListOut(
        **_head(user, saved, found, standing(saved, found)),
        content=found,
        comes_along=game_named(saved.game).comes_along(found, catalogue),
        has_draft=mine and ListDraft.objects.filter(list=saved).exists(),
    )


def heads_out(user: User | None, found: list[PlayerList]) -> tuple[ListHead, ...]:
    """Lists of an index."""
    pairs = contents_of(found)
    stands = standings(pairs)
    return tuple(
        ListHead(**_head(user, saved, content, how)) for (saved, content), how in zip(pairs, stands, strict=True)
    )


def _head(user: User | None, saved: PlayerList, content: CardList, how: Standing) -> dict[str, Any]:
    mine = user is not None and saved.owner_id == user.pk
    verdict = how.verdict
    return {
        "id": saved.id,
        "word": game_named(saved.game).list_word,
        "game": saved.game,
        "edition": saved.edition,
        "name": saved.name,
        "revision": saved.head,
        "tags": content.tags,
        "legal": verdict.legal,
        "problems": len(verdict.problems),
        "data_hash": verdict.data_hash,
        "totals": verdict.totals,
        "corrected": how.correction is not None,
        "mine": mine,
        "sharing": saved.sharing,
        "link": saved.share_token if mine and saved.sharing == PlayerList.Sharing.LINK else None,
        "built": mine and saved.built,
        "parent": _parent(user, saved),
        "created": saved.created,
        "changed": saved.changed,
    }


def _parent(user: User | None, saved: PlayerList) -> ParentOut | None:
    parent = saved.parent
    if parent is None:
        return None
    seen = parent.sharing == PlayerList.Sharing.PUBLIC or (user is not None and parent.owner_id == user.pk)
    return ParentOut(id=parent.id, revision=saved.parent_revision, name=parent.name if seen else None)


def verdict_out(saved: PlayerList, number: int | None = None) -> ListVerdictOut:
    """The verdict on the newest revision, with what a correction changed; or on that of a number."""
    content = content_of(saved, number)
    if number in (None, saved.head):
        how = standing(saved, content)
        fields = {name: getattr(how.verdict, name) for name in how.verdict.__struct_fields__}
        return ListVerdictOut(**fields, revision=saved.head, correction=how.correction)
    verdict = judge_for(content, saved.owner)
    return ListVerdictOut(**{name: getattr(verdict, name) for name in verdict.__struct_fields__}, revision=number)


def revision_out(row: ListRevision, name: str) -> RevisionOut:
    """A revision of a list's history."""
    return RevisionOut(**_revision(row, name))


def revision_detail_out(saved: PlayerList, row: ListRevision, name: str) -> RevisionDetailOut:
    """A revision with its content."""
    content = read_back(row.content)
    return RevisionDetailOut(**_revision(row, name), content=content, verdict=judge_for(content, saved.owner))


def _revision(row: ListRevision, name: str) -> dict[str, Any]:
    return {
        "number": row.number,
        "name": name,
        "created": row.created,
        "digest": row.digest,
        "restored": row.restored,
    }


def draft_out(saved: PlayerList, draft: ListDraft) -> DraftOut:
    """The draft of a list."""
    content = read_back(draft.content)
    return DraftOut(
        based_on=draft.based_on,
        stale=draft.based_on != saved.head,
        changed=draft.changed,
        content=content,
        verdict=judge_for(content, saved.owner),
    )
