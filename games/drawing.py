"""How a game draws cards: from which, how many at the start, and how often a hand may be changed for another."""

from collections.abc import Callable
from typing import Any

import msgspec

from games.catalogue import Catalogue
from games.lists import CardList, Entry


def worth_nothing(card: Any, catalogue: Catalogue) -> dict[str, int]:
    """The worth of a flipped card in a game that flips none."""
    return {}


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """The drawing rules of a game, as far as the odds of a hand depend on them."""

    deck: Callable[[CardList, Catalogue], tuple[Entry, ...]]
    """The entries that are shuffled and drawn from."""

    hand: int
    """Cards of the opening hand."""

    mulligans: tuple[int, ...] = ()
    """Size of the hand after each mulligan, the first one first; as many as the game allows."""

    keep: int = 0
    """So many cards of a hand may be kept in a mulligan at the most."""

    returns: bool = True
    """What is not kept is shuffled back before the new cards are drawn; else it lies aside."""

    per_turn: int = 0
    """Cards drawn in each of a player's turns, the first among them."""

    worth: Callable[[Any, Catalogue], dict[str, int]] = worth_nothing
    """What a flipped card counts, by type."""

    source: str = ""
    """Section of the rulebook."""
