"""The API of the board's picture."""

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from companion.accounts.authentication import asker
from companion.matches import board, seats
from companion.matches.api import AT, SEAT, number

MEDIA_TYPE = "image/svg+xml"


class Svg(BaseRenderer):
    """What an ``img`` asks for; an error is a problem document all the same."""

    media_type = MEDIA_TYPE
    format = "svg"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Only problem documents come here."""
        return msgspec.json.encode(data)


class BoardPicture(APIView):
    """The board of a match."""

    renderer_classes = (Svg, JSONRenderer)

    @extend_schema(parameters=[AT, SEAT], responses={(200, MEDIA_TYPE): OpenApiTypes.STR})
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """At any version, as your seat may see it: SVG, 360 px wide; 404 for a game that has no board to draw."""
        match = seats.access_match(asker(request), match_id)
        seat = seats.seat_for(asker(request), match, number(request, "seat", least=1))
        picture = board.board_of(match, seat, number(request, "at", least=1))
        # A picture that is opened by itself is a document: it may load nothing and run nothing.
        guarded = {"Content-Security-Policy": "default-src 'none'; sandbox", "Cache-Control": "private, no-cache"}
        return HttpResponse(picture, content_type=f"{MEDIA_TYPE}; charset=utf-8", headers=guarded)
