"""The typed shape of a Relic Knights unit: what its two cards, tracker and reference, say. ``None`` is "not known"."""

from typing import Annotated, Literal

import msgspec

from games.catalogue import Card

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

Trait = Literal["Radiant", "Void"]
"""The two traits that open a cadre to more than one faction."""

Points = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Models = Annotated[int, msgspec.Meta(ge=1, le=999)]

KNIGHTS = ("relic_knight", "questing_knight")


class Speed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Inches of the move before the action, and of the one after it."""

    initial: int
    follow_up: int


class Skill(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards drawn in addition when attacking, and when attacked. ``None``: no value, so nothing is drawn."""

    attack: int | None = None
    defence: int | None = None


class SquadSize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The trait Squad a(b): models for the unit's cost, and the most that further cost adds up to."""

    least: Models
    greatest: Models


class UnitAbility(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a unit can do all the time; without words of its own it is one of the rulebook's (the edition's tables)."""

    name: str
    text: str | None = None


class Press(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What more an action does for more esper: another value in place of its own, or a further effect."""

    cost: dict[str, int]
    effect: str


class UnitAction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to do in an activation: an attack of one kind, a reaction to one, or any other action."""

    name: str
    attack: Literal["melee", "ranged", "psychic"] | None = None
    prevents: Literal["attack", "damage"] | None = None
    cost: dict[str, int] = {}
    """Esper type (or ``any``) -> points."""

    damage: int | None = None
    text: str | None = None
    presses: tuple[Press, ...] = ()


class Unit(Card, frozen=True, kw_only=True, tag="unit"):
    """A model, or a squad of them, with a tracker card of its own."""

    type: Literal["relic_knight", "questing_knight", "cypher", "unique", "minion"] | None = None
    """A squad is a unique or a minion as well: ``squad`` tells that it is one."""

    faction: FactionName | None = None
    """Radiant and Void units may be of none."""

    affinity: EsperType | None = None
    """Radiant and Void units have the three types of their trait in its place."""

    cost: Points | None = None
    """Points; of a squad, for the least number of models. Cyphers cost 0."""

    extra_cost: Points | None = None
    """Of squads: points for each further model."""

    squad: SquadSize | None = None
    base: int | None = None
    """Millimetres."""

    size: int | None = None
    speed: Speed | None = None
    armor: int | None = None
    health: int | None = None
    """Of squads: of each model. Cyphers have none."""

    held_esper: int | None = None
    """The most that it can hold: the circles on its card."""

    melee: Skill | None = None
    ranged: Skill | None = None
    psychic: Skill | None = None
    abilities: tuple[UnitAbility, ...] = ()
    actions: tuple[UnitAction, ...] = ()
    traits: tuple[str, ...] = ()
    cypher: str | None = None
    """Of knights: the name of the cypher that comes along."""

    cadre_ability: str | None = None
    """Of knights: what the whole cadre has from its Leader."""

    esper_expression: str | None = None
    """Of Relic Knights: what their held esper does for them."""

    note: str | None = None
    """Where a value comes from, if it is not printed on the card."""

    @property
    def is_knight(self) -> bool:
        """Whether it may lead a cadre."""
        return self.type in KNIGHTS

    @property
    def trait(self) -> Trait | None:
        """Radiant or Void, if it is either."""
        return "Radiant" if "Radiant" in self.traits else "Void" if "Void" in self.traits else None
