"""A wish for a print: what (``source``) and how (``options``); checked, completed, hashed, and made into a file."""

import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from django.conf import settings

from companion.problems import FieldError, Problem, unreadable
from games.catalogue import Unreadable
from games.registry import UnknownGame, catalogue_of, game_named
from printing.faces.layout import Finder, Layout, load_layout
from printing.options import Options
from printing.paper import WrongOption
from printing.render import Progress, write_sheets
from printing.report import Report
from printing.sources import Source, layout_text, source_named

MOST_CARDS = 10_000
SHOWN_BY = ("reportlab", "font-source-sans-pro", "font-source-serif-pro")
"""Packages whose version is part of what a file looks like."""


class GameSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="game"):
    """The catalogue of a game, or some of its sheets. ``sheets``: their numbers, one may stand twice; empty: all."""

    game: str
    edition: str | None = None
    """The game's default edition when it is not given."""

    sheets: Annotated[tuple[int, ...], msgspec.Meta(max_length=400)] = ()


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is printed, and how."""

    source: GameSource
    options: Options = Options()


class NamedWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish that is kept under a name."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    source: GameSource
    options: Options = Options()


def write(wish: Wish) -> str:
    """Canonical JSON: the same wish gives the same text."""
    return msgspec.json.encode(wish, order="deterministic").decode()


def read(text: str) -> Wish:
    """A wish that was written."""
    return msgspec.json.decode(text, type=Wish)


class Meant(NamedTuple):
    """What a wish stands for today: its cards, its layout, and the hash of all that goes into its file."""

    source: Source
    layout: Layout
    fingerprint: str

    @property
    def cards(self) -> int:
        """How many cards will be drawn."""
        return sum(len(sheet.cards) for sheet in self.source.sheets)


def settle(wish: Wish) -> Wish:
    """The wish with nothing left open. Raises ``Problem`` ``unreadable`` for what does not exist or cannot be done."""
    try:
        wish.options.grid()
    except WrongOption as error:
        raise _wrong(f"$.options.{error.option}", error.message) from None
    wanted = wish.source
    try:
        game_named(wanted.game)
    except UnknownGame as error:
        raise _wrong("$.source.game", str(error)) from None
    try:
        edition = catalogue_of(wanted.game, wanted.edition).edition
    except UnknownGame as error:
        raise _wrong("$.source.edition", str(error)) from None
    return Wish(source=msgspec.structs.replace(wanted, edition=edition), options=wish.options)


def meaning(wish: Wish) -> Meant:
    """What a settled wish stands for. Raises ``Problem`` ``unreadable``."""
    source = _cards(wish.source)
    texts: list[str] = []

    def noted(name: str) -> tuple[str, str]:
        text, file = layout_text(name)
        texts.append(text)
        return text, file

    try:
        first = noted(source.layout)
    except Unreadable as error:
        raise _wrong("$.source.game", error.message) from None
    layout = _built_in(first, noted)
    versions = [settings.VERSION, *map(version, SHOWN_BY)]
    data = catalogue_of(wish.source.game, wish.source.edition).hash
    whole = msgspec.json.encode([write(wish), data, texts, versions])
    return Meant(source, layout, hashlib.sha256(whole).hexdigest())


def make(wish: Wish, target: Path, progress: Progress) -> Report:
    """Print it into a file. Raises ``Problem`` ``unreadable``; whatever ``progress`` raises; ``OSError``."""
    meant = meaning(wish)
    try:
        return write_sheets(target, meant.source, meant.layout, wish.options, progress)
    except WrongOption as error:
        raise _wrong(f"$.options.{error.option}", error.message) from None


def _cards(wanted: GameSource) -> Source:
    source = source_named(wanted.game, edition=wanted.edition)
    by_number = {sheet.number: sheet for sheet in source.sheets}
    for n, number in enumerate(wanted.sheets):
        if number not in by_number:
            there = ", ".join(map(str, by_number))
            raise _wrong(f"$.source.sheets[{n}]", f"{source.name} has no sheet {number}; it has {there}")
    if wanted.sheets:
        source = msgspec.structs.replace(source, sheets=tuple(by_number[number] for number in wanted.sheets))
    cards = sum(len(sheet.cards) for sheet in source.sheets)
    if cards > MOST_CARDS:
        raise _wrong("$.source.sheets", f"{cards} cards; a print holds {MOST_CARDS} at the most")
    return source


def _built_in(first: tuple[str, str], find: Finder) -> Layout:
    try:
        return load_layout(*first, find)
    except Unreadable as error:
        raise RuntimeError(f"a layout of our own cannot be read: {error}") from error


def _wrong(path: str, message: str) -> Problem:
    return unreadable(message, FieldError(path=path, message=message))
