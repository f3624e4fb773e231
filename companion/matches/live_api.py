"""The API of following matches."""

from typing import Any

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from companion.accounts.authentication import asker
from companion.matches import live, streams
from companion.problems import FieldError, unreadable


class EventStream(BaseRenderer):
    """What an ``EventSource`` asks for; an error is a problem document all the same."""

    media_type = "text/event-stream"
    format = "sse"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Only problem documents come here."""
        return msgspec.json.encode(data)


class Live(APIView):
    """Matches as they happen."""

    renderer_classes = (EventStream,)

    @extend_schema(
        parameters=[
            OpenApiParameter("after", str, required=True, description="What you have seen: ID@N,ID@N."),
            OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER, description="What you were told last."),
        ],
        responses={(200, "text/event-stream"): str},
    )
    def get(self, request: Request) -> HttpResponse:
        """Server-Sent Events: which match has which version, as soon as it has it. See docs/live.md.

        Each event's id is the vector of all versions told; a browser that comes back sends it as Last-Event-ID.
        """
        words = request.query_params.get("after")
        if not words:
            message = "Say which matches, and which versions you have seen: after=ID@N,ID@N."
            raise unreadable(message, FieldError(path="after", message=message))
        after = live.read_vector(words, "after")
        if last := request.headers.get("Last-Event-ID"):
            told = live.read_vector(last, "Last-Event-ID")
            after |= {match_id: version for match_id, version in told.items() if match_id in after}
        reader = live.follow(asker(request), after)
        scope = getattr(request._request, "scope", {})
        if streams.READER in scope:
            scope[streams.READER] = reader
            text = ""
        else:
            # Without somebody in front who keeps it open it ends at once: a browser comes back again and again.
            text = "retry: 1000\n\n" + live.take_text(reader)
        headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
        return HttpResponse(text, content_type="text/event-stream; charset=utf-8", headers=headers)
