"""The typed shapes of Relic Knights' cards: units, markers, victory conditions and the esper deck; its figures."""

from typing import Literal

import msgspec

from games.catalogue import Card, Catalogue
from games.relic_knights.units import EsperType, FactionName, Points, Trait, Unit


class Boost(Card, frozen=True, kw_only=True, tag="boost"):
    """A marker that a cadre buys beside its units."""

    cost: Points
    """Points; the number printed beside the boost."""

    range: int | None
    """Inches within which it works; ``None``: in contact."""

    effect: str
    spent: bool = False
    """It leaves the table once it has worked."""


class Objective(Card, frozen=True, kw_only=True, tag="objective"):
    """A marker that every cadre has, at no cost."""

    rank: Literal["primary", "secondary"]
    base: int
    """Millimetres."""

    size: int
    health: int | None = None
    """Not in the source; filled in from the card."""


class Condition(Card, frozen=True, kw_only=True, tag="condition"):
    """A way to victory points."""

    group: Literal["primary", "secondary", "special", "faction", "destruction"]
    points: int
    """Victory points each time that it is met."""

    repeats: bool = False
    """It can be met again and again."""

    esper: Literal["creation", "law", "corruption", "entropy", "chaos", "essence", "void", "wild"] | None = None
    """The type of the flipped card that deals it."""

    faction: FactionName | None = None
    text: str


class Esper(Card, frozen=True, kw_only=True, tag="esper"):
    """A face of the esper deck; every player has the same 42 cards."""

    primary: EsperType | None = None
    """Worth 2 of this type."""

    secondary: EsperType | None = None
    """Worth 1 of this type."""

    special: Literal["void", "wild"] | None = None
    """Void: worth nothing; wild: worth 1 of any type."""

    copies: int = 3


AnyCard = Unit | Boost | Objective | Condition | Esper


class Size(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the four sizes of a game."""

    name: str
    also: tuple[str, ...] = ()
    points: int
    knights: tuple[int, int]
    """Least and greatest number of knights."""

    ready_queue: int
    table: int
    """Feet along each edge."""

    victory_points: int


class Faction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A faction and the type that its units are of."""

    name: FactionName
    affinity: EsperType


class Word(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A word of the rulebook and what it means, in the project's own words."""

    name: str
    text: str


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of the game that stand on no card."""

    sizes: tuple[Size, ...]
    factions: tuple[Faction, ...]
    wheel: tuple[EsperType, ...]
    radiant: tuple[EsperType, ...]
    void: tuple[EsperType, ...]
    esper_actions: tuple[Word, ...] = ()
    terrain_traits: tuple[Word, ...] = ()
    abilities: tuple[Word, ...] = ()
    """Those that the rulebook explains; others stand on the cards."""

    traits: tuple[Word, ...] = ()

    def size_named(self, name: str) -> Size | None:
        """The size of this name, printed either way, in any case of letters."""
        wanted = name.strip().casefold()
        for size in self.sizes:
            if wanted in (each.casefold() for each in (size.name, *size.also)):
                return size
        return None

    def affinity_of(self, faction: str | None) -> EsperType | None:
        """The type that a faction is of."""
        return next((one.affinity for one in self.factions if one.name == faction), None)

    def types_of(self, trait: Trait) -> tuple[EsperType, ...]:
        """The three types that units of a trait are of."""
        return self.radiant if trait == "Radiant" else self.void


def tables_of(catalogue: Catalogue) -> Tables:
    """The figures of an edition, typed. Raises ``msgspec.ValidationError`` where the file is wrong."""
    return msgspec.convert(catalogue.tables, Tables)
