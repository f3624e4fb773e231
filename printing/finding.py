"""From what was asked for to the cards that it stands for today, for the person who asks."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from cards.formats.decoding import TextRefused
from cards.images import path_of
from cards.list_models import OwnedCard
from cards.lists import access_list, content_of
from cards.merging import merged_of
from cards.pinned import catalogue_for
from cards.reading import Reading
from cards.reading import read as read_list
from cards.set_models import OwnSet, SetCard
from cards.sets import access_set, visible
from cards.tables.table import TableRefused
from companion.accounts.models import User
from companion.problems import FieldError, Problem, not_found, unreadable
from games.lists import CardList
from games.registry import UnknownGame, catalogue_of, game_named
from printing import uploads
from printing.kinds import (
    AnySource,
    BoardSource,
    CalibrationSource,
    CardSource,
    GameSource,
    ListSource,
    SetSource,
    TableSource,
    TextSource,
    TokenSource,
)
from printing.listed import added_since, not_owned, source_of_list, whole
from printing.sources import (
    PrintedCard,
    Source,
    WrongPart,
    numbered,
    only_codes,
    only_sheets,
    printed_as,
    source_named,
)
from printing.tabled import fault_words, source_of_table

MOST_CARDS = 10_000


def settle(asked: AnySource, user: User, *, pin: bool = True) -> AnySource:
    """What was asked for with the edition filled in, and (``pin``) the revision of a list.

    Raises ``Problem``: ``unreadable`` for what does not exist, ``not_found`` for what is not there for this person.
    """
    match asked:
        case TokenSource() | BoardSource():
            _edition(asked.game, None)
            return asked
        case CalibrationSource():
            return asked
        case _:
            return settled_cards(asked, user, pin=pin)


def settled_cards(asked: CardSource, user: User, *, pin: bool = True) -> CardSource:
    """As :func:`settle`, of what has cards."""
    match asked:
        case GameSource() | TextSource():
            game = asked.game
            return asked if game is None else msgspec.structs.replace(asked, edition=_edition(game, asked.edition))
        case ListSource():
            return _settled_list(asked, user, pin)
        case SetSource():
            own = access_set(user, asked.set)
            return msgspec.structs.replace(asked, edition=_edition(own.game, asked.edition))
        case TableSource():
            return asked


def game_of(asked: AnySource, user: User) -> str:
    """The game that a source is of; empty: of none."""
    match asked:
        case GameSource() | TokenSource() | BoardSource():
            return asked.game
        case ListSource():
            return access_list(user, asked.list, link=asked.link).game
        case SetSource():
            return access_set(user, asked.set).game
        case TextSource():
            return asked.game or ""
        case _:
            return ""


def cards_of(asked: CardSource, user: User) -> Source:
    """The cards. Raises ``Problem``: ``unreadable`` with the path of the field, ``not_found``, ``too_large``."""
    try:
        source = _found(asked, user)
    except WrongPart as error:
        raise _wrong(error.place, error.message) from None
    count = sum(len(sheet.cards) for sheet in source.sheets)
    if count > MOST_CARDS:
        raise _wrong("", f"{count} cards; a print holds {MOST_CARDS} at the most")
    if not count:
        raise _wrong("", "there are no cards to print")
    return source


def _found(asked: CardSource, user: User) -> Source:
    match asked:
        case GameSource():
            return source_named(asked.game, asked.edition, asked.sheets, asked.codes)
        case ListSource():
            return only_sheets(_of_list(asked, user), asked.sheets)
        case TextSource():
            return only_sheets(_of_text(asked, user), asked.sheets)
        case SetSource():
            return of_set(access_set(user, asked.set), asked.edition, asked.codes)
        case TableSource():
            return _of_table(asked, user)


def _edition(game: str, edition: str | None) -> str:
    try:
        game_named(game)
    except UnknownGame as error:
        raise _wrong("game", str(error)) from None
    try:
        return catalogue_of(game, edition).edition
    except UnknownGame as error:
        raise _wrong("edition", str(error)) from None


def _settled_list(asked: ListSource, user: User, pin: bool) -> ListSource:
    saved = access_list(user, asked.list, link=asked.link)
    for number in (asked.revision, asked.since):
        if number is not None and saved.owner != user and number != saved.head:
            raise not_found(f"The list has no revision {number} for you.")
    content_of(saved, asked.since or saved.head)
    return msgspec.structs.replace(asked, revision=asked.revision or saved.head) if pin else asked


def _of_list(asked: ListSource, user: User) -> Source:
    saved = access_list(user, asked.list, link=asked.link)
    content = content_of(saved, asked.revision)
    catalogue, _ = catalogue_for(content, saved.owner)
    only = whole(content, catalogue)
    if asked.since is not None:
        before = content_of(saved, asked.since)
        only = added_since(only, whole(before, catalogue_for(before, saved.owner)[0]))
    if asked.not_owned:
        only = not_owned(only, owned_by(user, content.game))
    return _with_pictures(source_of_list(content, catalogue, only), content, saved.owner)


def _of_text(asked: TextSource, user: User) -> Source:
    try:
        reading = read_list(asked.text, game=asked.game, edition=asked.edition, user=user)
    except UnknownGame as error:
        raise _wrong("game", str(error)) from None
    except TextRefused as refused:
        raise _refused_text(refused) from None
    if reading.found.faults:
        raise _refused_text(TextRefused(*reading.found.faults))
    return of_reading(reading, user, lacking=asked.not_owned)


def of_reading(reading: Reading, user: User | None, *, lacking: bool = False) -> Source:
    """The cards of a list that was read; ``lacking``: only the copies that this person does not own."""
    content = reading.found.list
    only = whole(content, reading.catalogue)
    if user is None:
        return source_of_list(content, reading.catalogue, only)
    if lacking:
        only = not_owned(only, owned_by(user, content.game))
    return _with_pictures(source_of_list(content, reading.catalogue, only), content, user)


def owned_by(user: User, game: str) -> dict[str, int]:
    """Card code -> how many copies a person owns."""
    owned: Counter[str] = Counter()
    for code, copies in OwnedCard.objects.filter(owner=user, game=game).values_list("code", "copies"):
        owned[code] += copies
    return dict(owned)


def of_set(own: OwnSet, edition: str | None, codes: tuple[str, ...] = ()) -> Source:
    """The cards of a set, on the faces of its game. Raises :class:`WrongPart` for a code that it has not."""
    game, catalogue = game_named(own.game), merged_of(own.game, edition, [own])
    known = {card.code: card for card in catalogue.cards if card.set == own.prefix}
    cards = [card for one in only_codes(known, codes, own.name) for card in printed_as(game, catalogue, one)]
    pictures = pictures_of([own])
    sheets = numbered([(own.name, [_with_picture(card, pictures) for card in cards])])
    return Source(name=own.name, edition=game.name, layout=game.slug, sheets=sheets, pictures=pictures)


def pictures_of(sets: Sequence[OwnSet]) -> dict[str, Path]:
    """The pictures of sets, by the codes of their cards."""
    rows = SetCard.objects.filter(set__in=sets, removed=None).exclude(image="")
    return {code: path_of(image) for code, image in rows.values_list("code", "image")}


def _with_picture(card: PrintedCard, pictures: dict[str, Path]) -> PrintedCard:
    """A card whose field ``image`` names its picture, where it has one."""
    if card.code not in pictures:
        return card
    return msgspec.structs.replace(card, fields={**card.fields, "image": card.code})


def _with_pictures(source: Source, content: CardList, owner: User) -> Source:
    """A list's cards of sets of one's own, with their pictures."""
    if not content.sets:
        return source
    sets = OwnSet.objects.filter(visible(owner), game=content.game, id__in=content.sets)
    pictures = pictures_of(list(sets))
    sheets = tuple(
        msgspec.structs.replace(sheet, cards=tuple(_with_picture(card, pictures) for card in sheet.cards))
        for sheet in source.sheets
    )
    return msgspec.structs.replace(source, sheets=sheets, pictures=pictures)


def _of_table(asked: TableSource, user: User) -> Source:
    upload = uploads.access_upload(user, asked.upload, "table")
    try:
        return source_of_table(uploads.content(upload), upload.name)
    except TableRefused as refused:
        raise refused_table(upload.name, refused) from None


def refused_table(name: str, refused: TableRefused) -> Problem:
    """A table that cannot be read, with every fault: ``line`` is the row, ``column`` its number."""
    errors = tuple(
        FieldError(path="$.source.upload", line=fault.row, column=fault.column_number, message=fault_words(fault))
        for fault in refused.faults
    )
    return unreadable(f"{name}: {errors[0].message}" if errors else f"{name} cannot be read.", *errors)


def _refused_text(refused: TextRefused) -> Problem:
    errors = tuple(FieldError(path="$.source.text", line=one.line, message=one.message) for one in refused.faults)
    return unreadable("The text cannot be read as a list.", *errors)


def _wrong(field: str, message: str) -> Problem:
    path = f"$.source.{field}" if field else "$.source"
    return unreadable(message, FieldError(path=path, message=message))
