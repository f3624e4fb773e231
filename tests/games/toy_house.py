"""The house with the small game in it, as a server: ``uvicorn tests.games.toy_house:application``."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

from companion.asgi import application
from companion.matches import play
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


def move_in():
    """The small game joins the others, in this process."""
    registry.GAMES["toy"] = GAME
    play.catalogue_of = lambda slug, edition: CATALOGUE


move_in()
__all__ = ["application", "move_in"]
