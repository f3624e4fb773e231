"""What a person does with print jobs: ask for one, look at it, cancel it. ``printing.queue`` runs them."""

import logging
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from companion.accounts.models import User
from companion.problems import Problem, not_found
from printing import shelf, wishes
from printing.models import PrintJob, Sheet, Worker
from printing.wishes import Wish

log = logging.getLogger(__name__)

SIGN_OF_LIFE = timedelta(seconds=30)
State = PrintJob.State


class NoWorker(Exception):
    """No worker has given a sign of life lately."""


def expect_worker() -> None:
    """Raises ``NoWorker`` when nobody runs the jobs."""
    if not Worker.objects.filter(seen__gt=Now() - SIGN_OF_LIFE).exists():
        raise NoWorker


def access_job(user: User, job_id: UUID) -> PrintJob:
    """A person's own job. Raises ``Problem`` ``not_found``."""
    job = PrintJob.objects.filter(owner=user, id=job_id).first()
    if job is None:
        raise not_found("You have no such print job.")
    return job


def ask_for(*, user: User, wish: Wish, sheet: Sheet | None = None) -> PrintJob:
    """The job for a wish: the one that this person has already for exactly that, else a new one, queued.

    Raises ``Problem`` ``unreadable`` for what cannot be printed.
    """
    settled = wishes.settle(wish, user)
    meant = wishes.meaning(settled, user)
    known = _known(user, meant.fingerprint)
    if known is not None:
        return known
    job = PrintJob(owner=user, sheet=sheet, request=wishes.write(settled), fingerprint=meant.fingerprint)
    job.total, job.title = meant.cards, meant.source.name[:200]
    with transaction.atomic():
        # One after the other: of two taps at once the second finds the job of the first. (SQLite locks all by itself.)
        User.objects.select_for_update().filter(id=user.id).first()
        known = _known(user, meant.fingerprint)
        if known is not None:
            return known
        job.save(force_insert=True)
        transaction.on_commit(lambda: _announce(job.id))
    return job


def _known(user: User, fingerprint: str) -> PrintJob | None:
    states = (State.DONE, State.RUNNING, State.QUEUED)
    found = PrintJob.objects.filter(owner=user, fingerprint=fingerprint, state__in=states).order_by("-created")
    return next((job for job in found if job.state != State.DONE or job.path), None)


def _announce(job_id: UUID) -> None:
    """Wake a worker. A message that is lost loses nothing: workers look at the rows every few seconds."""
    if not settings.REDIS_URL:
        return
    from kombu.exceptions import KombuError

    from printing.tasks import run_job

    try:
        run_job.apply_async((str(job_id),), retry=False)
    except (KombuError, OSError) as error:
        log.warning("job %s could not be announced: %s", job_id, error)


def cancel(job: PrintJob) -> PrintJob:
    """It will not be run, or run no further. Raises ``Problem`` ``already_done`` when it has ended otherwise."""
    waiting = PrintJob.objects.filter(id=job.id, state__in=(State.QUEUED, State.RUNNING))
    stopped = waiting.update(state=State.CANCELLED, finished=Now(), lease_until=None)
    job.refresh_from_db()
    if not stopped and job.state != State.CANCELLED:
        raise Problem("already_done", f"The job has ended before: it is {job.state}.")
    return job


def file_of(job: PrintJob) -> Path:
    """Where its file lies. Raises ``Problem``: ``not_ready`` until it is done, ``not_found`` when it is gone."""
    if job.state in (State.QUEUED, State.RUNNING):
        raise Problem("not_ready", f"The file is not there yet: the job is {job.state}.")
    path = job.path
    if path is None:
        raise not_found(
            f"There is no file: the job is {job.state}." if job.state != State.DONE else "The file is gone."
        )
    return path


def delete(job: PrintJob) -> None:
    """It goes, with its file; a worker that is at it notices."""
    folder = job.folder
    job.delete()
    shelf.clear(folder)


def title_of(job: PrintJob) -> str:
    """What its file is called: as the sheet that it was asked by, else as what is printed."""
    return job.sheet.name if job.sheet else job.title
