"""The typed shapes of Phoenix Covenant's cards. ``None`` is "not known": most printed cards are known by name alone."""

from typing import Literal

import msgspec

from games.catalogue import Card, Catalogue

Side = Literal["barrier", "armoured", "plain", "weakpoint"]
"""What a hit on one side of a card meets: nothing, half the Force (rounded up), the Force, or twice the Force."""


class Sides(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The eight directions of an entity, seen by itself: three in front, two beside it, three behind it."""

    front_left: Side | None = None
    front: Side | None = None
    front_right: Side | None = None
    left: Side | None = None
    right: Side | None = None
    rear_left: Side | None = None
    rear: Side | None = None
    rear_right: Side | None = None


class Range(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Least and greatest distance of a ranged attack, in squares."""

    least: int
    greatest: int


class PhoenixCard(Card, frozen=True, kw_only=True):
    """What all cards of the game have. Card sources: the rulebook's card examples, diagrams, puzzles and decklists."""

    limited: bool | None = None
    """At most two copies in a deck. Which cards are Limited was published online alone, so it is not known here."""

    unique: bool | None = None
    faction: str | None = None
    keywords: tuple[str, ...] | None = None
    text: str | None = None
    """What the card does, in the project's own words."""

    note: str | None = None
    """Where a value rests on arithmetic or on a reading, not on a printed figure."""


class Priced(PhoenixCard, frozen=True, kw_only=True):
    """A card that is paid for."""

    cp: int | None = None
    """Command Points to pay."""

    mp: int | None = None
    """Mana Points to pay."""

    mana_burst: int | None = None
    """By how much the greatest MP shrink when it is played."""


class Entity(Priced, frozen=True, kw_only=True):
    """A card that comes onto the field."""

    tier: int | None = None
    supply: bool | None = None
    """The Tier is paid with greatest CP as well (a red crystal), or it is not (a black one)."""

    attack: Literal["melee", "ranged"] | None = None
    force: int | None = None
    range: Range | None = None
    """Of ranged attacks; melee attacks have none."""

    health: int | None = None
    move: int | None = None
    corps: str | None = None
    sides: Sides = Sides()


class Unit(Entity, frozen=True, kw_only=True, tag="unit"):
    """A unit of the deck."""

    commander: bool | None = None
    """It may gate other units onto the field."""

    gates: tuple[tuple[int, int], ...] | None = None
    """Of commanders: the squares that it gates to, ``(dx, dy)`` from its own, ``dy`` away from its owner's Base,
    however it is turned."""


class Spell(Priced, frozen=True, kw_only=True, tag="spell"):
    """A spell of the deck."""

    timing: Literal["tactical", "strategic"] | None = None
    """Tactical: at any time; strategic: in one's own turn."""


class Structure(Entity, frozen=True, kw_only=True, tag="structure"):
    """A structure of the side-deck, built on a Hardpoint."""

    upgrade: str | None = None
    """The name of the card that takes its place when its condition is met."""


class Auxiliary(Entity, frozen=True, kw_only=True, tag="auxiliary"):
    """A stand-in that waits in the side-deck until another card brings it into play."""


class Hardpoint(Entity, frozen=True, kw_only=True, tag="hardpoint"):
    """One of the two places of each side that stand from the start and carry a unit or a structure."""


class DeckCard(Priced, frozen=True, kw_only=True, tag="card"):
    """A card of a printed deck of which no text says whether it is a unit or a spell."""


class Keyword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A word of the rulebook's dictionary and what it means, in the project's own words."""

    name: str
    text: str


class Battlefield(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Squares of the field along the Home Rows, and from one Home Row to the other."""

    columns: int
    rows: int


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures and words of the game that stand on no card."""

    life_points: int
    hand_limit: int
    field: Battlefield
    keywords: tuple[Keyword, ...]


def tables_of(catalogue: Catalogue) -> Tables:
    """The figures of an edition, typed. Raises ``msgspec.ValidationError`` where the file is wrong."""
    return msgspec.convert(catalogue.tables, Tables)


AnyCard = Unit | Spell | Structure | Auxiliary | Hardpoint | DeckCard
