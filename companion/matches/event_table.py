"""The tables of the event log, and of what is remembered of it. Triggers refuse every change of a log's row."""

from django.db import models

# No constraint holds a row to its match: an append has just changed the match's own row, and to look for it once more
# for every row would cost a third of it.


class StoredEvent(models.Model):
    """One row of a match's log. ``public`` and ``secret`` are canonical JSON as text, never reordered by a database."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    version = models.PositiveIntegerField()
    type = models.CharField(max_length=60)
    schema = models.PositiveSmallIntegerField()
    public = models.TextField()
    """What a spectator may see of it."""

    secret = models.TextField(null=True)
    """The whole event, where a spectator may not see all of it."""

    salt = models.CharField(max_length=64, blank=True)
    text = models.TextField(blank=True, db_default="")
    """Free text beside the chain; only its salted digest is in the event, so that it can be forgotten."""

    text_salt = models.CharField(max_length=64, blank=True, db_default="")
    """Salt of the text's digest, forgotten with it: a short text could be guessed from its digest and salt."""

    author = models.UUIDField(null=True)
    """Who wrote the text, for as long as it stands. No event and no hash knows a person."""

    seat = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()
    command = models.UUIDField(null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("version",)
        constraints = [models.UniqueConstraint(fields=("match", "version"), name="one_event_of_a_version")]
        indexes = [models.Index(fields=["author"], name="texts_of_an_author", condition=models.Q(author__isnull=False))]

    def __str__(self) -> str:
        return f"{self.version} {self.type}"


class CommandReceipt(models.Model):
    """An accepted command, remembered as long as its match: the same again gets the first answer."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    command = models.UUIDField()
    digest = models.CharField(max_length=64)
    """Of its body, what its sender had seen left out."""

    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=("match", "command"), name="one_receipt_of_a_command")]

    def __str__(self) -> str:
        return f"{self.command} -> {self.first}..{self.last}"


class Snapshot(models.Model):
    """A match as it was behind a command: folding starts here. One of another fold version is never trusted."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    version = models.PositiveIntegerField()
    fold_version = models.PositiveIntegerField()
    log_fold_version = models.PositiveIntegerField()
    before = models.PositiveIntegerField()
    """The version before its last command."""

    state = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=("match", "version"), name="one_snapshot_of_a_version")]

    def __str__(self) -> str:
        return f"snapshot at {self.version}"


class ScorePoint(models.Model):
    """The score that a command left behind, where it changed. Written with the append; the log can make it anew."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    scores = models.TextField()
    """JSON: a number for each seat."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=("match", "version"), name="one_score_of_a_version")]

    def __str__(self) -> str:
        return f"{self.version}: {self.scores}"


class SeatResult(models.Model):
    """What a match that has ended was for one seat. Written with the append; the log can make it anew."""

    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    seat = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=80, null=True)
    result = models.CharField(max_length=10)
    """won, lost, drawn or abandoned."""

    score = models.IntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("match", "seat"), name="one_result_of_a_seat")]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.result}"
