"""From a card to what its face shows: every field of an entity, unknown ones empty, and lines made for the eye."""

from typing import Any

import msgspec

from games.catalogue import Catalogue
from games.phoenix_covenant.cards import AnyCard, DeckCard, Entity, Spell, Structure, Unit

_BLANK = dict.fromkeys((*Entity.__struct_fields__, "timing", "commander", "gates", "upgrade"))
_SIDES = ("front_left", "front", "front_right", "left", "right", "rear_left", "rear", "rear_right")
_ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_SUPPLY = {True: "pays Supply", False: "no Supply", None: None}


def face_fields(card: AnyCard, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """A card's fields as plain values, those of another kind of card empty, and:

    ``type_line``, ``tier_mark`` (roman), ``reach`` ("melee", "1–2"), ``supply_line``, ``belongs`` (faction, corps).
    """
    fields: dict[str, Any] = _BLANK | msgspec.to_builtins(card)
    fields["sides"] = dict.fromkeys(_SIDES) | (fields["sides"] or {})
    tier, reach = fields["tier"], fields["range"]
    return fields | {
        "type_line": _type_line(card),
        "tier_mark": None if tier is None else _ROMAN[tier] if 0 <= tier < len(_ROMAN) else str(tier),
        "reach": f"{reach['least']}–{reach['greatest']}"
        if reach
        else fields["attack"]
        if isinstance(card, Unit)
        else None,
        "supply_line": _SUPPLY[fields["supply"]],
        "belongs": " · ".join(filter(None, (fields["faction"], fields["corps"]))),
    }


def _type_line(card: AnyCard) -> str:
    words = {"card": "Unit or spell"}.get(card.kind, card.kind.capitalize())
    if isinstance(card, Spell):
        words = f"{card.timing.capitalize()} spell" if card.timing else "Spell"
    if isinstance(card, Unit) and card.commander:
        words = "Commander"
    keywords = ", ".join(card.keywords or ())
    unique = "Unique " if card.unique and not isinstance(card, Structure | DeckCard) else ""
    return f"{unique}{words} – {keywords}" if keywords else f"{unique}{words}"
