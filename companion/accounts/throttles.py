"""How often an address may do what invites guessing or flooding. Rates are settings."""

from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView


class ByAddress(AnonRateThrottle):
    """Counts every request of an address, whoever asks."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Where Redis is away each process counts for itself: people come to the table, and nobody guesses freely."""
        try:
            return super().allow_request(request, view)
        except _faults():
            self.cache = caches["near"]
            return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count for each scope and address; of IPv6 the network's part, since a household has all the rest."""
        return f"throttle:{self.scope}:{_network_of(self.get_ident(request))}"


def _faults() -> tuple[type[Exception], ...]:
    """What the cache raises when it is away."""
    if not settings.REDIS_URL:
        return ()
    from redis import RedisError

    return (RedisError,)


def _network_of(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))


class Guests(ByAddress):
    """Making guests and accounts."""

    scope = "guests"


class Passwords(ByAddress):
    """Trying passwords."""

    scope = "passwords"


class Copies(ByAddress):
    """Taking in whole matches, and forking them: each writes a log at once."""

    scope = "copies"


class Joins(ByAddress):
    """Trying join codes."""

    scope = "joins"


class Previews(ByAddress):
    """Looking at pages that are not printed yet: each is drawn while one waits."""

    scope = "previews"
