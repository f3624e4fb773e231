"""The typed shapes of Relic's cards. ``None`` is "not known": of the ten characters only the names are."""

from typing import Literal

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


class Threat(Card, frozen=True, kw_only=True, tag="threat"):
    """A card of one of the three threat decks, whose colour is that of its attribute."""

    attribute: Literal["strength", "willpower", "cunning"] | None = None
    """Red, blue, yellow: the deck that it is of."""

    type: Literal["event", "enemy", "encounter", "asset"] | None = None
    trait: str | None = None
    value: int | None = None
    """Of enemies: the attribute value that they fight with, and the points that they are worth as trophies."""

    ability: str | None = None
    """In the project's or the player's own words."""

    omen: bool | None = None
    """It bears an omen icon."""

    charges: int | None = None
    """How many charge icons it bears."""

    threat: bool | None = None
    """It bears a threat icon, so that one more card is drawn."""

    note: str | None = None


class Power(Card, frozen=True, kw_only=True, tag="power"):
    """A power card of the hand: its number in place of a die, or its ability."""

    value: int | None = None
    ability: str | None = None
    note: str | None = None


class Mission(Card, frozen=True, kw_only=True, tag="mission"):
    """A mission: three that are completed make a relic."""

    task: str | None = None
    reward: str | None = None
    note: str | None = None


class Wargear(Card, frozen=True, kw_only=True, tag="wargear"):
    """An asset that is bought with influence."""

    type: Literal["weapon", "armour", "equipment"] | None = None
    """One weapon and one armour are used in a battle at the most."""

    cost: int | None = None
    """Influence."""

    ability: str | None = None
    charges: int | None = None
    note: str | None = None


class RelicCard(Card, frozen=True, kw_only=True, tag="relic"):
    """A relic: it opens the inner tier."""

    ability: str | None = None
    charges: int | None = None
    note: str | None = None


class Corruption(Card, frozen=True, kw_only=True, tag="corruption"):
    """A corruption card; it works once a character has so many of them as its activation number says."""

    activation: int | None = None
    ability: str | None = None
    note: str | None = None


AnyCard = Character | Threat | Power | Mission | Wargear | RelicCard | Corruption
