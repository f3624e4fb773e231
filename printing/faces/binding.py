"""How a layout speaks of a card's fields: ``{name}`` in a text, ``[optional {part}]``, conditions."""

import re
from collections.abc import Mapping
from typing import Any

Fields = Mapping[str, Any]
Condition = str | dict[str, Any]

_PART = re.compile(r"\[\[|\]\]|\{\{|\}\}|\{([a-z0-9_.]+)\}|\[([^\[\]]*)\]")
MOST_ITEMS = 1000
"""Of a list that a face shows item by item."""

MOST_CHARACTERS = 20_000
"""Of a text with its fields filled in."""

_LITERAL = {"[[": "[", "]]": "]", "{{": "{", "}}": "}"}


class FaceFault(ValueError):
    """A layout and a card that do not go together: words that name the face, its element and the field."""


class NoField(FaceFault):
    """A layout asks for a field that the card does not have."""

    def __init__(self, path: str, fields: Fields) -> None:
        super().__init__(f"no field {path!r}; the card has {', '.join(sorted(map(str, fields)))}")


def look_up(fields: Fields, path: str) -> Any:
    """The value at ``a.b.0`` in the fields. Raises :class:`NoField`."""
    value: Any = fields
    for key in path.split("."):
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list | tuple) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            raise NoField(path, fields)
    return value


def listed(fields: Fields, path: str) -> list[Any]:
    """The list at a path; an unknown one is empty. Raises :class:`FaceFault` where there is something else."""
    value = look_up(fields, path)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise FaceFault(f"field {path!r} is {value!r}, no list")
    if len(value) > MOST_ITEMS:
        raise FaceFault(f"field {path!r} has {len(value)} items; a face shows {MOST_ITEMS} at the most")
    return list(value)


def words(value: Any) -> str:
    """A value as text: nothing for an unknown one, a list with commas."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(words, value))
    return str(value)


def fill(template: str, fields: Fields) -> str:
    """A template with the fields in place; a ``[part]`` vanishes when a field in it is empty.

    Raises :class:`NoField`, and :class:`FaceFault` where it becomes longer than any card can show.
    """
    length = 0

    def filled(found: re.Match[str]) -> str:
        nonlocal length
        if found[0] in _LITERAL:
            return _LITERAL[found[0]]
        part = words(look_up(fields, found[1])) if found[1] is not None else _optional(found[2], fields)
        length += len(part)
        if length > MOST_CHARACTERS:
            raise FaceFault(f"a text of more than {MOST_CHARACTERS} characters")
        return part

    return _PART.sub(filled, template)


def _optional(part: str, fields: Fields) -> str:
    for found in _PART.finditer(part):
        if found[1] is not None and not words(_look_up_or_none(fields, found[1])):
            return ""
    return fill(part, fields)


def _look_up_or_none(fields: Fields, path: str) -> Any:
    try:
        return look_up(fields, path)
    except NoField:
        return None


def holds(condition: Condition, fields: Fields) -> bool:
    """A field that is there and not empty; or, of a mapping, every field equal to its value or among its values."""
    if isinstance(condition, str):
        return bool(_look_up_or_none(fields, condition))
    for path, wanted in condition.items():
        value = _look_up_or_none(fields, path)
        if value not in (wanted if isinstance(wanted, list) else [wanted]):
            return False
    return True
