"""Django behind ASGI with one change of thread for each request.

Django's own handler goes to a thread and back for every middleware, for what is told at the start and at the end of a
request, and to a new thread with a new connection to the database for every request: together more than all the rest
of a short request. Here a request runs from its first word to its last in one thread of a few that stay, with the
connections that they keep.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import IO, Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.http import FileResponse
from django.urls import set_script_prefix

THREADS = 32
"""Requests that are answered at once; others wait for their turn."""


class Handler(ASGIHandler):
    """The ASGI application of Django; every middleware and view is called as under WSGI."""

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")

    def load_middleware(self, is_async: bool = False) -> None:
        """As under WSGI, whatever is asked for."""
        super().load_middleware(is_async=False)

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Mapping[str, Any]]],
        send: Callable[[Mapping[str, Any]], Awaitable[None]],
    ) -> None:
        """One request. Who has gone before the answer is not noticed: what a thread has begun it finishes."""
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is spoken here, not {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            response = await self._in_thread(self._answer, scope, body)
            try:
                await self.send_response(response, send)
            finally:
                if response.streaming:
                    await self._in_thread(response.close)

    async def _in_thread(self, work: Callable[..., Any], *values: Any) -> Any:
        loop, context = asyncio.get_running_loop(), copy_context()
        return await loop.run_in_executor(self._threads, context.run, work, *values)

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> Any:
        # Django tells both ends of a request in another thread; here it is the one that holds the connection.
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        try:
            request, wrong = self.create_request(scope, body)
            response: Any = wrong if request is None else self.get_response(request)
            response._handler_class = self.__class__
            if isinstance(response, FileResponse):
                response.block_size = self.chunk_size
            if not response.streaming:
                response.close()
            return response
        finally:
            close_old_connections()
