"""Saved prints and what they are printed from and on; the jobs, whose rows are the queue; signs of life of workers."""

import uuid
from pathlib import Path

from django.conf import settings
from django.db import models
from django.utils import timezone


class Upload(models.Model):
    """A file that a person sent to print from. It lies under the hash of its content, whatever it is called."""

    class Kind(models.TextChoices):
        """What it is, told by its content."""

        TABLE = "table"
        IMAGE = "image"
        FONT = "font"
        LAYOUT = "layout"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="uploads")
    kind = models.CharField(max_length=6, choices=Kind)
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, db_index=True)
    size = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["owner", "-created"])]

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> Path:
        """Its file."""
        return Path(settings.UPLOAD_DIR) / self.digest[:2] / self.digest


class PrinterProfile(models.Model):
    """What a person's printer does wrong, as the calibration sheet tells it: see ``printing.options.Printer``."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="printers")
    name = models.CharField(max_length=120)
    back_x = models.FloatField(default=0)
    """How far what is printed on the back is moved, mm: to the right and downward as one looks at the back."""

    back_y = models.FloatField(default=0)
    scale_x = models.FloatField(default=1)
    scale_y = models.FloatField(default=1)
    created = models.DateTimeField(default=timezone.now)
    revision = models.PositiveIntegerField(default=1)
    """How often it was saved: its ETag."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="printer_of_owner")]

    def __str__(self) -> str:
        return self.name


class Sheet(models.Model):
    """A saved print, as :class:`printing.wishes.Wish` has it: what is printed, by which layout, and how."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sheets")
    name = models.CharField(max_length=120)
    game = models.CharField(max_length=40, blank=True)
    """Empty for cards of a table."""

    source = models.JSONField()
    options = models.JSONField()
    layout = models.TextField(blank=True)
    """The text of a layout, or the name of a built-in one; empty: the source's own."""

    images = models.JSONField(default=list)
    """Ids of uploads: the pictures that cards name."""

    fonts = models.JSONField(default=list)
    printer = models.ForeignKey(PrinterProfile, on_delete=models.SET_NULL, null=True, related_name="sheets")
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

    title = models.CharField(max_length=200, blank=True)
    """What is printed, in words."""

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
