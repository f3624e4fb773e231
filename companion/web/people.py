"""The people of a match: codes, seats, spectators, its owner, its deletion. All of it is what the API does."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.accounts.models import User
from companion.matches import codes, leaving, seats
from companion.matches.models import Match
from companion.problems import Problem, unreadable
from companion.web.asking import number
from companion.web.matches import qr_svg
from companion.web.tables import name_of
from companion.web.visitors import for_known

OF_A_SEAT: dict[str, Callable[[User, UUID, int], Any]] = {
    "close": codes.close_seat_code,
    "free": leaving.free_seat,
    "hand_over": leaving.hand_over,
}
OF_A_MATCH: dict[str, Callable[[User, UUID], Any]] = {
    "close_watch": codes.close_watch_code,
    "put_out": leaving.put_out_spectators,
    "agree": lambda user, match_id: leaving.agree_to_delete(user, match_id, True),
    "disagree": lambda user, match_id: leaving.agree_to_delete(user, match_id, False),
}


@require_http_methods(["GET", "POST"])
@never_cache
@for_known
def people(request: HttpRequest, person: User, match_id: UUID) -> HttpResponse:
    """Who sits, who watches, and what may be done about it; ``do`` and ``seat`` of a form say what is done."""
    match = seats.access_match(person, match_id)
    if request.method == "GET":
        return render(request, "web/people.html", _shown(person, match))
    act, seat = request.POST.get("do", ""), number(request.POST, "seat")
    try:
        if act in ("code", "watch"):
            return render(request, "web/people.html", _shown(person, match) | _code(request, person, match, seat))
        _do(request, person, match, act, seat)
    except Problem as problem:
        return render(request, "web/people.html", _shown(person, match) | {"problem": problem}, status=problem.status)
    seen = Match.objects.filter(seats.visible_to(person), id=match_id).exists()
    return redirect("web:people", match_id=match_id) if seen else redirect("web:matches")


def _do(request: HttpRequest, person: User, match: Match, act: str, seat: int | None) -> None:
    if act in OF_A_SEAT and seat is not None:
        OF_A_SEAT[act](person, match.id, seat)
    elif act in OF_A_MATCH:
        OF_A_MATCH[act](person, match.id)
    elif act == "delete":
        if request.POST.get("sure") != "yes":
            raise unreadable("Tick that you mean it: a match that is deleted is gone, with its replay.")
        leaving.delete_match(person, match.id)
    else:
        raise unreadable("This form says nothing that can be done.")


def _code(request: HttpRequest, person: User, match: Match, seat: int | None) -> dict[str, Any]:
    """A new code, shown this once: of a seat, or for those who watch."""
    if seat is None:
        plain, asked = codes.give_watch_code(person, match.id).code, "?watch=1"
    else:
        plain, asked = codes.give_seat_code(person, match.id, seat).code, ""
    address = request.build_absolute_uri(reverse("web:join_by_code", args=[plain])) + asked
    spelt = "-".join(plain[n : n + 4] for n in range(0, len(plain), 4))
    shown = _shown(person, seats.access_match(person, match.id))
    return shown | {"code": spelt, "address": address, "qr": qr_svg(address), "number": seat}


def _shown(person: User, match: Match) -> dict[str, Any]:
    now = timezone.now()
    rows = list(match.seats.all())
    return {
        "match": match,
        "game_name": name_of(match.game),
        "seats": [
            {
                "number": row.number,
                "mine": row.user_id == person.id,
                "taken": row.user_id is not None,
                "owns": row.user_id is not None and row.user_id == match.owner_id,
                "former": row.former,
                "open": row.code_expires is not None and row.code_expires > now,
            }
            for row in rows
        ],
        "owner": match.owner_id == person.id,
        "watching": match.spectators.count(),
        "watches": match.spectators.filter(user=person).exists(),
        "watch_open": match.watch_expires is not None and match.watch_expires > now,
        "agreement": leaving.agreement_of(match),
        "my_agreement": [row.agrees_to_delete for row in rows if row.user_id == person.id],
    }
