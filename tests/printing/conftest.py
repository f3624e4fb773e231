"""What the tests of printing have in common."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _forget_messages():
    """No worker will ever read what these tests announce to the broker."""
    yield
    from django.conf import settings

    if settings.REDIS_URL and settings.REDIS_PREFIX.startswith("companion-test"):
        import redis

        client = redis.Redis.from_url(settings.REDIS_URL)
        for key in client.scan_iter(f"{settings.REDIS_PREFIX}:*"):
            client.delete(key)
        client.close()
