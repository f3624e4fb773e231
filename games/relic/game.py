"""Relic: its characters."""

from games.decider import Game
from games.relic.cards import AnyCard
from games.relic.faces import face_fields
from games.relic.legality import SECTIONS, problems

RELIC = Game(
    slug="relic",
    name="Relic",
    list_word="deck",
    edition="rulebook-1",
    card=AnyCard,
    sections=SECTIONS,
    problems=problems,
    face_fields=face_fields,
    curves=("kind", "affiliation"),
)
