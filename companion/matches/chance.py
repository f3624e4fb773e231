"""Real chance: the operating system's."""

import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class RealChance:
    """Dice, shuffles and draws that nobody can foretell."""

    def roll(self, sides: int) -> int:
        """A whole number from 1 to ``sides``."""
        return secrets.randbelow(sides) + 1

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """All items, in any order."""
        mixed = list(items)
        secrets.SystemRandom().shuffle(mixed)
        return tuple(mixed)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return secrets.choice(items)
