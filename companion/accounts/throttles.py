"""How often an address may do what invites guessing or flooding. Rates are settings."""

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView


class ByAddress(AnonRateThrottle):
    """Counts every request of an address, whoever asks."""

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count for each scope and address."""
        return f"throttle:{self.scope}:{self.get_ident(request)}"


class Guests(ByAddress):
    """Making guests and accounts."""

    scope = "guests"


class Passwords(ByAddress):
    """Trying passwords."""

    scope = "passwords"


class Joins(ByAddress):
    """Trying join codes."""

    scope = "joins"
