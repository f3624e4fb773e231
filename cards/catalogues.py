"""What the API tells of games, catalogues and rules."""

from collections import Counter
from typing import Any, Literal

import msgspec

from games.catalogue import CardSet, Rule, SheetOfCards, load_rules
from games.decider import Game, Section
from games.registry import GAMES, catalogue_of, game_named


class GameOut(msgspec.Struct, frozen=True, kw_only=True):
    """A game: what it calls a list, which editions there are, whether it can be played here."""

    slug: str
    name: str
    list_word: Literal["cadre", "deck"]
    edition: str
    editions: tuple[str, ...]
    playable: bool
    sections: tuple[Section, ...]
    list_options: tuple[str, ...]


class GameDetailOut(GameOut, frozen=True, kw_only=True):
    """A game with the catalogue of one edition, its cards apart."""

    edition_name: str
    note: str
    data_hash: str
    sets: tuple[CardSet, ...]
    kinds: dict[str, int]
    """Kind of card -> how many there are."""

    sheets: tuple[SheetOfCards, ...]
    tables: dict[str, Any]
    """Figures of the game that stand on no card."""


def all_games() -> tuple[GameOut, ...]:
    """The games that are built in."""
    return tuple(GameOut(**_fields(game)) for game in GAMES.values())


def game_detail(slug: str, edition: str | None = None) -> GameDetailOut:
    """One game, and its catalogue in an edition. Raises UnknownGame."""
    game, catalogue = game_named(slug), catalogue_of(slug, edition)
    fields = _fields(game) | {"edition": catalogue.edition}
    return GameDetailOut(
        **fields,
        edition_name=catalogue.name,
        note=catalogue.note,
        data_hash=catalogue.hash,
        sets=catalogue.sets,
        kinds=dict(Counter(card.kind for card in catalogue.cards)),
        sheets=catalogue.sheets,
        tables=catalogue.tables,
    )


def _fields(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "list_word": game.list_word,
        "edition": game.edition,
        "editions": game.editions,
        "playable": game.decider is not None,
        "sections": game.sections,
        "list_options": game.list_options,
    }


def rules_of(slug: str) -> dict[str, Rule]:
    """Every rule of a game by its id, those of every list and match among them. Raises UnknownGame."""
    return load_rules(game_named(slug).slug)
