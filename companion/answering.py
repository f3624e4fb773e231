"""How every exception is answered: as a problem document, inside the API and around it."""

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from companion.problems import MEDIA_TYPE, STATUS, TITLES, FieldError, Problem, not_found, unreadable
from games.catalogue import Unreadable
from games.decider import Refused
from games.registry import UnknownGame

LOG = logging.getLogger(__name__)

RETRY_SECONDS = 1
"""When what cannot be answered at the moment may be asked again."""

DRF_CODES = {
    status.HTTP_401_UNAUTHORIZED: "not_authenticated",
    status.HTTP_403_FORBIDDEN: "forbidden",
    status.HTTP_404_NOT_FOUND: "not_found",
    status.HTTP_405_METHOD_NOT_ALLOWED: "not_allowed",
    status.HTTP_406_NOT_ACCEPTABLE: "not_acceptable",
    status.HTTP_413_REQUEST_ENTITY_TOO_LARGE: "too_large",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "unsupported",
    status.HTTP_429_TOO_MANY_REQUESTS: "too_many",
}


def problem_of(error: BaseException) -> Problem | None:
    """The problem that an exception stands for, or None: then it is a fault of ours."""
    match error:
        case Problem():
            return error
        case Refused():
            return Problem("refused", error.message, rule=error.rule)
        case Unreadable():
            return unreadable(error.message, FieldError(message=error.message, path=error.path, line=error.line))
        case UnknownGame() | Http404():
            return not_found(str(error) or "There is no such thing here.")
        case PermissionDenied():
            return Problem("forbidden", str(error) or "It is not allowed.")
        case RequestDataTooBig():
            return Problem("too_large", "The request body is larger than 1 MiB.")
        case SuspiciousOperation():
            return unreadable("The request was refused as unsafe.")
        case OperationalError() | InterfaceError():
            # Nobody sees the error itself: it names hosts and files.
            LOG.error("the database cannot be used", exc_info=error)
            return Problem("unavailable", "The database cannot be used at the moment; send the same again.")
        case exceptions.ValidationError():
            return unreadable("Some fields cannot be taken as they are.", *_flat(error.detail))
        case exceptions.ParseError():
            return unreadable(str(error.detail))
        case exceptions.APIException():
            return Problem(DRF_CODES.get(error.status_code, "unreadable"), str(error.detail), status=error.status_code)
        case _:
            return None


def _flat(detail: Any, path: str = "$") -> list[FieldError]:
    if isinstance(detail, dict):
        return [
            one
            for key, inner in detail.items()
            for one in _flat(inner, path if key == "non_field_errors" else f"{path}.{key}")
        ]
    if isinstance(detail, list):
        nested = any(isinstance(inner, dict | list) for inner in detail)
        return [one for n, inner in enumerate(detail) for one in _flat(inner, f"{path}[{n}]" if nested else path)]
    return [FieldError(path=path, message=str(detail))]


def answer_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every exception that is no fault of ours as a problem document."""
    problem = problem_of(error)
    if problem is None:
        return None
    set_rollback()
    headers = _headers_of(problem)
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    return Response(problem.body(), status=problem.status, headers=headers, content_type=MEDIA_TYPE)


def _headers_of(problem: Problem) -> dict[str, str]:
    return {"Retry-After": str(RETRY_SECONDS)} if problem.code == "unavailable" else {}


def answer(request: HttpRequest, problem: Problem) -> HttpResponse:
    """A problem outside DRF: the document under ``/api/``, a line of text elsewhere."""
    if request.path.startswith("/api/"):
        body = msgspec.json.encode(problem.body())
        return HttpResponse(body, status=problem.status, content_type=MEDIA_TYPE, headers=_headers_of(problem))
    text = f"{problem.status} {HTTPStatus(problem.status).phrase}: {problem.detail}\n"
    kind = "text/plain; charset=utf-8"
    return HttpResponse(text, status=problem.status, content_type=kind, headers=_headers_of(problem))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: an unknown host, a body that is too large."""
    return answer(request, problem_of(exception) or unreadable("The request was refused."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    return answer(request, Problem("forbidden", "It is not allowed."))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return answer(request, not_found(f"There is nothing at {request.path}."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: says nothing of what went wrong; the log does."""
    return answer(request, Problem("failed", "Something went wrong on our side; it has been written down."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's answer to a missing or wrong CSRF token."""
    return answer(request, Problem("forbidden", "The CSRF token is missing or wrong."))


def explain(request: HttpRequest, code: str) -> HttpResponse:
    """``/problems/<code>``: what the ``type`` of a problem document stands for."""
    if code not in TITLES:
        raise Http404
    return HttpResponse(f"{code} ({STATUS[code]}): {TITLES[code]}\n", content_type="text/plain; charset=utf-8")
