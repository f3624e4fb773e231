"""The table of a match: looking at it, and giving commands."""

import uuid
from http import HTTPStatus
from io import BytesIO
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from rest_framework.exceptions import ParseError

from companion.accounts.models import User
from companion.matches import play, seats
from companion.matches.models import Match
from companion.parsing import StrictJSON
from companion.problems import Problem, unreadable
from companion.web import tables
from companion.web.asking import number
from companion.web.visitors import for_known

FRAGMENT = "X-Fragment"
"""The header by which the page's own script asks for the table without its frame."""

ENVELOPE = ("csrfmiddlewaretoken", "command", "id", "seen", "seat")


@require_GET
@never_cache
@for_known
def table(request: HttpRequest, person: User, match_id: UUID) -> HttpResponse:
    """As the seat sees it that ``?seat=`` names; 0 is nobody's eyes, for a phone that lies between the players."""
    match = seats.access_match(person, match_id)
    asked = number(request.GET, "seat")
    seat, held = tables.seen_by(person, match, asked)
    if asked is None and len(held) > 1:
        return render(request, "web/table.html", _who_has_the_phone(match, held))
    return _shown(request, match, seat, held)


def _who_has_the_phone(match: Match, held: tuple[int, ...]) -> dict[str, Any]:
    shown = tables.table_of(match, None, held)
    return shown | {"hand_over": next((one for one in held if one in shown["now"]["to_act"]), held[0]), "asked": None}


def _shown(
    request: HttpRequest, match: Match, seat: int | None, held: tuple[int, ...], told: Problem | None = None
) -> HttpResponse:
    shown = tables.table_of(match, seat, held)
    rule = told.more.get("rule") if told else None
    shown |= {
        "told": told,
        "rule": tables.rule_of(match.game, rule) if rule else None,
        "command_id": uuid.uuid4(),
        "asked": 0 if seat is None else seat,
        "tapped": next((one for one in shown["squares"] if one.name == request.GET.get("tap")), None),
        "free_seats": [one.number for one in match.seats.all() if one.user_id is None],
    }
    name = "web/table.html#table" if request.headers.get(FRAGMENT) else "web/table.html"
    return render(request, name, shown, status=told.status if told else HTTPStatus.OK)


@require_POST
@for_known
def command(request: HttpRequest, person: User, match_id: UUID) -> HttpResponse:
    """Give the command of a form; answered with the table as it is then, and with the problem where there is one."""
    match = seats.access_match(person, match_id)
    body = command_of(request.POST)
    told = None
    try:
        play.give_command(person, match, body)
    except Problem as problem:
        if problem.code == "not_found":
            raise
        told = problem
    match = seats.access_match(person, match_id)
    asked = body.get("seat")
    seat, held = tables.seen_by(person, match, asked if isinstance(asked, int) else None)
    if told is None and not request.headers.get(FRAGMENT):
        return redirect(f"{reverse('web:table', args=[match_id])}?seat={seat or 0}")
    return _shown(request, match, seat, held, told)


def command_of(form: QueryDict) -> dict[str, Any]:
    """A command out of a form: ``command`` as JSON, or a ``type`` and its fields; with what goes around it.

    Raises ``Problem`` ``unreadable``.
    """
    if "command" in form:
        body = json_of(form.get("command", ""))
        if not isinstance(body, dict):
            raise unreadable("The command is no JSON object.")
    else:
        body = nested({name: str(value) for name, value in form.items() if name not in ENVELOPE})
        if "value" in body and body.get("type") == "correct":
            body["value"] = value_of(str(body["value"]))
    around: dict[str, Any] = {"id": form.get("id") or str(uuid.uuid4()), "seen": number(form, "seen") or 0}
    seat = number(form, "seat")
    whole: dict[str, Any] = body | around | ({"seat": seat} if seat else {})
    return whole


def nested(flat: dict[str, Any]) -> dict[str, Any]:
    """Fields with dots in their names as what they are parts of: ``hands.0.2`` is a place in a list of lists."""
    whole: dict[str, Any] = {}
    for name, value in flat.items():
        *path, last = name.split(".")[:4]
        inner = whole
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return {name: _listed(value) for name, value in whole.items()}


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {name: _listed(one) for name, one in value.items()}
    return list(inner.values()) if all(name.isdigit() for name in inner) else inner


def json_of(text: str) -> Any:
    """JSON by the rules of the API. Raises ``Problem`` ``unreadable``."""
    try:
        return StrictJSON().parse(BytesIO(text.encode("utf-8", "replace")))
    except ParseError as error:
        raise unreadable(str(error.detail)) from None


def value_of(text: str) -> Any:
    """What somebody typed: JSON where it is, else the words themselves."""
    try:
        return msgspec.json.decode(text.strip() or "null")
    except (msgspec.DecodeError, UnicodeDecodeError):
        return text.strip()
