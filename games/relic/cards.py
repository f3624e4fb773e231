"""The typed shapes of Relic's cards. ``None`` is "not known": of the ten characters only the names are."""

from games.catalogue import Card


class Character(Card, frozen=True, kw_only=True, tag="character"):
    """A character that a player takes, with its sheet: the values that its dials start at, and its limits."""

    affiliation: str | None = None
    strength: int | None = None
    willpower: int | None = None
    cunning: int | None = None
    life: int | None = None
    power_limit: int | None = None
    """Most power cards in hand."""

    asset_limit: int | None = None
    """Most assets in play."""

    starting_space: str | None = None
    abilities: str | None = None
    """In the project's or the player's own words."""

    note: str | None = None


AnyCard = Character
