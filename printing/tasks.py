"""Celery's part, where there is a broker: a message wakes a worker, which then looks at the rows.

So it does not matter whether a message is lost or delivered twice: a job runs when its row is due, and once.
"""

import logging
import os
from functools import lru_cache
from typing import Any
from uuid import UUID

from celery import bootsteps
from kombu.exceptions import KombuError

from companion.celery import app
from printing.queue import Runner

log = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
"""How often a worker looks for jobs that no message has told of: those of a dead worker, those of a lost message."""


@lru_cache
def _runner(process: int) -> Runner:
    """One for each process of the pool."""
    return Runner()


@app.task(name="printing.run_job")
def run_job(job_id: str) -> None:
    """Run this job, if it is due."""
    _runner(os.getpid()).run_next(UUID(job_id))


@app.task(name="printing.run_due")
def run_due() -> None:
    """Run every job that is due."""
    _runner(os.getpid()).run_due()


class Look(bootsteps.StartStopStep):
    """Lets the pool look at the rows at the start and every few seconds. This process itself never asks the database:
    connections do not outlive a fork."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """The consumer is ready, at the start or after the broker was away."""
        self.timer = consumer.timer.call_repeatedly(LOOK_SECONDS, _ask_to_look)
        _ask_to_look()

    def stop(self, consumer: Any) -> None:
        """The consumer ends."""
        self.timer.cancel()


def _ask_to_look() -> None:
    try:
        run_due.apply_async(expires=LOOK_SECONDS, retry=False)
    except (KombuError, OSError) as error:
        log.warning("the broker does not answer: %s", error)


app.steps["consumer"].add(Look)
