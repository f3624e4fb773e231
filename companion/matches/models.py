"""A match and its seats. The log itself is in ``event_table``."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from companion.matches.event_table import CommandReceipt, StoredEvent

__all__ = ["CommandReceipt", "Match", "Seat", "StoredEvent"]


class Match(models.Model):
    """One play of a game at a table. ``version`` and ``head`` guard the log: both change with every append."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="matches")
    game = models.CharField(max_length=40)
    edition = models.CharField(max_length=80)
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    """Hash of the last row of the log."""

    ended = models.JSONField(null=True)
    """The outcome, once there is one."""

    deleting = models.BooleanField(default=False)
    """Only while this is set do the triggers let rows of the log go."""

    class Meta:
        ordering = ("-changed", "id")

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Seat(models.Model):
    """A player's place in a match; whoever has its code may take it while it is free."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats")
    code_digest = models.CharField(max_length=64, null=True, unique=True)
    code_expires = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=("match", "number"), name="one_seat_of_a_number")]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"
