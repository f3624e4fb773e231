"""slug -> game. The one list of the games that are built in; a fifth game is one folder and one line here."""

from functools import lru_cache

from games.catalogue import GAMES_FOLDER, Catalogue, load_edition
from games.decider import Game
from games.phoenix_covenant.game import PHOENIX_COVENANT
from games.relic.game import RELIC
from games.relic_knights.game import RELIC_KNIGHTS
from games.reliquary.game import RELIQUARY

GAMES: dict[str, Game] = {game.slug: game for game in (RELIQUARY, RELIC_KNIGHTS, RELIC, PHOENIX_COVENANT)}


class UnknownGame(LookupError):
    """No game or no edition has that name; ``known`` are those that are there."""

    def __init__(self, what: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no {what} is called {name!r}; there are {', '.join(known)}")
        self.known = known


def game_named(slug: str) -> Game:
    """The game with this slug. Raises :class:`UnknownGame`."""
    if slug not in GAMES:
        raise UnknownGame("game", slug, tuple(GAMES))
    return GAMES[slug]


def catalogue_of(slug: str, edition: str | None = None) -> Catalogue:
    """A game's catalogue, in its default edition or a named one. Raises :class:`UnknownGame`."""
    game = game_named(slug)
    name = edition or game.edition
    if name not in game.editions:
        raise UnknownGame(f"edition of {game.name}", name, game.editions)
    return _load(slug, name)


@lru_cache
def _load(slug: str, edition: str) -> Catalogue:
    return load_edition(GAMES_FOLDER / slug / "editions" / f"{edition}.yaml", GAMES[slug].card)
