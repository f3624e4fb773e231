"""The small game as a game of the house."""

from games import registry
from games.catalogue import Catalogue
from games.decider import Game
from tests.games import toy

GAME = Game(
    slug="toy",
    name="Toy",
    list_word="deck",
    edition="x",
    card=toy.ToyCard,
    sections=(),
    problems=lambda *_: (),
    decider=toy.TOY,
)
CATALOGUE = Catalogue(
    game="toy", edition="x", name="Toy", note="", hash="0" * 64, sets=(), cards=(), sheets=(), tables={}
)


def catalogue_of(slug, edition=None):
    """As the registry's, which has no folder for the small game."""
    return CATALOGUE if slug == "toy" else registry.catalogue_of(slug, edition)
