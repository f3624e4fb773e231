"""The kinds of sources: a game, a list, its text, a set of one's own, a table; tokens, a board, a calibration sheet."""

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

MOST_TEXT = 256 * 1024

Number = Annotated[int, Meta(ge=1, le=2_000_000_000)]
Slug = Annotated[str, Meta(max_length=40)]
Edition = Annotated[str, Meta(max_length=80)]
Numbers = Annotated[tuple[int, ...], Meta(max_length=400)]
Codes = Annotated[tuple[Annotated[str, Meta(max_length=14)], ...], Meta(max_length=2_000)]


class _Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """What all kinds have."""


class GameSource(_Kind, frozen=True, kw_only=True, tag="game"):
    """The catalogue of a game, some of its sheets, or some of its cards: by ``sheets`` or ``codes``, not by both.

    One sheet or card may be named several times; where none is it is all of them.
    """

    game: Slug
    edition: Edition | None = None
    """The game's default edition when it is not given."""

    sheets: Numbers = ()
    codes: Codes = ()


class ListSource(_Kind, frozen=True, kw_only=True, tag="list"):
    """A cadre or a deck with its counts and what comes along with it, or only the copies that are wanted of it."""

    list: UUID
    link: Annotated[str, Meta(max_length=60)] = ""
    """Of somebody else's list: the secret of its link."""

    revision: Number | None = None
    """The newest where none is named."""

    since: Number | None = None
    """Only the copies that it holds beyond those of this revision."""

    not_owned: bool = False
    """Only the copies that the collection of the person who asks does not have."""

    sheets: Numbers = ()


class TextSource(_Kind, frozen=True, kw_only=True, tag="text"):
    """The text of a list, in any form that lists are read from."""

    text: Annotated[str, Meta(max_length=MOST_TEXT)]
    game: Slug | None = None
    """May be left out where the text names it."""

    edition: Edition | None = None
    not_owned: bool = False
    sheets: Numbers = ()


class SetSource(_Kind, frozen=True, kw_only=True, tag="set"):
    """A set of one's own: each of its cards, or those of the codes that are named, as often as they are named."""

    set: UUID
    edition: Edition | None = None
    codes: Codes = ()


class TableSource(_Kind, frozen=True, kw_only=True, tag="table"):
    """An uploaded table: a card for each row, so many copies as its column ``count`` says."""

    upload: UUID


class TokenSource(_Kind, frozen=True, kw_only=True, tag="tokens"):
    """The round tokens of a game."""

    game: Slug


class BoardSource(_Kind, frozen=True, kw_only=True, tag="board"):
    """A board of a game over as many pages as it takes: the usual one, or that of a number."""

    game: Slug
    number: Number | None = None


class CalibrationSource(_Kind, frozen=True, kw_only=True, tag="calibration"):
    """The sheet that sets a printer up."""


CardSource = GameSource | ListSource | TextSource | SetSource | TableSource
AnySource = CardSource | TokenSource | BoardSource | CalibrationSource
