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

    def __str__(self) -> str:
        return f"{self.game} {self.edition}"


class IndexedCard(models.Model):
    """A card, with the folded words that a search looks for. Cards of a set go when the set goes."""

    index = models.ForeignKey(CardIndex, on_delete=models.CASCADE, related_name="cards")
    own_set = models.ForeignKey(OwnSet, on_delete=models.CASCADE, null=True, related_name="+")
    code = models.CharField(max_length=14)
    digest = models.CharField(max_length=64)
    position = models.PositiveIntegerField()
    """Its place in the catalogue: the order of all answers."""

    name = models.TextField()
    words = models.TextField()
    """Every word of the card, a space before each and one at the end."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["index", "code"], name="code_in_index")]

    def __str__(self) -> str:
        return self.code


class IndexedField(models.Model):
    """One value of one field of a card: folded text, and a number where it is one."""

    index = models.ForeignKey(CardIndex, on_delete=models.CASCADE, db_index=False, related_name="+")
    card = models.ForeignKey(IndexedCard, on_delete=models.CASCADE, related_name="fields")
    field = models.CharField(max_length=60)
    text = models.TextField()
    number = models.FloatField(null=True)

    class Meta:
        indexes = [models.Index(fields=["index", "field", "number", "card"], name="field_of_index")]

    def __str__(self) -> str:
        return f"{self.field}: {self.text}"
