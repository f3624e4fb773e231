"""A match once more: any version of it, moment by moment."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from companion.accounts import throttles
from companion.accounts.models import User
from companion.matches import forks, reading, seats
from companion.matches.models import Match
from companion.problems import not_found
from companion.web import charts, tables
from companion.web.asking import number
from companion.web.visitors import for_known, throttled

MOST_EVENTS = 2000


@require_GET
@never_cache
@for_known
def replay(request: HttpRequest, person: User, match_id: UUID) -> HttpResponse:
    """The match at ``?at=`` as the seat sees it, with every event and the curves over time."""
    match = seats.access_match(person, match_id)
    asked = number(request.GET, "seat")
    seat, held = tables.seen_by(
        person, match, asked if asked is not None or len(seats.held_by(person, match)) < 2 else 0
    )
    at = number(request.GET, "at")
    at = match.version if at is None else at
    if not 1 <= at <= match.version:
        raise not_found(f"The match has versions 1 to {match.version}, not {at}.")
    shown = tables.table_of(match, seat, held, at) | {"at": at, "asked": asked, "latest": match.version}
    if getattr(request, "htmx", False):
        return render(request, "web/replay.html#moment", shown)
    return render(request, "web/replay.html", shown | _whole(match, seat, at, shown["own"]))


@require_POST
@for_known
def fork(request: HttpRequest, person: User, match_id: UUID) -> HttpResponse:
    """Another match that shares the events up to the moment shown. Raises ``Problem``, as the API."""
    throttled(request, throttles.Copies())
    match = seats.access_match(person, match_id)
    made = forks.fork(person, match, forks.NewFork(at=number(request.POST, "at") or match.version))
    return redirect("web:table", match_id=made.id)


def _whole(match: Match, seat: int | None, at: int, state: dict[str, Any]) -> dict[str, Any]:
    events = reading.events_of(match, seat, 0, min(match.version, MOST_EVENTS))
    said = tables.said(match.game, events, state, seat)[::-1]
    return {"all_said": said, "curves": charts.curves(match, seat), "here": charts.place_of(match.version, at)}
