"""Accounts: signing up keeps what the device's guest has; signing in leaves it behind, and says so before."""

from collections.abc import Callable

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from companion.accounts import people, throttles
from companion.accounts.api import MODEL_BACKEND
from companion.accounts.models import User
from companion.problems import Problem, unreadable
from companion.web import mine
from companion.web.visitors import device_token, for_known, forget_device, throttled, visitor

LONGEST_NAME, LONGEST_PASSWORD = 80, 200


@require_GET
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Who you are here, and what can be changed about it."""
    return _account(request)


def _account(request: HttpRequest, problem: Problem | None = None, form: str = "") -> HttpResponse:
    person = visitor(request)
    holds = mine.holds(person) if person else {}
    shown = {"problem": problem, "form": form, "holds": holds, "held": mine.in_words(holds)}
    shown["typed"] = request.POST.get("username", "")
    return render(request, "web/account.html", shown, status=problem.status if problem else 200)


def _tried(request: HttpRequest, form: str, act: Callable[[], HttpResponse]) -> HttpResponse:
    """What the act answers; the page with the problem where it cannot be done."""
    try:
        return act()
    except Problem as problem:
        return _account(request, problem, form)


def _typed(request: HttpRequest) -> tuple[str, str]:
    name, password = request.POST.get("username", "").strip(), request.POST.get("password", "")
    if not name or not password or "\0" in name + password:
        raise unreadable("A name and a password are needed.")
    if len(name) > LONGEST_NAME or len(password) > LONGEST_PASSWORD:
        raise unreadable(f"A name has {LONGEST_NAME} characters at the most, a password {LONGEST_PASSWORD}.")
    return name, password


@require_POST
def sign_up(request: HttpRequest) -> HttpResponse:
    """The guest becomes an account, with everything."""
    throttled(request, throttles.Guests())

    def act() -> HttpResponse:
        name, password = _typed(request)
        user = people.sign_up(asker=visitor(request), username=name, password=password)
        return _signed_in(request, user)

    return _tried(request, "sign_up", act)


@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    """By name and password. What a guest has on this device stays with the guest: that must be agreed to."""
    throttled(request, throttles.Passwords())

    def act() -> HttpResponse:
        name, password = _typed(request)
        guest = visitor(request)
        if guest and guest.is_guest and any(mine.holds(guest).values()) and request.POST.get("leave") != "yes":
            raise unreadable(
                "This device holds things as a guest. Sign up to keep them, or tick that they may be left."
            )
        return _signed_in(request, people.person_with_password(username=name, password=password))

    return _tried(request, "sign_in", act)


def _signed_in(request: HttpRequest, user: User) -> HttpResponse:
    response = redirect("web:home")
    if device_token(request) is not None:
        forget_device(request, response)
    login(request, user, backend=MODEL_BACKEND)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """The browser forgets who it was; so does its store of pages seen."""
    logout(request)
    return _gone()


@require_POST
@for_known
def delete(request: HttpRequest, person: User) -> HttpResponse:
    """The person goes, for good."""
    if request.POST.get("sure") != "yes":
        return _account(request, unreadable("Tick the box first: what is deleted cannot be brought back."), "delete")
    response = _gone()
    forget_device(request, response)
    logout(request)
    people.delete_person(person)
    return response


def _gone() -> HttpResponse:
    response = redirect("web:home")
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response
