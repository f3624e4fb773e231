"""Lists: mine, a new one, and one that is pasted or dropped, line by line."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cards import lists as saved_lists
from cards import reading
from cards.checking import problems_of
from cards.formats.decoding import MOST_BYTES, LineFault, TextRefused
from cards.list_shapes import NewContent, content_of_list, settled
from cards.reading import Reading
from companion.accounts.models import User
from companion.problems import FieldError, Problem, take, unreadable
from companion.web import mine
from companion.web.visitors import for_anybody, visitor
from games.registry import GAMES, catalogue_of, game_named

MOST = 200


@require_GET
@never_cache
def lists(request: HttpRequest) -> HttpResponse:
    """My lists, the last changed first."""
    person = visitor(request)
    return render(request, "web/lists.html", {"lists": mine.lists_of(person, MOST) if person else []})


@require_http_methods(["GET", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """An empty list of a game; it is built on its own page."""
    if request.method == "GET":
        return render(request, "web/list_new.html", {"games": GAMES.values()})
    try:
        return _made(request)  # type: ignore[return-value]
    except Problem as problem:
        shown = {"games": GAMES.values(), "problem": problem}
        return render(request, "web/list_new.html", shown, status=problem.status)


@for_anybody
def _made(request: HttpRequest, person: User) -> HttpResponse:
    game = game_named(request.POST.get("game", ""))
    name = request.POST.get("name", "").strip() or f"A {game.list_word} of {game.name}"
    body: NewContent = take({"game": game.slug, "name": name}, NewContent)
    content = settled(body, game, catalogue_of(game.slug))
    return redirect("web:list", list_id=saved_lists.create(user=person, content=content).id)


@require_http_methods(["GET", "POST"])
@never_cache
def read(request: HttpRequest) -> HttpResponse:
    """What a text says, line by line, as it is typed, pasted or dropped; nothing is kept."""
    shown: dict[str, Any] = {"games": GAMES.values(), "game": request.POST.get("game", ""), "text": ""}
    if request.method == "POST":
        shown |= _read(request)
    name = "web/list_read.html#reading" if getattr(request, "htmx", False) else "web/list_read.html"
    return render(request, name, shown)


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        text = text_of(request)
        if not text.strip():
            return {}
        found = _reading(request, text, visitor(request))
    except TextRefused as refused:
        return {"faults": refused.faults, "text": request.POST.get("text", "")}
    except Problem as problem:
        return {"problem": problem, "text": request.POST.get("text", "")}
    game = game_named(found.found.list.game)
    problems = (*found.gone, *problems_of(game, found.found.list, found.catalogue))
    return {
        "text": text,
        "reading": found.found,
        "read_game": game,
        "faults": found.found.faults,
        "problems": problems,
        "legal": not found.found.faults and not any(one.severity == "error" for one in problems),
        "totals": game.totals(found.found.list, found.catalogue),
    }


def text_of(request: HttpRequest) -> str:
    """The text that was typed, or that of the file that was chosen. Raises ``TextRefused``, ``Problem``."""
    upload = request.FILES.get("file")
    if upload is None:
        return request.POST.get("text", "")
    data = upload.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Problem("too_large", f"A list has {MOST_BYTES} bytes at the most.")
    try:
        return str(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        fault = LineFault(line=None, message="The file is no text in UTF-8.")
        raise TextRefused(fault) from None


def _reading(request: HttpRequest, text: str, person: User | None) -> Reading:
    return reading.read(text, game=request.POST.get("game") or None, user=person)


@require_POST
def take_in(request: HttpRequest) -> HttpResponse:
    """Keep what was read as a new list; lines that are not known stay in it as they were written."""
    try:
        return _taken(request)  # type: ignore[return-value]
    except (Problem, TextRefused) as error:
        shown: dict[str, Any] = {"games": GAMES.values(), "game": request.POST.get("game", "")}
        shown |= {"text": request.POST.get("text", ""), "problem": error if isinstance(error, Problem) else None}
        shown |= {"faults": error.faults if isinstance(error, TextRefused) else ()}
        return render(request, "web/list_read.html", shown, status=400)


@for_anybody
def _taken(request: HttpRequest, person: User) -> HttpResponse:
    found = _reading(request, text_of(request), person)
    if found.found.faults:
        raise TextRefused(*found.found.faults)
    content = settled(content_of_list(found.found.list), game_named(found.found.list.game), found.catalogue)
    if not content.name:
        content = msgspec.structs.replace(content, name="Pasted list")
    if not content.entries:
        raise unreadable("There are no cards in it.", FieldError(path="text", message="There are no cards in it."))
    return redirect("web:list", list_id=saved_lists.create(user=person, content=content).id)
