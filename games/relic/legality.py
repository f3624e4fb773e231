"""Relic has no construction of lists: a character and its cards are what the game dealt. So nothing is ever wrong."""

from games.catalogue import Catalogue
from games.decider import Problem, Section
from games.lists import CardList

SECTIONS = (
    Section("character", ("character", "characters")),
    Section("cards", ("cards", "assets", "wargear", "powers", "power cards", "relics", "missions", "corruption")),
)


def problems(list_: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Always empty: the game has no rule that a list could break."""
    return ()
