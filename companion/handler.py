"""Django behind ASGI with one change of thread for each request.

Django's own handler goes to a thread and back for every middleware, and to a new thread with a new connection to the
database for every request: together more than all the rest of a short request. Here a request runs from its first
middleware to its last in one thread of a few that stay, with the connections that they keep.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

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

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The whole chain in one thread."""
        loop, context = asyncio.get_running_loop(), copy_context()
        return await loop.run_in_executor(self._threads, context.run, self._answer, request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        # The signals at both ends of a request are sent in another thread, which keeps no connection.
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()
