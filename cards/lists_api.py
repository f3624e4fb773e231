"""The API of cadres and decks: one mechanism under two names; which one a game's lists have, the game says."""

from typing import Any
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards import lists
from cards.api import PAGING, known_queries, page_schema
from cards.diffs import Diff, diff
from cards.list_answers import ListHead, ListOut, heads_out, list_out
from cards.list_models import PlayerList
from cards.list_requests import (
    LINK,
    ListAPI,
    answer_list,
    content_in,
    errors,
    own_list,
    seen_list,
    who,
)
from cards.list_shapes import Content, NewContent
from cards.lists import Stale, Word, content_of, games_of
from cards.verdicts import judge_for
from companion import preconditions
from companion.accounts.authentication import asker
from companion.accounts.models import User
from companion.openapi import struct_schema
from companion.paging import Pages
from companion.problems import FieldError, Problem, take, unreadable
from games.lists import CardList

LIST = struct_schema(ListOut)
HEAD = struct_schema(ListHead)
FILTERS = {
    "game": "Lists of one game.",
    "edition": "Lists built for one edition.",
    "tag": "Lists that have this tag; it can stand there several times: those that have all of them.",
    "q": "Words of the name.",
    "sharing": "private, link or public.",
    "built": "true or false: whether it lies on the table.",
    "of": "mine (the default) or public: the public lists of everybody.",
}


class StaleList(msgspec.Struct, frozen=True, kw_only=True):
    """Beside the members of a problem document: both lists, and what differs."""

    type: str
    title: str
    status: int
    detail: str
    current: ListOut
    """The list as it is now."""

    yours: CardList
    """What was sent; nothing of it was kept."""

    differs: Diff
    """From the current one to yours."""

    missed: Diff | None
    """From the revision that you saw to the current one."""


STALE: dict[Any, Any] = {(412, "application/problem+json"): struct_schema(StaleList)}


class Lists(ListAPI):
    """Cadres or decks."""

    @extend_schema(
        parameters=[*(OpenApiParameter(name, str, description=words) for name, words in FILTERS.items()), *PAGING],
        responses={200: page_schema(HEAD), **errors(400, 401, 404)},
    )
    def get(self, request: Request, word: Word) -> Response:
        """An index, the last changed first; each list is stamped with today's verdict."""
        known_queries(request, *FILTERS, "page", "page_size")
        pages = Pages()
        page = pages.paginate_queryset(_chosen(request, word), request, view=self)
        return pages.get_paginated_response(msgspec.to_builtins(heads_out(who(request), list(page or ()))))

    @extend_schema(
        request={"application/json": struct_schema(NewContent)}, responses={201: LIST, **errors(400, 401, 413, 415)}
    )
    def post(self, request: Request, word: Word) -> Response:
        """Save a new one, legal or not; its edition is pinned."""
        body: NewContent = take(request.data, NewContent)
        if body.game not in games_of(word):
            message = f"No game here has a {word} and is called {body.game!r}; there are {', '.join(games_of(word))}."
            raise unreadable(message, FieldError(path="$.game", message=message))
        user = asker(request)
        return answer_list(user, lists.create(user=user, content=content_in(body, body.game, user)), 201)


class ListDetail(ListAPI):
    """One cadre or deck."""

    @extend_schema(parameters=[LINK], responses={200: LIST, **errors(400, 404)})
    def get(self, request: Request, word: Word, list_id: UUID) -> Response:
        """As it was saved last, stamped with today's verdict; its ETag is its revision."""
        known_queries(request, "link")
        return answer_list(who(request), seen_list(request, word, list_id))

    @extend_schema(
        parameters=[preconditions.IF_MATCH],
        request={"application/json": struct_schema(Content)},
        responses={200: LIST, **errors(400, 401, 404, 413, 415, 428), **STALE},
    )
    def put(self, request: Request, word: Word, list_id: UUID) -> Response:
        """A new revision. 412 *stale* where another was saved since: with both, and what differs; nothing is lost."""
        saved, seen = own_list(request, word, list_id), preconditions.seen(request)
        content = content_in(take(request.data, Content), saved.game, asker(request), before=content_of(saved))
        try:
            return answer_list(asker(request), lists.save(saved=saved, seen=seen, content=content))
        except Stale as stale:
            raise stale_problem(asker(request), stale.saved, seen, content) from None

    @extend_schema(request=None, responses={204: None, **errors(401, 404)})
    def delete(self, request: Request, word: Word, list_id: UUID) -> Response:
        """It goes with all its revisions; copies that others made of it stay."""
        lists.delete(own_list(request, word, list_id))
        return Response(status=204)


def stale_problem(user: User, saved: PlayerList, seen: int | None, yours: CardList) -> Problem:
    """The 412 of a list: what is there, what was sent, what differs, and what was missed."""
    now = content_of(saved)
    was, mine = judge_for(now, saved.owner), judge_for(yours, saved.owner)
    missed = None
    if seen is not None and 0 < seen < saved.head:
        before = content_of(saved, seen)
        missed = diff(before, now, judge_for(before, saved.owner), was)
    return Problem(
        "stale",
        f"The list was saved in the meantime: its newest revision is {saved.head}.",
        status=412,
        current=msgspec.to_builtins(list_out(user, saved, now)),
        yours=msgspec.to_builtins(yours),
        differs=msgspec.to_builtins(diff(now, yours, was, mine)),
        missed=msgspec.to_builtins(missed),
    )


def _chosen(request: Request, word: Word) -> QuerySet[PlayerList]:
    asked = request.query_params
    of = _one_of(asked.get("of", "mine"), "of", ("mine", "public"))
    rows = lists.own_and_public(asker(request) if of == "mine" else who(request), public=of == "public")
    rows = rows.filter(game__in=games_of(word))
    for name in ("game", "edition"):
        if name in asked:
            rows = rows.filter(**{name: asked[name]})
    for tag in asked.getlist("tag"):
        rows = rows.filter(tag_rows__tag=tag)
    for part in asked.get("q", "").split():
        rows = rows.filter(name__icontains=part)
    if "sharing" in asked:
        rows = rows.filter(sharing=_one_of(asked["sharing"], "sharing", tuple(PlayerList.Sharing.values)))
    if "built" in asked:
        rows = rows.filter(built=_one_of(asked["built"], "built", ("true", "false")) == "true")
    if odd := [name for name, values in asked.lists() if any("\0" in value for value in values)]:
        raise unreadable("A NUL character is no text.", FieldError(path=f"?{odd[0]}", message="A NUL character."))
    return rows


def _one_of(value: str, name: str, known: tuple[str, ...]) -> str:
    if value not in known:
        message = f"{name} is one of {', '.join(known)}, not {value[:40]!r}."
        raise unreadable(message, FieldError(path=f"?{name}", message=message))
    return value
