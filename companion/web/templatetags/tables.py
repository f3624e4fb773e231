"""What templates need to show any game's state, commands and events in words."""

import json
from functools import lru_cache
from typing import Any

from django import template
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def at(mapping: Any, key: Any) -> Any:
    """What a mapping has under a key, or a list at a place; nothing where there is none."""
    try:
        return mapping[key]
    except (KeyError, IndexError, TypeError):
        return None


@register.filter
def key(square: Any) -> str:
    """``[3, 4]`` as ``3,4``."""
    return ",".join(map(str, square)) if square else ""


@register.filter
def only(items: Any, condition: str) -> list[Any]:
    """Items whose field is so: ``only:"kind=hero"``; the value is compared as a word."""
    field, _, value = condition.partition("=")
    return [item for item in items or () if str(item.get(field)) == value]


@register.filter
def owned(items: Any, seat: Any) -> list[Any]:
    """Items of a seat."""
    return [item for item in items or () if item.get("owner") == seat]


@register.filter
def at_seat(items: Any, seat: Any) -> Any:
    """What belongs to a seat, in a list in the order of the seats."""
    return at(items, int(seat) - 1)


@register.filter
def other_of_two(seat: Any) -> int:
    """The other seat of a game for two."""
    return 3 - int(seat)


@register.filter
def split(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


@register.filter
def pairs(text: str) -> list[tuple[str, str]]:
    """``name:Its%words other:Other`` as pairs."""
    return [(name, label.replace("%", " ")) for name, _, label in (word.partition(":") for word in text.split())]


@register.filter
def with_mode(commands: Any, mode: str) -> bool:
    """Whether one of the commands is of that mode."""
    return any(command.get("mode") == mode for command in commands or ())


@register.filter
def percent(value: float) -> str:
    """A share of one in per cent, to a tenth."""
    return f"{value * 100:.1f} %"


@register.filter
def as_json(value: Any) -> str:
    """Plain values as compact JSON."""
    return json.dumps(value, separators=(",", ":"))


@register.filter
def up_to(number: Any) -> range:
    """1, 2, … number."""
    return range(1, int(number or 0) + 1)


@register.filter
def words(name: Any) -> str:
    """``play_move`` as ``Play move``."""
    text = str(name).replace("_", " ")
    return text[:1].upper() + text[1:]


@register.simple_tag
def command(**fields: Any) -> str:
    """A command as JSON, for the value of a button."""
    return as_json(fields)


@lru_cache(maxsize=64)
def phrases(game: str) -> dict[str, str]:
    """Words for commands, events and phases: lines ``command.deal: Deal the cards``, of any game and its own."""
    return _phrases_in("any") | _phrases_in(game)


def _phrases_in(folder: str) -> dict[str, str]:
    try:
        source = get_template(f"web/games/{folder}/words.txt").template.source  # type: ignore[attr-defined]
    except TemplateDoesNotExist:
        return {}
    lines = (line.partition(": ") for line in source.splitlines() if ": " in line)
    return {name: text for name, _, text in lines}


class Missing(dict[str, Any]):
    """A phrase may name a field that this one has not."""

    def __missing__(self, name: str) -> str:
        return ""


@register.simple_tag(takes_context=True)
def say(context: Any, kind: str, data: dict[str, Any]) -> str:
    """A command or an event in words: the game's own phrase, else its name and its fields."""
    return in_words(phrases(context["now"]["game"]), kind, data, context["own"], context.get("seat"))


@register.simple_tag(takes_context=True)
def phrase(context: Any, kind: str, name: str) -> str:
    """The game's own phrase for a name, else the name."""
    return phrases(context["now"]["game"]).get(f"{kind}.{name}") or words(name)


@register.simple_tag(takes_context=True)
def phase_words(context: Any) -> str:
    """The phase in words."""
    phase = context["now"]["phase"]
    return phrases(context["now"]["game"]).get(f"phase.{phase}") or words(phase)


def in_words(own_phrases: dict[str, str], kind: str, data: dict[str, Any], state: dict[str, Any], seat: Any) -> str:
    """See :func:`say`."""
    fields = {name: value_in_words(name, value, state, seat) for name, value in data.items() if name != "type"}
    variant = next(
        (f"{kind}.{data['type']}.{n}" for n, v in data.items() if v and f"{kind}.{data['type']}.{n}" in own_phrases), ""
    )
    phrase = own_phrases.get(variant) or own_phrases.get(f"{kind}.{data['type']}")
    if phrase is not None:
        return "" if phrase == "-" else phrase.format_map(Missing(fields)).strip()
    rest = [text for name, text in fields.items() if name not in ("seat", "digest") and text]
    return ": ".join([words(data["type"]), ", ".join(rest)]) if rest else words(data["type"])


def value_in_words(name: str, value: Any, state: dict[str, Any], seat: Any) -> str:
    """One field: a card by its name, a square as ``3,4``, a piece by what it is and whose."""
    if value is None or value is False or value == []:
        return ""
    if name in ("seat", "by", "first", "owner") and isinstance(value, int):
        return "You" if value == seat else f"Seat {value}"
    if name in ("piece", "target", "carrier") and isinstance(value, int):
        return piece_in_words(value, state, seat)
    if isinstance(value, str):
        card = (state.get("cards") or {}).get(value)
        return str(card["name"]) if card else value.replace("_", " ")
    if isinstance(value, list):
        if (len(value) == 2 and all(isinstance(one, int) for one in value) and "square" in name) or name == "origin":
            return key(value)
        return " and ".join(value_in_words(name, one, state, seat) for one in value)
    if isinstance(value, dict):
        inner = (value_in_words(field, one, state, seat) for field, one in value.items())
        return " ".join(text for text in inner if text)
    return "yes" if value is True else str(value)


def piece_in_words(number: int, state: dict[str, Any], seat: Any) -> str:
    """``your Hero``; ``Minion 3 of seat 2``; the number where the state has no such piece."""
    piece = next((one for one in state.get("pieces") or () if one.get("id") == number), None)
    if piece is None or "kind" not in piece:
        return f"piece {number}"
    kind = words(piece["kind"])
    named = kind if kind == "Hero" else f"{kind} {number}"
    return f"your {named}" if piece.get("owner") == seat else f"{named} of seat {piece.get('owner')}"


@register.filter
def readable(value: Any) -> SafeString | str:
    """A plain value of any depth as nested lists, for a game that has no table of its own."""
    return get_template("web/parts/value.html").render({"value": value})


@register.filter
def kind_of(value: Any) -> str:
    """``map``, ``list`` or ``word``."""
    return "map" if isinstance(value, dict) else "list" if isinstance(value, list | tuple) else "word"
