"""Starting a match, inviting to it by a QR code, and joining it by one."""

import io
from typing import Any
from uuid import UUID

import segno
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from companion.accounts import throttles
from companion.accounts.models import User
from companion.matches import codes, play, seats
from companion.matches.models import Match
from companion.matches.reading import decider_of
from companion.problems import Problem, unreadable
from companion.web import mine
from companion.web.asking import number
from companion.web.options import fields_of, read_options
from companion.web.visitors import for_anybody, for_known, throttled, visitor
from games.match_events import TableOptions
from games.registry import GAMES, game_named

MOST = 100


@require_GET
@never_cache
def matches(request: HttpRequest) -> HttpResponse:
    """My matches."""
    person = visitor(request)
    return render(request, "web/matches.html", {"matches": mine.matches_of(person, MOST) if person else []})


@require_http_methods(["GET", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Choose what is played and how; then the table, or the code for the others."""
    return _start(request) if request.method == "POST" else _new(request, request.GET)


def _new(request: HttpRequest, form: QueryDict, problem: Problem | None = None) -> HttpResponse:
    playable = {slug: game for slug, game in GAMES.items() if game.decider is not None}
    chosen = playable.get(form.get("game", "")) or next(iter(playable.values()))
    decider = chosen.decider
    shown = {
        "games": playable.values(),
        "chosen": chosen,
        "seats": range(decider.seats[0], decider.seats[1] + 1) if decider else (),
        "options": fields_of(decider.options, form) if decider else (),
        "form": form,
        "problem": problem,
    }
    return render(request, "web/match_new.html", shown, status=problem.status if problem else 200)


def _start(request: HttpRequest) -> HttpResponse:
    try:
        return _started(request)  # type: ignore[return-value]
    except Problem as problem:
        return _new(request, request.POST, problem)


@for_anybody
def _started(request: HttpRequest, person: User) -> HttpResponse:
    match = play.start_match(person, wanted(request.POST))
    free = match.seats.filter(user=None).exists()
    return redirect("web:invite" if free else "web:table", match_id=match.id)


def wanted(form: QueryDict) -> play.NewMatch:
    """The match that a form asks for. Raises ``Problem``."""
    slug = form.get("game", "")
    decider = decider_of(slug)
    count = number(form, "seats") or decider.seats[0]
    hold = tuple(range(1, min(count, 99) + 1)) if form.get("hold") == "all" else (1,)
    options = read_options(decider.options, form)
    table = TableOptions(undo="agreed" if form.get("undo") == "agreed" else "free")
    return play.NewMatch(game=slug, seats=count, hold=hold, options=options, table=table)


@require_GET
@never_cache
@for_known
def invite(request: HttpRequest, person: User, match_id: UUID) -> HttpResponse:
    """The free seats, and a code for one of them; htmx asks again until somebody sits there."""
    match = seats.access_match(person, match_id)
    shown = _invitation(person, match)
    if getattr(request, "htmx", False):
        if not shown["free"]:
            return HttpResponse(status=204, headers={"HX-Redirect": reverse("web:table", args=[match_id])})
        return render(request, "web/invite.html#seats", shown)
    return render(request, "web/invite.html", shown)


def _invitation(person: User, match: Match) -> dict[str, Any]:
    rows = list(match.seats.all())
    free = [row.number for row in rows if row.user_id is None]
    return {
        "match": match,
        "game": game_named(match.game),
        "seats": rows,
        "free": free,
        "owner": match.owner_id == person.id,
        "mine": [row.number for row in rows if row.user_id == person.id],
    }


@require_POST
@for_known
def code(request: HttpRequest, person: User, match_id: UUID, number: int) -> HttpResponse:
    """A new code for a seat, with its QR code; an older one is good no more."""
    match = seats.access_match(person, match_id)
    plain = codes.give_seat_code(person, match.id, number).code
    address = request.build_absolute_uri(reverse("web:join_by_code", args=[plain]))
    spelt = "-".join(plain[n : n + 4] for n in range(0, len(plain), 4))
    shown = _invitation(person, match) | {"code": spelt, "address": address, "qr": qr_svg(address), "number": number}
    name = "web/invite.html#code" if getattr(request, "htmx", False) else "web/invite.html"
    return render(request, name, shown)


def qr_svg(text: str) -> str:
    """A QR code as an SVG element without a style."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()


@require_http_methods(["GET", "POST"])
@never_cache
def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """Take the seat of a code: the link was one tap, its button is the other."""
    typed = request.POST.get("code", code)[:40]
    if request.method == "GET":
        return render(request, "web/join.html", {"code": typed})
    throttled(request, throttles.Joins())
    try:
        if not typed.strip():
            raise unreadable("Type the code that the other phone shows.")
        return _joined(request, typed)  # type: ignore[return-value]
    except Problem as problem:
        return render(request, "web/join.html", {"code": typed, "problem": problem}, status=problem.status)


@for_anybody
def _joined(request: HttpRequest, person: User, code: str) -> HttpResponse:
    joined = codes.join(person, code)
    asked = f"?seat={joined.seat}" if joined.seat else ""
    return redirect(reverse("web:table", args=[joined.match]) + asked)
