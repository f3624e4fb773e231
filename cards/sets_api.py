"""The API of a person's own sets: the sets, their cards and pictures, the import of tables, copies and links."""

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards import images, set_cards, set_import, sets
from cards.api import PAGING, known_queries, page_of, page_schema
from cards.list_requests import errors
from cards.set_cards import CardView
from cards.set_import import SetImported
from cards.set_models import OwnSet
from cards.set_requests import (
    LINK,
    FileBody,
    PictureBody,
    SetAPI,
    SetOut,
    answer_card,
    answer_set,
    bytes_of,
    counted,
    flag,
    guarded,
    own_set,
    refused_table,
    seen_set,
    set_out,
    who,
)
from cards.tables.read_table import READERS, Format, read_table
from cards.tables.table import TableRefused
from companion.accounts.authentication import asker
from companion.openapi import struct_schema
from companion.preconditions import IF_MATCH, seen
from companion.problems import FieldError, not_found, take, unreadable
from games.registry import game_named

Sharing = Literal["private", "link", "public"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Note = Annotated[str, msgspec.Meta(max_length=4000)]
Prefix = Annotated[str, msgspec.Meta(pattern="^[a-z]{2,8}$")]


class NewSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set to be made. Codes of its cards will begin with ``prefix``, for ever."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    prefix: Prefix
    name: Name
    note: Note = ""
    sharing: Sharing = "private"


class SetSaved(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of a set can change."""

    name: Name
    note: Note = ""
    sharing: Sharing = "private"


class SetCopied(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a copy is to be called; as its source, where nothing is said."""

    prefix: Prefix | None = None
    name: Name | None = None


SET = struct_schema(SetOut)
CARD = struct_schema(CardView)
VALUES = {
    "type": "object",
    "description": "The values of a card as its game has them, kind and name among them; of a built-in card, those "
    "that are other here (null: not known).",
}
WHOSE = OpenApiParameter("whose", str, enum=["own", "public"], description="Your own sets, or those open to all.")
FILE = {(200, media): OpenApiTypes.BINARY for _, media in images.TYPES.values()}


class Sets(SetAPI):
    """Sets of one's own."""

    @extend_schema(
        parameters=[WHOSE, OpenApiParameter("game", str), *PAGING],
        responses={200: page_schema(SET), **errors(400, 401, 404)},
        operation_id="list_sets",
    )
    def get(self, request: Request) -> Response:
        """Your own, the last changed first; or all that are public."""
        known_queries(request, "whose", "game", "page", "page_size")
        whose = request.query_params.get("whose", "own")
        if whose not in ("own", "public"):
            message = "whose is own or public."
            raise unreadable(message, FieldError(path="?whose", message=message))
        mine = {"owner": asker(request)} if whose == "own" else {"sharing": OwnSet.Sharing.PUBLIC}
        rows = OwnSet.objects.filter(**mine).order_by("-changed", "id")
        if (game := request.query_params.get("game")) is not None:
            rows = rows.filter(game=game_named(game).slug)
        return page_of(request, self, counted(rows), lambda row: set_out(row, who(request)))

    @extend_schema(
        request={"application/json": struct_schema(NewSet)},
        responses={201: SET, **errors(400, 401, 404)},
        operation_id="create_set",
    )
    def post(self, request: Request) -> Response:
        """A new, empty one."""
        known_queries(request)
        user, new = asker(request), take(request.data, NewSet)
        own = sets.create(user=user, **msgspec.structs.asdict(new))
        return answer_set(own, user, 201)


class SetDetail(SetAPI):
    """One set."""

    @extend_schema(parameters=[LINK], responses={200: SET, **errors(404)}, operation_id="show_set")
    def get(self, request: Request, set_id: UUID) -> Response:
        """For its owner, for who has its link, for everybody where it is public."""
        return answer_set(seen_set(request, set_id), who(request))

    @extend_schema(
        parameters=[IF_MATCH],
        request={"application/json": struct_schema(SetSaved)},
        responses={200: SET, **errors(400, 401, 404, 412, 428)},
        operation_id="save_set",
    )
    def put(self, request: Request, set_id: UUID) -> Response:
        """Another name, note or sharing."""
        own, saved = own_set(request, set_id), take(request.data, SetSaved)
        with guarded(own):
            return answer_set(sets.save(own=own, seen=seen(request), **msgspec.structs.asdict(saved)), own.owner)

    @extend_schema(
        parameters=[IF_MATCH],
        request=None,
        responses={204: None, **errors(401, 404, 412, 428)},
        operation_id="delete_set",
    )
    def delete(self, request: Request, set_id: UUID) -> Response:
        """Delete it with its cards and pictures; copies of it stay."""
        own = own_set(request, set_id)
        with guarded(own):
            sets.delete(own=own, seen=seen(request))
        return Response(status=204)


class SetLink(SetAPI):
    """The link of a set."""

    @extend_schema(request=None, responses={200: SET, **errors(401, 404)}, operation_id="renew_set_link")
    def post(self, request: Request, set_id: UUID) -> Response:
        """Another link: the one before opens nothing any more."""
        own = own_set(request, set_id)
        return answer_set(sets.renew_link(own), own.owner)


class SetCopy(SetAPI):
    """Copies of a set."""

    @extend_schema(
        parameters=[LINK],
        request={"application/json": struct_schema(SetCopied)},
        responses={201: SET, **errors(400, 401, 404, 413)},
        operation_id="copy_set",
    )
    def post(self, request: Request, set_id: UUID) -> Response:
        """A private set of your own with all that is in it; it knows its parent."""
        user, source = asker(request), seen_set(request, set_id)
        copied = take(request.data, SetCopied)
        return answer_set(sets.copy(user=user, source=source, prefix=copied.prefix, name=copied.name), user, 201)


class SetCards(SetAPI):
    """The cards of a set."""

    @extend_schema(
        parameters=[LINK, OpenApiParameter("removed", int, description="1: those that were removed."), *PAGING],
        responses={200: page_schema(CARD), **errors(400, 404)},
        operation_id="list_set_cards",
    )
    def get(self, request: Request, set_id: UUID) -> Response:
        """Its own cards and the built-in cards that it knows better, by their codes."""
        own = seen_set(request, set_id, "removed", "page", "page_size")
        rows = own.cards.filter(removed__isnull=not flag(request, "removed")).order_by("number", "code")
        return page_of(request, self, rows, lambda row: set_cards.view_of(own, row))

    @extend_schema(
        request={"application/json": VALUES},
        responses={201: CARD, **errors(400, 401, 404)},
        operation_id="add_set_card",
    )
    def post(self, request: Request, set_id: UUID) -> Response:
        """A new card, under the next number or the code that it names; 409 *already_done* for one that is taken."""
        own = own_set(request, set_id)
        return answer_card(own, set_cards.add(own=own, values=take(request.data, dict[str, Any])), 201)


class SetCardDetail(SetAPI):
    """One card of a set, or a built-in card as the set knows it."""

    @extend_schema(parameters=[LINK], responses={200: CARD, **errors(404)}, operation_id="show_set_card")
    def get(self, request: Request, set_id: UUID, code: str) -> Response:
        """Its values. A built-in card that the set says nothing of is at revision 0."""
        own = seen_set(request, set_id)
        return answer_card(own, set_cards.access_card(own, code))

    @extend_schema(
        parameters=[IF_MATCH],
        request={"application/json": VALUES},
        responses={200: CARD, **errors(400, 401, 404, 412, 428)},
        operation_id="save_set_card",
    )
    def put(self, request: Request, set_id: UUID, code: str) -> Response:
        """All of its values, or all that is other of a built-in card; a removed card is back then."""
        own, values = own_set(request, set_id), take(request.data, dict[str, Any])
        with guarded(own):
            return answer_card(own, set_cards.save(own=own, code=code, seen=seen(request), values=values))

    @extend_schema(
        parameters=[IF_MATCH],
        request=None,
        responses={204: None, **errors(401, 404, 412, 428)},
        operation_id="remove_set_card",
    )
    def delete(self, request: Request, set_id: UUID, code: str) -> Response:
        """Remove it: its code stays taken. A built-in card is as printed again."""
        own = own_set(request, set_id)
        with guarded(own):
            set_cards.remove(own=own, code=code, seen=seen(request))
        return Response(status=204)


class SetCardImage(SetAPI):
    """The picture of a card."""

    parser_classes = (PictureBody,)

    @extend_schema(parameters=[LINK], responses={**FILE, **errors(404)}, operation_id="show_card_image")
    def get(self, request: Request, set_id: UUID, code: str) -> HttpResponse:
        """The file as it was sent, for who may see the set."""
        row = set_cards.access_card(seen_set(request, set_id), code)
        path = images.path_of(row.image)
        if not row.image or not path.is_file():
            raise not_found(f"{code} has no picture.")
        headers = {"Cache-Control": "private, no-cache", "ETag": f'"{row.image}"', "Content-Disposition": "inline"}
        return HttpResponse(path.read_bytes(), content_type=images.media_type(row.image), headers=headers)

    @extend_schema(
        parameters=[IF_MATCH],
        request={media: OpenApiTypes.BINARY for _, media in images.TYPES.values()},
        responses={200: CARD, **errors(400, 401, 404, 412, 413, 415, 428)},
        operation_id="save_card_image",
    )
    def put(self, request: Request, set_id: UUID, code: str) -> Response:
        """A PNG, JPEG or WebP file as the body; what it is is told by its content. The ETag is the card's."""
        own = own_set(request, set_id)
        with guarded(own):
            return answer_card(own, set_cards.set_image(own=own, code=code, seen=seen(request), data=bytes_of(request)))

    @extend_schema(
        parameters=[IF_MATCH],
        request=None,
        responses={204: None, **errors(401, 404, 412, 428)},
        operation_id="remove_card_image",
    )
    def delete(self, request: Request, set_id: UUID, code: str) -> Response:
        """The card has none any more."""
        own = own_set(request, set_id)
        with guarded(own):
            set_cards.drop_image(own=own, code=code, seen=seen(request))
        return Response(status=204)


class SetImport(SetAPI):
    """A table of cards into a set."""

    parser_classes = (FileBody,)

    @extend_schema(
        parameters=[
            OpenApiParameter("dry_run", int, description="1: tell what would become of each row, and keep nothing."),
            OpenApiParameter("format", str, enum=list(READERS), description="By its content where it is not said."),
            OpenApiParameter(
                "If-Match", str, OpenApiParameter.HEADER, description="The set's ETag; needed unless dry_run is 1."
            ),
        ],
        request={"application/octet-stream": OpenApiTypes.BINARY},
        responses={200: struct_schema(SetImported), **errors(400, 401, 404, 412, 413, 428)},
        operation_id="import_set",
    )
    def post(self, request: Request, set_id: UUID) -> Response:
        """A CSV, XLSX, JSON or YAML file as the body: all of it, or, with a fault anywhere, nothing."""
        own = own_set(request, set_id, "dry_run", "format")
        dry_run, named = flag(request, "dry_run"), _format(request)
        revision = None if dry_run else seen(request)
        try:
            with guarded(own):
                table = read_table(bytes_of(request), format=named)
                done = set_import.import_table(own=own, seen=revision, table=table, dry_run=dry_run)
        except TableRefused as error:
            raise refused_table(error) from None
        return Response(msgspec.to_builtins(done))


def _format(request: Request) -> Format | None:
    named = request.query_params.get("format")
    if named is None:
        return None
    for one in READERS:
        if one == named:
            return one
    message = f"format is one of {', '.join(READERS)}."
    raise unreadable(message, FieldError(path="?format", message=message))
