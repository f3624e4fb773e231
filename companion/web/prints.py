"""Printing: choose what and how, see the pages, take the file."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from cards.formats.decoding import MOST_BYTES
from cards.list_models import PlayerList
from cards.lists import access_list
from companion.accounts.models import User
from companion.matches import reading
from companion.matches.seats import access_match, seat_for
from companion.problems import FieldError, Problem, not_found, take, unreadable
from companion.web import mine
from companion.web.tables import name_of
from companion.web.visitors import for_anybody, for_known, visitor
from games.catalogue import GAMES_FOLDER
from games.registry import GAMES, catalogue_of
from printing import jobs, printers
from printing.models import PrintJob
from printing.options import Printer
from printing.wishes import Wish

MOST, MOST_PAGES = 100, 12
PLAIN = ("paper", "card", "marks", "backs", "format")
CHOICES = {
    "paper": (("a4", "A4"), ("letter", "US Letter"), ("a3", "A3"), ("card", "One card a page")),
    "card": (("poker", "Poker, 63.5 × 88.9 mm"), ("bridge", "Bridge"), ("tarot", "Tarot"), ("mini", "Mini")),
    "marks": (
        ("corner", "At the corners"),
        ("edge", "At the edge of the page"),
        ("full", "Lines right through"),
        ("none", "None"),
    ),
    "backs": (("none", "None"), ("one", "The game's back"), ("each", "Each card's own")),
    "flip": (("long", "On the long edge"), ("short", "On the short edge"), ("fold", "Beside the fronts, to fold")),
    "format": (("pdf", "PDF, sheets to cut"), ("png", "PNG, a picture of each card"), ("tts", "Tabletop Simulator")),
}


@require_GET
@never_cache
def prints(request: HttpRequest) -> HttpResponse:
    """My prints."""
    person = visitor(request)
    return render(request, "web/prints.html", {"prints": mine.prints_of(person, MOST) if person else []})


@require_http_methods(["GET", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """What is printed, and how."""
    if request.method == "GET":
        return _new(request, request.GET)
    try:
        return _asked(request)  # type: ignore[return-value]
    except Problem as problem:
        return _new(request, request.POST, problem)


def _new(request: HttpRequest, form: QueryDict, problem: Problem | None = None) -> HttpResponse:
    printable = [game for slug, game in GAMES.items() if (GAMES_FOLDER / slug / "faces.yaml").exists()]
    chosen = next((game for game in printable if game.slug == form.get("game")), printable[0])
    listed = _list_named(request, form.get("list", ""))
    text = form.get("text", "")[:MOST_BYTES] or _cards_of_match(request, form.get("match", ""))
    person = visitor(request)
    own = [("text", "The cards of this match")] if text else []
    shown = {
        "games": printable,
        "chosen": chosen,
        "list": listed,
        "kinds": [("list", "The list")] if listed else own + kinds_of(chosen.slug),
        "text": text,
        "printers": person.printers.order_by("name") if person else (),
        "kind": form.get("kind", ""),
        "sheets": () if listed else catalogue_of(chosen.slug).sheets,
        "picked": form.getlist("sheets"),
        "choices": CHOICES,
        "form": form,
        "problem": problem,
    }
    return render(request, "web/print_new.html", shown, status=problem.status if problem else 200)


def _list_named(request: HttpRequest, word: str) -> PlayerList | None:
    try:
        return access_list(visitor(request), UUID(word)) if word else None
    except ValueError:
        raise not_found("There is no such list.") from None


def _cards_of_match(request: HttpRequest, word: str) -> str:
    """The factions and cards that its seats have, as far as the visitor may see them, as the text of a list."""
    person = visitor(request)
    if not word or person is None:
        return ""
    try:
        match = access_match(person, UUID(word))
    except ValueError:
        raise not_found("There is no such match.") from None
    state = reading.state_of(match, seat_for(person, match, None), None)["state"]
    codes = dict.fromkeys(_codes_in([state.get("seats"), state.get("waiting")], set(state.get("cards") or ())))
    return "\n".join(f"1 {code}" for code in codes)


def _codes_in(value: Any, cards: set[str]) -> Iterator[str]:
    if isinstance(value, str) and value in cards:
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _codes_in(inner, cards)


def kinds_of(game: str) -> list[tuple[str, str]]:
    """What can be printed of a game: its cards, and whatever else there is a file for."""
    found = [("game", "Cards")]
    if (GAMES_FOLDER / game / "tokens.yaml").exists():
        found.append(("tokens", "Tokens"))
    if (GAMES_FOLDER / game / "board.yaml").exists():
        found.append(("board", "The board"))
    return [*found, ("calibration", "A sheet to set up the printer")]


@for_anybody
def _asked(request: HttpRequest, person: User) -> HttpResponse:
    wish = wish_of(request.POST)
    if request.POST.get("printer_name", "").strip() and wish.options.printer != Printer():
        numbers = msgspec.structs.asdict(wish.options.printer)
        printers.create(user=person, named=printers.NamedPrinter(name=request.POST["printer_name"][:120], **numbers))
    job = jobs.ask_for(user=person, wish=wish)
    return redirect("web:print_job", job_id=job.id)


def wish_of(form: QueryDict) -> Wish:
    """The print that a form asks for. Raises ``Problem`` ``unreadable``."""
    options: dict[str, Any] = {name: form[name] for name in PLAIN if form.get(name)}
    if options.get("backs", "none") != "none" and form.get("flip"):
        options["flip"] = form["flip"]
    options |= {name: True for name in ("ink_saver", "test") if form.get(name) == "yes"}
    if form.get("gutter"):
        options["gutter"] = [_length(form, "gutter")] * 2
    if form.get("bleed"):
        options["bleed"] = _length(form, "bleed")
    if form.get("shift_x") or form.get("shift_y"):
        options["printer"] = {"back": [_length(form, "shift_x"), _length(form, "shift_y")]}
    profile = {"printer": form["printer"]} if form.get("printer") else {}
    wish: Wish = take({"source": _source(form), "options": options, **profile}, Wish)
    return wish


def _source(form: QueryDict) -> dict[str, Any]:
    kind, game = form.get("kind", "game"), form.get("game", "")
    if kind == "list":
        return {"kind": "list", "list": form.get("list", "")}
    if kind == "text":
        return {"kind": "text", "game": game, "text": form.get("text", "")}
    if kind in ("tokens", "board"):
        return {"kind": kind, "game": game}
    if kind == "calibration":
        return {"kind": kind}
    numbers = [int(word) for word in form.getlist("sheets") if word.isascii() and word.isdigit() and len(word) < 6]
    return {"kind": kind, "game": game, "sheets": numbers}


def _length(form: QueryDict, name: str) -> float:
    word = form.get(name, "") or "0"
    try:
        return float(word.replace(",", "."))
    except ValueError:
        message = f"{name} must be a length in mm, not {word[:20]!r}."
        raise unreadable(message, FieldError(path=name, message=message)) from None


@require_GET
@never_cache
@for_known
def job(request: HttpRequest, person: User, job_id: UUID) -> HttpResponse:
    """How far it is; when it is done its pages, what is to be told of them, and the file."""
    found = jobs.access_job(person, job_id)
    done = found.state == PrintJob.State.DONE and found.path is not None
    report = found.report or {}
    shown = {
        "job": found,
        "title": name_of(jobs.title_of(found)),
        "done": done,
        "waits": found.state in (PrintJob.State.QUEUED, PrintJob.State.RUNNING),
        "report": report,
        "noted": [name for name in ("cut_texts", "missing_images", "missing_glyphs") if report.get(name)],
        "pages": range(1, min(int(report.get("pages", 0)), MOST_PAGES) + 1) if done else (),
        "is_pdf": found.path is not None and found.path.suffix == ".pdf",
    }
    name = "web/print_job.html#progress" if getattr(request, "htmx", False) else "web/print_job.html"
    return render(request, name, shown)
