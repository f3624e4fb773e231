"""Reliquary as the house knows it."""

from games.decider import Game, Section
from games.reliquary.cards import AnyCard
from games.reliquary.drawing import DRAWING
from games.reliquary.effects import face_fields
from games.reliquary.legality import problems
from games.reliquary.playing import DECIDER

RELIQUARY = Game(
    slug="reliquary",
    name="Reliquary",
    list_word="deck",
    edition="house-1",
    card=AnyCard,
    sections=(Section("main", ("main", "cards", "moves")),),
    problems=problems,
    list_options=("use",),
    face_fields=face_fields,
    decider=DECIDER,
    drawing=DRAWING,
)
