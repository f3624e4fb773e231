"""Which Reliquary lists are legal: the seven cards of a match, or any choice of cards to print."""

from games.catalogue import Catalogue
from games.decider import Problem
from games.lists import CardList
from games.reliquary.cards import AgnosticMove, UniqueMove

CARDS_OF_A_MATCH = 7


def problems(card_list: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Every problem of a list. The option ``use`` says what it is for: ``match`` (seven move cards) or ``print``."""
    use = card_list.options.get("use", "match")
    if use not in ("match", "print"):
        message = f"A list is for a match or to print, not {use!r}."
        return (Problem(rule="RQ-BOX", message=message, have=use, need="match or print", source="Sheets I to IV"),)
    found = _unknown(card_list, catalogue)
    return (*found, *_match_problems(card_list, catalogue)) if use == "match" else found


def _unknown(card_list: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    names = tuple(entry.code or entry.name for entry in card_list.entries if entry.code not in catalogue.by_code)
    if not names:
        return ()
    message = f"No such card in this edition: {', '.join(names)}."
    return (Problem(rule="RQ-BOX", message=message, entries=names, have=len(names), need=0, source="Sheets I to IV"),)


def _match_problems(card_list: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    found: list[Problem] = []
    known = {
        entry.code: catalogue.by_code[entry.code] for entry in card_list.entries if entry.code in catalogue.by_code
    }
    others = tuple(code for code, card in known.items() if not isinstance(card, AgnosticMove | UniqueMove))
    if others:
        message = "Only move cards are dealt; these are not: " + ", ".join(known[code].name for code in others) + "."
        found.append(Problem(rule="RQ-S4", message=message, entries=others, have=len(others), need=0, source="Setup 4"))
    copies = {code: sum(e.count for e in card_list.entries if e.code == code) for code in known}
    twice = tuple(code for code, count in copies.items() if count > 1)
    if twice:
        message = "The box has one of each card: " + ", ".join(known[code].name for code in twice) + "."
        found.append(Problem(rule="RQ-BOX", message=message, entries=twice, have=max(copies.values()), need=1))
    total = card_list.copies()
    if total != CARDS_OF_A_MATCH:
        message = f"A match is played with {CARDS_OF_A_MATCH} move cards; this list has {total}."
        found.append(Problem(rule="RQ-S4", message=message, have=total, need=CARDS_OF_A_MATCH, source="Setup 4"))
    return tuple(found)
