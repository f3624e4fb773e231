"""A wish for a print: what (``source``), by which layout and how; checked, completed, hashed, and made into a file."""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from msgspec import Meta

from companion.accounts.models import User
from companion.problems import FieldError, Problem, unreadable
from games.catalogue import Unreadable
from games.registry import game_named
from printing import finding, pictures, pieces, printers, uploads
from printing.faces.binding import FaceFault
from printing.faces.guard import MOST_BYTES as MOST_LAYOUT
from printing.faces.layout import Layout, load_layout
from printing.fonts import MOST_FONTS, OwnFont, look_at
from printing.kinds import AnySource, BoardSource, CalibrationSource, TokenSource
from printing.models import Upload
from printing.options import Options
from printing.paper import WrongOption
from printing.render import Printing, Progress, write_sheets
from printing.report import Report
from printing.sources import Source, layout_text, with_lines
from printing.tabled import UnknownFaces

SHOWN_BY = ("reportlab", "font-source-sans-pro", "font-source-serif-pro", "fonttools", "pillow", "pypdfium2")
"""Packages whose version is part of what a file looks like."""

_PATHS = {"source": "$.source", "sheet": "$.source.number", "font": "$.fonts"}
"""Of what is no option; a sheet that is named so is that of a board."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")

LayoutText = Annotated[str, Meta(max_length=MOST_LAYOUT)]


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is printed, and how."""

    source: AnySource
    options: Options = Options()
    layout: LayoutText = ""
    """The text of a layout file, the name of a built-in one, the id of an uploaded one; empty: the source's own."""

    images: Annotated[tuple[UUID, ...], Meta(max_length=2_000)] = ()
    """Uploaded pictures, which cards and layouts call by their names."""

    fonts: Annotated[tuple[UUID, ...], Meta(max_length=MOST_FONTS)] = ()
    """Uploaded fonts for what the shipped ones lack; a layout calls them ``own-1``, ``own-2`` …"""

    printer: UUID | None = None
    """A printer profile of the person, in place of ``options.printer``."""


class NamedWish(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish that is kept under a name."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]


def plain(named: NamedWish) -> Wish:
    """The wish without its name."""
    return Wish(**{field: getattr(named, field) for field in Wish.__struct_fields__})


def write(wish: Wish) -> str:
    """Canonical JSON: the same wish gives the same text."""
    return msgspec.json.encode(wish, order="deterministic").decode()


def read(text: str) -> Wish:
    """A wish that was written."""
    return msgspec.json.decode(text, type=Wish)


class Meant(NamedTuple):
    """What a wish stands for today: cards, layout, fonts, and the hash of all that goes into its file."""

    source: Source
    layout: Layout | None
    """None: it has no cards."""

    fonts: tuple[OwnFont, ...]
    fingerprint: str

    @property
    def cards(self) -> int:
        """How many cards will be drawn."""
        return sum(len(sheet.cards) for sheet in self.source.sheets)


def settle(wish: Wish, user: User, *, pin: bool = True) -> Wish:
    """The wish with nothing left open; a wish that is kept (not ``pin``) is for the newest revision of its list.

    Raises ``Problem``: ``unreadable`` for what does not exist or cannot be done, ``not_found``.
    """
    options = wish.options
    if wish.printer is not None:
        profile = printers.access_printer(user, wish.printer)
        options = msgspec.structs.replace(options, printer=printers.numbers_of(profile)) if pin else options
    try:
        if isinstance(wish.source, TokenSource):
            options = pieces.token_options(wish.source.game, options) if pin else options
        if not isinstance(wish.source, BoardSource | CalibrationSource):
            options.settled()
    except WrongOption as error:
        raise _of_option(error) from None
    source = finding.settle(wish.source, user, pin=pin)
    printer = None if pin else wish.printer
    settled = msgspec.structs.replace(wish, source=source, options=options, printer=printer)
    return read(write(settled))  # a length is 3.0 then, whether 3 was asked for or 3.0


def meaning(wish: Wish, user: User) -> Meant:
    """What a settled wish stands for. Raises ``Problem``: ``unreadable``, ``not_found``, ``too_large``."""
    source, layout = _cards(wish, user)
    images = uploads.access_uploads(user, wish.images, Upload.Kind.IMAGE)
    fonts = uploads.access_uploads(user, wish.fonts, Upload.Kind.FONT)
    given = tuple(look_at(uploads.content(font)) for font in fonts)
    with faults_told():
        _check(wish, source, layout, given)
    source = msgspec.structs.replace(source, pictures={**source.pictures, **uploads.picture_files(images)})
    parts = [
        wish.options,
        None if layout else wish.source,
        source,
        layout,
        {name: _named(path) for name, path in sorted(source.pictures.items())},
        [font.digest for font in fonts],
        [settings.VERSION, *map(version, SHOWN_BY)],
    ]
    fingerprint = hashlib.sha256(_encode(parts)).hexdigest()
    return Meant(source, layout, given, fingerprint)


def make(wish: Wish, user: User, target: Path, progress: Progress) -> tuple[Report, str]:
    """Print it into a file; the report, and the fingerprint of what was really printed.

    Raises ``Problem``: ``unreadable``, ``not_found``; whatever ``progress`` raises; ``OSError``.
    """
    meant = meaning(wish, user)
    with faults_told():
        return draw(wish, meant, target, progress), meant.fingerprint


def _check(wish: Wish, source: Source, layout: Layout | None, fonts: tuple[OwnFont, ...]) -> None:
    """Raise :class:`WrongOption` for what cannot be printed so, as far as that is known before anything is drawn."""
    match wish.source:
        case BoardSource():
            pieces.spread_of(pieces.board_of(wish.source.game, wish.source.number), wish.options)
        case CalibrationSource():
            pieces.calibration_page(wish.options)
        case _ if layout is not None:
            printing = Printing(source, layout, wish.options.settled(), fonts=fonts)
            if printing.options.format != "pdf":
                pictures.check(printing)


@contextmanager
def faults_told() -> Iterator[None]:
    """What the drawing refuses becomes a ``Problem`` ``unreadable`` with the path of the option, or the cells."""
    try:
        yield
    except UnknownFaces as refused:
        raise finding.refused_table(refused.file, refused) from None
    except WrongOption as error:
        raise _of_option(error) from None
    except FaceFault as error:
        raise _wrong("$.layout", str(error)) from None


def draw(wish: Wish, meant: Meant, target: Path, progress: Progress) -> Report:
    """Print what a settled wish stands for into a file. Raises ``WrongOption``, ``FaceFault``, ``OSError``."""
    if isinstance(wish.source, BoardSource):
        return pieces.write_board(target, wish.source.game, wish.source.number, wish.options)
    if meant.layout is None:
        return pieces.write_calibration(target, wish.options)
    return write_sheets(target, meant.source, meant.layout, wish.options, progress, meant.fonts)


def _cards(wish: Wish, user: User) -> tuple[Source, Layout | None]:
    """What is printed, and by which layout. Raises ``Problem``."""
    try:
        match wish.source:
            case TokenSource():
                return pieces.tokens_of(wish.source.game)
            case BoardSource():
                board = pieces.board_of(wish.source.game, wish.source.number)
                return _nothing(f"{game_named(wish.source.game).name} {board.name}"), None
            case CalibrationSource():
                return _nothing("calibration"), None
    except WrongOption as error:
        raise _of_option(error) from None
    source = finding.cards_of(wish.source, user)
    layout = _layout(wish, source.layout, user)
    return (with_lines(source) if wish.layout or source.layout == "plain" else source), layout


def _nothing(name: str) -> Source:
    """Something that has no cards."""
    return Source(name=name, edition="", layout="", sheets=())


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic", enc_hook=str)


def _named(picture: Path | bytes) -> str:
    """What names a picture's content: uploads and pictures of sets lie under the hash of it."""
    return picture.name if isinstance(picture, Path) else hashlib.sha256(picture).hexdigest()


def _layout(wish: Wish, usual: str, user: User) -> Layout:
    """The layout that is meant. Raises ``Problem``."""
    try:
        text, file = _text_of(wish.layout, user) or layout_text(wish.layout or usual)
        return load_layout(text, file, layout_text)
    except Unreadable as error:
        place = FieldError(path="$.layout", line=error.line, message=error.message)
        raise unreadable(str(error), place) from None


def _text_of(layout: str, user: User) -> tuple[str, str] | None:
    """The text of a layout of the person's own; ``None``: a built-in one is meant."""
    if not layout.strip() or _NAME.fullmatch(layout):
        return None
    try:
        upload = uploads.access_upload(user, UUID(layout), Upload.Kind.LAYOUT)
    except ValueError:
        return layout, "layout"
    return uploads.content(upload).decode(), upload.name


def _of_option(error: WrongOption) -> Problem:
    return _wrong(_PATHS.get(error.option, f"$.options.{error.option}"), error.message)


def _wrong(path: str, message: str) -> Problem:
    return unreadable(message, FieldError(path=path, message=message))
