"""A match and its seats. The log itself is in ``event_table``."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from companion.matches.event_table import ScorePoint, SeatResult, Snapshot, StoredEvent

__all__ = ["Match", "ScorePoint", "Seat", "SeatResult", "Snapshot", "Spectator", "StoredEvent"]


class Match(models.Model):
    """One play of a game at a table. ``version`` and ``head`` guard the log: both change with every append."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="matches")
    game = models.CharField(max_length=40)
    edition = models.CharField(max_length=80)
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)
    version = models.IntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    """Hash of the last row of the log."""

    ended = models.JSONField(null=True)
    """The outcome, once there is one."""

    ended_at = models.DateTimeField(null=True)
    scores = models.TextField(null=True)
    """JSON: each seat's score now, where the game counts one."""

    sides = models.TextField(null=True)
    """JSON: the faction, or the like, that each seat plays, as far as it is shown."""

    root = models.UUIDField(null=True)
    """Id of the match in which its log was begun, where that is another one: an imported match keeps its chain."""

    parent = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="forks")
    parent_version = models.IntegerField(null=True)
    """Where this fork has left its parent."""

    deleting = models.BooleanField(default=False)
    """Only while this is set do the triggers let rows of the log go."""

    people = models.IntegerField(default=0)
    """Raised whenever somebody may have lost sight of the match: open streams ask again who may see it."""

    code_prefix = models.CharField(max_length=4, blank=True, db_index=True)
    """First letters of all its codes, by which a wrong one is counted for the match that it was meant for."""

    wrong_codes = models.IntegerField(default=0)
    """Wrong codes tried since its owner last gave one out."""

    watch_digest = models.CharField(max_length=64, null=True, unique=True)
    watch_expires = models.DateTimeField(null=True)
    """The code for spectators: its digest, and until when it is good."""

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
    card_list = models.UUIDField(null=True)
    """Id of the list that it is played with, where the players said."""

    former = models.BooleanField(default=False)
    """Free because its player's account is gone."""

    agrees_to_delete = models.BooleanField(default=False)
    """Whether its holder agrees that the match be deleted."""

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=("match", "number"), name="one_seat_of_a_number")]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"


class Spectator(models.Model):
    """A person who may watch a match without a seat."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="spectators")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="watched")

    class Meta:
        constraints = [models.UniqueConstraint(fields=("match", "user"), name="one_spectator_of_a_person")]

    def __str__(self) -> str:
        return f"spectator of {self.match_id}"
