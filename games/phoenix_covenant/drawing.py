"""How Phoenix Covenant draws: six cards, up to four mulligans to ever smaller hands, then one card a turn."""

from games.catalogue import Catalogue
from games.drawing import Drawing
from games.lists import CardList, Entry


def deck(deck_list: CardList, catalogue: Catalogue) -> tuple[Entry, ...]:
    """The deck itself: the side-deck lies open beside it."""
    return tuple(entry for entry in deck_list.entries if entry.section == "main")


DRAWING = Drawing(deck=deck, hand=6, mulligans=(6, 5, 4, 3), keep=3, per_turn=1, source="Setup; Start Phase")
