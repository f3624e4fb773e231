"""The API of games, catalogues, rules and lists. It is open to all: it tells what is printed, and keeps nothing."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards import catalogues, checking
from cards.checking import Verdict
from cards.formats.decoding import LineFault, TextRefused, TextTooLarge
from cards.formats.read_list import ReadList
from cards.text_parser import PlainText
from companion.openapi import STRUCTS, struct_schema
from companion.paging import Pages
from companion.parsing import StrictJSON
from companion.problems import FieldError, Problem, not_found, unreadable
from games.catalogue import Rule
from games.registry import GAMES, catalogue_of

T = TypeVar("T")

EDITION = OpenApiParameter("edition", str, description="The edition; the game's own where none is named.")
GAME = OpenApiParameter("game", str, description="The game, where the body is the text of a list.")
PAGING = (
    OpenApiParameter("page", int, description="The page, from 1."),
    OpenApiParameter("page_size", int, description="So many on a page: 100 by default, 500 at the most."),
)


class ListText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list as text, and what it is to be read by."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    text: str
    edition: Annotated[str, msgspec.Meta(max_length=80)] | None = None


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
LIST_BODY = {"application/json": struct_schema(ListText), "text/plain": {"type": "string"}}


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


def page_of(request: Request, view: APIView, items: tuple[Any, ...]) -> Response:
    """A page of structs."""
    pages = Pages()
    page: Any = pages.paginate_queryset(items, request, view=view)
    return pages.get_paginated_response(msgspec.to_builtins(page))


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


class Cards(Open):
    """The cards of a game."""

    @extend_schema(
        parameters=[OpenApiParameter("q", str, description="Words of the name, each in any case."), EDITION, *PAGING],
        responses={200: page_schema(CARD)},
        operation_id="list_cards",
    )
    def get(self, request: Request, game: str) -> Response:
        """In the order of the catalogue; unknown values are null."""
        known_queries(request, "q", "edition", "page", "page_size")
        catalogue = catalogue_of(game, request.query_params.get("edition"))
        try:
            found = catalogues.search(catalogue, request.query_params.get("q", ""))
        except catalogues.NotUnderstood as error:
            raise unreadable(str(error), FieldError(path="?q", message=str(error))) from None
        return page_of(request, self, found)


class CardDetail(Open):
    """One card."""

    @extend_schema(parameters=[EDITION], responses={200: CARD}, operation_id="show_card")
    def get(self, request: Request, game: str, code: str) -> Response:
        """By its code."""
        known_queries(request, "edition")
        catalogue = catalogue_of(game, request.query_params.get("edition"))
        card = catalogue.by_code.get(code)
        if card is None:
            raise not_found(f"{catalogue.name} has no card {code!r}.")
        return Response(msgspec.to_builtins(card))


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


class ListView(Open):
    """What is done with the text of a list: JSON, or the file itself as text/plain with ``?game=``."""

    parser_classes: tuple[type[BaseParser], ...] = (StrictJSON, PlainText)

    def answer(self, request: Request, ask: Callable[[str, bytes | str, str | None], Any]) -> Response:
        """What ``ask`` says of the text that was sent, or why it cannot be read."""
        is_file = (request.content_type or "").startswith(PlainText.media_type)
        path, arguments = ("$", _of_file(request)) if is_file else ("$.text", _of_body(request))
        try:
            return Response(msgspec.to_builtins(ask(*arguments)))
        except TextTooLarge as error:
            raise Problem("too_large", str(error), errors=_errors(error.faults, path)) from None
        except TextRefused as error:
            raise unreadable("The list cannot be read.", *_errors(error.faults, path)) from None


class CheckList(ListView):
    """Whether a list is legal."""

    @extend_schema(
        request=LIST_BODY,
        parameters=[GAME, EDITION],
        responses={200: struct_schema(Verdict)},
        operation_id="check_list",
    )
    def post(self, request: Request) -> Response:
        """Every problem at once, judged by the edition and the data that the answer names. Nothing is kept."""
        return self.answer(request, checking.check)


class ReadText(ListView):
    """What a text says."""

    @extend_schema(
        request=LIST_BODY,
        parameters=[GAME, EDITION],
        responses={200: struct_schema(ReadList)},
        operation_id="read_list",
    )
    def post(self, request: Request) -> Response:
        """The entries, what became of each line, and what of it cannot be read. Nothing is kept."""
        return self.answer(request, checking.read)


def _of_file(request: Request) -> tuple[str, bytes | str, str | None]:
    known_queries(request, "game", "edition")
    game = request.query_params.get("game")
    if game is None:
        message = "The game is missing; it is named as ?game=."
        raise unreadable(message, FieldError(path="?game", message=message))
    # An empty body never reaches the parser.
    data = request.data if isinstance(request.data, bytes) else b""
    return game, data, request.query_params.get("edition")


def _of_body(request: Request) -> tuple[str, bytes | str, str | None]:
    known_queries(request)
    body = _converted(request.data, ListText)
    return body.game, body.text, body.edition


def _converted(data: Any, shape: type[T]) -> T:
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        found = FieldError(path=path.rstrip("`") or "$", message=message)
        raise unreadable("The body is not what is asked for here.", found) from None


def _errors(faults: tuple[LineFault, ...], path: str) -> tuple[FieldError, ...]:
    return tuple(FieldError(path=path, line=fault.line, message=fault.message) for fault in faults)
