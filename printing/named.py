"""What SOURCE means on the command line: a game, a file with a list or a table, the id of a list or a set."""

from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

from games.catalogue import Unreadable
from games.registry import GAMES
from printing.paper import WrongOption
from printing.sources import Source, source_named

if TYPE_CHECKING:
    from cards.reading import Reading
    from companion.accounts.models import User

TABLES = (".csv", ".tsv", ".xlsx", ".json", ".yaml", ".yml")


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Which part of it, and by what it is read."""

    sheet: int | None = None
    game: str | None = None
    edition: str | None = None
    revision: int | None = None
    since: int | None = None
    not_owned: bool = False


def find_source(word: str, part: Part) -> Source:
    """The cards of a source. Raises :class:`WrongOption`, :class:`Unreadable` with file and line."""
    if word in GAMES:
        _refuse(part, "game", "revision", "since", "not_owned")
        return source_named(word, part.sheet, part.edition)
    if (found := _id_in(word)) is not None:
        return _on(_from_database(found, part), part.sheet)
    path = Path(word)
    if not path.is_file():
        games = ", ".join(GAMES)
        message = f"{word!r} is no game ({games}), no file, and no id of a list or a set"
        raise WrongOption("source", message)
    _refuse(part, "revision", "since", "not_owned")
    return _on(_from_file(path, part), part.sheet)


def _refuse(part: Part, *names: str) -> None:
    for name in names:
        if getattr(part, name):
            what = "a file" if name == "game" else "one that is kept here, named by its id"
            raise WrongOption(name, f"it is for a list: {what}")


def _id_in(word: str) -> UUID | None:
    try:
        return UUID(word) if len(word) in (32, 36) else None
    except ValueError:
        return None


def _on(source: Source, sheet: int | None) -> Source:
    """Only one of its sheets."""
    if sheet is None:
        return source
    kept = tuple(one for one in source.sheets if one.number == sheet)
    if not kept:
        numbers = ", ".join(str(one.number) for one in source.sheets)
        raise WrongOption("sheet", f"{source.name} has no sheet {sheet}; it has {numbers}")
    return msgspec.structs.replace(source, sheets=kept)


def _from_file(path: Path, part: Part) -> Source:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(str(path), error.strerror or "cannot be read") from None
    if path.suffix.lower() in TABLES and part.game is None and not _says_its_game(data):
        return _table(data, path)
    return _list(data, path, part)


def _says_its_game(data: bytes) -> bool:
    """Whether a file is a list of ours, which names its game."""
    from cards.formats.decoding import TextRefused
    from cards.formats.registry import recognise

    try:
        return recognise(data)[1].game in GAMES
    except TextRefused:
        return False


def _table(data: bytes, path: Path) -> Source:
    from cards.tables.table import TableRefused
    from printing.tabled import source_of_table, unreadable_table

    try:
        return source_of_table(data, path.name)
    except TableRefused as refused:
        raise unreadable_table(str(path), refused) from None


def _likeliest(readings: "list[Reading]") -> "Reading":
    """The reading of the game that knows the most of the cards. Raises :class:`WrongOption` where none does."""
    best = max(readings, key=lambda reading: reading.found.counts.matched)
    if not best.found.counts.matched:
        raise WrongOption("game", "no game knows a card of this list; name its game")
    return best


def _list(data: bytes, path: Path, part: Part) -> Source:
    from cards.formats.decoding import TextRefused
    from cards.reading import read
    from games.registry import UnknownGame
    from printing.listed import source_of_list

    def as_game(game: str | None) -> "Reading":
        return read(data, game=game, edition=part.edition)

    try:
        reading = (
            as_game(part.game) if part.game or _says_its_game(data) else _likeliest([as_game(one) for one in GAMES])
        )
        if reading.found.faults:
            raise TextRefused(*reading.found.faults)
    except UnknownGame as error:
        raise WrongOption("game", str(error)) from None
    except TextRefused as refused:
        first, more = refused.faults[0], len(refused.faults) - 1
        raise Unreadable(str(path), first.message + (f" (and {more} more)" if more else ""), first.line) from None
    return source_of_list(reading.found.list, reading.catalogue)


def _from_database(found: UUID, part: Part) -> Source:
    """A list or a set that is kept here, seen as its owner sees it: whoever has the command line has the database."""
    from cards.list_models import PlayerList
    from cards.set_models import OwnSet
    from companion.problems import Problem
    from printing import finding
    from printing.kinds import CardSource, ListSource, SetSource

    owner: User
    asked: CardSource
    try:
        if (saved := PlayerList.objects.select_related("owner").filter(id=found).first()) is not None:
            _refuse(part, "game", "edition")
            owner = saved.owner
            asked = ListSource(list=found, revision=part.revision, since=part.since, not_owned=part.not_owned)
        elif (own := OwnSet.objects.select_related("owner").filter(id=found).first()) is not None:
            _refuse(part, "game", "revision", "since", "not_owned")
            owner, asked = own.owner, SetSource(set=found, edition=part.edition)
        else:
            raise WrongOption("source", f"no list and no set has the id {found}")
        return finding.cards_of(finding.settled_cards(asked, owner), owner)
    except Problem as problem:
        raise WrongOption("source", problem.detail) from None
