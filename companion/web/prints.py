"""Printing: choose what and how, see the pages before and after, take the file."""

import base64
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from rest_framework.exceptions import Throttled

from cards.formats.decoding import MOST_BYTES
from cards.list_models import PlayerList
from cards.lists import access_list
from companion.accounts import throttles
from companion.accounts.models import User
from companion.answering import problem_of
from companion.matches import reading
from companion.matches.models import Match
from companion.matches.seats import access_match, seat_for
from companion.problems import Problem, not_found
from companion.web import mine, print_forms
from companion.web.asking import number
from companion.web.print_forms import CHOICES, LABELS, LENGTHS, faults_of, kinds_of, wish_of
from companion.web.tables import name_of
from companion.web.visitors import for_anybody, for_known, throttled, visitor
from games.catalogue import GAMES_FOLDER
from games.registry import GAMES, catalogue_of
from printing import jobs, printers, wishes
from printing.models import PrintJob
from printing.options import Printer
from printing.preview import preview as preview_of
from printing.report import Report

MOST, MOST_PAGES = 100, 12


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


@require_POST
@never_cache
def preview(request: HttpRequest) -> HttpResponse:
    """A page of what the form would print, and how many there are; for htmx that part alone, with faults by field."""
    problem, shown = None, {}
    try:
        throttled(request, throttles.Previews())
        shown = _page_of(request)
    except (Problem, Throttled) as error:
        problem = problem_of(error)
    if not getattr(request, "htmx", False):
        return _new(request, request.POST, problem, shown)
    faults = faults_of(problem)
    apart = {"problem": problem, "faults": faults, "labels": LABELS, "oob": True}
    return render(request, "web/print_new.html#pages", shown | apart)


def _page_of(request: HttpRequest) -> dict[str, Any]:
    form = request.POST
    page = number(form, "page") or number(form, "at") or 1
    made = preview_of(wish_of(form), visitor(request) or User(), page)  # a stranger has nothing, and needs nothing
    picture = f"data:image/webp;base64,{base64.b64encode(made.picture).decode()}"
    return {"page": made, "picture": picture, "told": print_forms.told(made.report)}


def _new(
    request: HttpRequest, form: QueryDict, problem: Problem | None = None, page: dict[str, Any] | None = None
) -> HttpResponse:
    printable = [game for slug, game in GAMES.items() if (GAMES_FOLDER / slug / "faces.yaml").exists()]
    chosen = next((game for game in printable if game.slug == form.get("game")), printable[0])
    listed = _list_named(request, form)
    text, person = form.get("text", "")[:MOST_BYTES], visitor(request)
    codes, edition = _named_cards(request, form)
    own = [("text", "The same list")] if text else []
    own += [("codes", "The cards of this match" if form.get("match") else "The same cards")] if codes else []
    shown = {
        "games": printable,
        "chosen": chosen,
        "list": listed,
        "kinds": [("list", "The list")] if listed else own + kinds_of(chosen.slug),
        "text": text,
        "codes": codes,
        "edition": edition,
        "printers": person.printers.order_by("name") if person else (),
        "kind": form.get("kind", ""),
        "sheets": () if listed else catalogue_of(chosen.slug, edition if edition in chosen.editions else None).sheets,
        "picked": form.getlist("sheets"),
        "choices": CHOICES,
        "labels": LABELS,
        "lengths": LENGTHS,
        "form": form,
        "problem": problem,
        "faults": faults_of(problem),
        **(page or {}),
    }
    return render(request, "web/print_new.html", shown, status=problem.status if problem else 200)


def _list_named(request: HttpRequest, form: QueryDict) -> PlayerList | None:
    word = form.get("list", "")
    try:
        return access_list(visitor(request), UUID(word), link=form.get("link", "")) if word else None
    except ValueError:
        raise not_found("There is no such list.") from None


def _named_cards(request: HttpRequest, form: QueryDict) -> tuple[list[str], str]:
    """The codes of the cards that a form names, or of those that a match has; and of which edition they are."""
    person, word = visitor(request), form.get("match", "")
    if form.getlist("codes") or not word or person is None:
        return form.getlist("codes"), form.get("edition", "")
    try:
        match = access_match(person, UUID(word))
    except ValueError:
        raise not_found("There is no such match.") from None
    return _cards_of_match(match, person), match.edition


def _cards_of_match(match: Match, person: User) -> list[str]:
    """The factions and cards that its seats have, as far as the person may see them."""
    state = reading.state_of(match, seat_for(person, match, None), None)["state"]
    return list(dict.fromkeys(_codes_in([state.get("seats"), state.get("waiting")], set(state.get("cards") or ()))))


def _codes_in(value: Any, cards: set[str]) -> Iterator[str]:
    if isinstance(value, str) and value in cards:
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _codes_in(inner, cards)


@for_anybody
def _asked(request: HttpRequest, person: User) -> HttpResponse:
    wish = wish_of(request.POST)
    if request.POST.get("printer_name", "").strip() and wish.options.printer != Printer():
        numbers = msgspec.structs.asdict(wish.options.printer)
        printers.create(user=person, named=printers.NamedPrinter(name=request.POST["printer_name"][:120], **numbers))
    job = jobs.ask_for(user=person, wish=wish)
    return redirect("web:print_job", job_id=job.id)


@require_GET
@never_cache
@for_known
def job(request: HttpRequest, person: User, job_id: UUID) -> HttpResponse:
    """How far it is; when it is done its pages, what is to be told of them, and the file."""
    return _job(request, jobs.access_job(person, job_id))


def _job(request: HttpRequest, found: PrintJob, problem: Problem | None = None) -> HttpResponse:
    done = found.state == PrintJob.State.DONE and found.path is not None
    report = msgspec.convert(found.report, Report) if found.report else Report(cards_in=0, cards_drawn=0, pages=0)
    shown = {
        "job": found,
        "title": name_of(jobs.title_of(found)),
        "done": done,
        "expired": found.state == PrintJob.State.DONE and not done,
        "waits": found.state in (PrintJob.State.QUEUED, PrintJob.State.RUNNING),
        "report": report,
        "told": print_forms.told(report),
        "noted": print_forms.noted(report),
        "pages": range(1, min(report.pages, MOST_PAGES) + 1) if done else (),
        "more_pages": max(report.pages - MOST_PAGES, 0),
        "is_pdf": found.path is not None and found.path.suffix == ".pdf",
        "change": print_forms.query_of(wishes.read(found.request)),
        "problem": problem,
    }
    if getattr(request, "htmx", False):
        return render(request, "web/print_job.html#progress", shown)
    return render(request, "web/print_job.html", shown, status=problem.status if problem else 200)


@require_POST
@for_known
def cancel(request: HttpRequest, person: User, job_id: UUID) -> HttpResponse:
    """Stop it; one that has ended in the meantime is shown as it is."""
    found = jobs.access_job(person, job_id)
    try:
        jobs.cancel(found)
    except Problem as problem:
        return _job(request, found, problem)
    return redirect("web:print_job", job_id=job_id)


@require_POST
@for_known
def again(request: HttpRequest, person: User, job_id: UUID) -> HttpResponse:
    """Ask for the same print once more: the same revision of the same list, with the same options."""
    found = jobs.access_job(person, job_id)
    try:
        made = jobs.ask_for(user=person, wish=wishes.read(found.request), sheet=found.sheet)
    except Problem as problem:
        return _job(request, found, problem)
    return redirect("web:print_job", job_id=made.id)


@require_POST
@for_known
def delete(request: HttpRequest, person: User, job_id: UUID) -> HttpResponse:
    """The print goes, with its file."""
    jobs.delete(jobs.access_job(person, job_id))
    return redirect("web:prints")
