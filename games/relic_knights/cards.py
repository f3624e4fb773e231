"""The typed shapes of the Relic Knights cards that are known: markers, victory conditions and the esper deck."""

from typing import Literal

import msgspec

from games.catalogue import Card, Catalogue

EsperType = Literal["creation", "law", "corruption", "entropy", "chaos", "essence"]
"""The six types in the order of the wheel: neighbours are sympathetic, the type across is opposed."""

FactionName = Literal[
    "Cerci Speed Circuit",
    "Shattered Sword",
    "Black Diamond",
    "Noh Empire",
    "Star Nebula Corsairs",
    "Doctrine",
]


class Boost(Card, frozen=True, kw_only=True, tag="boost"):
    """A marker that a cadre buys beside its units."""

    cost: int
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


AnyCard = Boost | Objective | Condition | Esper


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


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of the game that stand on no card."""

    sizes: tuple[Size, ...]
    factions: tuple[Faction, ...]
    wheel: tuple[EsperType, ...]
    radiant: tuple[EsperType, ...]
    void: tuple[EsperType, ...]

    def size_named(self, name: str) -> Size | None:
        """The size of this name, printed either way, in any case of letters."""
        wanted = name.strip().casefold()
        for size in self.sizes:
            if wanted in (each.casefold() for each in (size.name, *size.also)):
                return size
        return None


def tables_of(catalogue: Catalogue) -> Tables:
    """The figures of an edition, typed. Raises ``msgspec.ValidationError`` where the file is wrong."""
    return msgspec.convert(catalogue.tables, Tables)
