"""The API of the people at the table: codes, joining, seats, spectators, leaving."""

from io import BytesIO
from typing import Any
from uuid import UUID

import msgspec
import segno
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion.accounts.authentication import asker
from companion.accounts.throttles import Joins
from companion.matches import codes, leaving, seats
from companion.matches.match_out import MatchOut

JOIN_PAGE = "/j/{code}/"
"""The page that takes a code: short, so that its QR code is coarse enough for any camera."""


class Code(serializers.Serializer[Any]):
    """A code, shown this once."""

    code = serializers.CharField()
    expires = serializers.DateTimeField()
    url = serializers.URLField(help_text="The page that takes the code.")
    qr = serializers.CharField(help_text="That address as a QR code: an SVG document.")


class JoinRequest(serializers.Serializer[Any]):
    """A join code, as it was read."""

    code = serializers.CharField(max_length=40)


class Joined(serializers.Serializer[Any]):
    """What a code gave: a seat, or none to a spectator."""

    match = serializers.UUIDField()
    seat = serializers.IntegerField(allow_null=True)


class Heir(serializers.Serializer[Any]):
    """The holder of a seat."""

    seat = serializers.IntegerField(min_value=1)


class AgreementIn(serializers.Serializer[Any]):
    """Whether you agree."""

    agree = serializers.BooleanField()


class AgreementOut(serializers.Serializer[Any]):
    """Seats of others than the owner whose holders agree, and those whose holders do not (yet)."""

    agreed = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.IntegerField())


def _shown(request: Request, given: codes.Given) -> Response:
    url = request.build_absolute_uri(JOIN_PAGE.format(code=given.code))
    drawn = BytesIO()
    segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=4, xmldecl=False, nl=False)
    body = {"code": given.code, "expires": given.expires, "url": url, "qr": drawn.getvalue().decode()}
    return Response(body, status=201, headers={"Cache-Control": "no-store"})


class SeatDetail(APIView):
    """One seat."""

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, match_id: UUID, seat: int) -> Response:
        """Free it: as its holder, or as the match's owner."""
        leaving.free_seat(asker(request), match_id, seat)
        return Response(status=204)


class SeatCode(APIView):
    """The join code of a seat."""

    @extend_schema(request=None, responses={201: Code})
    def post(self, request: Request, match_id: UUID, seat: int) -> Response:
        """A new code for a free seat or one of your own, good once and for a day; an older one is good no more."""
        return _shown(request, codes.give_seat_code(asker(request), match_id, seat))

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, match_id: UUID, seat: int) -> Response:
        """Close it."""
        codes.close_seat_code(asker(request), match_id, seat)
        return Response(status=204)


class Spectators(APIView):
    """Those who watch."""

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, match_id: UUID) -> Response:
        """As the owner: put all of them out and close their code. As a spectator: leave."""
        leaving.put_out_spectators(asker(request), match_id)
        return Response(status=204)


class SpectatorCode(APIView):
    """The code for spectators."""

    @extend_schema(request=None, responses={201: Code})
    def post(self, request: Request, match_id: UUID) -> Response:
        """A new one, good for a day and for any number of people; an older one is good no more."""
        return _shown(request, codes.give_watch_code(asker(request), match_id))

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Close it; those who watch already go on."""
        codes.close_watch_code(asker(request), match_id)
        return Response(status=204)


class Join(APIView):
    """Joining a match."""

    throttle_classes = (Joins,)

    @extend_schema(request=JoinRequest, responses={201: Joined})
    def post(self, request: Request) -> Response:
        """Take the seat of a code, beside those that you hold; or watch. Sent again, it is answered the same."""
        data = JoinRequest(data=request.data)
        data.is_valid(raise_exception=True)
        joined = codes.join(asker(request), data.validated_data["code"])
        return Response(msgspec.structs.asdict(joined), status=201)


class Owner(APIView):
    """The owner of a match."""

    @extend_schema(request=Heir, responses=MatchOut)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Hand the match over to the holder of a seat."""
        data = Heir(data=request.data)
        data.is_valid(raise_exception=True)
        match = leaving.hand_over(asker(request), match_id, data.validated_data["seat"])
        return Response(MatchOut(match, context={"request": request}).data)


class Deletion(APIView):
    """Whether a match may be deleted."""

    @extend_schema(responses=AgreementOut)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Who of the others agrees."""
        match = seats.access_match(asker(request), match_id)
        return Response(msgspec.structs.asdict(leaving.agreement_of(match)))

    @extend_schema(request=AgreementIn, responses=AgreementOut)
    def put(self, request: Request, match_id: UUID) -> Response:
        """Agree, for all seats that you hold, or agree no more."""
        data = AgreementIn(data=request.data)
        data.is_valid(raise_exception=True)
        agreement = leaving.agree_to_delete(asker(request), match_id, data.validated_data["agree"])
        return Response(msgspec.structs.asdict(agreement))
