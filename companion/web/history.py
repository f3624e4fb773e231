"""What a list was: its revisions, what differs between them, and the way back. Its draws: odds, a sample hand."""

import secrets
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from cards import lists, revisions
from cards.diffs import diff
from cards.hands import sample
from cards.list_models import ListRevision
from cards.odds import odds_of
from cards.verdicts import judge_for
from companion.accounts.models import User
from companion.problems import not_found
from companion.web.asking import number
from companion.web.builder import own_work, work_on
from companion.web.visitors import for_known, visitor
from games.registry import game_named

MOST = 100
TURNS = 5


@require_GET
@never_cache
@for_known
def history(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """Every revision, and what differs from ``?from=`` to ``?to=``."""
    work = own_work(person, list_id)
    rows = list(ListRevision.objects.filter(list=work.saved).defer("content").order_by("-number")[:MOST])
    names = revisions.names_of(work.saved)
    shown: dict[str, Any] = {"work": work, "rows": [(row, names.get(row.number, "")) for row in rows]}
    before, after = request.GET.get("from", ""), request.GET.get("to", "")
    if before and after:
        was = revisions.side_of(person, work.saved, before, "from")
        now = revisions.side_of(person, work.saved, after, "to")
        shown |= {"before": before, "after": after}
        shown["diff"] = diff(was.content, now.content, judge_for(was.content, person), judge_for(now.content, person))
    return render(request, "web/list_history.html", shown)


@require_POST
@for_known
def restore(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """An older revision's content as the newest one."""
    work = own_work(person, list_id)
    lists.restore(saved=work.saved, seen=None, number=number(request.POST, "number") or 0)
    return redirect("web:list", list_id=list_id)


@require_GET
@never_cache
def hand(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """The odds of every card, and a hand as it may be dealt."""
    work = work_on(visitor(request), list_id, request.GET.get("link", "")[:60])
    drawing = game_named(work.content.game).drawing
    if drawing is None or not sum(entry.count for entry in drawing.deck(work.content, work.catalogue)):
        raise not_found("No cards are drawn from this list.")
    seed = request.GET.get("seed", "")[:40] or secrets.token_hex(4)
    mulligans = min(number(request.GET, "mulligans") or 0, len(drawing.mulligans))
    shown = {
        "work": work,
        "odds": odds_of(work.content, work.catalogue, drawing, turns=TURNS),
        "hand": sample(work.content, work.catalogue, drawing, seed=seed, mulligans=mulligans),
        "mulligans": mulligans,
        "more": mulligans < len(drawing.mulligans),
        "link": request.GET.get("link", "")[:60],
    }
    return render(request, "web/list_hand.html", shown)
