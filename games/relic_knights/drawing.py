"""How Relic Knights draws: everybody has the same 42 esper cards; five in hand, any of them changed once."""

from typing import Any

from games.catalogue import Catalogue
from games.drawing import Drawing
from games.lists import CardList, Entry
from games.relic_knights.cards import Esper, tables_of

PRIMARY = 2
SECONDARY = 1
WILD = 1


def deck(cadre: CardList, catalogue: Catalogue) -> tuple[Entry, ...]:
    """The esper deck, whatever the cadre is."""
    return tuple(
        Entry(code=card.code, name=card.name, count=card.copies) for card in catalogue.cards if isinstance(card, Esper)
    )


def worth(card: Any, catalogue: Catalogue) -> dict[str, int]:
    """What a flipped card counts, by type: both of its sides; a wild one counts for every type."""
    if not isinstance(card, Esper):
        return {}
    if card.special is not None:
        return dict.fromkeys(tables_of(catalogue).wheel, WILD) if card.special == "wild" else {}
    sides = ((card.primary, PRIMARY), (card.secondary, SECONDARY))
    return {esper: figure for esper, figure in sides if esper is not None}


DRAWING = Drawing(deck=deck, hand=5, mulligans=(5,), keep=5, returns=False, worth=worth, source="Esper Deck; Setup 8")
