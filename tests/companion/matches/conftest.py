"""The small game and its tables, for every test of matches."""

from tests.companion.matches.test_play import _toy_game, table, two

__all__ = ["_toy_game", "table", "two"]
