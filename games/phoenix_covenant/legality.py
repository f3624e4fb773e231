"""Whether a Phoenix Covenant deck may be played: every problem of it, by the rulebook's Deckbuilding Rules.

Only what is certain is a problem: a card that the catalogue does not know counts as one of the deck for the least
number of cards, and as no structure, so that a misspelt name never brings a second, false problem with it.
"""

from collections import Counter
from collections.abc import Iterator

from games.catalogue import Catalogue
from games.decider import Problem, Section
from games.list_rules import known_entries, problems_of_every_list
from games.lists import CardList, Entry
from games.phoenix_covenant.cards import AnyCard, Auxiliary, Hardpoint, Structure

LEAST_CARDS = 45
MOST_STRUCTURES = 5
COPIES_OF_A_STRUCTURE = 1
COPIES_OF_OTHERS = 3
COPIES_OF_A_LIMITED = 2
HARDPOINTS = 2

SOURCE = "Deckbuilding Rules"

SECTIONS = (
    Section("main", ("deck", "main deck", "main", "units", "spells", "units & spells")),
    Section("side", ("side-deck", "sidedeck", "side", "sideboard", "structures")),
    Section("auxiliaries", ("auxiliaries", "auxiliary")),
    Section("hardpoints", ("hardpoints",)),
)

PLACES: dict[str, tuple[str, ...]] = {
    "structure": ("side",),
    "auxiliary": ("side", "auxiliaries"),
    "hardpoint": ("side", "hardpoints"),
}
"""Kind of card -> the sections that it may stand in; every other kind belongs in the deck itself."""

Found = tuple[tuple[Entry, AnyCard], ...]


def problems(deck: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Every problem of a deck; none: it is legal."""
    found: Found = known_entries(deck, catalogue)
    return (
        *problems_of_every_list(deck, catalogue, SECTIONS),
        *_too_few(deck, catalogue),
        *_structures(found),
        *_copies(found),
        *_hardpoints(found),
        *_misplaced(found),
    )


def totals(deck: CardList, catalogue: Catalogue) -> dict[str, int]:
    """``cards``: how many count towards the least number, all but auxiliaries and Hardpoints; and those that do not."""
    found: Found = known_entries(deck, catalogue)
    auxiliaries = sum(entry.count for entry, card in found if isinstance(card, Auxiliary))
    hardpoints = sum(entry.count for entry, card in found if isinstance(card, Hardpoint))
    return {
        "cards": deck.copies() - auxiliaries - hardpoints,
        "structures": sum(entry.count for entry, card in found if isinstance(card, Structure)),
        "auxiliaries": auxiliaries,
        "hardpoints": hardpoints,
    }


def _too_few(deck: CardList, catalogue: Catalogue) -> Iterator[Problem]:
    have = totals(deck, catalogue)["cards"]
    if have < LEAST_CARDS:
        yield Problem(
            rule="PC-MIN",
            message=f"A deck and the structures beside it have at least {LEAST_CARDS} cards; here are {have}.",
            have=have,
            need=LEAST_CARDS,
            source=SOURCE,
        )


def _structures(found: Found) -> Iterator[Problem]:
    structures = tuple((entry, card) for entry, card in found if isinstance(card, Structure))
    have = sum(entry.count for entry, _ in structures)
    if have > MOST_STRUCTURES:
        yield Problem(
            rule="PC-STR",
            message=f"A side-deck has at most {MOST_STRUCTURES} structures; here are {have}.",
            entries=_codes(card for _, card in structures),
            have=have,
            need=MOST_STRUCTURES,
            source=SOURCE,
        )
    yield from _more_than(COPIES_OF_A_STRUCTURE, "PC-STR1", "structure", structures)


def _copies(found: Found) -> Iterator[Problem]:
    others = tuple((entry, card) for entry, card in found if not isinstance(card, Structure | Hardpoint))
    limited = tuple((entry, card) for entry, card in others if card.limited)
    yield from _more_than(COPIES_OF_A_LIMITED, "PC-LIM", "Limited card", limited)
    yield from _more_than(COPIES_OF_OTHERS, "PC-CPY", "card", tuple(pair for pair in others if not pair[1].limited))


def _more_than(most: int, rule: str, what: str, found: Found) -> Iterator[Problem]:
    """One problem for each full name that stands more than ``most`` times, over all sections and reprints."""
    copies: Counter[str] = Counter()
    for entry, card in found:
        copies[card.name] += entry.count
    for name, have in copies.items():
        if have > most:
            yield Problem(
                rule=rule,
                message=f"Of one {what} a deck has at most {most}; here are {have} of {name}.",
                entries=_codes(card for _, card in found if card.name == name),
                have=have,
                need=most,
                source=SOURCE,
            )


def _hardpoints(found: Found) -> Iterator[Problem]:
    hardpoints = tuple((entry, card) for entry, card in found if isinstance(card, Hardpoint))
    have = sum(entry.count for entry, _ in hardpoints)
    if hardpoints and have != HARDPOINTS:
        yield Problem(
            rule="PC-HP",
            message=f"Each side has {HARDPOINTS} Hardpoints, named in its list or not; here are {have}.",
            entries=_codes(card for _, card in hardpoints),
            have=have,
            need=HARDPOINTS,
            source="Structures",
        )


def _misplaced(found: Found) -> Iterator[Problem]:
    known = {section.name for section in SECTIONS}
    for entry, card in found:
        places = PLACES.get(card.kind, ("main",))
        if entry.section in known and entry.section not in places:
            where = "the deck itself" if places == ("main",) else "the side-deck"
            yield Problem(
                rule="PC-SEC",
                message=f"{card.name} ({card.kind}) belongs in {where}.",
                entries=(card.code,),
                have=entry.section,
                need=places[0],
                source=SOURCE,
            )


def _codes(cards: Iterator[AnyCard]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.code for card in cards))
