"""The API of games, catalogues and rules. It is open to all: it tells what is printed, and keeps nothing."""

from collections.abc import Callable
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards import catalogues
from companion.openapi import STRUCTS, struct_schema
from companion.paging import Pages
from companion.problems import FieldError, not_found, unreadable
from games.catalogue import Rule
from games.registry import GAMES

EDITION = OpenApiParameter("edition", str, description="The edition; the game's own where none is named.")
PAGING = (
    OpenApiParameter("page", int, description="The page, from 1."),
    OpenApiParameter("page_size", int, description="So many on a page: 100 by default, 500 at the most."),
)


def page_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a page of something."""
    address = {"type": ["string", "null"], "format": "uri"}
    return {
        "type": "object",
        "required": ["count", "next", "previous", "results"],
        "properties": {
            "count": {"type": "integer"},
            "next": address,
            "previous": address,
            "results": {"type": "array", "items": schema},
        },
    }


def _card_schema() -> dict[str, Any]:
    """Any card of any game; all in one call, so that shapes of one name in two games stay apart."""
    shapes = [game.card for game in GAMES.values()]
    schemas, components = msgspec.json.schema_components(shapes, ref_template="#/components/schemas/{name}")
    STRUCTS.update(components)
    return {"oneOf": list(schemas)}


CARD = _card_schema()
RULE = struct_schema(Rule)


class Open(APIView):
    """A view that needs to know nobody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


def known_queries(request: Request, *names: str) -> None:
    """Refuses a query that would be overlooked. Raises Problem (unreadable)."""
    odd = tuple(name for name in request.query_params if name not in names)
    if odd:
        known = ", ".join(names) or "none"
        errors = (FieldError(path=f"?{name}", message=f"There is no such parameter; known: {known}.") for name in odd)
        raise unreadable("Some parameters of the query are not understood.", *errors)


def page_of(request: Request, view: APIView, items: Any, shown: Callable[[Any], Any] | None = None) -> Response:
    """A page of structs, or of rows that ``shown`` makes structs of."""
    pages = Pages()
    page: Any = pages.paginate_queryset(items, request, view=view)
    return pages.get_paginated_response(msgspec.to_builtins([shown(one) for one in page] if shown else page))


class Games(Open):
    """The games that are built in."""

    @extend_schema(
        parameters=[*PAGING],
        responses={200: page_schema(struct_schema(catalogues.GameOut))},
        operation_id="list_games",
    )
    def get(self, request: Request) -> Response:
        """All of them."""
        known_queries(request, "page", "page_size")
        return page_of(request, self, catalogues.all_games())


class GameDetail(Open):
    """One game."""

    @extend_schema(
        parameters=[EDITION], responses={200: struct_schema(catalogues.GameDetailOut)}, operation_id="show_game"
    )
    def get(self, request: Request, game: str) -> Response:
        """With the catalogue of one edition, its cards apart."""
        known_queries(request, "edition")
        return Response(msgspec.to_builtins(catalogues.game_detail(game, request.query_params.get("edition"))))


class Rules(Open):
    """The rules of a game."""

    @extend_schema(parameters=[*PAGING], responses={200: page_schema(RULE)}, operation_id="list_rules")
    def get(self, request: Request, game: str) -> Response:
        """Every rule that a refusal or a problem may name, in the project's own words."""
        known_queries(request, "page", "page_size")
        return page_of(request, self, tuple(catalogues.rules_of(game).values()))


class RuleDetail(Open):
    """One rule."""

    @extend_schema(responses={200: RULE}, operation_id="show_rule")
    def get(self, request: Request, game: str, rule_id: str) -> Response:
        """By its id."""
        known_queries(request)
        rule = catalogues.rules_of(game).get(rule_id)
        if rule is None:
            raise not_found(f"There is no rule {rule_id!r}.")
        return Response(msgspec.to_builtins(rule))
