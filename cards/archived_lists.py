"""A list in an archive: one file for what it is, one for each revision; written, and read back."""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import Meta

from cards.list_models import ListDraft, ListRevision, ListTag, PlayerList, RevisionName
from cards.list_shapes import check_content, read_back, written
from cards.lists import MOST_LISTS, visible
from companion.accounts.models import User
from companion.problems import FieldError, Problem, unreadable
from games.lists import CardList
from games.registry import game_named

MOST_REVISIONS = 10_000


class ArchivedDraft(msgspec.Struct, frozen=True, kw_only=True):
    """The draft of a list."""

    based_on: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    content: CardList


class ArchivedList(msgspec.Struct, frozen=True, kw_only=True):
    """A list without its revisions."""

    game: Annotated[str, Meta(max_length=40)]
    head: Annotated[int, Meta(ge=1, le=MOST_REVISIONS)]
    sharing: Literal["private", "link", "public"]
    """As it was; it comes back private."""

    built: bool
    parent: UUID | None
    parent_revision: int | None
    created: datetime
    changed: datetime
    names: dict[str, Annotated[str, Meta(min_length=1, max_length=80)]]
    """Number of a revision -> what it is called."""

    draft: ArchivedDraft | None


class ArchivedRevision(msgspec.Struct, frozen=True, kw_only=True):
    """A revision."""

    number: int
    created: datetime
    restored: Annotated[int, Meta(ge=1, le=MOST_REVISIONS)] | None
    content: CardList


def files_of(list_id: UUID) -> Iterator[tuple[str, bytes]]:
    """The files of one list."""
    saved = PlayerList.objects.get(id=list_id)
    draft = ListDraft.objects.filter(list=saved).first()
    listed = ArchivedList(
        game=saved.game,
        head=saved.head,
        sharing=saved.sharing,  # type: ignore[arg-type]
        built=saved.built,
        parent=saved.parent_id,
        parent_revision=saved.parent_revision,
        created=saved.created,
        changed=saved.changed,
        names={str(row.number): row.name for row in RevisionName.objects.filter(list=saved)},
        draft=ArchivedDraft(based_on=draft.based_on, content=read_back(draft.content)) if draft else None,
    )
    yield f"lists/{list_id}/list.json", msgspec.json.format(msgspec.json.encode(listed), indent=1)
    # The head was read before the revisions: those that are added meanwhile are left out.
    for number in range(1, saved.head + 1):
        row = ListRevision.objects.get(list=saved, number=number)
        revision = ArchivedRevision(
            number=row.number, created=row.created, restored=row.restored, content=read_back(row.content)
        )
        yield f"lists/{list_id}/revisions/{number:06}.json", msgspec.json.encode(revision)


def restore(
    user: User, origin: UUID, listed: ArchivedList, revisions: Iterable[ArchivedRevision], sets: dict[str, str]
) -> PlayerList:
    """The list, with a new id; ``sets``: ids of sets in the archive and here. Raises ``Problem``."""
    if user.lists.count() >= MOST_LISTS:
        raise Problem("too_large", f"A person has at most {MOST_LISTS} lists.")
    saved = PlayerList.objects.create(
        owner=user,
        game=listed.game,
        edition="",
        head=listed.head,
        built=listed.built,
        parent_revision=listed.parent_revision,
        origin=origin,
        created=aware(listed.created),
        changed=aware(listed.changed),
    )
    last: CardList | None = None
    for revision in revisions:
        content = _with_sets(revision.content, sets)
        text = _checked(content, listed.game, f"lists/{origin}/revisions/{revision.number:06}.json")
        ListRevision.objects.create(
            list=saved,
            number=revision.number,
            content=text,
            digest=hashlib.sha256(text.encode()).hexdigest(),
            restored=revision.restored,
            created=aware(revision.created),
        )
        last = content
    if last is not None:
        PlayerList.objects.filter(pk=saved.pk).update(name=last.name, edition=last.edition)
        ListTag.objects.bulk_create([ListTag(list=saved, tag=tag) for tag in dict.fromkeys(last.tags)])
    _restore_names(saved, listed)
    _restore_draft(saved, listed, origin, sets)
    return saved


def _with_sets(content: CardList, sets: dict[str, str]) -> CardList:
    return msgspec.structs.replace(content, sets=tuple(sets.get(one, one) for one in content.sets))


def _restore_names(saved: PlayerList, listed: ArchivedList) -> None:
    rows = [
        RevisionName(list=saved, number=int(number), name=name)
        for number, name in listed.names.items()
        if number.isascii() and number.isdigit() and len(number) < 8 and 1 <= int(number) <= listed.head
    ]
    RevisionName.objects.bulk_create(rows, ignore_conflicts=True)


def _restore_draft(saved: PlayerList, listed: ArchivedList, origin: UUID, sets: dict[str, str]) -> None:
    if listed.draft is not None:
        text = _checked(_with_sets(listed.draft.content, sets), listed.game, f"lists/{origin}/list.json")
        based_on = listed.draft.based_on
        digest = hashlib.sha256(f"{based_on}\n{text}".encode()).hexdigest()
        ListDraft.objects.create(list=saved, based_on=based_on, content=text, digest=digest)


def join_parents(user: User, made: dict[UUID, PlayerList], parents: dict[UUID, UUID]) -> None:
    """Copies that came back know their parents again: those of the archive, and others that the person may see."""
    for list_id, parent_id in parents.items():
        parent = made.get(parent_id) or PlayerList.objects.filter(visible(user), id=parent_id).first()
        PlayerList.objects.filter(pk=made[list_id].pk).update(parent=parent)


def aware(time: datetime) -> datetime:
    """A time with its zone, and none that has not come yet."""
    known = time if timezone.is_aware(time) else time.replace(tzinfo=UTC)
    return min(known, timezone.now())


def _checked(content: CardList, game: str, file: str) -> str:
    """The content as it is kept, exactly. Raises ``Problem`` with the file and the path."""
    if content.game != game:
        raise unreadable(f"{file}: it is of another game.", FieldError(path=f"{file}: $.content.game", message=game))
    try:
        check_content(content, game_named(game))
    except Problem as problem:
        errors = tuple(msgspec.structs.replace(one, path=f"{file}: {one.path}") for one in problem.errors)
        raise Problem(problem.code, f"{file}: {problem.detail}", errors=errors) from None
    return written(content)
