"""The house with the small game in it, as a server: ``uvicorn tests.games.toy_house:application``."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

from companion.asgi import application
from companion.matches import play
from games import registry
from tests.games import toy_game


def move_in():
    """The small game joins the others, in this process."""
    registry.GAMES["toy"] = toy_game.GAME
    play.catalogue_of = toy_game.catalogue_of


move_in()
__all__ = ["application", "move_in"]
