"""Correcting a value by hand: the table is right."""

import uuid
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.accounts.models import User
from companion.matches import play, reading, seats
from companion.matches.models import Match
from companion.problems import Problem
from companion.web import tables
from companion.web.asking import number
from companion.web.table import command_of
from companion.web.templatetags.tables import as_json, piece_in_words, words
from companion.web.visitors import for_known

HIDDEN = ("cards", "figures", "options")
"""Parts of a state that say what a match is played with, which nobody corrects at a table."""


class Place(NamedTuple):
    """A value of the state that can be set: its JSON Pointer, its name in words, and the value as JSON."""

    path: str
    name: str
    value: str


@require_http_methods(["GET", "POST"])
@never_cache
@for_known
def correct(request: HttpRequest, person: User, match_id: UUID) -> HttpResponse:
    """Every value that the seat sees, and a form to set one; with what was typed where that could not be.

    Raises ``Problem`` ``forbidden`` without a seat.
    """
    match = seats.access_match(person, match_id)
    seat = seats.seat_for(person, match, number(request.POST or request.GET, "seat"))
    if seat is None:
        raise Problem("forbidden", "Only a seat of the match corrects it.")
    if request.method == "GET":
        return render(request, "web/correct.html", _shown(match, seat))
    try:
        play.give_command(person, match, command_of(request.POST) | {"type": "correct"})
    except Problem as problem:
        shown = _shown(seats.access_match(person, match_id), seat) | {"typed": request.POST, "problem": problem}
        shown["rule"] = tables.rule_of(match.game, problem.more.get("rule", ""))
        return render(request, "web/correct.html", shown, status=problem.status)
    return redirect(f"{reverse('web:table', args=[match_id])}?seat={seat}")


def _shown(match: Match, seat: int) -> dict[str, Any]:
    now = reading.state_of(match, seat, None)
    return {
        "match": match,
        "game_name": tables.name_of(match.game),
        "seat": seat,
        "now": now,
        "groups": grouped(now["state"], seat),
        "command_id": uuid.uuid4(),
    }


def grouped(state: dict[str, Any], seat: int) -> dict[str, list[Place]]:
    """The places of a state by its parts."""
    found: dict[str, list[Place]] = {}
    for part, value in state.items():
        if part not in HIDDEN:
            places = list(_places(f"/{part}", "", value, state, seat))
            if places:
                found[words(part)] = places
    return found


def _places(path: str, name: str, value: Any, state: dict[str, Any], seat: int) -> Any:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _places(f"{path}/{_escaped(key)}", f"{name} {words(key).lower()}".strip(), inner, state, seat)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for n, inner in enumerate(value):
            yield from _places(f"{path}/{n}", _item(path, n, inner, state, seat), inner, state, seat)
    else:
        yield Place(path, name or words(path.rpartition("/")[2]), as_json(value))


def _item(path: str, n: int, item: dict[str, Any], state: dict[str, Any], seat: int) -> str:
    if path == "/pieces" and "id" in item:
        named = piece_in_words(item["id"], state, seat)
        return f"{named[:1].upper()}{named[1:]}:"
    return f"Seat {n + 1}:" if path in ("/seats", "/players", "/relics") else f"{n + 1}:"


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
