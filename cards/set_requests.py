"""What requests about sets have in common: who asks, which set, files as bodies, answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any
from uuid import UUID

import msgspec
from django.db.models import Count, Q, QuerySet, Value
from django.db.models.functions import Concat
from drf_spectacular.utils import OpenApiParameter
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards import set_cards, sets
from cards.api import known_queries
from cards.images import MOST_BYTES as MOST_BYTES_OF_A_PICTURE
from cards.set_models import OwnSet, SetCard
from cards.tables.table import MOST_BYTES, CellFault, TableRefused, TableTooLarge
from companion.accounts.authentication import asker
from companion.accounts.models import User
from companion.preconditions import etag
from companion.problems import FieldError, Problem, unreadable

LINK = OpenApiParameter("link", str, description="The link of a set that is shared by link.")


class SetAPI(APIView):
    """A view that a stranger may ask as well: what is public, or what a link opens."""

    permission_classes = (AllowAny,)


class SetOut(msgspec.Struct, frozen=True, kw_only=True):
    """A set; its ETag is its revision. ``link`` is told to its owner alone."""

    id: UUID
    game: str
    prefix: str
    name: str
    note: str
    sharing: str
    mine: bool
    link: str | None
    parent: UUID | None
    cards: int
    overrides: int
    """Built-in cards that it knows other values of."""

    created: str
    changed: str
    revision: int


def counted(rows: QuerySet[OwnSet]) -> Any:
    """Sets with the numbers of their cards, and of those that begin with their own prefix."""
    living = Q(cards__removed=None)
    own = Q(cards__code__startswith=Concat("prefix", Value("-")))
    return rows.annotate(all_cards=Count("cards", filter=living), own_cards=Count("cards", filter=living & own))


def set_out(own: OwnSet, user: User | None) -> SetOut:
    """A set as the API shows it to a person."""
    counts: Any = own if hasattr(own, "own_cards") else counted(OwnSet.objects.filter(id=own.id)).get()
    mine = user is not None and own.owner_id == user.id
    return SetOut(
        id=own.id,
        game=own.game,
        prefix=own.prefix,
        name=own.name,
        note=own.note,
        sharing=own.sharing,
        mine=mine,
        link=own.share_token if mine else None,
        parent=own.parent_id,
        cards=counts.own_cards,
        overrides=counts.all_cards - counts.own_cards,
        created=_time(own.created),
        changed=_time(own.changed),
        revision=own.revision,
    )


def _time(moment: Any) -> str:
    return str(moment.isoformat().replace("+00:00", "Z"))


def who(request: Request) -> User | None:
    """Who asks, if that is known."""
    return request.user if isinstance(request.user, User) else None


def seen_set(request: Request, set_id: UUID, *queries: str) -> OwnSet:
    """The set that is asked for, for who may see it; ``queries`` are the other parameters that may be given."""
    known_queries(request, "link", *queries)
    return sets.access_set(who(request), set_id, request.query_params.get("link"))


def own_set(request: Request, set_id: UUID, *queries: str) -> OwnSet:
    """The set that is to be changed, by its owner."""
    known_queries(request, *queries)
    return sets.access_own_set(asker(request), set_id)


def answer_set(own: OwnSet, user: User | None, status: int = 200) -> Response:
    """A set with its ETag."""
    headers = etag(own.revision)
    if status == 201:
        headers["Location"] = f"/api/sets/{own.id}/"
    return Response(msgspec.to_builtins(set_out(own, user)), status=status, headers=headers)


def answer_card(own: OwnSet, row: SetCard, status: int = 200) -> Response:
    """A card with its ETag."""
    headers = etag(row.revision)
    if status == 201:
        headers["Location"] = f"/api/sets/{own.id}/cards/{row.code}/"
    return Response(msgspec.to_builtins(set_cards.view_of(own, row)), status=status, headers=headers)


@contextmanager
def guarded(own: OwnSet) -> Iterator[None]:
    """Writes that may come too late: a 412 with what is there now."""
    try:
        yield
    except sets.Stale as error:
        current = error.current
        shown = set_out(current, own.owner) if isinstance(current, OwnSet) else set_cards.view_of(own, current)
        words = f"Somebody has saved it since; it is at revision {current.revision} now."
        raise Problem("stale", words, status=412, current=msgspec.to_builtins(shown)) from None


class FileBody(BaseParser):
    """A file as it is, a byte more than the largest one that is taken anywhere."""

    media_type = "*/*"
    most = MOST_BYTES

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The bytes."""
        return stream.read(self.most + 1)


class PictureBody(FileBody):
    """A picture as it is."""

    most = MOST_BYTES_OF_A_PICTURE


def bytes_of(request: Request) -> bytes:
    """The file that was sent; nothing, where the body was empty."""
    return request.data if isinstance(request.data, bytes) else b""


def flag(request: Request, name: str) -> bool:
    """A parameter that is 1 or 0, 0 when it is left out. Raises ``Problem`` ``unreadable``."""
    word = request.query_params.get(name, "0")
    if word not in ("0", "1"):
        message = f"{name} is 1 or 0."
        raise unreadable(message, FieldError(path=f"?{name}", message=message))
    return word == "1"


def refused_table(error: TableRefused) -> Problem:
    """Every fault of a table with its row and column; ``more`` counts those that are left out."""
    found = tuple(_field_error(fault) for fault in error.faults)
    if isinstance(error, TableTooLarge):
        return Problem("too_large", error.faults[0].message, errors=found)
    return unreadable("The table cannot be taken; nothing of it was kept.", *found)


def _field_error(fault: CellFault) -> FieldError:
    return FieldError(path=fault.column or "$", line=fault.row, column=fault.column_number, message=fault.message)
