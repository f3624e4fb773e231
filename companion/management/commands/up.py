"""``manage.py up``: everything that is needed, with one command, until Ctrl-C."""

import http.client
import io
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections

from companion import network
from companion.processes import Child, Household

LOCAL = ["127.0.0.1", "localhost", "[::1]"]
START_SECONDS = 60.0
WORKER = "worker"


def _port(word: str) -> int:
    number = int(word)
    if not 1 <= number <= 65535:
        raise ValueError(word)
    return number


_port.__name__ = "port"


class Command(BaseCommand):
    """Migrate, serve, work; stop it all on Ctrl-C."""

    help = "Prepare the database, serve the pages and the API, run a worker; Ctrl-C stops it all."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen at; 0.0.0.0 serves the local network"
        )
        parser.add_argument("--port", default=8000, type=_port)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Runs until it is told to stop or a process ends. Raises ``CommandError`` (exit 1) for all that goes wrong."""
        if trouble := network.why_not_free(host, port):
            raise CommandError(trouble)
        self._migrate()
        names = network.lan_addresses() if host in network.ANY else [host]
        with Household() as house:
            self._start(house, host, port, names)
            ended = house.wait(lambda: _answers(host, port), START_SECONDS)
            if not (ended or house.asked_to_stop):
                if not _answers(host, port):
                    raise CommandError(f"the web process does not answer after {START_SECONDS:.0f} s")
                self._tell(host, port, names)
                ended = self._run(house)
            if ended:
                raise CommandError(f"{ended.end_in_words}; everything was stopped")
        self.stdout.write("stopped")

    def _migrate(self) -> None:
        try:
            call_command("migrate", verbosity=0, interactive=False)
            call_command("load_catalogue", verbosity=0)
        except DatabaseError as error:
            raise CommandError(f"the database cannot be used: {str(error).strip().splitlines()[0]}") from None
        finally:
            for connection in connections.all(initialized_only=True):
                connection.close()
                if hasattr(connection, "close_pool"):
                    connection.close_pool()

    def _start(self, house: Household, host: str, port: int, names: list[str]) -> None:
        manage = str(settings.BASE_DIR / "manage.py")
        serve = ["-m", "uvicorn", "companion.asgi:application", "--host", host, "--port", str(port)]
        serve += ["--app-dir", str(settings.BASE_DIR), "--timeout-graceful-shutdown", "1", "--log-level", "warning"]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        if host not in LOCAL:
            given = [name for name in settings.ALLOWED_HOSTS if name not in LOCAL]
            environment["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*LOCAL, *names, *given]))
        house.start("web", [sys.executable, *serve], environment)
        house.start(WORKER, [sys.executable, manage, "work"], environment)

    def _run(self, house: Household) -> Child | None:
        """Until it is told to stop, or a process has ended for good. A match at the table outlives a print's worker."""
        while (ended := house.wait()) is not None and ended.name == WORKER and house.revive(ended):
            self.stderr.write(f"{ended.end_in_words}; it was started again")
        return ended

    def _tell(self, host: str, port: int, names: list[str]) -> None:
        shown = names or ["127.0.0.1"]
        for name in shown:
            self.stdout.write(f"ready at {network.url(name, port)}")
        if host in network.ANY and not names:
            self.stdout.write("this machine has no network that a phone could reach it by")
        elif host not in LOCAL:
            self._draw_code(network.url(shown[0], port))
        self.stdout.flush()

    def _draw_code(self, address: str) -> None:
        import segno

        drawn = io.StringIO()
        try:
            segno.make(address, error="l", micro=False).terminal(out=drawn, compact=True)
            self.stdout.write(drawn.getvalue())
        except UnicodeEncodeError:
            self.stdout.write("(this terminal cannot show a QR code)")


def _answers(host: str, port: int) -> bool:
    own = "127.0.0.1" if host in network.ANY else host
    ask = http.client.HTTPConnection(own, port, timeout=2)
    try:
        ask.request("GET", "/healthz")
        return ask.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        ask.close()
