"""The API of matches."""

from typing import Any
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion.accounts.authentication import asker
from companion.matches import leaving, play, reading, seats, sitting
from companion.matches.json_lines import JsonLines
from companion.matches.match_out import MatchOut
from companion.matches.models import Match
from companion.openapi import struct_schema
from companion.paging import Pages
from companion.problems import FieldError, take, unreadable

AT = OpenApiParameter("at", int, description="The version; the newest by default.")
GAME = OpenApiParameter("game", str, description="Only matches of this game.")
ENDED = OpenApiParameter("ended", bool, description="Only matches that are over, or only those that run.")
LAST = OpenApiParameter("events", int, description="With so many of the last events up to it, 500 at the most.")
SEAT = OpenApiParameter("seat", int, description="Through the eyes of which seat that you hold; the first by default.")


class EventOut(serializers.Serializer[Any]):
    """One event, as a seat may see it."""

    version = serializers.IntegerField()
    type = serializers.CharField()
    schema = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()
    data = serializers.DictField()  # type: ignore[assignment]
    text = serializers.CharField(required=False)
    hash = serializers.CharField(required=False, help_text="Once the match is over: of the chain.")
    salt = serializers.CharField(required=False, help_text="Once the match is over: of the secret.")
    text_salt = serializers.CharField(required=False, help_text="Once the match is over: of the text.")


class State(serializers.Serializer[Any]):
    """A match at one version, as a seat may see it."""

    version = serializers.IntegerField()
    game = serializers.CharField()
    edition = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    phase = serializers.CharField()
    to_act = serializers.ListField(child=serializers.IntegerField())
    state = serializers.DictField()
    can_undo = serializers.BooleanField()
    undo_to = serializers.IntegerField(allow_null=True)
    undo_asked = serializers.DictField(allow_null=True)
    draw_offered = serializers.DictField(allow_null=True)
    fork_waits = serializers.ListField(child=serializers.IntegerField())
    paused = serializers.BooleanField()
    ended = serializers.DictField(allow_null=True)
    events = EventOut(many=True, required=False)


class EventPage(serializers.Serializer[Any]):
    """A page of events."""

    count = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = EventOut(many=True)
    state = State(allow_null=True)


class CommandAnswer(serializers.Serializer[Any]):
    """What an accepted command is answered."""

    version = serializers.IntegerField()
    events = EventOut(many=True)
    can_undo = serializers.BooleanField()


class Commands(serializers.Serializer[Any]):
    """What a seat may do now."""

    version = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    types = serializers.ListField(child=serializers.CharField())
    commands = serializers.ListField(child=serializers.DictField())


def number(request: Request, name: str, default: int | None = None, least: int = 0) -> int | None:
    """A whole number of the query. Raises ``Problem`` ``unreadable``."""
    word = request.query_params.get(name)
    if word is None:
        return default
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) >= least):
        message = f"{name} must be a whole number from {least}, not {word[:40]!r}."
        raise unreadable(message, FieldError(path=name, message=message))
    return int(word)


def word(request: Request, name: str) -> str | None:
    """A word of the query; None without it. Raises ``Problem`` ``unreadable`` for what no database can look for."""
    found = request.query_params.get(name)
    if found is not None and "\0" in found:
        message = f"{name} has a NUL character."
        raise unreadable(message, FieldError(path=name, message=message))
    return found


def flag(request: Request, name: str) -> bool | None:
    """``true`` or ``false`` of the query; None without it. Raises ``Problem`` ``unreadable``."""
    word = request.query_params.get(name)
    if word not in (None, "true", "false"):
        message = f"{name} must be true or false, not {word[:40]!r}."
        raise unreadable(message, FieldError(path=name, message=message))
    return None if word is None else word == "true"


class Matches(APIView):
    """Matches of the person who asks."""

    pagination_class = Pages

    @extend_schema(parameters=[GAME, ENDED], responses=MatchOut(many=True))
    def get(self, request: Request) -> Response:
        """Those that you own, sit in or watch, the last changed first."""
        pages = Pages()
        found = Match.objects.filter(seats.visible_to(asker(request))).prefetch_related("seats__user")
        if game := word(request, "game"):
            found = found.filter(game=game)
        if (ended := flag(request, "ended")) is not None:
            found = found.filter(ended__isnull=not ended)
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(MatchOut(page, many=True, context={"request": request}).data)

    @extend_schema(request={"application/json": struct_schema(play.NewMatch)}, responses={201: MatchOut})
    def post(self, request: Request) -> Response:
        """Start a match."""
        match = play.start_match(asker(request), take(request.data, play.NewMatch))
        return Response(MatchOut(match, context={"request": request}).data, status=201)


class MatchDetail(APIView):
    """One match."""

    @extend_schema(responses=MatchOut)
    def get(self, request: Request, match_id: UUID) -> Response:
        """What it is, without its state."""
        match = seats.access_match(asker(request), match_id)
        return Response(MatchOut(match, context={"request": request}).data)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Delete it, as its owner, when the other seats are free or agree (409 *not_agreed*)."""
        leaving.delete_match(asker(request), match_id)
        return Response(status=204)


class StateDetail(APIView):
    """The state of a match."""

    @extend_schema(parameters=[AT, SEAT, LAST], responses=State)
    def get(self, request: Request, match_id: UUID) -> Response:
        """At any version, as your seat may see it."""
        match = seats.access_match(asker(request), match_id)
        seat = seats.seat_for(asker(request), match, number(request, "seat", least=1))
        at, last = number(request, "at", least=1), number(request, "events", least=1)
        if last:
            return Response(reading.state_with_events(match, seat, at, min(last, 500)))
        return Response(reading.state_of(match, seat, at))


class Events(APIView):
    """The events of a match."""

    renderer_classes = (JSONRenderer, JsonLines)

    @extend_schema(
        parameters=[
            OpenApiParameter("after", int, description="Only events behind this version."),
            OpenApiParameter("limit", int, description="So many at the most; 100 by default, 500 at the most."),
            SEAT,
        ],
        responses=EventPage,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """In order, as your seat may see them; with the newest state where one of them is an undo.

        With ``Accept: application/jsonl`` an event a line, the next page in the ``Link`` header.
        """
        match = seats.access_match(asker(request), match_id)
        seat = seats.seat_for(asker(request), match, asked := number(request, "seat", least=1))
        after = number(request, "after", 0) or 0
        limit = min(number(request, "limit", 100, least=1) or 100, 500)
        eyes = f"&seat={asked}" if asked else ""
        address = request.build_absolute_uri(request.path)
        more = after + limit < match.version
        events = reading.events_of(match, seat, after, limit)
        before = max(min(after, match.version) - limit, 0)
        following = f"{address}?after={after + limit}&limit={limit}{eyes}" if more else None
        return Response(
            headers={"Link": f'<{following}>; rel="next"'} if following else None,
            data={
                "count": match.version,
                "next": following,
                "previous": f"{address}?after={before}&limit={limit}{eyes}" if after else None,
                "results": events,
                "state": reading.state_if_undone(match, seat, events),
            },
        )


class CommandList(APIView):
    """Commands of a match."""

    @extend_schema(parameters=[SEAT], responses=Commands)
    def get(self, request: Request, match_id: UUID) -> Response:
        """What your seat may do now."""
        match = seats.access_match(asker(request), match_id)
        seat = seats.seat_for(asker(request), match, number(request, "seat", least=1))
        return Response(reading.commands_of(match, seat))

    @extend_schema(request={"application/json": struct_schema(play.Envelope)}, responses={201: CommandAnswer})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Give a command: 201; 409 *stale* with what you missed; 422 *refused* with the rule; 400 *unreadable*."""
        match, held = sitting.access(asker(request), match_id)
        answer = play.give_command(asker(request), match, request.data, held)
        return Response(msgspec.structs.asdict(answer), status=201)
