"""What requests about lists have in common: who asks, which list, what was seen, and how errors are declared."""

from typing import Any
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.list_answers import ListOut, list_out
from cards.list_models import PlayerList
from cards.list_shapes import Content, settled
from cards.lists import Word, access_list
from cards.merging import merged
from companion.accounts.authentication import asker
from companion.accounts.models import User
from companion.problems import FieldError, Problem, unreadable
from games.catalogue import Catalogue
from games.lists import CardList
from games.registry import UnknownGame, game_named

LINK = OpenApiParameter("link", str, description="The link of a list that is shared by link.")
CODES = {
    400: "*unreadable*: `errors` says where.",
    401: "*not_authenticated*",
    404: "*not_found*: it is not there, or not for you.",
    412: "*stale*: somebody has saved it since you saw it; what is there and what differs comes along.",
    413: "*too_large*",
    415: "*unsupported*",
    422: "*refused*",
    428: "*precondition_required*: If-Match is missing.",
}


def errors(*codes: int) -> dict[Any, Any]:
    """The responses of those errors, for ``extend_schema``."""
    reference = {"$ref": "#/components/schemas/Problem"}
    return {(code, "application/problem+json"): {**reference, "description": CODES[code]} for code in codes}


class ListAPI(APIView):
    """A view that a stranger may ask as well: what is public, or what a link opens."""

    permission_classes = (AllowAny,)


def who(request: Request) -> User | None:
    """Who asks, if that is known."""
    return request.user if isinstance(request.user, User) else None


def seen_list(request: Request, word: Word, list_id: UUID) -> PlayerList:
    """The list that is asked for, for who may see it."""
    return access_list(who(request), list_id, link=request.query_params.get("link", ""), word=word)


def own_list(request: Request, word: Word, list_id: UUID) -> PlayerList:
    """The list that is to be changed, for who may do so."""
    return access_list(asker(request), list_id, word=word, write=True)


def content_in(body: Content, game: str, user: User, *, before: CardList | None = None) -> CardList:
    """The content that was sent, settled; the edition and the sets of ``before`` need not be there any more.

    Raises ``Problem``.
    """
    edition = body.edition or (before.edition if before else None)
    catalogue = _catalogue(body, game, edition, user, before)
    return settled(msgspec.structs.replace(body, edition=edition), game_named(game), catalogue)


def _catalogue(body: Content, game: str, edition: str | None, user: User, before: CardList | None) -> Catalogue:
    kept = before is not None and (edition, tuple(map(str, body.sets))) == (before.edition, before.sets)
    if kept and before is not None:
        from cards.pinned import catalogue_for

        return catalogue_for(before, user)[0]
    try:
        return merged(game, edition, body.sets, user)
    except UnknownGame as error:
        raise unreadable(str(error), FieldError(path="$.edition", message=str(error))) from None
    except Problem as problem:
        if problem.code != "not_found":
            raise
        raise unreadable(problem.detail, FieldError(path="$.sets", message=problem.detail)) from None


def answer(body: Any, status: int = 200, **headers: str) -> Response:
    """A struct as a response."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(msgspec.to_builtins(body), status=status, headers=named)


def answer_list(user: User | None, saved: PlayerList, status: int = 200) -> Response:
    """A whole list, with its ETag and its address."""
    body: ListOut = list_out(user, saved)
    return answer(body, status, ETag=f'"{saved.head}"', Location=f"/api/{body.word}s/{saved.id}/")


def number_in(request: Request, name: str, default: int, *, least: int = 1, most: int = 1_000_000) -> int:
    """A whole number of the query. Raises ``Problem`` ``unreadable``."""
    word = request.query_params.get(name)
    if word is None:
        return default
    if not (word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most):
        message = f"{name} is a whole number from {least} to {most}, not {word[:40]!r}."
        raise unreadable(message, FieldError(path=f"?{name}", message=message))
    return int(word)
