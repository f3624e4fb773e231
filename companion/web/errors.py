"""What a page shows when something cannot be done: the same problems as the API's, as a page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from cards import catalogues
from companion import answering
from companion.answering import problem_of
from companion.problems import TITLES, Problem, not_found, unreadable
from games.registry import GAMES


class ProblemPages(MiddlewareMixin):
    """Every exception of a page that is no fault of ours becomes a page with its status."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page; ``None`` for the API, which has its own, and for what is a fault of ours."""
        problem = None if request.path.startswith("/api/") else problem_of(exception)
        return None if problem is None else answer(request, problem)


def answer(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The problem as a page, for which the database is needed: else as a line; as a document under ``/api/``."""
    if (
        problem.code == "unavailable"
        or request.path.startswith("/api/")
        or "text/html" not in request.headers.get("Accept", "")
    ):
        return answering.answer(request, problem)
    rule = problem.more.get("rule")
    shown = {"problem": problem, "title": TITLES[problem.code], "rule": rule, "game": _game_with(rule)}
    return render(request, "web/problem.html", shown, status=problem.status)


def _game_with(rule: str | None) -> str | None:
    """The first game among whose rules it can be read; those of every match stand with each."""
    return next((game for game in GAMES if rule in catalogues.rules_of(game)), None)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    return answer(request, problem_of(exception) or unreadable("The request was refused."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    return answer(request, problem_of(exception) or Problem("forbidden", "It is not allowed."))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return answer(request, not_found(f"There is nothing at {request.path}."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: a page without a template, since a template may be what failed."""
    return answering.server_error(request)


def csrf_failure(request: HttpRequest, reason: str = "", **more: Any) -> HttpResponse:
    """A form that is too old, or comes from elsewhere."""
    words = "This page is too old, or cookies are off. Load it again and repeat what you did."
    return answer(request, Problem("forbidden", words))
