"""Phoenix Covenant: its cards, its decks."""

from games.decider import Game
from games.phoenix_covenant.cards import AnyCard
from games.phoenix_covenant.drawing import DRAWING
from games.phoenix_covenant.faces import face_fields
from games.phoenix_covenant.legality import SECTIONS, problems, totals

PHOENIX_COVENANT = Game(
    slug="phoenix_covenant",
    name="Phoenix Covenant",
    list_word="deck",
    edition="rulebook-1",
    card=AnyCard,
    sections=SECTIONS,
    problems=problems,
    totals=totals,
    curves=("kind", "faction", "cp", "mp", "force", "tier"),
    drawing=DRAWING,
    face_fields=face_fields,
)
