"""Which Reliquary lists are legal: the seven cards of a match, or any choice of cards to print."""

from collections import Counter
from collections.abc import Iterator

from games.catalogue import Catalogue
from games.decider import Problem, Section
from games.list_rules import known_entries, problems_of_every_list
from games.lists import CardList
from games.reliquary.cards import AgnosticMove, UniqueMove

CARDS_OF_A_MATCH = 7
USES = ("match", "print")
SECTIONS = (Section("main", ("main", "cards", "moves")),)


def problems(card_list: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Every problem of a list. The option ``use`` says what it is for: ``match`` (seven move cards) or ``print``."""
    use = card_list.options.get("use", "match")
    return (
        *problems_of_every_list(card_list, catalogue, SECTIONS),
        *_use(use),
        *(_match(card_list, catalogue) if use == "match" else ()),
    )


def _use(use: str) -> Iterator[Problem]:
    if use not in USES:
        message = f"A list is for a match or to print, not {use!r}."
        yield Problem(rule="RQ-BOX", message=message, have=use, need=" or ".join(USES), source="Sheets I to IV")


def _match(card_list: CardList, catalogue: Catalogue) -> Iterator[Problem]:
    found = known_entries(card_list, catalogue)
    others = {card.code: card.name for _, card in found if not isinstance(card, AgnosticMove | UniqueMove)}
    if others:
        message = f"Only move cards are dealt; these are not: {', '.join(others.values())}."
        yield Problem(rule="RQ-S4", message=message, entries=tuple(others), have=len(others), need=0, source="Setup 4")
    copies: Counter[str] = Counter()
    for entry, _ in found:
        copies[str(entry.code)] += entry.count
    twice = tuple(code for code, count in copies.items() if count > 1)
    if twice:
        names = ", ".join(catalogue.by_code[code].name for code in twice)
        yield Problem(
            rule="RQ-BOX",
            message=f"The box has one of each card: {names}.",
            entries=twice,
            have=max(copies.values()),
            need=1,
            source="Sheets I to IV",
        )
    total = card_list.copies()
    if total != CARDS_OF_A_MATCH:
        message = f"A match is played with {CARDS_OF_A_MATCH} move cards; this list has {total}."
        yield Problem(rule="RQ-S4", message=message, have=total, need=CARDS_OF_A_MATCH, source="Setup 4")
