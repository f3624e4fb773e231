"""The commands of every match, beside those of its game."""

from typing import Any, ClassVar

from games.decider import Command


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
    reason: str = ""


class SetPosition(Command, frozen=True, kw_only=True):
    """Open the match in the middle, before the first command of the game."""

    state: dict[str, Any]


class Note(Command, frozen=True, kw_only=True):
    """Write something down."""

    text: str
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


LogCommand = (
    Undo | AnswerUndo | Correct | SetPosition | Note | Pause | Resume | Concede | OfferDraw | AnswerDraw | Abandon
)
LOG_COMMANDS = LogCommand.__args__
