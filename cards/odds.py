"""The odds of a draw, exact: whole-number combinations and fractions, no floating point until it is shown. Pure.

A *wanted* card is one of a group that the question names; all copies of it count alike.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import NamedTuple

import msgspec

from games.catalogue import Catalogue
from games.drawing import Drawing
from games.lists import CardList, Entry

MOST_TURNS = 30
MOST_CARDS = 10_000
MOST_NUMBERS = 60
"""So many different numbers of copies are looked at in one list; decks that are played have three."""


class TooMany(Exception):
    """A deck that nobody could shuffle."""

    def __init__(self, deck: int, numbers: int) -> None:
        super().__init__(
            f"The deck has {deck} cards in {numbers} different numbers of copies; "
            f"odds are told of {MOST_CARDS} cards in {MOST_NUMBERS} at the most. Ask for single cards."
        )


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
    return 1 - sum((hypergeometric(deck, wanted, drawn, n) for n in range(want)), Fraction(0))


class Kept(NamedTuple):
    """A hand that stays: ``held`` wanted cards in it, ``left`` more among the ``stock`` cards to draw from."""

    stock: int
    left: int
    held: int


def kept_hands(drawing: Drawing, deck: int, wanted: int, want: int, mulligans: int) -> dict[Kept, Fraction]:
    """The hands that stay after so many mulligans at the most, with their chances.

    A mulligan is taken while fewer than ``want`` are in hand. Of the wanted cards in it as many are kept as the game
    allows; all others are given back.
    """
    first = min(drawing.hand, deck)
    hands = {Kept(deck - first, wanted - n, n): chance for n, chance in _drawn(deck, wanted, first)}
    size = first
    stay: defaultdict[Kept, Fraction] = defaultdict(Fraction)
    for new in drawing.mulligans[:mulligans]:
        again: defaultdict[Kept, Fraction] = defaultdict(Fraction)
        for hand, chance in hands.items():
            if hand.held >= want:
                stay[hand] += chance
                continue
            keep = min(hand.held, drawing.keep)
            stock = hand.stock + (size - keep if drawing.returns else 0)
            left = hand.left + (hand.held - keep if drawing.returns else 0)
            more = min(new - keep, stock)
            for n, part in _drawn(stock, left, more):
                again[Kept(stock - more, left - n, keep + n)] += chance * part
        hands = dict(again)
        size = new
    for hand, chance in hands.items():
        stay[hand] += chance
    return dict(stay)


def with_mulligans(drawing: Drawing, deck: int, wanted: int, want: int, mulligans: int, draws: int = 0) -> Fraction:
    """The chance with so many mulligans at the most, and so many draws after the hand that stays."""
    hands = kept_hands(drawing, deck, wanted, want, mulligans)
    return after_draws(hands, want, draws)


def after_draws(hands: dict[Kept, Fraction], want: int, draws: int) -> Fraction:
    """The chance of having enough when so many cards have been drawn to the hands that stayed."""
    return sum(
        (
            chance * (1 if hand.held >= want else at_least(hand.stock, hand.left, draws, want - hand.held))
            for hand, chance in hands.items()
        ),
        Fraction(0),
    )


def _drawn(stock: int, wanted: int, drawn: int) -> Iterable[tuple[int, Fraction]]:
    """How many wanted ones so many drawn cards may hold, each with its chance; what cannot be is left out."""
    for n in range(min(wanted, drawn) + 1):
        if chance := hypergeometric(stock, wanted, drawn, n):
            yield n, chance


def odds_of(
    content: CardList,
    catalogue: Catalogue,
    drawing: Drawing | None,
    *,
    codes: tuple[str, ...] = (),
    want: int = 1,
    turns: int = 5,
) -> Odds:
    """The odds of every card of the list, or of a group of ``codes`` together. Raises :class:`TooMany`."""
    if drawing is None:
        return Odds(deck=0, hand=0, mulligans=(), want=want, cards=(), per_flip={}, source="")
    entries = drawing.deck(content, catalogue)
    deck = sum(entry.count for entry in entries)
    groups = tuple(_groups(entries, codes)) if deck else ()
    copies = {name: sum(entry.count for entry in group) for name, group in groups}
    if deck > MOST_CARDS or len(set(copies.values())) > MOST_NUMBERS:
        raise TooMany(deck, len(set(copies.values())))
    odds = {n: _of_copies(drawing, deck, n, want, turns) for n in set(copies.values())}
    return Odds(
        deck=deck,
        hand=drawing.hand,
        mulligans=drawing.mulligans,
        want=want,
        cards=tuple(
            CardOdds(codes=_codes(group), name=name, copies=copies[name], **odds[copies[name]]._asdict())
            for name, group in groups
        ),
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


def _codes(group: tuple[Entry, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.code for entry in group if entry.code))


class CopyOdds(NamedTuple):
    """The odds of so many copies, whatever the card is."""

    opening: Probability
    with_mulligans: tuple[Probability, ...]
    by_turn: tuple[Probability, ...]
    by_turn_with_mulligans: tuple[Probability, ...]


def _of_copies(drawing: Drawing, deck: int, copies: int, want: int, turns: int) -> CopyOdds:
    more = len(drawing.mulligans)
    drawn = tuple(turn * drawing.per_turn for turn in range(1, turns + 1)) if drawing.per_turn else ()
    last = kept_hands(drawing, deck, copies, want, more)
    return CopyOdds(
        opening=shown(at_least(deck, copies, drawing.hand, want)),
        with_mulligans=tuple(shown(with_mulligans(drawing, deck, copies, want, n)) for n in range(1, more + 1)),
        by_turn=tuple(shown(at_least(deck, copies, drawing.hand + n, want)) for n in drawn),
        by_turn_with_mulligans=tuple(shown(after_draws(last, want, n)) for n in drawn),
    )
