"""Conditional saves: the revision that a writer saw, as the ETag of what was read and the If-Match of what is sent."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from companion.problems import Problem

IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description="The ETag of what you saw, or *."
)
NO_REVISION = -1


def etag(revision: int) -> dict[str, str]:
    """The header that tells a revision."""
    return {"ETag": f'"{revision}"'}


def seen(request: Request) -> int | None:
    """The revision that the writer saw; None for ``*``, any. Raises ``Problem`` (428) without an If-Match."""
    word = request.headers.get("If-Match", "").strip()
    if not word:
        raise Problem("precondition_required", "Send If-Match with the ETag of what you saw, or *.")
    if word == "*":
        return None
    number = word.removeprefix("W/").strip('"')
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else NO_REVISION
