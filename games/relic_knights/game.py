"""Relic Knights: Darkspace Calamity, in its first edition: its markers, conditions and esper deck, its cadres."""

from games.decider import Game
from games.relic_knights.cards import AnyCard
from games.relic_knights.legality import SECTIONS, problems, totals

RELIC_KNIGHTS = Game(
    slug="relic_knights",
    name="Relic Knights: Darkspace Calamity",
    list_word="cadre",
    edition="first-1",
    card=AnyCard,
    sections=SECTIONS,
    problems=problems,
    totals=totals,
    list_options=("size", "leader"),
)
