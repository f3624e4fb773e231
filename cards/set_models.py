"""A person's own sets: their cards, what they fill in or override of built-in cards, and what was removed."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone


class OwnSet(models.Model):
    """A set of one person, of one game; ``prefix`` begins the codes of its cards."""

    class Sharing(models.TextChoices):
        """Who may see it beside its owner: nobody, who has the link (``share_token``), everybody."""

        PRIVATE = "private"
        LINK = "link"
        PUBLIC = "public"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_sets")
    game = models.CharField(max_length=40)
    prefix = models.CharField(max_length=8)
    name = models.CharField(max_length=120)
    note = models.TextField(blank=True)
    sharing = models.CharField(max_length=7, choices=Sharing, default=Sharing.PRIVATE)
    share_token = models.CharField(max_length=43, unique=True)
    parent = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="copies")
    """The set that it is a copy of, while that is there."""

    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)
    revision = models.PositiveIntegerField(default=1)
    """How often it or a card of it was saved: its ETag."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "game", "prefix"], name="set_prefix_of_owner")]
        indexes = [models.Index(fields=["owner", "-changed"]), models.Index(fields=["sharing", "game"])]

    def __str__(self) -> str:
        return self.name


class SetCard(models.Model):
    """One card of a set; or, where ``code`` is that of a built-in card, what the set knows better of that one."""

    set = models.ForeignKey(OwnSet, on_delete=models.CASCADE, related_name="cards")
    code = models.CharField(max_length=14)
    number = models.PositiveIntegerField()
    """Where the card stands in its set: the number in its code."""

    name = models.CharField(max_length=200)
    values = models.TextField()
    """The card as canonical JSON without its code; of a built-in card, those of its values that are other here."""

    removed = models.DateTimeField(null=True)
    """Since when it is no card of the set any more; its code stays taken."""

    image = models.CharField(max_length=80, blank=True)
    """Its picture's file, named by the hash of its content; empty: it has none."""

    image_bytes = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=1)
    """How often it was saved: its ETag."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["set", "code"], name="code_in_set")]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"
