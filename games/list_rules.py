"""What holds for the lists of every game, whatever its own rules of construction are."""

from collections.abc import Iterator
from typing import Any

from games.catalogue import Catalogue
from games.decider import Problem, Section
from games.lists import CardList, Entry

SOURCE = "Companion"


def problems_of_every_list(
    list_: CardList, catalogue: Catalogue, sections: tuple[Section, ...], kinds: frozenset[str] | None = None
) -> Iterator[Problem]:
    """Entries that no card stands behind, of no whole count, in no section of the game, or of a kind no list holds.

    ``kinds`` are the kinds of card that a list of the game may hold; ``None``: all of its catalogue.
    """
    known = {section.name for section in sections}
    for entry in list_.entries:
        card = catalogue.by_code.get(entry.code) if entry.code is not None else None
        if card is None:
            yield _unknown(entry, catalogue)
        elif kinds is not None and card.kind not in kinds:
            yield Problem(
                rule="LS-KIND",
                message=f"{card.name} is no card that a list holds (it is a {card.kind}).",
                entries=(card.code,),
                have=card.kind,
                need=", ".join(sorted(kinds)),
                source=SOURCE,
            )
        if entry.count < 1:
            yield Problem(
                rule="LS-COUNT",
                message=f"{entry.name} stands in the list {entry.count} times.",
                entries=(entry.code or entry.name,),
                have=entry.count,
                need=1,
                source=SOURCE,
            )
        if entry.section not in known:
            yield Problem(
                rule="LS-SECTION",
                message=f"{entry.name} stands in {entry.section!r}, which is no section of such a list.",
                entries=(entry.code or entry.name,),
                have=entry.section,
                need=", ".join(section.name for section in sections),
                source=SOURCE,
            )


def _unknown(entry: Entry, catalogue: Catalogue) -> Problem:
    what = entry.name if entry.code is None else f"{entry.name} ({entry.code})"
    gone = catalogue.removed.get(entry.code or "")
    return Problem(
        rule="LS-UNKNOWN",
        message=f"No card of {catalogue.name} is called {what}."
        if gone is None
        else f"{gone} ({entry.code}) has been removed from its set.",
        entries=(entry.code or entry.name,),
        source=SOURCE,
    )


def known_entries(list_: CardList, catalogue: Catalogue) -> tuple[tuple[Entry, Any], ...]:
    """Entries with the card that stands behind them; those without one are left out."""
    return tuple(
        (entry, catalogue.by_code[entry.code])
        for entry in list_.entries
        if entry.code is not None and entry.code in catalogue.by_code
    )
