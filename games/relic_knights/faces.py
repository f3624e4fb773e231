"""From a Relic Knights card to what its faces show: the tracker's tracks, the lines of the reference card."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games.catalogue import Catalogue
from games.relic_knights.cards import AnyCard, Esper, tables_of
from games.relic_knights.units import Skill, Unit, UnitAbility, UnitAction

_TYPES = {
    "relic_knight": "Relic Knight",
    "questing_knight": "Questing Knight",
    "cypher": "Cypher",
    "unique": "Unique",
    "minion": "Minion",
}
_SKILLS = ("melee", "ranged", "psychic")

Line = dict[str, str]
"""One paragraph of a reference card: ``heading`` and ``text``, with icons as ``:law:``."""


def prints(card: AnyCard) -> tuple[tuple[str, int], ...]:
    """A unit has a tracker and a reference card, a knight's being double; the esper deck has each face three times."""
    match card:
        case Unit() if card.is_knight:
            return (("tracker", 1), ("reference_abilities", 1), ("reference_actions", 1))
        case Unit():
            return (("tracker", 1), ("reference", 1))
        case Esper():
            return (("esper", card.copies),)
        case _:
            return ((card.kind, 1),)


def face_fields(card: AnyCard, catalogue: Catalogue) -> dict[str, Any]:
    """A card's fields as plain values and ``hue``, the name of its colour; of units see :func:`_of_unit`."""
    fields: dict[str, Any] = msgspec.to_builtins(card)
    if isinstance(card, Unit):
        return fields | _of_unit(card, catalogue)
    kind = fields.get("esper") or fields.get("primary") or fields.get("special")
    if card.kind == "condition" and fields["faction"]:
        kind = tables_of(catalogue).affinity_of(fields["faction"])
    return fields | {"hue": kind or "neutral", "type_line": f"{fields.get('group', card.kind)} condition".capitalize()}


def _of_unit(unit: Unit, catalogue: Catalogue) -> dict[str, Any]:
    abilities = [_ability(one, _words(catalogue)) for one in unit.abilities]
    abilities += [
        {"heading": heading, "text": text}
        for heading, text in (("Cadre Ability", unit.cadre_ability), ("Esper Expression", unit.esper_expression))
        if text
    ]
    actions = [line for action in unit.actions for line in _action(action)]
    return {
        "hue": unit.affinity or (unit.trait or "neutral").lower(),
        "type_line": _type_line(unit),
        "cost_mark": _cost(unit),
        "speed_mark": f"{unit.speed.initial}-{unit.speed.follow_up}" if unit.speed else None,
        "models": f"{unit.squad.least}-{unit.squad.greatest}" if unit.squad else None,
        "skills": _skills(unit),
        "tracks": _tracks(unit),
        "harmed": unit.type != "cypher",
        "open_tracks": unit.health is None and unit.type != "cypher",
        "ability_lines": abilities,
        "action_lines": actions,
        "lines": [*abilities, *actions],
        "trait_line": ", ".join(unit.traits),
    }


def _type_line(unit: Unit) -> str:
    words = _TYPES.get(unit.type or "", "Unit")
    return f"{words} squad" if unit.squad else words


def _cost(unit: Unit) -> str | None:
    if unit.cost is None:
        return None
    return f"{unit.cost}(+{unit.extra_cost})" if unit.extra_cost else str(unit.cost)


def _skills(unit: Unit) -> dict[str, Any]:
    """A table of attack and defence; a dash where the unit has no value, nothing where it is not known."""
    skills = [getattr(unit, name) for name in _SKILLS]
    without = unit.type == "cypher"

    def mark(skill: Skill | None, side: str) -> str:
        value = None if skill is None else getattr(skill, side)
        return str(value) if value is not None else "–" if skill or without else ""

    rows = [
        [words, *(mark(skill, side) for skill in skills)]
        for words, side in (("Attack", "attack"), ("Defence", "defence"))
    ]
    return {"columns": ["", "Melee", "Ranged", "Psychic"], "rows": rows}


def _tracks(unit: Unit) -> list[list[int]] | None:
    """The damage hexes, a track for each model that the squad may have."""
    if unit.health is None:
        return None
    return [list(range(1, unit.health + 1))] * (unit.squad.greatest if unit.squad else 1)


def _words(catalogue: Catalogue) -> Mapping[str, str]:
    """What the rulebook says of abilities and esper actions, by their names without the part that varies."""
    tables = tables_of(catalogue)
    return {_plain(word.name): word.text for word in (*tables.abilities, *tables.esper_actions)}


def _plain(name: str) -> str:
    """``Armor 2`` and ``Armor X`` alike, ``Cypher [Wick]`` and ``Cypher [name]`` as well."""
    return re.sub(r"\[[^\]]*\]|\bX\b|\d+", "", name).strip().casefold()


def _ability(ability: UnitAbility, words: Mapping[str, str]) -> Line:
    return {"heading": ability.name, "text": ability.text or words.get(_plain(ability.name), "")}


def _action(action: UnitAction) -> Iterable[Line]:
    kind = (
        f":{action.attack}:"
        if action.attack
        else {"attack": ":guard:", "damage": ":armor:"}.get(action.prevents or "", "")
    )
    parts = [
        kind,
        _esper(action.cost),
        f"Damage {action.damage}." if action.damage is not None else "",
        action.text or "",
    ]
    yield {"heading": action.name, "text": " ".join(filter(None, parts))}
    for press in action.presses:
        yield {"heading": "", "text": f":press: {_esper(press.cost)} {press.effect}"}


def _esper(cost: Mapping[str, int]) -> str:
    return "".join(f"{points}:{kind}:" for kind, points in cost.items())
