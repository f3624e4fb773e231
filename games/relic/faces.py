"""From a Relic card to what its face shows: a threat's colour, its line of types, its icons one by one."""

from typing import Any

import msgspec

from games.catalogue import Catalogue
from games.relic.cards import AnyCard, Threat


def face_fields(card: AnyCard, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """A card's fields as plain values; of a threat, ``hue``, ``type_line`` and ``icons`` as well."""
    fields: dict[str, Any] = msgspec.to_builtins(card)
    return fields | (_of_threat(card) if isinstance(card, Threat) else {})


def _of_threat(card: Threat) -> dict[str, Any]:
    icons = ["omen"] * bool(card.omen) + ["threat"] * bool(card.threat) + ["charge"] * (card.charges or 0)
    return {
        "hue": card.attribute or "unknown",
        "type_line": " – ".join(filter(None, (card.type, card.trait))),
        "no_value": card.type in ("event", "encounter", "asset"),
        "icons": icons,
    }
