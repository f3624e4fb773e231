"""The tables of this part: those of sets and those of lists."""

from cards.set_models import OwnSet, SetCard

__all__ = ["OwnSet", "SetCard"]
