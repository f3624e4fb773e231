"""A person's own set in an archive: what it is, its cards some hundred kilobytes a file, its pictures; and back."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from cards import images, set_cards, sets
from cards.set_models import OwnSet, SetCard
from companion.accounts.models import User
from companion.problems import FieldError, unreadable

MOST_OF_A_FILE = 400 * 1024


class ArchivedSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set without its cards; it comes back private."""

    game: Annotated[str, Meta(max_length=40)]
    prefix: Annotated[str, Meta(max_length=8)]
    name: Annotated[str, Meta(min_length=1, max_length=120)]
    note: Annotated[str, Meta(max_length=20_000)]
    card_files: Annotated[int, Meta(ge=0, le=20_000)]


class ArchivedSetCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of it, or what is other of a built-in one; ``image`` is the name of the picture's file."""

    code: Annotated[str, Meta(max_length=14)]
    name: Annotated[str, Meta(max_length=200)]
    values: dict[str, Any]
    removed: datetime | None = None
    image: str | None = None


def files_of(set_id: UUID) -> Iterator[tuple[str, bytes]]:
    """The files of one set."""
    own = OwnSet.objects.get(id=set_id)
    files = 0
    for files, cards in enumerate(_parts(own), 1):
        yield f"sets/{set_id}/cards/{files:06}.json", msgspec.json.encode(cards)
    for row in own.cards.exclude(image="").order_by("number", "code"):
        if (path := images.path_of(row.image)).is_file():
            yield _picture(own.id, row), path.read_bytes()
    head = ArchivedSet(game=own.game, prefix=own.prefix, name=own.name, note=own.note, card_files=files)
    yield f"sets/{set_id}/set.json", msgspec.json.format(msgspec.json.encode(head), indent=1)


def _parts(own: OwnSet) -> Iterator[list[ArchivedSetCard]]:
    part: list[ArchivedSetCard] = []
    size = 0
    for row in own.cards.order_by("number", "code"):
        there = row.image and images.path_of(row.image).is_file()
        values = msgspec.json.decode(row.values)
        image = _picture(own.id, row) if there else None
        part.append(ArchivedSetCard(code=row.code, name=row.name, values=values, removed=row.removed, image=image))
        size += len(row.values) + 200
        if size > MOST_OF_A_FILE:
            yield part
            part, size = [], 0
    if part:
        yield part


def _picture(set_id: UUID, row: SetCard) -> str:
    return f"sets/{set_id}/images/{row.code}.{row.image.rpartition('.')[2]}"


def restore(
    user: User, head: ArchivedSet, cards: Iterable[ArchivedSetCard], picture_of: Callable[[str], bytes | None]
) -> OwnSet:
    """The set, with a new id; pictures are read one by one. Raises ``Problem``: ``unreadable``, ``too_large``."""
    own = sets.create(user=user, game=head.game, prefix=head.prefix, name=head.name, note=head.note)
    rows: list[SetCard] = []
    for card in cards:
        if len(rows) >= set_cards.MOST_CARDS * 2:
            raise unreadable(f"A set has at most {set_cards.MOST_CARDS} cards.")
        row = _row(own, card)
        data = picture_of(card.image) if card.image is not None and card.removed is None else None
        if data is not None:
            picture = images.check(data)
            images.check_room(user, len(picture.data) + sum(one.image_bytes for one in rows))
            images.store(picture.name, picture.data)
            row.image, row.image_bytes = picture.name, len(picture.data)
        rows.append(row)
    if len({row.code for row in rows}) != len(rows):
        raise _odd(head.prefix, "A card stands there twice.")
    SetCard.objects.bulk_create(rows, batch_size=500)
    return own


def _row(own: OwnSet, card: ArchivedSetCard) -> SetCard:
    if not set_cards.is_built_in(own, card.code):
        if fault := set_cards.why_no_code(own, card.code):
            raise _odd(card.code, fault)
    elif not card.code.rpartition("-")[2].isdigit():
        raise _odd(card.code, "This is no code.")
    name, values = card.name, card.values
    if card.removed is None:
        checked = set_cards.check_values(own, card.code, values)
        if checked.faults:
            raise _odd(card.code, f"{checked.faults[0].field}: {checked.faults[0].message}")
        values, name = dict(set_cards.stored(own, card.code, values, checked)), checked.card.name
    return SetCard(
        set=own,
        code=card.code,
        number=set_cards.number_in(card.code),
        name=name,
        values=set_cards.encoded(values),
        removed=card.removed,
    )


def _odd(code: str, message: str) -> Exception:
    return unreadable(f"{code[:40]}: {message}", FieldError(path=f"$.{code[:40]}", message=message))
