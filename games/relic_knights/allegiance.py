"""Who may join whom in a Relic Knights cadre: its leader, its faction, the Radiant and Void traits, its condition."""

from collections.abc import Iterator

from games.decider import Problem
from games.lists import Entry
from games.relic_knights.cadre import Cadre
from games.relic_knights.units import Trait, Unit

RULES: dict[Trait, tuple[str, str, str, str]] = {
    "Radiant": ("RK-RAD1", "RK-RAD2", "RK-RAD3", "RK-RAD4"),
    "Void": ("RK-VOID1", "RK-VOID2", "RK-VOID3", "RK-VOID4"),
}


def allegiance(cadre: Cadre) -> Iterator[Problem]:
    """Every problem of leader, faction, traits and faction condition."""
    yield from _leader(cadre)
    for entry, unit in cadre.units:
        yield from _unit(cadre, entry, unit)
    yield from _condition(cadre)


def _leader(cadre: Cadre) -> Iterator[Problem]:
    named = cadre.list.options.get("leader", "").strip()
    names = ", ".join(dict.fromkeys(unit.name for _, unit in cadre.knights))
    if cadre.leader is not None or (not cadre.complete and (named or not cadre.knights)):
        return  # an unknown entry may be the knight
    if not cadre.knights:
        message = "A cadre is led by a knight; here is none."
    elif named:
        message = f"{named} is to lead, and is none of the cadre's knights: {names}."
    else:
        message = f"One of the knights leads; the cadre does not say which: {names}."
    yield Problem(
        rule="RK-LEAD",
        message=message,
        entries=tuple(unit.code for _, unit in cadre.knights),
        have=named or len(cadre.knights),
        need=names or 1,
        source="Choose a Leader",
    )


def _unit(cadre: Cadre, entry: Entry, unit: Unit) -> Iterator[Problem]:
    """A unit against the cadre's leader. Cyphers are judged by their knights, markers belong to all."""
    leader = cadre.leader
    if leader is None or unit.code == leader.code or unit.type in (None, "cypher"):
        return
    if unit.trait and unit.is_knight:
        yield _problem(RULES[unit.trait][1], unit, f"{unit.name} is {unit.trait} and a knight: such a one leads.")
    elif leader.trait:
        yield from _under_a_trait(cadre, leader.trait, unit)
    elif unit.trait:
        yield from _trait_under_a_faction(cadre, unit.trait, unit)
    elif unit.faction is None or leader.faction is None:
        yield _not_known("RK-FAC", unit if unit.faction is None else leader, "faction")
    elif unit.faction != leader.faction:
        message = f"{unit.name} is of {unit.faction}, and the cadre of {leader.faction}."
        yield _problem("RK-FAC", unit, message, unit.faction, leader.faction)


def _under_a_trait(cadre: Cadre, trait: Trait, unit: Unit) -> Iterator[Problem]:
    """What a Radiant or Void leader takes: uniques and knights of the trait's types, minions of the trait itself."""
    types = ", ".join(cadre.types)
    if unit.trait == trait:
        return
    if unit.trait:
        message = f"{unit.name} is {unit.trait} and joins no cadre of {types}."
        yield _problem(RULES[unit.trait][0], unit, message, unit.trait, trait)
        return
    rule = RULES[trait][3 if unit.is_knight else 2]
    affinity = cadre.tables.affinity_of(unit.faction) or unit.affinity
    if unit.type == "minion":
        yield _problem(rule, unit, f"{unit.name} is a minion and not {trait}.", "minion", trait)
    elif affinity is None:
        yield _not_known(rule, unit, "affinity")
    elif affinity not in cadre.types:
        message = f"{unit.name} is of {affinity}; a {trait} leader takes those of {types}."
        yield _problem(rule, unit, message, affinity, types)


def _trait_under_a_faction(cadre: Cadre, trait: Trait, unit: Unit) -> Iterator[Problem]:
    types = cadre.tables.types_of(trait)
    if not cadre.types:
        yield _not_known(RULES[trait][0], cadre.leader or unit, "affinity")
    elif cadre.types[0] not in types:
        message = f"{unit.name} is {trait} and joins cadres of {', '.join(types)}; this one is of {cadre.types[0]}."
        yield _problem(RULES[trait][0], unit, message, cadre.types[0], ", ".join(types))


def _condition(cadre: Cadre) -> Iterator[Problem]:
    named = cadre.option("condition")
    leader = cadre.leader
    if leader is None:
        return
    names = ", ".join(one.name for one in cadre.conditions)
    fits = any(named.casefold() in (one.code, one.name.casefold()) for one in cadre.conditions)
    if named and cadre.conditions and not fits:
        yield Problem(
            rule="RK-FCON",
            message=f"{named} is no faction condition of a cadre that {leader.name} leads: {names}.",
            entries=(leader.code,),
            have=named,
            need=names,
            source="Faction Conditions",
        )
    elif not named and leader.trait:
        yield Problem(
            rule="RK-FCON",
            severity="warning",
            message=f"{leader.name} is {leader.trait}: one faction condition is to be chosen: {names}.",
            entries=(leader.code,),
            need=names,
            source="Faction Conditions",
        )


def _problem(rule: str, unit: Unit, message: str, have: str | None = None, need: str | None = None) -> Problem:
    return Problem(rule=rule, message=message, entries=(unit.code,), have=have, need=need, source=_source(rule))


def _not_known(rule: str, unit: Unit, what: str) -> Problem:
    message = f"The {what} of {unit.name} is not known, so this could not be judged."
    return Problem(rule=rule, severity="warning", message=message, entries=(unit.code,), source=_source(rule))


def _source(rule: str) -> str:
    return "Radiant" if "RAD" in rule else "Void" if "VOID" in rule else "Choose a Leader"
