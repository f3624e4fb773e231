"""The commands of every match, beside those of its game."""

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from games.decider import Command

Text = Annotated[str, Meta(max_length=2000)]
"""What people write themselves."""


class Undo(Command, frozen=True, kw_only=True):
    """Go back to version ``to``."""

    to: int


class AnswerUndo(Command, frozen=True, kw_only=True):
    """Agree or not to the undo that another seat asked for."""

    agree: bool


class Correct(Command, frozen=True, kw_only=True):
    """Set the value at ``path`` (a JSON Pointer into the game's state): the table is right."""

    path: str
    value: Any
    reason: Text = ""


class SetPosition(Command, frozen=True, kw_only=True):
    """Open the match in the middle, before the first command of the game."""

    state: dict[str, Any]


class Note(Command, frozen=True, kw_only=True):
    """Write something down."""

    text: Text
    simultaneous: ClassVar[bool] = True


class Pause(Command, frozen=True, kw_only=True):
    """Stop the match for a while."""


class Resume(Command, frozen=True, kw_only=True):
    """Go on."""


class Concede(Command, frozen=True, kw_only=True):
    """Give up."""


class OfferDraw(Command, frozen=True, kw_only=True):
    """Offer a draw."""


class AnswerDraw(Command, frozen=True, kw_only=True):
    """Take the offered draw or not."""

    agree: bool


class Abandon(Command, frozen=True, kw_only=True):
    """Leave the match without a winner."""


class AgreeToFork(Command, frozen=True, kw_only=True):
    """Agree to play on in this fork of a match that still runs."""

    simultaneous: ClassVar[bool] = True


LogCommand = (
    Undo
    | AnswerUndo
    | Correct
    | SetPosition
    | Note
    | Pause
    | Resume
    | Concede
    | OfferDraw
    | AnswerDraw
    | Abandon
    | AgreeToFork
)
LOG_COMMANDS = LogCommand.__args__
