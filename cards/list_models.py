"""Cadres and decks: the list, its revisions, its one draft, what it was judged to be; and who owns which cards."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone


class PlayerList(models.Model):
    """A cadre or a deck. Its content is that of its newest revision, ``head``; what else stands here is read from it.

    ``name`` and ``edition`` and the tags are only there to be searched.
    """

    class Sharing(models.TextChoices):
        """Who may see it beside its owner: nobody, who has the link (``share_token``), everybody."""

        PRIVATE = "private"
        LINK = "link"
        PUBLIC = "public"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lists")
    game = models.CharField(max_length=40)
    edition = models.CharField(max_length=80)
    name = models.CharField(max_length=300, blank=True)
    head = models.PositiveIntegerField(default=1)
    sharing = models.CharField(max_length=7, choices=Sharing, default=Sharing.PRIVATE)
    share_token = models.CharField(max_length=43, unique=True, null=True)
    built = models.BooleanField(default=False)
    """It lies on the table: its copies are taken from its owner's collection."""

    parent = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="copies")
    """The list that it is a copy of, while that is there."""

    parent_revision = models.PositiveIntegerField(null=True)
    origin = models.UUIDField(null=True)
    """The id that it had where it was archived, when it was read back from an archive."""

    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-changed"]),
            models.Index(fields=["sharing", "game", "-changed"]),
            models.Index(fields=["owner", "origin"]),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class ListTag(models.Model):
    """A tag of a list's newest revision."""

    list = models.ForeignKey(PlayerList, on_delete=models.CASCADE, related_name="tag_rows")
    tag = models.CharField(max_length=40, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["list", "tag"], name="tag_of_list")]

    def __str__(self) -> str:
        return self.tag


class ListRevision(models.Model):
    """One saved state of a list, for ever: a row is added and never changed (a trigger refuses it)."""

    list = models.ForeignKey(PlayerList, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    content = models.TextField()
    """``games.lists.CardList`` as canonical JSON."""

    digest = models.CharField(max_length=64)
    restored = models.PositiveIntegerField(null=True)
    """The number of the revision that this one brought back."""

    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["list", "number"], name="one_revision_of_a_number")]

    def __str__(self) -> str:
        return f"{self.list_id} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Adds it. Raises ``TypeError`` for one that is there already."""
        if not self._state.adding:
            raise TypeError("a revision is never changed")
        super().save(*args, **kwargs)


class RevisionName(models.Model):
    """What a person calls a revision; it can be called otherwise, so it stands beside it."""

    list = models.ForeignKey(PlayerList, on_delete=models.CASCADE, related_name="revision_names")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["list", "number"], name="one_name_of_a_revision")]

    def __str__(self) -> str:
        return self.name


class ListDraft(models.Model):
    """What is being typed: the one unsaved state of a list, written over by each autosave. It is no revision."""

    list = models.OneToOneField(PlayerList, on_delete=models.CASCADE, primary_key=True, related_name="draft")
    based_on = models.PositiveIntegerField()
    """The revision that was being changed."""

    content = models.TextField()
    digest = models.CharField(max_length=64)
    changed = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"draft of {self.list_id}"


class ListVerdict(models.Model):
    """What a list was last judged to be, good only for the revision and the data hash that stand with it.

    ``first`` is the verdict from when the revision was saved, with the cards that it looked at: when the data are
    corrected, the list is judged anew and the two tell what has changed, and by which card.
    """

    list = models.OneToOneField(PlayerList, on_delete=models.CASCADE, primary_key=True, related_name="verdict")
    revision = models.PositiveIntegerField()
    data_hash = models.CharField(max_length=64)
    legal = models.BooleanField()
    problems = models.PositiveIntegerField()
    verdict = models.TextField()
    first = models.TextField()
    judged = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.list_id} {self.revision}: {'legal' if self.legal else 'illegal'}"


class OwnedCard(models.Model):
    """How many copies of a card a person owns."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="owned_cards")
    game = models.CharField(max_length=40)
    code = models.CharField(max_length=14)
    name = models.CharField(max_length=200)
    copies = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "game", "code"], name="owned_card_of_owner")]

    def __str__(self) -> str:
        return f"{self.copies} {self.code}"
