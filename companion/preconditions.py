"""Conditional saves: the revision that a writer saw, as the ETag of what was read and the If-Match of what is sent."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from companion.problems import Problem

IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description="The ETag of what you saw, or *."
)
NO_REVISION = -1
"""No revision has an ETag that is no number."""


def etag(revision: int) -> dict[str, str]:
    """The header that tells a revision."""
    return {"ETag": f'"{revision}"'}


def seen(request: Request) -> int | None:
    """The revision that the writer saw; None for ``*``, any. Raises ``Problem`` (428) without an If-Match."""
    tag = seen_tag(request)
    if tag == "*":
        return None
    return int(tag) if tag.isascii() and tag.isdigit() and len(tag) < 10 else NO_REVISION


def seen_tag(request: Request) -> str:
    """The ETag that the writer saw, without its quotes. Raises ``Problem`` (428) without an If-Match."""
    word = request.headers.get("If-Match", "").strip()
    if not word:
        raise Problem("precondition_required", "Send If-Match with the ETag of what you saw, or *.")
    return word.removeprefix("W/").strip('"')
