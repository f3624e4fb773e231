"""New versions, told from process to process through Redis. What is lost on the way stands in the log all the same."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import cache
from uuid import UUID

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

PUBLISH_SECONDS = 0.25
"""What a command waits at the most for a Redis that does not answer."""

REST_SECONDS = 1.0
"""After a failure it is left alone for so long: no other command waits, and it is not asked in a tight loop."""

SILENCE_SECONDS = 5.0
"""After so long without a word from Redis it is asked whether it is there."""

_log = logging.getLogger(__name__)
_silent_until = 0.0


def publish(match_id: UUID, version: int) -> None:
    """Tell the other processes. Never fails: Redis may be away."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        _publisher().publish(settings.LIVE_CHANNEL, f"{match_id} {version}")
    except redis.RedisError:
        _silent_until = time.monotonic() + REST_SECONDS


@cache
def _publisher() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=PUBLISH_SECONDS,
        socket_connect_timeout=PUBLISH_SECONDS,
        # A line that has broken is taken up again; one that is silent is not waited for twice.
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
    )


async def listen(hear: Callable[[UUID, int], None], set_connected: Callable[[bool], None]) -> None:
    """Hear what other processes tell, until cancelled; connects again and again. Says whether it is connected."""
    connected = False

    def now_connected() -> None:
        nonlocal connected
        connected = True
        set_connected(True)

    while True:
        try:
            await _listen(hear, now_connected)
        except (redis.RedisError, OSError) as error:
            if connected:
                _log.warning("Redis is away (%s): the log is looked at every second instead", error)
        connected = False
        set_connected(False)
        await asyncio.sleep(REST_SECONDS)


async def _listen(hear: Callable[[UUID, int], None], now_connected: Callable[[], None]) -> None:
    client = redis.asyncio.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=SILENCE_SECONDS, retry=AsyncRetry(NoBackoff(), 0)
    )
    async with client, client.pubsub() as channel:
        await channel.subscribe(settings.LIVE_CHANNEL)
        asked = False
        while True:
            message = await channel.get_message(timeout=SILENCE_SECONDS)
            if message is None:
                if asked:
                    raise redis.TimeoutError("no answer")
                await channel.ping()
            elif message["type"] == "subscribe":
                now_connected()
            elif message["type"] == "message":
                _read(message["data"], hear)
            asked = message is None


def _read(data: bytes, hear: Callable[[UUID, int], None]) -> None:
    with contextlib.suppress(ValueError):  # Not ours.
        name, _, version = data.decode("latin-1").partition(" ")
        hear(UUID(name), int(version))
