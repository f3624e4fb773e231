"""Relic Knights: Darkspace Calamity, first edition: its units, markers, conditions and esper deck, its cadres."""

from games.decider import Game
from games.relic_knights.cadre import comes_along, cost_of
from games.relic_knights.cards import AnyCard
from games.relic_knights.drawing import DRAWING
from games.relic_knights.faces import face_fields, prints
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
    comes_along=comes_along,
    list_options=("size", "leader", "condition"),
    curves=("kind", "type", "faction", "affinity", "cost"),
    points=cost_of,
    drawing=DRAWING,
    face_fields=face_fields,
    prints=prints,
)
