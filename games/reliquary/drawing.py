"""How Reliquary deals: three of the seven cards of a match to each side, face up, and one waits."""

from games.catalogue import Catalogue
from games.drawing import Drawing
from games.lists import CardList, Entry


def deck(card_list: CardList, catalogue: Catalogue) -> tuple[Entry, ...]:
    """The cards of a match; a list that is there to be printed is not dealt."""
    return card_list.entries if card_list.options.get("use", "match") == "match" else ()


DRAWING = Drawing(deck=deck, hand=3, source="Setup 4")
