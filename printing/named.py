"""What SOURCE means on the command line: a game, a file with a list or a table, the id of what is kept here."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec

from games.catalogue import Unreadable
from games.registry import GAMES
from printing.options import Options, Printer, lengths_of, options_from
from printing.paper import WrongOption
from printing.render import Progress
from printing.report import Report
from printing.sources import Source, only_sheets, source_named

if TYPE_CHECKING:
    from cards.reading import Reading
    from companion.accounts.models import User
    from companion.problems import Problem
    from printing.models import Sheet, Upload

TABLES = (".csv", ".tsv", ".xlsx", ".json", ".yaml", ".yml")


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Which part of it, and by what it is read; named as in ``printing.kinds``."""

    sheet: tuple[int, ...] = ()
    codes: tuple[str, ...] = ()
    game: str | None = None
    edition: str | None = None
    revision: int | None = None
    since: int | None = None
    not_owned: bool = False


def find_source(word: str, part: Part, person: "User | None" = None) -> Source:
    """The cards of a source. A file is read with the sets of ``person``, and ``not_owned`` is by what they own.

    Raises :class:`WrongOption`, :class:`Unreadable` with file and line.
    """
    if word in GAMES:
        _refuse(part, "game", "revision", "since", "not_owned")
        return source_named(word, part.edition, part.sheet, part.codes)
    return only_sheets(_whole(word, part, person), part.sheet)


def _whole(word: str, part: Part, person: "User | None") -> Source:
    if (found := id_in(word)) is not None:
        return _kept(found, part)
    path = Path(word)
    if not path.is_file():
        games = ", ".join(GAMES)
        message = f"{word!r} is no game ({games}), no file, and no id of what is kept here"
        raise WrongOption("source", message)
    _refuse(part, "codes", "revision", "since")
    if part.not_owned and person is None:
        raise WrongOption("not_owned", "a file does not say who owns what: name a --person")
    return _from_file(path, part, person)


_MEANT_FOR = {
    "game": "a list in a file",
    "edition": "a game, a list in a file, or a set",
    "codes": "a game, or a set that is kept here, named by its id",
    "revision": "a list that is kept here, named by its id",
    "since": "a list that is kept here, named by its id",
    "not_owned": "a list",
}


def _refuse(part: Part, *names: str) -> None:
    for name in names:
        if getattr(part, name):
            raise WrongOption(name, f"it is for {_MEANT_FOR[name]}")


def id_in(word: str) -> UUID | None:
    """The id that a word is, if it is one."""
    try:
        return UUID(word) if len(word) in (32, 36) else None
    except ValueError:
        return None


def _from_file(path: Path, part: Part, person: "User | None") -> Source:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(str(path), error.strerror or "cannot be read") from None
    if path.suffix.lower() in TABLES and part.game is None and not _says_its_game(data):
        _refuse(part, "edition", "not_owned")
        return _table(data, path)
    return _list(data, path, part, person)


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


def _with_edition(edition: str | None) -> list[str]:
    """The games that a list may be of. Raises :class:`WrongOption` where none has such an edition."""
    found = [slug for slug, game in GAMES.items() if edition is None or edition in game.editions]
    if not found:
        raise WrongOption("edition", f"no game has an edition that is called {edition!r}")
    return found


def _likeliest(readings: "list[Reading]") -> "Reading":
    """The reading of the game that knows the most of the cards. Raises :class:`WrongOption` where none does."""
    best = max(readings, key=lambda reading: reading.found.counts.matched)
    if not best.found.counts.matched:
        raise WrongOption("game", "no game knows a card of this list; name its game")
    return best


def _list(data: bytes, path: Path, part: Part, person: "User | None") -> Source:
    from cards.formats.decoding import TextRefused
    from cards.reading import read
    from games.registry import UnknownGame
    from printing.finding import of_reading

    def as_game(game: str | None) -> "Reading":
        return read(data, game=game, edition=part.edition, user=person)

    try:
        known = part.game or _says_its_game(data)
        reading = as_game(part.game) if known else _likeliest([as_game(one) for one in _with_edition(part.edition)])
        if reading.found.faults:
            raise TextRefused(*reading.found.faults)
    except UnknownGame as error:
        wrong = "edition" if part.edition and part.game in (None, *GAMES) else "game"
        raise WrongOption(wrong, str(error)) from None
    except TextRefused as refused:
        first, more = refused.faults[0], len(refused.faults) - 1
        raise Unreadable(str(path), first.message + (f" (and {more} more)" if more else ""), first.line) from None
    return of_reading(reading, person, lacking=part.not_owned)


def _kept(found: UUID, part: Part) -> Source:
    """A list, a set or a table that is kept here, as its owner sees it: who has the command has the database."""
    from cards.list_models import PlayerList
    from cards.set_models import OwnSet
    from companion.problems import Problem
    from printing import finding
    from printing.kinds import CardSource, ListSource, SetSource, TableSource
    from printing.models import Upload

    owner: User
    asked: CardSource
    try:
        if (saved := PlayerList.objects.select_related("owner").filter(id=found).first()) is not None:
            _refuse(part, "game", "edition", "codes")
            owner = saved.owner
            asked = ListSource(list=found, revision=part.revision, since=part.since, not_owned=part.not_owned)
        elif (own := OwnSet.objects.select_related("owner").filter(id=found).first()) is not None:
            _refuse(part, "game", "revision", "since", "not_owned")
            owner, asked = own.owner, SetSource(set=found, edition=part.edition, codes=part.codes)
        elif (table := Upload.objects.select_related("owner").filter(id=found, kind="table").first()) is not None:
            _refuse(part, *_MEANT_FOR)
            owner, asked = table.owner, TableSource(upload=found)
        else:
            raise WrongOption("source", f"no list, no set, no saved print and no table has the id {found}")
        return finding.cards_of(finding.settled_cards(asked, owner), owner)
    except Problem as problem:
        raise told(problem) from None


_TOLD = {"sheets": "sheet", "number": "sheet"} | {
    name: name for shape in (Part, Options) for name in (*shape.__struct_fields__, "layout")
}
"""Fields of a request, and the options that they are here."""


def told(problem: "Problem") -> WrongOption:
    """A problem of the API as the command line tells it: by its option, where its field is one."""
    path = problem.errors[0].path if problem.errors else None
    words = (path or "").removeprefix("$.").removeprefix("options.").removeprefix("source.")
    return WrongOption(_TOLD.get(words.split("[")[0].split(".")[0], "source"), problem.detail)


def access_person(name: str) -> "User":
    """A person by their name. Raises :class:`WrongOption`."""
    from companion.accounts.models import User

    found = User.objects.filter(username=name).first()
    if found is None:
        raise WrongOption("person", f"nobody here is called {name!r}")
    return found


def printer_named(word: str, person: "User | None" = None) -> Printer:
    """What a printer does wrong, as it is typed (``X,Y`` or ``X,Y,W,H``), or by the id or the name of a kept one.

    A name means the one of ``person``, or the only one of that name. Raises :class:`WrongOption`.
    """
    if all(_is_number(part) for part in word.split(",")):
        numbers = lengths_of("printer", word, (2, 4))
        return options_from({"printer": {"back": numbers[:2], "scale": numbers[2:] or (1, 1)}}).printer
    from printing.models import PrinterProfile
    from printing.printers import numbers_of

    rows = (
        PrinterProfile.objects.filter(id=found) if (found := id_in(word)) else PrinterProfile.objects.filter(name=word)
    )
    kept = list((rows if person is None else rows.filter(owner=person)).order_by("created")[:3])
    if not kept:
        raise WrongOption("printer", f"{word!r} is no printer; write X,Y or X,Y,W,H, or the id or name of a kept one")
    if len(kept) > 1:
        raise WrongOption("printer", f"several people have a printer called {word!r}: name its id, or a --person")
    return numbers_of(kept[0])


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def find_saved(word: str) -> "Sheet | None":
    """The saved print of an id; ``None`` where it is no id of one."""
    from printing.models import Sheet

    found = id_in(word)
    return Sheet.objects.select_related("owner").filter(id=found).first() if found else None


def write_saved(target: Path, sheet: "Sheet", given: dict[str, Any], progress: Progress | None) -> Report:
    """Print a saved print, with other options where some are ``given``. Raises :class:`WrongOption`, ``OSError``."""
    from companion.problems import Problem
    from printing import sheets, wishes

    try:
        wish = sheets.wish_of(sheet)
        options = options_from({**msgspec.to_builtins(wish.options), **given})
        printer = None if given.get("printer") else wish.printer
        settled = wishes.settle(msgspec.structs.replace(wish, options=options, printer=printer), sheet.owner)
        report, _ = wishes.make(settled, sheet.owner, target, progress or _silent)
    except Problem as problem:
        raise told(problem) from None
    return report


def _silent(done: int, total: int) -> None:
    """Nobody looks on."""


def upload_named(word: str, kind: str) -> "Upload | None":
    """The upload of an id and of this kind; ``None`` where it is no id. Raises :class:`WrongOption`."""
    from printing.models import Upload

    if (found := id_in(word)) is None:
        return None
    kept = Upload.objects.filter(id=found, kind=kind).first()
    if kept is None:
        raise WrongOption(kind, f"no {kind} that is kept here has the id {word}")
    return kept
