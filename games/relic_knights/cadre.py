"""What a Relic Knights cadre is made of: its leader, its squads and their cost, and what comes without being named."""

import re
from collections import Counter
from functools import cached_property
from typing import Any

import msgspec

from games.catalogue import Catalogue
from games.list_rules import known_entries
from games.lists import CardList, Entry
from games.relic_knights.cards import Boost, Condition, Objective, Size, Tables, tables_of
from games.relic_knights.units import EsperType, Unit

OBJECTIVES = {"primary": 1, "secondary": 2}
MODELS = re.compile(r"^(?P<number>[0-9]{1,4}) models?$", re.IGNORECASE)


def models_option(models: int) -> str:
    """The option of an entry that says how many models each squad of it has."""
    return f"{models} models"


def models_of(entry: Entry, unit: Unit) -> int | None:
    """Models in each copy of a unit: what an option says, or the least number of a squad; 1 of any other unit.

    ``None`` where two options say two numbers.
    """
    said = {int(match["number"]) for option in entry.options if (match := MODELS.match(option.strip()))}
    if len(said) > 1:
        return None
    if said:
        return said.pop()
    return unit.squad.least if unit.squad else 1


def cost_of(entry: Entry, card: Any) -> int | None:
    """Points of all copies of an entry; ``None`` where the card's cost is not known or its size makes no sense."""
    if isinstance(card, Boost):
        return entry.count * card.cost
    if not isinstance(card, Unit):
        return 0
    if card.type == "cypher":
        return 0
    if card.cost is None:
        return None
    return _cost_of_unit(entry, card, card.cost)


def _cost_of_unit(entry: Entry, unit: Unit, cost: int) -> int | None:
    models = models_of(entry, unit)
    if models is None:
        return None
    further = max(0, models - unit.squad.least) if unit.squad else 0
    if further and unit.extra_cost is None:
        return None
    return entry.count * (cost + further * (unit.extra_cost or 0))


class Cadre(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A list as the rules of construction see it."""

    list: CardList
    catalogue: Catalogue

    @cached_property
    def found(self) -> tuple[tuple[Entry, Any], ...]:
        """Entries with the cards that stand behind them."""
        return known_entries(self.list, self.catalogue)

    @cached_property
    def units(self) -> tuple[tuple[Entry, Unit], ...]:
        """Those that are units."""
        return tuple((entry, card) for entry, card in self.found if isinstance(card, Unit))

    @cached_property
    def knights(self) -> tuple[tuple[Entry, Unit], ...]:
        """Those that are knights."""
        return tuple((entry, unit) for entry, unit in self.units if unit.is_knight)

    @cached_property
    def complete(self) -> bool:
        """Whether a card stands behind every entry, and it is known of every unit what type it is of."""
        return len(self.found) == len(self.list.entries) and all(unit.type is not None for _, unit in self.units)

    @cached_property
    def tables(self) -> Tables:
        """The edition's figures."""
        return tables_of(self.catalogue)

    @cached_property
    def size(self) -> Size | None:
        """The size of game that the list names."""
        return self.tables.size_named(self.option("size"))

    def option(self, name: str) -> str:
        """An option of the list, without spaces around it; empty where it is not set."""
        return self.list.options.get(name, "").strip()

    @cached_property
    def leader(self) -> Unit | None:
        """The knight that the list names as its leader, by name or code; the only one, where it names none."""
        named = self.option("leader").casefold()
        if named:
            return next((unit for _, unit in self.knights if named in (unit.code, unit.name.casefold())), None)
        return self.knights[0][1] if len({unit.code for _, unit in self.knights}) == 1 else None

    @cached_property
    def types(self) -> tuple[EsperType, ...]:
        """The esper types that the cadre is of: its leader's trait's, or that of its leader's faction."""
        if self.leader is None:
            return ()
        if self.leader.trait:
            return self.tables.types_of(self.leader.trait)
        affinity = self.tables.affinity_of(self.leader.faction) or self.leader.affinity
        return (affinity,) if affinity else ()

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The faction conditions that the leader has, or has the choice of."""
        if self.leader is None:
            return ()
        every = (card for card in self.catalogue.cards if isinstance(card, Condition) and card.group == "faction")
        if self.leader.trait:
            return tuple(one for one in every if self.tables.affinity_of(one.faction) in self.types)
        return tuple(one for one in every if one.faction == self.leader.faction)


def cyphers_of(list_: CardList, catalogue: Catalogue) -> tuple[Entry, ...]:
    """The cyphers that come with the knights of a list, those left out that it names itself."""
    cadre = Cadre(list=list_, catalogue=catalogue)
    by_name = {card.name: card for card in catalogue.cards if isinstance(card, Unit) and card.type == "cypher"}
    wanted: Counter[str] = Counter()
    for entry, knight in cadre.knights:
        if knight.cypher is not None:
            wanted[knight.cypher] += max(0, entry.count)
    for entry, unit in cadre.units:
        if unit.name in wanted:
            wanted[unit.name] -= max(0, entry.count)
    return tuple(
        Entry(code=by_name[name].code if name in by_name else None, name=name, count=count, section="main")
        for name, count in wanted.items()
        if count > 0
    )


def objectives_of(list_: CardList, catalogue: Catalogue) -> tuple[Entry, ...]:
    """The objectives that every cadre has, those left out that the list names itself."""
    named: Counter[str] = Counter()
    for entry, card in known_entries(list_, catalogue):
        if isinstance(card, Objective):
            named[card.rank] += max(0, entry.count)
    first = {card.rank: card for card in reversed(catalogue.cards) if isinstance(card, Objective)}
    return tuple(
        Entry(code=first[rank].code, name=first[rank].name, count=need - named[rank], section="objectives")
        for rank, need in OBJECTIVES.items()
        if rank in first and need > named[rank]
    )


def comes_along(list_: CardList, catalogue: Catalogue) -> tuple[Entry, ...]:
    """What belongs to a cadre without being named in it: its knights' cyphers, its objectives."""
    return (*cyphers_of(list_, catalogue), *objectives_of(list_, catalogue))
