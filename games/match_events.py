"""The events of every match, beside those of its game."""

from typing import Any, Literal

import msgspec

from games.decider import Event, Seat


class TableOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the people at the table agreed on, whatever the game."""

    undo: Literal["free", "agreed"] = "free"
    """Whether an undo needs the other seats; one that passes revealed information always does."""


class MatchStarted(Event, frozen=True, kw_only=True):
    """Event 1 of every match: the rules it is played by, and every public card that it uses, resolved."""

    game: str
    edition: str
    data_hash: str
    seats: int
    options: dict[str, Any]
    table: TableOptions = TableOptions()
    cards: tuple[dict[str, Any], ...] = ()


class Undone(Event, frozen=True, kw_only=True):
    """The match is again as it was at version ``to``."""

    to: int


class UndoAsked(Event, frozen=True, kw_only=True):
    """A seat asks the others to go back to version ``to``."""

    to: int
    by: Seat


class UndoAnswered(Event, frozen=True, kw_only=True):
    """A seat agrees to the undo that was asked for, or does not, which ends the asking."""

    by: Seat
    agree: bool


class Corrected(Event, frozen=True, kw_only=True):
    """A value of the state was set by hand. For the seats in ``hidden_from`` (0: spectators) the value is ``None``."""

    path: str
    value: Any
    by: Seat
    digest: str = ""
    """Digest of the reason, which stands beside the log."""

    hidden_from: tuple[int, ...] = ()


class PositionSet(Event, frozen=True, kw_only=True):
    """The match was opened in the middle: ``state`` is the game's whole state."""

    state: dict[str, Any]


class Noted(Event, frozen=True, kw_only=True):
    """Somebody wrote something down; the text stands beside the log, its digest here."""

    by: Seat
    digest: str = ""


class Paused(Event, frozen=True, kw_only=True):
    """Nobody may play until the match is resumed."""

    by: Seat


class Resumed(Event, frozen=True, kw_only=True):
    """The pause is over."""

    by: Seat


class Conceded(Event, frozen=True, kw_only=True):
    """A seat gave up: the others have won."""

    by: Seat


class DrawOffered(Event, frozen=True, kw_only=True):
    """A seat offers a draw; it stands until every other seat has answered, or the next command of the game."""

    by: Seat


class DrawAnswered(Event, frozen=True, kw_only=True):
    """A seat takes the draw, or does not, which ends the offer."""

    by: Seat
    agree: bool


class Abandoned(Event, frozen=True, kw_only=True):
    """The match was left without a winner."""

    by: Seat


class Forked(Event, frozen=True, kw_only=True):
    """All events so far are those of another match, ``parent``; from here on this one goes its own way.

    ``waiting``: seats whose players have to agree before anything else happens.
    """

    parent: str
    at: int
    waiting: tuple[Seat, ...] = ()


class ForkAgreed(Event, frozen=True, kw_only=True):
    """A seat agrees to play on in this fork."""

    by: Seat


class SecretsOpened(Event, frozen=True, kw_only=True):
    """The match is over, and so are its secrets: every event can now be read whole, with its salt. Nothing follows."""


LogEvent = (
    MatchStarted
    | Undone
    | UndoAsked
    | UndoAnswered
    | Corrected
    | PositionSet
    | Noted
    | Paused
    | Resumed
    | Conceded
    | DrawOffered
    | DrawAnswered
    | Abandoned
    | Forked
    | ForkAgreed
    | SecretsOpened
)
LOG_EVENTS = LogEvent.__args__
KINDS = frozenset(LOG_EVENTS)
