"""The API of who sees a list, of copies of it, and of what is done with several lists at once."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from cards import lists
from cards.api import known_queries
from cards.formats.decoding import clean, fault_of
from cards.list_answers import ListOut
from cards.list_requests import LINK, ListAPI, answer, answer_list, errors, own_list, seen_list
from cards.list_shapes import Tag
from cards.lists import Word
from companion.accounts.authentication import asker
from companion.openapi import struct_schema
from companion.problems import FieldError, take, unreadable

LIST = struct_schema(ListOut)


class SharingIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may see a list: nobody else, who has its link, everybody."""

    sharing: Literal["private", "link", "public"]
    new_link: bool = False
    """A link that was given away is to open nothing any more."""


class BuiltIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the list lies on the table, its copies taken from the collection."""

    built: bool


class ManyIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be done with which of one's own lists."""

    ids: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=500)]
    do: Literal["delete", "tag", "untag"]
    tag: Tag | None = None


class ManyOut(msgspec.Struct, frozen=True, kw_only=True):
    """How many lists that was; those that are not yours, or need no change, are not among them."""

    done: int


class Sharing(ListAPI):
    """Who sees a list."""

    @extend_schema(
        request={"application/json": struct_schema(SharingIn)}, responses={200: LIST, **errors(400, 401, 404, 415)}
    )
    def put(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Private, by link, public. The link stays the same until a new one is asked for."""
        saved = own_list(request, word, list_id)
        body: SharingIn = take(request.data, SharingIn)
        return answer_list(asker(request), lists.share(saved=saved, sharing=body.sharing, new_link=body.new_link))


class Built(ListAPI):
    """Whether a list lies on the table."""

    @extend_schema(
        request={"application/json": struct_schema(BuiltIn)}, responses={200: LIST, **errors(400, 401, 404, 415)}
    )
    def put(self, request: Request, word: Word, list_id: UUID) -> Response:
        """A built list holds its copies: they are missing to other lists."""
        saved = own_list(request, word, list_id)
        return answer_list(asker(request), lists.set_built(saved=saved, built=take(request.data, BuiltIn).built))


class Copy(ListAPI):
    """Copying a list."""

    @extend_schema(parameters=[LINK], request=None, responses={201: LIST, **errors(400, 401, 404, 413)})
    def post(self, request: Request, word: Word, list_id: UUID) -> Response:
        """A private list of your own with the same content, notes and all; it knows its parent."""
        known_queries(request, "link")
        user = asker(request)
        return answer_list(user, lists.copy(user=user, saved=seen_list(request, word, list_id)), 201)


class Many(ListAPI):
    """Several lists at once."""

    @extend_schema(
        request={"application/json": struct_schema(ManyIn)},
        responses={200: struct_schema(ManyOut), **errors(400, 401, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Delete, tag or untag them. A tag is a new revision of each list that had it not."""
        user = asker(request)
        body: ManyIn = take(request.data, ManyIn)
        if body.do == "delete":
            return answer(ManyOut(done=lists.delete_many(user=user, ids=body.ids)))
        tag = clean(body.tag or "")
        if not tag or fault_of(1, body.tag or ""):
            message = "The tag is missing, or no text."
            raise unreadable(message, FieldError(path="$.tag", message=message))
        return answer(ManyOut(done=lists.tag_many(user=user, ids=body.ids, tag=tag, add=body.do == "tag")))
