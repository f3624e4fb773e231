"""The API of the cards of a game: searched, one by one, with sets of one's own over them where that is asked for."""

from typing import Any
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards import sets as own_sets
from cards.api import CARD, EDITION, PAGING, known_queries, page_of, page_schema
from cards.list_requests import errors
from cards.merging import merged_of
from cards.search.answers import MOST_FACETS, Facet, Found, UnknownFacet, search
from cards.search.language import NotUnderstood
from cards.set_models import OwnSet
from companion.accounts.models import User
from companion.openapi import struct_schema
from companion.problems import FieldError, not_found, unreadable
from games.catalogue import Catalogue

QUERY = OpenApiParameter(
    "q", str, description="A search, such as `kind:unit cost<=5 -trait:beast`: docs/search.md. Empty: every card."
)
FACETS = OpenApiParameter(
    "facets", str, description="Fields with commas between them: how many of the cards found have which value."
)
SETS = OpenApiParameter("set", UUID, many=True, description="Sets of one's own to look at as well; the later win.")


def _page() -> dict[str, Any]:
    schema = page_schema(CARD)
    schema["required"] += ["edition", "data_hash", "facets"]
    schema["properties"] |= {
        "edition": {"type": "string"},
        "data_hash": {"type": "string"},
        "facets": {"type": "array", "items": struct_schema(Facet)},
    }
    return schema


class CardsAPI(APIView):
    """A view that a stranger may ask as well; who asks is known by their sets."""

    permission_classes = (AllowAny,)


def asked_catalogue(request: Request, game: str) -> tuple[Catalogue, tuple[OwnSet, ...]]:
    """The edition and the sets that a request names, as one catalogue. Raises ``Problem``, UnknownGame."""
    user = request.user if isinstance(request.user, User) else None
    sets = own_sets.access_sets(user, [_uuid(word) for word in request.query_params.getlist("set")])
    return merged_of(game, request.query_params.get("edition"), sets), sets


def _uuid(word: str) -> UUID:
    try:
        return UUID(word)
    except ValueError:
        message = f"{word[:40]!r} is no id of a set."
        raise unreadable(message, FieldError(path="?set", message=message)) from None


class Cards(CardsAPI):
    """The cards of a game."""

    @extend_schema(
        parameters=[QUERY, FACETS, SETS, EDITION, *PAGING],
        responses={200: _page(), **errors(400, 404)},
        operation_id="list_cards",
    )
    def get(self, request: Request, game: str) -> Response:
        """Those that a search finds, in the order of the catalogue; unknown values are null."""
        known_queries(request, "q", "facets", "set", "edition", "page", "page_size")
        catalogue, sets = asked_catalogue(request, game)
        found = _found(request, catalogue, sets)
        answer = page_of(request, self, found.cards)
        facets = msgspec.to_builtins(found.facets)
        answer.data |= {"edition": catalogue.edition, "data_hash": catalogue.hash, "facets": facets}
        return answer


def _found(request: Request, catalogue: Catalogue, sets: tuple[OwnSet, ...]) -> Found:
    named = [name for name in request.query_params.get("facets", "").split(",") if name.strip()]
    if len(named) > MOST_FACETS:
        message = f"At most {MOST_FACETS} facets are counted at once; these are {len(named)}."
        raise unreadable(message, FieldError(path="?facets", message=message))
    try:
        return search(catalogue, sets, request.query_params.get("q", ""), named)
    except UnknownFacet as error:
        raise unreadable(str(error), FieldError(path="?facets", message=str(error))) from None
    except NotUnderstood as error:
        fault = FieldError(path="?q", message=error.message, line=1, column=error.column)
        raise unreadable(f"The search is not understood at column {error.column}: {error.message}", fault) from None


class CardDetail(CardsAPI):
    """One card."""

    @extend_schema(parameters=[SETS, EDITION], responses={200: CARD, **errors(400, 404)}, operation_id="show_card")
    def get(self, request: Request, game: str, code: str) -> Response:
        """By its code."""
        known_queries(request, "set", "edition")
        catalogue, _ = asked_catalogue(request, game)
        card = catalogue.by_code.get(code)
        if card is None:
            gone = catalogue.removed.get(code)
            words = f"{catalogue.name} has no card {code!r}." if gone is None else f"{gone} ({code}) has been removed."
            raise not_found(words)
        return Response(msgspec.to_builtins(card))
