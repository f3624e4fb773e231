"""``manage.py demo``: the main job from end to end, on a server of its own."""

import os
import socket
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand

from companion.demonstration import Failed, demonstrate
from companion.processes import Household

START_SECONDS = 60.0


class Command(BaseCommand):
    """Judge a decklist, play and replay a match, print four sheets: through the API of a server made for it."""

    help = "Do the main job on real input through the HTTP API, and print what was done."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the PDF goes."""
        parser.add_argument("-o", "--out", type=Path, default=Path("out/reliquary.pdf"))

    def handle(self, *args: Any, out: Path, **options: Any) -> None:
        """Exit 0 when every step did what it should, else 1 with the step's words."""
        with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder, Household() as house:
            port = _free_port()
            environment = os.environ | {
                "VAR_DIR": folder,
                "DATABASE_URL": "",
                "REDIS_URL": "",
                "ALLOWED_HOSTS": "127.0.0.1",
                "HTTPS": "0",
            }
            manage = str(settings.BASE_DIR / "manage.py")
            with (Path(folder) / "server.log").open("w") as quiet:
                house.start("server", [sys.executable, manage, "up", "--port", str(port)], environment, output=quiet)
                ended = house.wait(lambda: _listens(port), START_SECONDS)
                if ended or not _listens(port):
                    raise CommandError("the server did not start:\n" + (Path(folder) / "server.log").read_text())
                self._run(f"http://127.0.0.1:{port}", out)

    def _run(self, address: str, out: Path) -> None:
        try:
            demonstrate(address, out, self.stdout.write)
        except Failed as failed:
            raise CommandError(str(failed)) from None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
