"""Saved prints, the jobs that render them (their rows are the queue), and signs of life of the workers."""

import uuid
from pathlib import Path

from django.conf import settings
from django.db import models
from django.utils import timezone


class Sheet(models.Model):
    """A saved print: what is printed (``source``) and how (``options``), both as ``printing.wishes`` has them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sheets")
    name = models.CharField(max_length=120)
    game = models.CharField(max_length=40)
    source = models.JSONField()
    options = models.JSONField()
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)
    revision = models.PositiveIntegerField(default=1)
    """How often it was saved: its ETag."""

    class Meta:
        indexes = [models.Index(fields=["owner", "-changed"])]

    def __str__(self) -> str:
        return self.name


class PrintJob(models.Model):
    """One rendering of sheets to a file. A row that is queued, or whose lease has run out, is due."""

    class State(models.TextChoices):
        """``queued`` and ``running`` may change; the others are for ever."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="print_jobs")
    sheet = models.ForeignKey(Sheet, on_delete=models.SET_NULL, null=True, related_name="jobs")
    request = models.TextField()
    """``printing.wishes.Wish`` as canonical JSON."""

    fingerprint = models.CharField(max_length=64)
    """The hash of all that goes into the file."""

    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    report = models.JSONField(null=True)
    error_code = models.CharField(max_length=20, blank=True)
    error_detail = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True)
    claimed_by = models.CharField(max_length=120, blank=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    file = models.CharField(max_length=200, blank=True)
    """Where the file lies under ``PRINT_DIR``; empty until it is done."""

    class Meta:
        indexes = [
            models.Index(fields=["owner", "fingerprint"]),
            models.Index(fields=["state", "created"]),
            models.Index(fields=["finished"]),
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.id}"

    @property
    def folder(self) -> Path:
        """Where its file and the pictures of it lie."""
        return Path(settings.PRINT_DIR) / str(self.id)

    @property
    def path(self) -> Path | None:
        """Its file, while there is one."""
        path = Path(settings.PRINT_DIR) / self.file
        return path if self.file and path.is_file() else None


class Worker(models.Model):
    """A sign of life of a process that runs jobs."""

    name = models.CharField(primary_key=True, max_length=120)
    seen = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.name
