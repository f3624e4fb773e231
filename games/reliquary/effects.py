"""From a card's data to what its face shows: the terse line of an attack, and every field as plain values."""

from typing import Any, assert_never

from games.catalogue import Catalogue
from games.reliquary.cards import (
    Aegis,
    AgnosticMove,
    Aid,
    AnyCard,
    AnyEffect,
    Attack,
    BoardRow,
    Faction,
    Gale,
    Hook,
    Module,
    Ordeal,
    OrdealRow,
    Part,
    Passage,
    Rapture,
    RaptureRow,
    Rite,
    Strike,
    UniqueMove,
    Veil,
)

HOUSE_SET = "rq"
"""The set whose factions and Rites have colours and emblems of their own."""

WHO = {"hero": "Hero", "minion": "Minion", "any": "Any"}


def effect_line(effect: AnyEffect) -> str:
    """An effect in the fewest words: ``2 dmg, range 2, LoS``."""
    match effect:
        case Strike():
            return _strike_line(effect)
        case Hook():
            return f"draw an enemy beside you, range {effect.range}, clear line"
        case Gale():
            return f"step {effect.step}, then push {effect.push} each adjacent enemy"
        case Veil():
            return f"veil an enemy, range {effect.range}, LoS"
        case Passage():
            return f"swap with a friend, range {effect.range}, LoS"
        case Aegis():
            return "ward yourself"
        case Ordeal():
            return f"roll against an enemy, range {effect.range}, LoS"
        case Rapture():
            return "roll for steps"
        case _:
            assert_never(effect)


def _strike_line(strike: Strike) -> str:
    parts = [f"{strike.damage} dmg"] if strike.damage else []
    parts += [f"{word} {squares}" for word, squares in (("push", strike.push), ("pull", strike.pull)) if squares]
    reach = "adjacent" if strike.adjacent else f"range {strike.range}, LoS"
    line = f"{' + '.join(parts)}, {reach}"
    if strike.targets > 1:
        line += f", up to {strike.targets} enemies"
    match strike.then:
        case "step":
            line += "; then step 1"
        case "step_into_freed":
            line += "; on a kill it may step into the freed square"
        case "swap":
            line += f"; then may swap with a friendly Minion, range {strike.swap_range}, LoS"
        case None:
            pass
        case _:
            assert_never(strike.then)
    return line


def rolls_text(low: int, high: int) -> str:
    """The rolls of one row: ``1``, ``2–4``."""
    return str(low) if low == high else f"{low}–{high}"


def roll_lines(effect: AnyEffect) -> list[dict[str, str]]:
    """The rows of a gamble's table, as ``{"roll", "text"}``; none for what is no gamble."""
    if isinstance(effect, Ordeal):
        return [{"roll": rolls_text(row.low, row.high), "text": _ordeal_text(row)} for row in effect.rolls]
    if isinstance(effect, Rapture):
        return [{"roll": rolls_text(row.low, row.high), "text": _rapture_text(row)} for row in effect.rolls]
    return []


def _ordeal_text(row: OrdealRow) -> str:
    if row.self_damage:
        return f"it fails: {row.self_damage} dmg to the attacker"
    return f"{row.damage} dmg"


def _rapture_text(row: RaptureRow) -> str:
    return f"up to {row.steps} steps, turning freely" if row.up_to else f"step {row.steps}"


def modes(card: AnyCard) -> list[str]:
    """The modes in which a card may be used, as words that a face has icons for."""
    match card:
        case AgnosticMove():
            return ["move", "faction_attack", *(["escort"] if card.escort else [])]
        case UniqueMove():
            return ["move", "gamble" if card.gamble else "attack"]
        case Faction():
            return ["faction_attack"]
        case Rite():
            return ["rite"]
        case Module():
            return ["module"]
        case Aid():
            return []
        case _:
            assert_never(card)


def face_fields(card: AnyCard, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """What a printer needs of a card: words, numbers, lists of them, and nothing of Python.

    Every card: ``code name kind modes``. Moves: ``pattern`` ([dx, dy], dy forward), ``stamp``, ``escort``. Attacks:
    ``attacks`` ([{who, text}]) and ``rolls`` ([{roll, text}]). Factions: ``hp`` ([1, 2, …]), ``passive``, ``tall`` (its
    portrait is). Others: ``parts`` ([{heading, text}]), ``table`` ({columns, rows}), ``steps`` (the Vigil track).
    ``hue`` and ``emblem`` are the colour and the icon of a card that has its own.
    """
    fields: dict[str, Any] = {"code": card.code, "name": card.name, "kind": card.kind, "modes": modes(card)}
    fields |= {"hue": card.code, "emblem": card.code} if card.set == HOUSE_SET else {"hue": "ink", "emblem": "module"}
    match card:
        case AgnosticMove() | UniqueMove():
            fields |= {"pattern": [list(offset) for offset in card.pattern], "stamp": card.stamp}
            fields |= {"escort": card.escort}
            if isinstance(card, UniqueMove):
                fields |= _attack_fields(card.attacks)
        case Faction():
            fields |= _attack_fields(card.attacks)
            fields |= {"hp": list(range(1, card.hp + 1)), "passive": card.passive.text if card.passive else None}
            fields |= {"tall": card.passive is None}
        case Aid():
            fields |= {"parts": _part_fields(card.parts), "table": _table_fields(card), "steps": list(card.steps)}
        case Rite() | Module():
            fields |= {"parts": _part_fields(card.parts)}
        case _:
            assert_never(card)
    return fields


def _attack_fields(attacks: tuple[Attack, ...]) -> dict[str, Any]:
    return {
        "attacks": [{"who": WHO[one.who], "text": one.text or effect_line(one.effect)} for one in attacks],
        "rolls": [line for one in attacks for line in roll_lines(one.effect)],
    }


def _part_fields(parts: tuple[Part, ...]) -> list[dict[str, str]]:
    return [{"heading": part.heading, "text": part.text} for part in parts]


def _table_fields(card: Aid) -> dict[str, Any] | None:
    if not card.table:
        return None
    rows = [[_boards(row), str(row.minions), str(row.ruins), str(row.deploy_rows)] for row in card.table]
    return {"columns": ["Board", "Minions a side", "Ruins", "Deploy rows"], "rows": rows}


def _boards(row: BoardRow) -> str:
    return ", ".join(f"{size}×{size}" for size in row.boards)
