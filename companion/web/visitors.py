"""Who looks at a page: an account by its session, a guest by the cookie of the device, or nobody yet."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from companion.accounts import people, throttles
from companion.accounts.authentication import DEVICE_COOKIE, set_device_cookie
from companion.accounts.models import Token, User
from companion.problems import not_found

NAVIGATION = (
    ("/matches/", "Matches"),
    ("/lists/", "Lists"),
    ("/print/", "Print"),
    ("/rules/", "Rules"),
    ("/account/", "You"),
)
View = Callable[..., HttpResponseBase]


def visitor(request: HttpRequest) -> User | None:
    """The person, a device's guest first, as in the API; ``None`` for a browser that has done nothing here yet."""
    token = device_token(request)
    if token is not None:
        return token.user
    return request.user if isinstance(request.user, User) else None


def device_token(request: HttpRequest) -> Token | None:
    """The good token in the device's cookie."""
    if not hasattr(request, "_device_token"):
        key = request.COOKIES.get(DEVICE_COOKIE)
        request._device_token = people.token_of(key, Token.Kind.DEVICE) if key else None  # type: ignore[attr-defined]
    token: Token | None = request._device_token  # type: ignore[attr-defined]
    return token


def for_anybody(view: View) -> View:
    """A view that writes for a person, ``view(request, person, …)``: a stranger becomes a guest of this device."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = visitor(request)
        if person is not None:
            return view(request, person, *args, **kwargs)
        throttled(request, throttles.Guests())
        guest = people.make_guest()
        token, key = people.give_token(user=guest, kind=Token.Kind.DEVICE)
        request._device_token = token  # type: ignore[attr-defined]
        response = view(request, guest, *args, **kwargs)
        set_device_cookie(response, key, token.expires)
        return response

    return wrapped


def for_known(view: View) -> View:
    """A view for who is known: ``view(request, person, …)``. Raises ``Problem`` ``not_found`` for a stranger."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = visitor(request)
        if person is None:
            raise not_found("This device is not known here. Was it another browser, or are you to sign in?")
        return view(request, person, *args, **kwargs)

    return wrapped


def on_every_page(request: HttpRequest) -> dict[str, Any]:
    """A context processor: the pages that there are, and who looks."""
    pages = [(address, words, request.path.startswith(address)) for address, words in NAVIGATION]
    return {"navigation": pages, "person": visitor(request)}


def throttled(request: HttpRequest, throttle: BaseThrottle) -> None:
    """Count the request, as the API would. Raises ``Throttled``."""
    asked = Request(request)
    if not throttle.allow_request(asked, APIView()):
        raise Throttled(throttle.wait())


def forget_device(request: HttpRequest, response: HttpResponse) -> None:
    """The device's guest is not asked for any more from this browser."""
    token = device_token(request)
    if token is not None:
        people.revoke(token)
        request._device_token = None  # type: ignore[attr-defined]
    response.delete_cookie(DEVICE_COOKIE)
