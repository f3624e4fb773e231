"""Open streams, in front of Django: it says who asks and what they may follow, then its thread is free again."""

import asyncio
import contextlib
import random
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from types import FrameType
from typing import Any

from companion.matches import live
from companion.matches.watch import WATCH, Reader

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

PATH = "/api/live/"
READER = "companion.live"
"""Where the view leaves the reader, in the scope of its request; it is there when somebody takes them over."""

ASKING = 8
"""So many are being asked who they are at the same time, each with a thread of Django: all may come back at once."""

HEARTBEAT_SECONDS = 15.0
"""A proxy closes what is silent for a minute; a phone that has gone is noticed when it does not take a word."""

LIFE_SECONDS = 900.0
"""After about this long a stream ends, and its reader comes back with their key, which may be good no more."""

FAREWELL_SECONDS = 0.5


class Streams:
    """The ASGI application: streams of ``/api/live/`` here, everything else by Django."""

    def __init__(self, django: Application) -> None:
        self._django = django
        self._door = asyncio.Semaphore(ASKING)
        self._closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif _is_stream(scope) and not self._closing:
            await self._answer(scope, receive, send)
        else:
            await self._django(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        said: list[Message] = []

        async def keep(message: Message) -> None:
            said.append(message)

        scope[READER] = None
        async with self._door:
            await self._django(scope, _no_body(), keep)
        reader = scope.get(READER)
        if not isinstance(reader, Reader):
            for message in said:
                await send(message)
            return
        headers = [pair for pair in said[0]["headers"] if pair[0].lower() != b"content-length"]
        WATCH.join(reader)
        try:
            await _stream(reader, {**said[0], "headers": headers}, receive, send)
        finally:
            WATCH.leave(reader)

    async def _live(self, receive: Receive, send: Send) -> None:
        """The life of the server."""
        await receive()
        self._end_streams_with_the_server()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def _end_streams_with_the_server(self) -> None:
        """A server that is told to stop waits for its answers to end: so each open stream ends at the same signal."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)
            if not callable(before):
                continue

            def stop(
                number: int, frame: FrameType | None, before: Callable[[int, FrameType | None], Any] = before
            ) -> None:
                with contextlib.suppress(RuntimeError):  # The loop may be closed already.
                    loop.call_soon_threadsafe(self._close)
                before(number, frame)

            signal.signal(number, stop)

    def _close(self) -> None:
        self._closing = True
        WATCH.close()


def _is_stream(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return bool(scope["path"] == f"{scope.get('root_path', '')}{PATH}")


def _no_body() -> Receive:
    """What Django hears of a request that has nothing to say: no slow body may hold one of its threads."""
    heard = False

    async def receive() -> Message:
        nonlocal heard
        if heard:
            await asyncio.Event().wait()
        heard = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive


async def _stream(reader: Reader, head: Message, receive: Receive, send: Send) -> None:
    """Until the reader goes, has nothing left to follow, has been here for long, or the server stops."""
    telling = asyncio.create_task(_tell(reader, head, send))
    going = asyncio.create_task(_gone(receive))
    ending = asyncio.create_task(reader.ended.wait())
    tasks = {telling, going, ending}
    life = LIFE_SECONDS * random.uniform(0.75, 1.25)  # noqa: S311
    done, _ = await asyncio.wait(tasks, timeout=life, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks - done:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if telling in done and not isinstance(error := telling.exception(), OSError | None):
        raise error
    if going not in done:
        # Who takes no word takes no farewell either.
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _tell(reader: Reader, head: Message, send: Send) -> None:
    async def write(text: str) -> None:
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})

    await send(head)
    # All come back at once when a server starts anew: not all in the same moment.
    await write(f"retry: {random.randint(1000, 3000)}\n\n")  # noqa: S311
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await reader.wake.wait()
        except TimeoutError:
            await write(":\n\n")
            continue
        await write(live.take_text(reader))
        if not reader.known:
            return


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
