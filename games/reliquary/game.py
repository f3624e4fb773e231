"""Reliquary as the house knows it."""

from games.decider import Game
from games.reliquary.cards import AnyCard
from games.reliquary.drawing import DRAWING
from games.reliquary.effects import face_fields
from games.reliquary.legality import SECTIONS, problems
from games.reliquary.playing import DECIDER

RELIQUARY = Game(
    slug="reliquary",
    name="Reliquary",
    list_word="deck",
    edition="house-1",
    card=AnyCard,
    sections=SECTIONS,
    problems=problems,
    list_options=("use",),
    face_fields=face_fields,
    decider=DECIDER,
    drawing=DRAWING,
)
