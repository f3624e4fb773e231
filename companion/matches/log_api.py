"""The API of logs as files, of forks, and of what is told of matches in sum."""

from collections.abc import AsyncIterator, Iterator
from typing import IO, Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion.accounts.authentication import asker
from companion.accounts.throttles import Copies
from companion.matches import exports, forks, imports, log_file, seats, standings
from companion.matches.api import GAME, SEAT, number, word
from companion.matches.json_lines import JsonLines
from companion.matches.match_out import MatchOut
from companion.openapi import struct_schema
from companion.problems import take, unreadable

PIECE = 64 * 1024


class Fork(APIView):
    """Forks of a match."""

    throttle_classes = (Copies,)

    @extend_schema(request={"application/json": struct_schema(forks.NewFork)}, responses={201: MatchOut})
    def post(self, request: Request, match_id: UUID) -> Response:
        """A new match that begins with the events of this one; see rule MT-FORK."""
        match = seats.access_match(asker(request), match_id)
        made = forks.fork(asker(request), match, take(request.data, forks.NewFork))
        return Response(MatchOut(made, context={"request": request}).data, status=201)


class Export(APIView):
    """The log of a match as a file."""

    renderer_classes = (JsonLines, JSONRenderer)

    @extend_schema(parameters=[SEAT], responses={(200, log_file.MEDIA_TYPE): OpenApiTypes.STR})
    def get(self, request: Request, match_id: UUID) -> StreamingHttpResponse:
        """JSON Lines, a header and a line for each event, as your seat may see them; whole, once the match is over."""
        match = seats.access_match(asker(request), match_id)
        seat = seats.seat_for(asker(request), match, number(request, "seat", least=1))
        pieces = exports.pieces_of(match, seat)
        content: Any = _awaited(pieces) if isinstance(request._request, ASGIRequest) else pieces
        name = f'attachment; filename="{match.game}-{match.id}.jsonl"'
        return StreamingHttpResponse(
            content,
            content_type=log_file.MEDIA_TYPE,
            headers={"Content-Disposition": name, "Cache-Control": "no-store"},
        )


async def _awaited(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Each piece is made in a thread when the one before has gone out."""

    def following() -> bytes:
        return next(pieces, b"")

    while piece := await sync_to_async(following)():
        yield piece


class LogFile(BaseParser):
    """The body as it comes, in pieces: nothing is read before somebody wants it."""

    media_type = log_file.MEDIA_TYPE

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """An iterator over the pieces of the body."""
        return iter(lambda: stream.read(PIECE), b"")


class LogFileByOtherName(LogFile):
    """The same under the name that others use for it."""

    media_type = "application/x-ndjson"


class Import(APIView):
    """Matches from elsewhere."""

    parser_classes = (LogFile, LogFileByOtherName)
    throttle_classes = (Copies,)

    @extend_schema(request={(log_file.MEDIA_TYPE): OpenApiTypes.STR}, responses={201: MatchOut})
    def post(self, request: Request) -> Response:
        """A match out of the whole log of one that is over. 400 names the line, and the version that does not hold."""
        pieces: Any = request.data
        if not isinstance(pieces, Iterator):
            raise unreadable("The body is empty; the log of a match is expected.")
        match = imports.take_in(asker(request), pieces)
        return Response(MatchOut(match, context={"request": request}).data, status=201)


class ScoreAt(serializers.Serializer[Any]):
    """The score behind a command."""

    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    scores = serializers.ListField(child=serializers.IntegerField())


class ResultOut(serializers.Serializer[Any]):
    """What a match was for one seat."""

    seat = serializers.IntegerField()
    side = serializers.CharField(allow_null=True)
    result = serializers.ChoiceField(choices=standings.RESULTS)
    score = serializers.IntegerField(allow_null=True)


class SummaryOut(serializers.Serializer[Any]):
    """A match in sum."""

    match = serializers.UUIDField()
    game = serializers.CharField()
    edition = serializers.CharField()
    version = serializers.IntegerField()
    created = serializers.DateTimeField()
    changed = serializers.DateTimeField()
    ended = serializers.DictField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    sides = serializers.ListField(child=serializers.CharField(allow_null=True), allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    score_over_time = ScoreAt(many=True)
    results = ResultOut(many=True)


class SummaryDetail(APIView):
    """A match in sum."""

    @extend_schema(responses=SummaryOut)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Result, sides, score over time: what everybody at the table knows."""
        return Response(standings.shown(seats.access_match(asker(request), match_id)))


class Record(serializers.Serializer[Any]):
    """How many matches, and how they ended."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    abandoned = serializers.IntegerField()


class GameRecord(Record):
    """Those of one game."""

    game = serializers.CharField()


class SideRecord(GameRecord):
    """Those with one side."""

    side = serializers.CharField()


class ListRecord(GameRecord):
    """Those with one list."""

    card_list = serializers.UUIDField()


class StatisticsOut(Record):
    """The matches of a person that have ended."""

    by_game = GameRecord(many=True)
    by_side = SideRecord(many=True)
    by_list = ListRecord(many=True)


class Statistics(APIView):
    """What you have won, lost and drawn."""

    @extend_schema(parameters=[GAME], responses=StatisticsOut)
    def get(self, request: Request) -> Response:
        """In all, by game, by side, by list; matches in which you sat in more than one seat do not count."""
        return Response(standings.statistics_of(asker(request), word(request, "game")))
