"""The odds of a draw, exact: whole-number combinations and fractions, no floating point until it is shown. Pure.

A *wanted* card is one of a group that the question names; all copies of it count alike.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import comb

import msgspec

from games.catalogue import Catalogue
from games.drawing import Drawing
from games.lists import CardList, Entry

MOST_TURNS = 30


class Probability(msgspec.Struct, frozen=True, kw_only=True):
    """A probability: as a fraction, exact, and as a number from 0 to 1."""

    exact: str
    value: float


class CardOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of having ``want`` copies of a card (or of a group) at the least."""

    codes: tuple[str, ...]
    name: str
    copies: int
    opening: Probability
    """In the opening hand as it is dealt."""

    with_mulligans: tuple[Probability, ...]
    """With one mulligan at the most, with two, …: each is taken while too few are in hand."""

    by_turn: tuple[Probability, ...]
    """By the end of one's turn 1, 2, …, without a mulligan."""

    by_turn_with_mulligans: tuple[Probability, ...]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What a list's draws give."""

    deck: int
    """Cards that are drawn from; 0: the game draws none for such a list."""

    hand: int
    mulligans: tuple[int, ...]
    want: int
    cards: tuple[CardOdds, ...]
    per_flip: dict[str, Probability]
    """What one flipped card is worth on average, by type, where the game flips cards."""

    source: str


def hypergeometric(deck: int, wanted: int, drawn: int, found: int) -> Fraction:
    """The chance that of ``drawn`` cards exactly ``found`` are among the ``wanted`` ones of a deck."""
    if not 0 <= found <= drawn or drawn > deck:
        return Fraction(0)
    return Fraction(comb(wanted, found) * comb(deck - wanted, drawn - found), comb(deck, drawn))


def at_least(deck: int, wanted: int, drawn: int, want: int) -> Fraction:
    """The chance of ``want`` or more of them; of a deck that is too small, of all of it."""
    drawn = min(drawn, deck)
    return sum((hypergeometric(deck, wanted, drawn, n) for n in range(want, min(wanted, drawn) + 1)), Fraction(0))


def with_mulligans(drawing: Drawing, deck: int, wanted: int, want: int, mulligans: int, draws: int = 0) -> Fraction:
    """The chance with so many mulligans at the most, and so many draws after the last hand.

    A mulligan is taken while fewer than ``want`` are in hand; of the wanted cards in it so many are kept, up to what
    the game allows, as serves best; all others are given back.
    """
    sizes = drawing.mulligans[:mulligans]

    @cache
    def in_hand(taken: int, stock: int, left: int, held: int, size: int) -> Fraction:
        """``stock`` cards to draw from with ``left`` wanted ones, ``held`` wanted ones in a hand of ``size``."""
        if held >= want:
            return Fraction(1)
        if taken == len(sizes):
            return at_least(stock, left, draws, want - held)
        new = sizes[taken]
        return max(_redrawn(taken, stock, left, held, size, keep, new) for keep in range(min(held, drawing.keep) + 1))

    def _redrawn(taken: int, stock: int, left: int, held: int, size: int, keep: int, new: int) -> Fraction:
        if drawing.returns:
            stock, left = stock + size - keep, left + held - keep
        drawn = min(new - keep, stock)
        return sum(
            (
                hypergeometric(stock, left, drawn, n)
                * in_hand(taken + 1, stock - drawn, left - n, keep + n, keep + drawn)
                for n in range(min(left, drawn) + 1)
            ),
            Fraction(0),
        )

    first = min(drawing.hand, deck)
    return sum(
        (
            hypergeometric(deck, wanted, first, n) * in_hand(0, deck - first, wanted - n, n, first)
            for n in range(min(wanted, first) + 1)
        ),
        Fraction(0),
    )


def odds_of(
    content: CardList,
    catalogue: Catalogue,
    drawing: Drawing | None,
    *,
    codes: tuple[str, ...] = (),
    want: int = 1,
    turns: int = 5,
) -> Odds:
    """The odds of every card of the list, or of a group of ``codes`` together."""
    if drawing is None:
        return Odds(deck=0, hand=0, mulligans=(), want=want, cards=(), per_flip={}, source="")
    entries = drawing.deck(content, catalogue)
    deck = sum(entry.count for entry in entries)
    groups = _groups(entries, codes) if deck else ()
    return Odds(
        deck=deck,
        hand=drawing.hand,
        mulligans=drawing.mulligans,
        want=want,
        cards=tuple(_card(drawing, deck, group, name, want, turns) for name, group in groups),
        per_flip={type_: shown(worth) for type_, worth in per_flip(entries, catalogue, drawing).items()},
        source=drawing.source,
    )


def per_flip(entries: Iterable[Entry], catalogue: Catalogue, drawing: Drawing) -> dict[str, Fraction]:
    """What a card flipped from the whole deck is worth on average, by type."""
    total: Counter[str] = Counter()
    cards = 0
    for entry in entries:
        cards += entry.count
        for type_, worth in drawing.worth(catalogue.by_code.get(entry.code or ""), catalogue).items():
            total[type_] += worth * entry.count
    return {type_: Fraction(worth, cards) for type_, worth in total.items()}


def shown(chance: Fraction) -> Probability:
    """A fraction as it is answered."""
    return Probability(exact=f"{chance.numerator}/{chance.denominator}", value=float(chance))


def _groups(entries: tuple[Entry, ...], codes: tuple[str, ...]) -> Iterable[tuple[str, tuple[Entry, ...]]]:
    if codes:
        chosen = tuple(entry for entry in entries if entry.code in codes)
        yield " / ".join(dict.fromkeys(entry.name for entry in chosen)), chosen
        return
    for name in dict.fromkeys(entry.name for entry in entries):
        yield name, tuple(entry for entry in entries if entry.name == name)


def _card(drawing: Drawing, deck: int, group: tuple[Entry, ...], name: str, want: int, turns: int) -> CardOdds:
    copies = sum(entry.count for entry in group)
    more = len(drawing.mulligans)
    by_turn = range(1, turns + 1) if drawing.per_turn else ()
    drawn = tuple(turn * drawing.per_turn for turn in by_turn)
    return CardOdds(
        codes=tuple(dict.fromkeys(entry.code for entry in group if entry.code)),
        name=name,
        copies=copies,
        opening=shown(at_least(deck, copies, drawing.hand, want)),
        with_mulligans=tuple(shown(with_mulligans(drawing, deck, copies, want, n)) for n in range(1, more + 1)),
        by_turn=tuple(shown(at_least(deck, copies, drawing.hand + n, want)) for n in drawn),
        by_turn_with_mulligans=tuple(shown(with_mulligans(drawing, deck, copies, want, more, n)) for n in drawn),
    )
