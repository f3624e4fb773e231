"""The tables of the event log, and of what is remembered of it. Triggers refuse every change of a log's row."""

from django.db import models

# No constraint holds a row to its match: an append has just changed the match's own row, and to look for it once more
# for every row would cost a third of it. A row is known by its match and its number in it: an id of its own would cost
# one more index. No number is of a type that the database checks to be positive, which costs as much as an index.


class StoredEvent(models.Model):
    """One row of a match's log. ``public`` and ``secret`` are canonical JSON as text, never reordered by a database."""

    pk = models.CompositePrimaryKey("match", "version")
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    version = models.IntegerField()
    type = models.CharField(max_length=60)
    schema = models.SmallIntegerField()
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

    seat = models.SmallIntegerField(null=True)
    at = models.DateTimeField()
    command = models.UUIDField(null=True)
    asked = models.CharField(max_length=64, null=True)
    """In the first event of a command: the digest of its body, what its sender had seen left out. As long as the match
    is there, the same again gets the first answer. None in a row that was copied from another match."""

    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("version",)
        constraints = [
            models.UniqueConstraint(
                fields=("match", "command"), name="one_command_of_an_id", condition=models.Q(asked__isnull=False)
            )
        ]
        indexes = [models.Index(fields=["author"], name="texts_of_an_author", condition=models.Q(author__isnull=False))]

    def __str__(self) -> str:
        return f"{self.version} {self.type}"


class Snapshot(models.Model):
    """A match as it was behind a command: folding starts here. One of another fold version is never trusted."""

    pk = models.CompositePrimaryKey("match", "version")
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    version = models.PositiveIntegerField()
    fold_version = models.PositiveIntegerField()
    log_fold_version = models.PositiveIntegerField()
    before = models.PositiveIntegerField()
    """The version before its last command."""

    state = models.TextField()

    def __str__(self) -> str:
        return f"snapshot at {self.version}"


class ScorePoint(models.Model):
    """The score that a command left behind, where it changed. Written with the append; the log can make it anew."""

    pk = models.CompositePrimaryKey("match", "version")
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    scores = models.TextField()
    """JSON: a number for each seat."""

    def __str__(self) -> str:
        return f"{self.version}: {self.scores}"


class SeatResult(models.Model):
    """What a match that has ended was for one seat. Written with the append; the log can make it anew."""

    pk = models.CompositePrimaryKey("match", "seat")
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    seat = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=80, null=True)
    result = models.CharField(max_length=10)
    """won, lost, drawn or abandoned."""

    score = models.IntegerField(null=True)

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.result}"
