"""Whether PostgreSQL and Redis are there for the tests that need them."""

import os

import psycopg
import pytest
import redis


def missing_service() -> str | None:
    """Why the tests on the services cannot run, or None."""
    database, broker = os.environ.get("TEST_DATABASE_URL"), os.environ.get("TEST_REDIS_URL")
    if not database or not broker:
        return "TEST_DATABASE_URL and TEST_REDIS_URL are not set"
    try:
        with psycopg.connect(database, connect_timeout=3):
            pass
    except psycopg.Error:
        return "PostgreSQL does not answer at TEST_DATABASE_URL"
    try:
        client = redis.Redis.from_url(broker, socket_connect_timeout=3)
        client.ping()
        client.close()
    except redis.RedisError:
        return "Redis does not answer at TEST_REDIS_URL"
    return None


def need_services() -> None:
    """Skip the test that asks, with one clear line; with ``REQUIRE_SERVICES=1`` fail it."""
    reason = missing_service()
    if reason is None:
        return
    if os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
