"""The formats of lists: every module of this folder that has a ``FORMAT``. A new format is one new module here.

A format is recognised by what stands in a file, never by the file's name.
"""

import pkgutil
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module

import msgspec

from cards import formats
from cards.formats.decoding import LineFault, TextRefused, decode
from cards.formats.read_list import ReadList
from games.catalogue import Catalogue
from games.decider import Game, Problem
from games.lists import CardList, Entry


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of itself before it is read: by which catalogue it wants to be."""

    game: str | None = None
    edition: str | None = None
    sets: tuple[str, ...] = ()


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """A list on its way out, with the verdict that it is stamped with."""

    list: CardList
    game: Game
    catalogue: Catalogue
    legal: bool
    problems: Sequence[Problem]
    totals: dict[str, int]
    style: str = ""
    comes_along: tuple[Entry, ...] = ()
    """What the list has without naming it."""


def says_nothing(text: str) -> Said:
    """Of a format that cannot say by which catalogue it is to be read."""
    return Said()


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """One way to write a list down."""

    name: str
    media_type: str
    extension: str
    order: int = 50
    """Formats are tried in this order; the plain text, which any text is, comes last."""

    recognises: Callable[[str], bool] | None = None
    says: Callable[[str], Said] = says_nothing
    read: Callable[[bytes | str, Game, Catalogue], ReadList] | None = None
    write: Callable[[Outgoing], str] | None = None
    styles: tuple[str, ...] = ("",)
    """The variants in which it can be written, the first where none is named."""


ZIP = b"PK\x03\x04"
XML = "<"


@cache
def all_formats() -> dict[str, Format]:
    """Name -> format, in the order in which they are tried."""
    modules = [import_module(f"{formats.__name__}.{found.name}") for found in pkgutil.iter_modules(formats.__path__)]
    found = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    return {one.name: one for one in sorted(found, key=lambda one: one.order)}


def recognise(data: bytes | str) -> tuple[Format, Said]:
    """The format of a file, and what it says of itself. Raises :class:`~cards.formats.decoding.TextRefused`."""
    if isinstance(data, bytes) and data.startswith(ZIP):
        raise TextRefused(LineFault(line=None, message="This is a ZIP file (or a spreadsheet), no list."))
    _, text = decode(data)
    if text.lstrip().startswith(XML):
        readable = ", ".join(name for name, one in all_formats().items() if one.read)
        raise TextRefused(LineFault(line=1, message=f"This is XML. Lists are read from: {readable}."))
    found = next(one for one in all_formats().values() if one.read and one.recognises and one.recognises(text))
    return found, found.says(text)
