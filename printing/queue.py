"""Running jobs: their rows are the queue, whoever runs them. A lease says who holds one; the database has the clock.

A job whose worker has died is due again when its lease has run out. Everything that is written about a running job
asks for the claim in its WHERE, so that a worker that lost its lease (it hung, or slept) changes nothing any more.
"""

import itertools
import logging
import os
import signal
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from companion.problems import Problem
from printing import shelf, uploads, wishes
from printing.models import PrintJob, Worker
from printing.report import Report

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
BEAT = 0.5
"""Seconds between two renewals of a lease: progress is told and a cancellation noticed as often."""

BEATS_A_SIGN = 10
SIGN_SECONDS = 5.0
SWEEP_SECONDS = 3600.0

MOST_ATTEMPTS = 3
"""So many workers may die over one job."""

State = PrintJob.State


class Lost(Exception):
    """The job is no longer ours: it was cancelled, or its lease ran out."""


class Stopped(BaseException):
    """This process was asked to stop."""


def took_too_long() -> Problem:
    """What the person reads."""
    return Problem("too_large", f"The print took longer than {settings.PRINT_SECONDS} seconds, so it was stopped.")


def worker_name() -> str:
    """A name that no other process has, ever."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{uuid.uuid4().hex[:12]}"


def give_sign(worker: str) -> None:
    """Say that this worker lives."""
    if not Worker.objects.filter(name=worker).update(seen=Now()):
        Worker.objects.create(name=worker, seen=Now())


def due() -> Q:
    """Jobs that somebody should run: queued, or left by a worker that has given no sign for the time of a lease."""
    return Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=Now())


@dataclass
class Claim:
    """A job that this worker holds, at this attempt."""

    job_id: uuid.UUID
    worker: str
    attempt: int
    done: int = 0
    total: int = 0
    lost: threading.Event = field(default_factory=threading.Event)
    until: float = field(default_factory=lambda: time.monotonic() + settings.PRINT_SECONDS)

    @property
    def row(self) -> QuerySet[PrintJob]:
        """The row, as long as it is ours."""
        return PrintJob.objects.filter(
            id=self.job_id, state=State.RUNNING, claimed_by=self.worker, attempts=self.attempt
        )

    def told(self, done: int, total: int) -> None:
        """Called between two cards. Raises ``Lost``, and ``Problem`` when it has taken too long."""
        self.done, self.total = done, total
        if self.lost.is_set():
            raise Lost
        if time.monotonic() > self.until:
            raise took_too_long()

    def renew(self) -> bool:
        """Hold it for another while and tell the progress; False when it is lost."""
        changed = self.row.update(lease_until=Now() + LEASE, done=self.done, total=self.total)
        if not changed:
            self.lost.set()
        return bool(changed)


@cache
def _question(vendor: str) -> tuple[str, tuple[Any, ...]]:
    """Whether anything is due, as SQL: asked twenty times a second, it is put together once."""
    return PrintJob.objects.filter(due()).values("id")[:1].query.sql_with_params()


def is_any_due() -> bool:
    """Whether there is anything to claim."""
    with connection.cursor() as cursor:
        cursor.execute(*_question(connection.vendor))
        return cursor.fetchone() is not None


def claim(worker: str, job_id: uuid.UUID | None = None) -> Claim | None:
    """Take the oldest job that is due (or this one, if it is); None when there is none. One of many workers gets it."""
    candidates = PrintJob.objects.filter(due()).order_by("created", "id")
    if job_id is not None:
        candidates = candidates.filter(id=job_id)
    for found, attempts in candidates.values_list("id", "attempts")[:20]:
        row = PrintJob.objects.filter(due(), id=found, attempts=attempts)
        if attempts >= MOST_ATTEMPTS:
            log.error("job %s was given up after %d attempts", found, attempts)
            row.update(
                state=State.FAILED,
                finished=Now(),
                claimed_by="",
                lease_until=None,
                error_code="gave_up",
                error_detail=f"It stopped the worker {attempts} times.",
            )
        elif row.update(
            state=State.RUNNING, claimed_by=worker, lease_until=Now() + LEASE, attempts=attempts + 1, done=0
        ):
            return Claim(found, worker, attempts + 1)
    return None


def release(held: Claim) -> None:
    """Give it back unfinished; it is due at once, and the attempt does not count."""
    held.row.update(state=State.QUEUED, claimed_by="", lease_until=None, attempts=F("attempts") - 1)


def run(held: Claim) -> None:
    """Render the job that is held, and write down how it ended. A fault of the job is never raised.

    When the process is asked to stop while it renders, the job is given back and the signal is raised again.
    """
    try:
        with _kept(held), _stoppable():
            path, report, fingerprint = _make(held)
        _finish(held, path, report, fingerprint)
    except Lost:
        log.info("job %s was cancelled or taken over", held.job_id)
    except Stopped as stop:
        connection.close()  # it may have been interrupted in the middle of a statement
        release(held)
        signal.raise_signal(stop.args[0])
    except DatabaseTrouble:
        raise  # the row still says running: it is due again when the lease has run out
    except Exception as error:
        _fail(held, error)


class Runner:
    """A process that runs jobs, and what it does beside: it gives signs of life, it clears the shelf."""

    def __init__(self) -> None:
        self.name = worker_name()
        self._next_sign = self._next_sweep = 0.0

    def tend(self) -> None:
        """What must be done every now and then; called often, it does little."""
        now = time.monotonic()
        if now >= self._next_sign:
            give_sign(self.name)
            self._next_sign = now + SIGN_SECONDS
        if now >= self._next_sweep:
            shelf.sweep()
            uploads.sweep()
            self._next_sweep = now + SWEEP_SECONDS

    def run_next(self, job_id: uuid.UUID | None = None) -> bool:
        """Run the oldest job that is due, or this one if it is; False when there was none."""
        self.tend()
        held = claim(self.name, job_id) if is_any_due() else None
        if held is None:
            return False
        run(held)
        return True

    def run_due(self) -> None:
        """Run every job that is due."""
        while self.run_next():
            pass

    def say_goodbye(self) -> None:
        """It will give no signs any more."""
        Worker.objects.filter(name=self.name).delete()


def _make(held: Claim) -> tuple[Path, Report, str]:
    """Render into a file that no row tells of yet; the fingerprint of what is in it."""
    job = held.row.select_related("owner").first()
    if job is None:
        raise Lost
    wish = wishes.read(job.request)
    path = job.folder / f"{held.attempt}{wish.options.suffix}"
    report, fingerprint = wishes.make(wish, job.owner, path, held.told)
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
    return path, report, fingerprint


def _finish(held: Claim, path: Path, report: Report, fingerprint: str) -> None:
    """The row tells of the file; what dead attempts have left beside it goes.

    A set, say, may have changed since the print was asked for: the fingerprint is that of what was printed.
    """
    told = held.row.update(
        state=State.DONE,
        finished=Now(),
        lease_until=None,
        file=f"{held.job_id}/{path.name}",
        fingerprint=fingerprint,
        report=msgspec.to_builtins(report),
        done=report.cards_drawn,
        total=report.cards_in,
    )
    if not told:
        path.unlink(missing_ok=True)
        raise Lost
    for left in path.parent.iterdir():
        # A picture of the new file may be there already: whoever looks does not wait for us.
        if left != path and not left.name.startswith(f"{path.stem}-"):
            left.unlink(missing_ok=True)


def _fail(held: Claim, error: Exception) -> None:
    """The person gets a code and words; what is nobody's business stands in the log."""
    ours = Problem("failed", "Something went wrong on our side; it has been written down.")
    problem = error if isinstance(error, Problem) else ours
    told = held.row.update(
        state=State.FAILED, finished=Now(), lease_until=None, error_code=problem.code, error_detail=problem.detail
    )
    if told and problem.code == "failed":
        log.error("job %s failed", held.job_id, exc_info=error)


@contextmanager
def _kept(held: Claim) -> Iterator[None]:
    """The lease is renewed meanwhile, by a thread, however long one card may take."""
    over = threading.Event()

    def keep() -> None:
        try:
            for beat in itertools.count(1):
                if over.wait(BEAT):
                    return
                try:
                    if not held.renew():
                        return
                    if beat % BEATS_A_SIGN == 0:
                        give_sign(held.worker)
                except DatabaseTrouble as error:
                    log.warning("the lease of job %s could not be renewed: %s", held.job_id, error)
                    connection.close()
        finally:
            connection.close()

    keeper = threading.Thread(target=keep, name=f"lease-{held.job_id}", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join(timeout=BEAT)


@contextmanager
def _stoppable() -> Iterator[None]:
    """A signal that stops the process raises ``Stopped`` meanwhile, wherever the rendering is.

    So does the alarm of a card that never gets done: it raises ``Problem``.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    def ring(number: int, frame: FrameType | None) -> None:
        raise took_too_long()

    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, ring)
        signal.alarm(settings.PRINT_SECONDS + 5)
        for number in (signal.SIGTERM, signal.SIGINT):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        if signal.SIGALRM in before:
            signal.alarm(0)
        for kind, handler in before.items():
            signal.signal(kind, handler)
