"""The API of a list's past and of what is being typed: revisions, restoring one, diffs, the draft."""

from typing import Annotated
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from cards import drafts, lists, revisions
from cards.api import PAGING, known_queries, page_schema
from cards.diffs import Diff, diff
from cards.drafts import StaleDraft
from cards.formats.decoding import clean, fault_of
from cards.list_answers import (
    DraftOut,
    ListOut,
    RevisionDetailOut,
    RevisionOut,
    draft_out,
    revision_detail_out,
    revision_out,
)
from cards.list_models import ListRevision, PlayerList
from cards.list_requests import (
    LINK,
    ListAPI,
    answer,
    answer_list,
    content_in,
    errors,
    own_list,
    seen_list,
    who,
)
from cards.list_shapes import Content
from cards.lists import Stale, Word, content_of
from cards.lists_api import STALE, stale_problem
from cards.verdicts import judge_for
from companion import preconditions
from companion.accounts.authentication import asker
from companion.openapi import struct_schema
from companion.paging import Pages
from companion.problems import FieldError, Problem, not_found, take, unreadable
from games.lists import CardList

SIDE = "A revision's number, `draft`, or another list's id (`id@number` for one of your own list's revisions)."
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="`*` in place of If-Match: there is no draft yet."
)


class RevisionNameIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a revision is called; an empty name takes it away."""

    name: Annotated[str, Meta(max_length=80)]


class DraftIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is being typed, and the revision that it began with."""

    based_on: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    content: Content


class StaleDraftOut(msgspec.Struct, frozen=True, kw_only=True):
    """Beside the members of a problem document: the draft as it is now, null where it is gone."""

    type: str
    title: str
    status: int
    detail: str
    current: DraftOut | None
    differs: Diff | None


STALE_DRAFT = {(412, "application/problem+json"): struct_schema(StaleDraftOut)}


class Revisions(ListAPI):
    """Revisions of a list."""

    @extend_schema(
        parameters=[*PAGING],
        responses={200: page_schema(struct_schema(RevisionOut)), **errors(400, 401, 404)},
    )
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Its owner's alone; the newest first."""
        known_queries(request, "page", "page_size")
        saved = own_list(request, word, list_id)
        pages = Pages()
        rows = ListRevision.objects.filter(list=saved).defer("content").order_by("-number")
        page = pages.paginate_queryset(rows, request, view=self) or []
        names = revisions.names_of(saved, [row.number for row in page])
        found = [revision_out(row, names.get(row.number, "")) for row in page]
        return pages.get_paginated_response(msgspec.to_builtins(found))


class RevisionDetail(ListAPI):
    """One revision."""

    @extend_schema(responses={200: struct_schema(RevisionDetailOut), **errors(400, 401, 404)})
    def get(self, request: Request, word: Word, list_id: UUID, number: int) -> Response:
        """Its content, and what that is judged to be today."""
        known_queries(request)
        return self._answer(own_list(request, word, list_id), number)

    @extend_schema(
        request={"application/json": struct_schema(RevisionNameIn)},
        responses={200: struct_schema(RevisionDetailOut), **errors(400, 401, 404, 415)},
    )
    def put(self, request: Request, word: Word, list_id: UUID, number: int) -> Response:
        """Call it something; its content stays as it is, for ever."""
        saved = own_list(request, word, list_id)
        name: str = take(request.data, RevisionNameIn).name
        if fault := fault_of(1, name):
            raise unreadable(fault.message, FieldError(path="$.name", message=fault.message))
        revisions.call(saved=saved, number=number, name=clean(name))
        return self._answer(saved, number)

    def _answer(self, saved: PlayerList, number: int) -> Response:
        row = ListRevision.objects.filter(list=saved, number=number).first()
        if row is None:
            raise not_found(f"The list has no revision {number}; its newest is {saved.head}.")
        name = revisions.names_of(saved, [number]).get(number, "")
        return answer(revision_detail_out(saved, row, name))


class RestoreRevision(ListAPI):
    """Bringing a revision back."""

    @extend_schema(
        parameters=[preconditions.IF_MATCH],
        request=None,
        responses={200: struct_schema(ListOut), **errors(401, 404, 428), **STALE},
    )
    def post(self, request: Request, word: Word, list_id: UUID, number: int) -> Response:
        """Its content becomes a new revision; those between stay."""
        saved, seen = own_list(request, word, list_id), preconditions.seen(request)
        try:
            return answer_list(asker(request), lists.restore(saved=saved, seen=seen, number=number))
        except Stale as stale:
            raise stale_problem(asker(request), stale.saved, seen, content_of(saved, number)) from None


class Draft(ListAPI):
    """The draft of a list: autosave. It is no revision, and nobody but the owner sees it."""

    @extend_schema(responses={200: struct_schema(DraftOut), **errors(400, 401, 404)})
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """What was being typed; 404 where nothing is."""
        known_queries(request)
        saved = own_list(request, word, list_id)
        return _draft_answer(saved)

    @extend_schema(
        parameters=[
            OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The ETag of the draft you saw."),
            IF_NONE_MATCH,
        ],
        request={"application/json": struct_schema(DraftIn)},
        responses={200: struct_schema(DraftOut), **errors(400, 401, 404, 413, 415, 428), **STALE_DRAFT},
    )
    def put(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Write it over; 412 *stale* where another tab has written it since."""
        saved = own_list(request, word, list_id)
        seen = None if request.headers.get("If-None-Match", "").strip() == "*" else preconditions.seen_tag(request)
        body: DraftIn = take(request.data, DraftIn)
        content = content_in(body.content, saved.game, asker(request), before=content_of(saved))
        try:
            drafts.write(saved=saved, seen=seen, based_on=body.based_on, content=content)
        except StaleDraft as stale:
            raise _stale_draft(saved, stale, content) from None
        return _draft_answer(saved)

    @extend_schema(
        parameters=[preconditions.IF_MATCH], request=None, responses={204: None, **errors(401, 404, 428), **STALE_DRAFT}
    )
    def delete(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Throw it away: only the one that you saw."""
        saved = own_list(request, word, list_id)
        try:
            drafts.discard(saved=saved, seen=preconditions.seen_tag(request))
        except StaleDraft as stale:
            raise _stale_draft(saved, stale, None) from None
        return Response(status=204)


class DiffView(ListAPI):
    """What differs."""

    @extend_schema(
        parameters=[
            OpenApiParameter("from", str, required=True, description=SIDE),
            OpenApiParameter("to", str, description=f"{SIDE} The newest revision by default."),
            LINK,
        ],
        responses={200: struct_schema(Diff), **errors(400, 404)},
    )
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """Of any two revisions, or of two lists: cards, points, problems, and all else that a revision keeps."""
        known_queries(request, "from", "to", "link")
        saved = seen_list(request, word, list_id)
        first = request.query_params.get("from")
        if not first:
            message = "It is missing: what is compared?"
            raise unreadable(message, FieldError(path="?from", message=message))
        before = revisions.side_of(who(request), saved, first, "from")
        after = revisions.side_of(who(request), saved, request.query_params.get("to", str(saved.head)), "to")
        verdicts = (judge_for(one.content, one.saved.owner) for one in (before, after))
        return answer(diff(before.content, after.content, *verdicts))


def _draft_answer(saved: PlayerList) -> Response:
    draft = drafts.draft_of(saved)
    return answer(draft_out(saved, draft), ETag=f'"{draft.digest}"')


def _stale_draft(saved: PlayerList, stale: StaleDraft, yours: CardList | None) -> Problem:
    current = draft_out(saved, stale.draft) if stale.draft else None
    differs = None
    if current is not None and yours is not None:
        differs = diff(current.content, yours, current.verdict, judge_for(yours, saved.owner))
    return Problem(
        "stale",
        "The draft was written by another tab in the meantime.",
        status=412,
        current=msgspec.to_builtins(current),
        differs=msgspec.to_builtins(differs),
    )
