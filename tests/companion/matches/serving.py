"""A real uvicorn with the test's own database, in a thread: what it holds can be looked at from the test."""

import contextlib
import threading
import time

import pytest
import uvicorn
from django.core.management import call_command

from companion.matches.models import Match
from companion.matches.watch import WATCH
from tests.companion.household import free_port


@contextlib.contextmanager
def served():
    """The port of a server that serves as long as this lasts."""
    from companion.handler import Handler
    from companion.matches.streams import Streams

    port = free_port()
    config = uvicorn.Config(Streams(Handler()), port=port, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        end = time.monotonic() + 10
        while not server.started:
            assert time.monotonic() < end
            time.sleep(0.01)
        yield port
    finally:
        if WATCH._loop is not None:
            WATCH._loop.call_soon_threadsafe(WATCH.close)
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture(scope="module")
def port(django_db_setup, django_db_blocker):
    """One server for all tests of a file. What they write is committed, and taken away once, at the end."""
    with django_db_blocker.unblock():
        with served() as port:
            yield port
        Match.objects.update(deleting=True)
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture
def db(port):
    """In place of pytest-django's own, which would keep from the server what a test has written."""
