"""What is printed, as cards with the fields of their faces; a game's whole catalogue or one of its sheets; layouts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from games.catalogue import GAMES_FOLDER, Catalogue, SheetOfCards, Unreadable, read_text
from games.decider import Game
from games.registry import UnknownGame, catalogue_of, game_named
from printing.faces.layout import Layout, load_layout
from printing.paper import Size, WrongOption

PLAIN = Path(__file__).parent / "faces" / "plain.yaml"
SINGLE = "Single cards"
"""The title of the sheet of a game's cards that were named one by one."""

Card = TypeVar("Card")


class Cell(msgspec.Struct, frozen=True):
    """A cell of a table: its file, its row (as a fault tells it), the number of its column."""

    file: str
    row: int
    column: int | None


class PrintedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card as it is printed: its code, the face of the layout, the values that the face shows.

    ``back`` is the face of the layout on its other side (for ``backs: each``); ``None``: that side stays blank.
    ``where`` tells where it was written, ``cards.csv, row 7``; a message about it says so. ``size``: its own, whatever
    the others have.
    """

    code: str
    face: str
    fields: dict[str, Any]
    back: str | None = "back"
    where: str = ""
    size: Size | None = None
    face_in: Cell | None = None
    """Where its face was named, so that the layout must have it."""

    unknown: bool = False
    """It was asked for, and the catalogue has no such card."""


class PrintedSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that belong together, under the number and title that stand in the margin."""

    number: int
    title: str
    cards: tuple[PrintedCard, ...]


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """All that is printed; ``layout`` names the layout that is meant where none is given.

    ``pictures``: the file of each picture, by the name that fields and layouts call it.
    """

    name: str
    edition: str
    layout: str
    sheets: tuple[PrintedSheet, ...]
    pictures: Mapping[str, Path | bytes] = {}


class WrongPart(WrongOption):
    """A part of a source that was asked for and is not there; ``place`` is its place in a request: ``sheets[1]``."""

    def __init__(self, option: str, place: str, message: str) -> None:
        super().__init__(option, message)
        self.place = place


def only_sheets(source: Source, numbers: Sequence[int]) -> Source:
    """The sheets of these numbers in this order, one as often as it is named; all of them where none is.

    Raises :class:`WrongPart`.
    """
    if not numbers:
        return source
    by_number = {sheet.number: sheet for sheet in source.sheets}
    for n, number in enumerate(numbers):
        if number not in by_number:
            there = ", ".join(map(str, by_number))
            raise WrongPart("sheet", f"sheets[{n}]", f"{source.name} has no sheet {number}; it has {there}")
    return msgspec.structs.replace(source, sheets=tuple(by_number[number] for number in numbers))


def only_codes(cards: Mapping[str, Card], codes: Sequence[str], name: str) -> list[Card]:
    """The cards of these codes in this order, one as often as it is named; all of them where none is.

    ``name`` is what has them. Raises :class:`WrongPart`.
    """
    for n, code in enumerate(codes):
        if code not in cards:
            raise WrongPart("codes", f"codes[{n}]", f"{name} has no card {code!r}")
    return [cards[code] for code in codes] if codes else list(cards.values())


def source_named(
    word: str, edition: str | None = None, sheets: Sequence[int] = (), codes: Sequence[str] = ()
) -> Source:
    """A game by its slug, or only what is named of it. Raises :class:`WrongOption`, for a part :class:`WrongPart`."""
    if sheets and codes:
        raise WrongPart("codes", "codes", "either sheets are named or the codes of cards, not both")
    try:
        game = game_named(word)
    except UnknownGame as error:
        raise WrongOption("source", str(error)) from None
    try:
        catalogue = catalogue_of(word, edition)
    except UnknownGame as error:
        raise WrongOption("edition", str(error)) from None
    cards = {card.code: printed_as(game, catalogue, card) for card in catalogue.cards}
    if codes:
        named = only_codes(cards, codes, game.name)
        printed = numbered([(SINGLE, (card for copies in named for card in copies))])
    else:
        printed = tuple(
            PrintedSheet(
                number=one.number, title=one.title, cards=tuple(card for code in one.cards for card in cards[code])
            )
            for one in catalogue.sheets or _by_kind(catalogue)
        )
    return only_sheets(Source(name=game.name, edition=catalogue.name, layout=word, sheets=printed), sheets)


def _by_kind(catalogue: Catalogue) -> Iterator[SheetOfCards]:
    """The sheets of an edition that has none of its own: a sheet for each kind of card."""
    kinds: dict[str, list[str]] = {}
    for card in catalogue.cards:
        kinds.setdefault(card.kind, []).append(card.code)
    for n, (kind, codes) in enumerate(kinds.items(), 1):
        yield SheetOfCards(number=n, title=kind.replace("_", " ").capitalize(), cards=tuple(codes))


def printed_as(game: Game, catalogue: Catalogue, card: Any) -> tuple[PrintedCard, ...]:
    """One catalogue card as the cards that it is on paper: on each of its faces, so often as it is printed."""
    fields = game.face_fields(card, catalogue)
    return tuple(
        PrintedCard(code=card.code, face=face, fields=fields)
        for face, copies in game.prints(card)
        for _ in range(copies)
    )


def numbered(parts: Iterable[tuple[str, Iterable[PrintedCard]]]) -> tuple[PrintedSheet, ...]:
    """Titles and their cards as sheets with numbers from 1; those without a card are left out."""
    filled = [(title, tuple(cards)) for title, cards in parts]
    kept = [(title, cards) for title, cards in filled if cards]
    return tuple(PrintedSheet(number=n, title=title, cards=cards) for n, (title, cards) in enumerate(kept, 1))


def with_lines(source: Source) -> Source:
    """The same cards with ``lines``, ``set`` and ``image`` among their fields, so that the plain face can show them."""
    sheets = tuple(
        msgspec.structs.replace(
            sheet,
            cards=tuple(
                msgspec.structs.replace(card, fields=_plain_fields(card, source.edition)) for card in sheet.cards
            ),
        )
        for sheet in source.sheets
    )
    return msgspec.structs.replace(source, sheets=sheets)


_SHOWN_APART = ("name", "code", "kind", "set", "image", "lines", "hue", "type_line")


def _plain_fields(card: PrintedCard, edition: str) -> dict[str, Any]:
    lines = [
        {"label": name.replace("_", " "), "value": value}
        for name, value in card.fields.items()
        if name not in _SHOWN_APART and isinstance(value, str | int | float) and value not in ("", False)
    ]
    return {"set": edition, "image": None, "lines": lines} | card.fields


def built_in_layouts() -> dict[str, Path]:
    """Their files, by their names: those of the games, and ``plain``."""
    return {path.parent.name: path for path in GAMES_FOLDER.glob("*/faces.yaml")} | {"plain": PLAIN}


def layout_text(name: str) -> tuple[str, str]:
    """The text of a built-in layout, a game's or ``plain``, and the name of its file. Raises :class:`Unreadable`."""
    files = built_in_layouts()
    if name not in files:
        raise Unreadable(name, f"there is no layout {name!r}; there are {', '.join(sorted(files))}")
    return read_text(files[name]), f"{files[name].parent.parent.name}/{files[name].parent.name}/{files[name].name}"


def layout_named(name: str) -> Layout:
    """A built-in layout by the slug of its game, or ``plain``. Raises :class:`Unreadable`."""
    return load_layout(*layout_text(name), layout_text)


def layout_in(path: Path) -> Layout:
    """The layout in a file, which may extend a built-in one; or a built-in one. Raises :class:`Unreadable`."""
    if str(path) in built_in_layouts() and not path.exists():
        return layout_named(str(path))
    return load_layout(read_text(path), str(path), layout_text)
