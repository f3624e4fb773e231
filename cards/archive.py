"""Everything of a person in one file, and back. Restoring adds what is not there yet; it changes and deletes nothing.

Lists come back with every revision, its time and its name, as new private lists that remember which ones they were.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from msgspec import Meta

from cards import archived_lists, archived_sets, images
from cards.archived_lists import ArchivedList, ArchivedRevision
from cards.archived_sets import ArchivedSet, ArchivedSetCard
from cards.list_models import ListRevision, OwnedCard, PlayerList
from cards.set_models import OwnSet
from cards.zip_files import Unpacked
from companion.accounts.models import User
from companion.accounts.parts import PARTS
from companion.problems import FieldError, unreadable
from games.registry import GAMES

FORMAT = "companion-archive"
HEAD = "companion.json"
COLLECTION = "collection.json"
MOST_OF_A_FILE = 2 * 1024 * 1024
OWN_FILES = frozenset({"lists", "collection", "sets"})
"""Parts of the export that have files of their own here, which are read back."""

UUID_FORM = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
LIST_FILE = re.compile(rf"^lists/({UUID_FORM})/list\.json$")
SET_FILE = re.compile(rf"^sets/({UUID_FORM})/set\.json$")


class ArchiveHead(msgspec.Struct, frozen=True, kw_only=True):
    """What the file is."""

    format: str
    version: int
    created: datetime


class ArchivedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the collection."""

    game: Annotated[str, Meta(max_length=40)]
    code: Annotated[str, Meta(max_length=14)]
    name: Annotated[str, Meta(max_length=200)]
    copies: Annotated[int, Meta(ge=1, le=9_999)]


class Skipped(msgspec.Struct, frozen=True, kw_only=True):
    """A list or a set of the archive that was not restored, and why."""

    id: UUID
    why: str


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What came back."""

    lists: int
    revisions: int
    sets: int
    collection: int
    skipped: tuple[Skipped, ...]


def files_of(user: User) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file of a person's archive."""
    yield HEAD, _json(ArchiveHead(format=FORMAT, version=1, created=timezone.now()))
    for set_id in list(OwnSet.objects.filter(owner=user).order_by("created", "id").values_list("id", flat=True)):
        yield from archived_sets.files_of(set_id)
    for list_id in list(PlayerList.objects.filter(owner=user).order_by("created", "id").values_list("id", flat=True)):
        yield from archived_lists.files_of(list_id)
    owned = OwnedCard.objects.filter(owner=user).order_by("game", "code").values("game", "code", "name", "copies")
    yield COLLECTION, _json([dict(row) for row in owned])
    encoder = DjangoJSONEncoder(ensure_ascii=False, indent=1)
    for name, part in PARTS.items():
        if name not in OWN_FILES:
            yield f"kept/{name}.json", encoder.encode(import_string(part)(user)).encode()


def restore(user: User, archive: Unpacked) -> Restored:
    """All or nothing of it. Raises ``Problem``: ``unreadable`` with the file and the path, ``too_large``."""
    head = take_file(archive, HEAD, ArchiveHead)
    if (head.format, head.version) != (FORMAT, 1):
        message = f"This is no archive of version 1: {head.format[:40]!r}."
        raise unreadable(message, FieldError(path=HEAD, message=message))
    began = timezone.now()
    with transaction.atomic():
        joined, skipped = _restore_sets(user, archive)
        made = _restore_lists(user, archive, joined, skipped)
        cards = _restore_collection(user, archive)
    revisions = ListRevision.objects.filter(list__in=[saved.pk for saved in made.values()]).count()
    return Restored(
        lists=len(made),
        revisions=revisions,
        sets=sum(1 for one in joined.values() if one.created >= began),
        collection=cards,
        skipped=tuple(skipped),
    )


def _restore_sets(user: User, archive: Unpacked) -> tuple[dict[UUID, OwnSet], list[Skipped]]:
    """Id in the archive -> the set that it stands for here: itself, one that is there with its codes, or a new one."""
    joined: dict[UUID, OwnSet] = {}
    skipped: list[Skipped] = []
    for set_id in _ids(archive, SET_FILE):
        head = take_file(archive, f"sets/{set_id}/set.json", ArchivedSet)
        own = OwnSet.objects.filter(owner=user)
        there = own.filter(id=set_id).first() or own.filter(game=head.game, prefix=head.prefix).first()
        if there is not None:
            joined[set_id] = there
            skipped.append(Skipped(id=set_id, why=f"You have a set {head.prefix!r}; lists use that one."))
        elif head.game not in GAMES:
            skipped.append(Skipped(id=set_id, why=f"The game {head.game[:40]!r} is not here."))
        else:
            joined[set_id] = _restore_set(user, archive, set_id, head)
    return joined, skipped


def _restore_set(user: User, archive: Unpacked, set_id: UUID, head: ArchivedSet) -> OwnSet:
    cards: list[ArchivedSetCard] = []
    for number in range(1, head.card_files + 1):
        cards += take_file(archive, f"sets/{set_id}/cards/{number:06}.json", list[ArchivedSetCard])
    there = set(archive.names)
    return archived_sets.restore(
        user, head, cards, lambda name: archive.read(name, images.MOST_BYTES) if name in there else None
    )


def _restore_lists(
    user: User, archive: Unpacked, joined: dict[UUID, OwnSet], skipped: list[Skipped]
) -> dict[UUID, PlayerList]:
    made: dict[UUID, PlayerList] = {}
    parents: dict[UUID, UUID] = {}
    ids = {str(old): str(own.id) for old, own in joined.items()}
    for list_id in _ids(archive, LIST_FILE):
        if why := _why_not(user, list_id, archive):
            skipped.append(Skipped(id=list_id, why=why))
            continue
        listed = take_file(archive, f"lists/{list_id}/list.json", ArchivedList)
        revisions = _revisions(archive, list_id, listed.head)
        made[list_id] = archived_lists.restore(user, list_id, listed, revisions, ids)
        if listed.parent:
            parents[list_id] = listed.parent
    archived_lists.join_parents(user, made, parents)
    return made


def _ids(archive: Unpacked, form: re.Pattern[str]) -> list[UUID]:
    return [UUID(found[1]) for name in archive.names if (found := form.match(name))]


def _why_not(user: User, list_id: UUID, archive: Unpacked) -> str:
    own = PlayerList.objects.filter(owner=user)
    if own.filter(id=list_id).exists() or own.filter(origin=list_id).exists():
        return "You have this list."
    game = take_file(archive, f"lists/{list_id}/list.json", ArchivedList).game
    return "" if game in GAMES else f"The game {game[:40]!r} is not here."


def _revisions(archive: Unpacked, list_id: UUID, head: int) -> Iterator[ArchivedRevision]:
    for number in range(1, head + 1):
        name = f"lists/{list_id}/revisions/{number:06}.json"
        revision = take_file(archive, name, ArchivedRevision)
        if revision.number != number:
            raise unreadable("It has another number than its name.", FieldError(path=name, message="$.number"))
        yield revision


def _restore_collection(user: User, archive: Unpacked) -> int:
    if COLLECTION not in archive.names:
        return 0
    found: list[ArchivedCard] = take_file(archive, COLLECTION, list[ArchivedCard])
    known = [one for one in found if one.game in GAMES]
    there = set(OwnedCard.objects.filter(owner=user).values_list("game", "code"))
    rows = {(one.game, one.code): one for one in known if (one.game, one.code) not in there}
    OwnedCard.objects.bulk_create(
        [OwnedCard(owner=user, game=one.game, code=one.code, name=one.name, copies=one.copies) for one in rows.values()]
    )
    return len(rows)


def take_file(archive: Unpacked, name: str, shape: Any) -> Any:
    """A file of the archive as ``shape``. Raises ``Problem`` with the file's name and the path."""
    data = archive.read(name, MOST_OF_A_FILE)
    try:
        return msgspec.json.decode(data, type=shape)
    except RecursionError:
        message, path = "It is nested too deeply.", ""
    except (msgspec.MsgspecError, UnicodeError) as error:
        message, _, path = str(error).partition(" - at `")
    raise unreadable(f"{name}: {message}", FieldError(path=f"{name}: {path.rstrip('`') or '$'}", message=message))


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)
