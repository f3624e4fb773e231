"""The search index: rows made from catalogues, which can be thrown away and made again at any time."""

from django.db import models
from django.utils import timezone

from cards.set_models import OwnSet


class CardIndex(models.Model):
    """The index of one catalogue: an edition, or an edition with sets of one's own. ``hash`` is that of its data."""

    key = models.CharField(max_length=64, unique=True)
    game = models.CharField(max_length=40)
    edition = models.CharField(max_length=80)
    hash = models.CharField(max_length=80)
    used = models.DateTimeField(default=timezone.now)
    sets = models.ManyToManyField(OwnSet, related_name="+")
    """The sets whose cards are in it; it goes when one of them does."""

    def __str__(self) -> str:
        return f"{self.game} {self.edition}"


class IndexedCard(models.Model):
    """A card, with its folded name."""

    index = models.ForeignKey(CardIndex, on_delete=models.CASCADE, related_name="cards", db_index=False)
    position = models.PositiveIntegerField()
    """Its place in the catalogue: the order of all answers."""

    code = models.CharField(max_length=14)
    name = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["index", "position"], name="position_in_index")]

    def __str__(self) -> str:
        return self.code


class IndexedValue(models.Model):
    """A value that a field of some cards has: folded text, and a number where it is one. Words are such values too."""

    index = models.ForeignKey(CardIndex, on_delete=models.CASCADE, related_name="values", db_index=False)
    field = models.CharField(max_length=60)
    text = models.TextField()
    head = models.CharField(max_length=4)
    """The first four signs of the text: an index of whole texts could not hold the longest of them."""

    number = models.FloatField(null=True)
    cards = models.BinaryField()
    """The positions of the cards that have it, four bytes each, the lowest first."""

    class Meta:
        indexes = [
            models.Index(fields=["index", "field", "number"], name="value_of_index"),
            models.Index(fields=["index", "field", "head"], name="text_of_index"),
        ]

    def __str__(self) -> str:
        return f"{self.field}: {self.text}"
