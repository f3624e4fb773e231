"""The API of a person's collection."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from cards import collection
from cards.api import PAGING, known_queries, page_of, page_schema
from cards.collection import MOST_COPIES, Lacking, OwnedOut
from cards.list_requests import LINK, ListAPI, answer, errors, seen_list
from cards.lists import Word, content_of
from cards.merging import merged
from companion.accounts.authentication import asker
from companion.openapi import struct_schema
from companion.problems import take
from games.registry import game_named


class OwnedIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Code -> copies owned, of the cards that are to be changed; the others stay."""

    cards: Annotated[dict[str, Annotated[int, Meta(ge=0, le=MOST_COPIES)]], Meta(max_length=2_000)]
    edition: Annotated[str, Meta(max_length=80)] | None = None
    sets: Annotated[tuple[UUID, ...], Meta(max_length=20)] = ()
    """Own sets whose cards are among them."""


class Collection(ListAPI):
    """What a person owns."""

    @extend_schema(
        parameters=[OpenApiParameter("game", str, description="Of one game."), *PAGING],
        responses={200: page_schema(struct_schema(OwnedOut)), **errors(400, 401, 404)},
    )
    def get(self, request: Request) -> Response:
        """Card by card, reprints together: copies owned, held by built lists, free."""
        known_queries(request, "game", "page", "page_size")
        game = request.query_params.get("game")
        if game:
            game_named(game)
        return page_of(request, self, collection.collection_of(asker(request), game))


class CollectionOfGame(ListAPI):
    """What a person owns of a game."""

    @extend_schema(
        request={"application/json": struct_schema(OwnedIn)}, responses={204: None, **errors(400, 401, 404, 413, 415)}
    )
    def put(self, request: Request, game: str) -> Response:
        """So many copies of these cards are owned now; 0: none. Cards that are not named stay as they are."""
        user = asker(request)
        body: OwnedIn = take(request.data, OwnedIn)
        catalogue = merged(game_named(game).slug, body.edition, body.sets, user)
        collection.own(user=user, game=game, copies=dict(body.cards), catalogue=catalogue)
        return Response(status=204)


class Missing(ListAPI):
    """What a list lacks."""

    @extend_schema(parameters=[LINK], responses={200: struct_schema(Lacking), **errors(400, 401, 404)})
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Of your collection, less what your other built lists hold; reprints count together."""
        known_queries(request, "link")
        user: Any = asker(request)
        saved = seen_list(request, word, list_id)
        return answer(collection.lacking(user, saved, content_of(saved)))
