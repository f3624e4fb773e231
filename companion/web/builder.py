"""Building a list: what is tapped changes its draft at once, and the page tells what that makes of it."""

from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from cards import drafts, lists, verdicts
from cards.adding import added, default_section
from cards.curves import spread
from cards.list_models import ListDraft, PlayerList
from cards.list_shapes import content_of_list, read_back, settled
from cards.pinned import catalogue_for
from companion.accounts.models import User
from companion.problems import FieldError, Problem, not_found, unreadable
from companion.web import finding
from companion.web.visitors import for_known, visitor
from games.catalogue import Catalogue
from games.lists import CardList, Entry
from games.registry import game_named


class Work(NamedTuple):
    """A list that is being built: what is saved, what is typed, and by which data it is judged."""

    saved: PlayerList
    content: CardList
    draft: ListDraft | None
    catalogue: Catalogue
    mine: bool

    @property
    def seen(self) -> str:
        """What its writer has to have seen to write on."""
        return self.draft.digest if self.draft else ""


def work_on(person: User | None, list_id: UUID, link: str = "") -> Work:
    """The draft of one's own list, or the list itself. Raises ``Problem`` ``not_found``."""
    saved = lists.access_list(person, list_id, link=link)
    mine = person is not None and saved.owner_id == person.id
    draft = ListDraft.objects.filter(list=saved).first() if mine else None
    content = read_back(draft.content) if draft else lists.content_of(saved)
    return Work(saved, content, draft, catalogue_for(content, saved.owner)[0], mine)


@require_GET
@never_cache
def builder(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """The list and the search; for who has its link, the list alone."""
    work = work_on(visitor(request), list_id, request.GET.get("link", "")[:60])
    shown = content_shown(work) | {"link": request.GET.get("link", "")[:60]}
    if work.mine:
        shown |= finding.cards_found(work.content, work.catalogue, work.saved.owner, request.GET)
    if getattr(request, "htmx", False):
        return render(request, "web/list.html#found", shown)
    return render(request, "web/list.html", shown | {"share_url": _share_url(request, work)})


def _share_url(request: HttpRequest, work: Work) -> str:
    if not work.mine or work.saved.sharing == PlayerList.Sharing.PRIVATE:
        return ""
    address = request.build_absolute_uri(reverse("web:list", args=[work.saved.id]))
    by_link = work.saved.sharing == PlayerList.Sharing.LINK
    return f"{address}?link={work.saved.share_token}" if by_link else address


def content_shown(work: Work) -> dict[str, Any]:
    """The entries with their problems beside them, and what the list adds up to."""
    game = game_named(work.content.game)
    verdict = verdicts.judge_for(work.content, work.saved.owner)
    beside: dict[str, list[Any]] = {}
    for problem in verdict.problems:
        for entry in problem.entries:
            beside.setdefault(entry, []).append(problem)
    named = {entry.code or entry.name for entry in work.content.entries}
    points = spread(work.content, work.catalogue)
    sections = [(section.name, _rows(work, section.name, beside)) for section in game.sections]
    odd = dict.fromkeys(entry.section for entry in work.content.entries)
    known = {section.name for section in game.sections}
    return {
        "work": work,
        "game": game,
        "verdict": verdict,
        "sections": sections + [(name, _rows(work, name, beside)) for name in odd if name not in known],
        "whole": [problem for problem in verdict.problems if not named & set(problem.entries)],
        "spread": points,
        "options": [(name, work.content.options.get(name, "")) for name in game.list_options],
        "comes_along": game.comes_along(work.content, work.catalogue),
        "drawn": game.drawing is not None,
    }


def _rows(work: Work, section: str, beside: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [
        {
            "n": n,
            "entry": entry,
            "known": entry.code in work.catalogue.by_code,
            "problems": beside.get(entry.code or entry.name, []),
        }
        for n, entry in enumerate(work.content.entries)
        if entry.section == section
    ]


@require_POST
@for_known
def change(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """One tap: a card more or less, an option, the name. The draft is written; the list as it is then is answered."""
    work = own_work(person, list_id)
    told = None
    try:
        content = changed(work, request.POST)
        seen = request.POST.get("seen", "")
        drafts.write(saved=work.saved, seen=seen or None, based_on=_base(work), content=content)
    except drafts.StaleDraft:
        told = Problem("stale", "The list was changed elsewhere meanwhile; this is what it is now. Tap again.")
    except Problem as problem:
        told = problem
    work = own_work(person, list_id)
    if not getattr(request, "htmx", False):
        return redirect("web:list", list_id=list_id)
    shown = content_shown(work) | {"told": told}
    shown |= finding.cards_found(work.content, work.catalogue, work.saved.owner, request.POST)
    return render(request, "web/list.html#both", shown)


def own_work(person: User, list_id: UUID) -> Work:
    """What a person may change. Raises ``Problem`` ``not_found``."""
    work = work_on(person, list_id)
    if not work.mine:
        raise not_found("You have no such list.")
    return work


def _base(work: Work) -> int:
    return work.draft.based_on if work.draft else work.saved.head


def changed(work: Work, form: QueryDict) -> CardList:
    """The content after one change. Raises ``Problem`` ``unreadable``."""
    content, (act, _, which) = work.content, form.get("step", "").partition(" ")
    if act == "add":
        return _with_card(work, which)
    if act in ("more", "less"):
        return _with_count(content, which, 1 if act == "more" else -1)
    if act == "set":
        options = {name: form.get(f"option-{name}", "").strip() for name in game_named(content.game).list_options}
        kept = {name: value for name, value in options.items() if value}
        body = msgspec.structs.replace(
            content, name=form.get("name", content.name)[:200], options=kept, notes=form.get("notes", content.notes)
        )
        return settled(content_of_list(body), game_named(content.game), work.catalogue)
    raise _odd("step", f"{act[:40]!r} is nothing that can be done to a list.")


def _with_card(work: Work, code: str) -> CardList:
    card = work.catalogue.by_code.get(code)
    if card is None:
        raise _odd("code", f"The list's edition has no card {code[:40]!r}.")
    section = default_section(code, work.content, work.catalogue)
    return added(work.content, Entry(code=code, name=card.name, section=section))


def _with_count(content: CardList, which: str, step: int) -> CardList:
    """One copy more or less of the entry at a place, which is known by its card as well: the place may have moved."""
    place, _, called = which.partition(" ")
    there = [n for n, one in enumerate(content.entries) if (one.code or one.name) == called]
    if not there:
        raise _odd("step", "There is no such entry any more.")
    n = int(place) if place.isascii() and place.isdigit() and len(place) < 6 and int(place) in there else there[0]
    entry = content.entries[n]
    count = entry.count + step
    middle = (msgspec.structs.replace(entry, count=count),) if count > 0 else ()
    return msgspec.structs.replace(content, entries=(*content.entries[:n], *middle, *content.entries[n + 1 :]))


def _odd(field: str, message: str) -> Problem:
    return unreadable(message, FieldError(path=field, message=message))


@require_POST
@for_known
def save(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """The draft becomes a revision. Where another was saved since it was begun, it stays a draft, and that is told."""
    work = own_work(person, list_id)
    if work.draft is None:
        return redirect("web:list", list_id=list_id)
    try:
        lists.save(
            saved=work.saved, seen=None if request.POST.get("over") else work.draft.based_on, content=work.content
        )
    except lists.Stale:
        told = Problem("stale", "The list was saved elsewhere after this draft was begun.")
        shown = content_shown(own_work(person, list_id)) | {"told": told, "clash": True}
        shown |= finding.cards_found(work.content, work.catalogue, work.saved.owner, request.GET)
        return render(request, "web/list.html", shown, status=409)
    drafts.discard(saved=work.saved, seen=work.draft.digest)
    return redirect("web:list", list_id=list_id)


@require_POST
@for_known
def discard(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """Back to what is saved."""
    work = own_work(person, list_id)
    if work.draft is not None:
        drafts.discard(saved=work.saved, seen=work.draft.digest)
    return redirect("web:list", list_id=list_id)


@require_POST
@for_known
def share(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """Who may see it: nobody else, who has the link, everybody."""
    work = own_work(person, list_id)
    sharing = request.POST.get("sharing", "")
    if sharing not in PlayerList.Sharing.values:
        raise _odd("sharing", f"sharing is one of {', '.join(PlayerList.Sharing.values)}.")
    lists.share(saved=work.saved, sharing=sharing)
    return redirect(f"{reverse('web:list', args=[list_id])}#share")


@require_POST
@for_known
def copy(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """A list of one's own with the same content."""
    saved = lists.access_list(person, list_id, link=request.POST.get("link", "")[:60])
    return redirect("web:list", list_id=lists.copy(user=person, saved=saved).id)


@require_POST
@for_known
def delete(request: HttpRequest, person: User, list_id: UUID) -> HttpResponse:
    """It goes with all its revisions, once the box was ticked."""
    work = own_work(person, list_id)
    if request.POST.get("sure") != "yes":
        raise _odd("sure", "Tick the box first: a list that is deleted cannot be brought back.")
    lists.delete(work.saved)
    return redirect("web:lists")
