"""Telling who asks: by a bearer token, a device's cookie (guest) or a session's (account)."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from companion.accounts import people
from companion.accounts.models import Token, User

DEVICE_COOKIE = "companion_device"


class BearerAuthentication(BaseAuthentication):
    """``Authorization: Bearer <token>``. No cookie is involved, so no CSRF token either."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The token's person; None without such a header; 401 for a bad or expired token."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2:
            raise AuthenticationFailed("The header must be: Authorization: Bearer <token>.")
        token = people.token_of(words[1].decode("latin-1"), Token.Kind.BEARER)
        if token is None:
            raise AuthenticationFailed("The token is unknown or has expired.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The challenge of a 401."""
        return 'Bearer realm="companion"'


class DeviceAuthentication(SessionAuthentication):
    """The cookie of a guest's device; CSRF is enforced, as for every cookie."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The device's guest; None without a good cookie."""
        key = request.COOKIES.get(DEVICE_COOKIE)
        token = people.token_of(key, Token.Kind.DEVICE) if key else None
        if token is None:
            return None
        self.enforce_csrf(request)
        return token.user, token


class AccountAuthentication(SessionAuthentication):
    """The session cookie of an account, with CSRF enforced."""


def set_device_cookie(response: HttpResponseBase, key: str, expires: datetime) -> None:
    """The device will be known again."""
    response.set_cookie(DEVICE_COOKIE, key, expires=expires, secure=settings.HTTPS, httponly=True, samesite="Lax")


def asker(request: Request) -> User:
    """The person who asks. Raises ``NotAuthenticated``."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
