"""Sample hands: what a shuffled deck gives, the same again for the same seed. Pure."""

import random

import msgspec

from games.catalogue import Catalogue
from games.drawing import Drawing
from games.lists import CardList

SHOWN_NEXT = 10


class HandCard(msgspec.Struct, frozen=True, kw_only=True):
    """One copy of a card."""

    code: str | None
    name: str


class SampleHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, and the cards that would be drawn next, in order."""

    seed: str
    deck: int
    mulligans: int
    hand: tuple[HandCard, ...]
    next: tuple[HandCard, ...]


def sample(
    content: CardList,
    catalogue: Catalogue,
    drawing: Drawing,
    *,
    seed: str,
    mulligans: int = 0,
    keep: tuple[int, ...] = (),
) -> SampleHand:
    """The hand of a seed, after so many mulligans; ``keep``: which cards (1-based) of the hand before are kept.

    Raises ``ValueError`` for a mulligan that the game does not allow.
    """
    cards = [
        HandCard(code=entry.code, name=entry.name)
        for entry in drawing.deck(content, catalogue)
        for _ in range(entry.count)
    ]
    if mulligans > len(drawing.mulligans):
        raise ValueError(f"There are {len(drawing.mulligans)} mulligans at the most.")
    chance = random.Random(seed)  # noqa: S311 - a sample that can be asked for again, no secret
    chance.shuffle(cards)
    hand, stock = cards[: drawing.hand], cards[drawing.hand :]
    for taken in range(mulligans):
        kept = _kept(hand, keep if taken == mulligans - 1 else (), drawing)
        if drawing.returns:
            rest = list(hand)
            for card in kept:
                rest.remove(card)
            stock = stock + rest
            chance.shuffle(stock)
        size = drawing.mulligans[taken] - len(kept)
        hand, stock = kept + stock[:size], stock[size:]
    return SampleHand(seed=seed, deck=len(cards), mulligans=mulligans, hand=tuple(hand), next=tuple(stock[:SHOWN_NEXT]))


def _kept(hand: list[HandCard], keep: tuple[int, ...], drawing: Drawing) -> list[HandCard]:
    chosen = sorted(set(keep))
    if len(chosen) > drawing.keep:
        raise ValueError(f"{drawing.keep} cards may be kept in a mulligan at the most.")
    if chosen and not 1 <= chosen[0] <= chosen[-1] <= len(hand):
        raise ValueError(f"The hand has cards 1 to {len(hand)}.")
    return [hand[at - 1] for at in chosen]
