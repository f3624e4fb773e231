"""``manage.py work``: a worker. It needs no broker; with ``REDIS_URL`` it is a Celery worker."""

import logging
import os
import signal
import sys
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import Error as DatabaseTrouble
from django.db import connection

POLL_SECONDS = 0.05
PAUSE_SECONDS = 1.0

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Run print jobs until told to stop."""

    help = (
        "Run print jobs until told to stop (SIGTERM, Ctrl-C); what is unfinished then runs again after the next start."
    )
    requires_system_checks = []
    stopped = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How much at once."""
        parser.add_argument("--processes", type=int, help="with a broker: jobs at the same time; as many as CPUs")

    def handle(self, *args: Any, processes: int | None, **options: Any) -> None:
        """Becomes a Celery worker where there is a broker."""
        if settings.REDIS_URL:
            self._become_celery(processes)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        self._loop()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True

    def _become_celery(self, processes: int | None) -> None:
        os.chdir(settings.BASE_DIR)
        os.environ["CELERY_SKIP_CHECKS"] = "1"
        name = f"worker-{os.getpid()}@%h"
        command = [sys.executable, "-m", "celery", "--quiet", "-A", "companion.celery", "worker", "--hostname", name]
        quiet = ["--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"]
        at_once = ["--concurrency", str(processes)] if processes else []
        os.execv(sys.executable, command + quiet + at_once)  # noqa: S606

    def _loop(self) -> None:
        from printing.queue import Runner

        runner, trouble = Runner(), ""
        while not self.stopped:
            try:
                if not runner.run_next():
                    time.sleep(POLL_SECONDS)
                trouble = ""
            except DatabaseTrouble as error:
                # It may be about to start, or to be migrated. Said once, not every second.
                if str(error) != trouble:
                    trouble = str(error)
                    log.warning("waiting for the database: %s", trouble.strip())
                connection.close()
                time.sleep(PAUSE_SECONDS)
        try:
            runner.say_goodbye()
        except DatabaseTrouble:
            log.warning("the database does not answer any more")
