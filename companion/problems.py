"""Every error as one body, a problem document (RFC 9457). How exceptions become one: ``companion.answering``."""

from typing import Any

import msgspec

from games.faults import fault_of

MEDIA_TYPE = "application/problem+json"

TITLES = {
    "unreadable": "The request cannot be read",
    "refused": "The rules forbid it",
    "stale": "Something has happened since",
    "not_playable": "This game cannot be played here yet",
    "reused_id": "This command id stands for another command",
    "already_done": "It cannot be done twice",
    "not_agreed": "Others have to agree first",
    "not_authenticated": "It is not known who asks",
    "forbidden": "It is not allowed",
    "not_found": "There is nothing here for you",
    "not_allowed": "This cannot be done with this method",
    "not_acceptable": "No such form of answer",
    "not_ready": "It is not there yet",
    "too_large": "It is too large",
    "unsupported": "This kind of content is not read here",
    "precondition_required": "An If-Match header is needed",
    "too_many": "Too many requests",
    "failed": "Something went wrong on our side",
    "unavailable": "It cannot be answered at the moment",
}
"""code -> title. Codes are stable; ``type`` is ``/problems/<code>``, where the words can be read."""

STATUS = {
    "unreadable": 400,
    "not_authenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "not_allowed": 405,
    "not_acceptable": 406,
    "stale": 409,
    "reused_id": 409,
    "already_done": 409,
    "not_agreed": 409,
    "not_ready": 409,
    "too_large": 413,
    "unsupported": 415,
    "refused": 422,
    "not_playable": 422,
    "precondition_required": 428,
    "too_many": 429,
    "failed": 500,
    "unavailable": 503,
}


class FieldError(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One fault of what was sent: where (a JSON path, a line, a column) and what."""

    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None


class Problem(Exception):
    """Raised anywhere below a view; answered as a problem document. ``more`` are further members of it."""

    def __init__(
        self, code: str, detail: str, *, errors: tuple[FieldError, ...] = (), status: int | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.status = status or STATUS[code]
        self.detail = detail
        self.errors = errors
        self.more = more

    def body(self) -> dict[str, Any]:
        """The document."""
        document = {
            "type": f"/problems/{self.code}",
            "title": TITLES[self.code],
            "status": self.status,
            "detail": self.detail,
        }
        if self.errors:
            document["errors"] = msgspec.to_builtins(self.errors)
        return document | self.more


def unreadable(detail: str, *errors: FieldError) -> Problem:
    """A 400: what was sent cannot be read, and where."""
    return Problem("unreadable", detail, errors=errors)


def take(value: Any, shape: Any, prefix: str = "$") -> Any:
    """A value of a request as ``shape``, a type. Raises ``Problem`` ``unreadable`` with the path of the field."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        fault = fault_of(error)
        raise unreadable(fault.sentence, FieldError(path=prefix + fault.path[1:], message=fault.sentence)) from None


def not_found(detail: str = "There is no such thing here.") -> Problem:
    """A 404: it does not exist, or not for who asks."""
    return Problem("not_found", detail)
