"""The options of a match as fields of a form, out of the type that the game gives them."""

from collections.abc import Iterable
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from django.http import QueryDict

from companion.problems import FieldError, unreadable


class Field(NamedTuple):
    """One option: the values that it can have, none for a number that is free; ``chosen`` is a word of the form."""

    name: str
    kind: Literal["choice", "flag", "number"]
    values: tuple[str, ...]
    chosen: str


def fields_of(options: Any, form: QueryDict) -> list[Field]:
    """A field for each option, with what the form has chosen already."""
    hints = get_type_hints(options)
    found = []
    for one in msgspec.structs.fields(options):
        usual = one.default if one.default is not msgspec.NODEFAULT else None
        kind, values = _kind(hints[one.name])
        chosen = form.get(f"option-{one.name}", _word(usual))
        found.append(Field(one.name, kind, values, chosen))
    return found


def _word(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _kind(hint: Any) -> tuple[Literal["choice", "flag", "number"], tuple[str, ...]]:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    values: list[str] = []
    for part in parts:
        if get_origin(part) is Literal:
            values += map(str, get_args(part))
    if values:
        return "choice", ("", *values) if type(None) in parts else tuple(values)
    return ("flag", ()) if bool in parts else ("number", ())


def read_options(options: Any, form: QueryDict) -> dict[str, Any]:
    """The options that a form names, as the API takes them. Raises ``Problem`` ``unreadable``."""
    read: dict[str, Any] = {}
    for field in fields_of(options, QueryDict()):
        word = form.get(f"option-{field.name}", "").strip()
        if field.kind == "flag":
            read[field.name] = word == "true"
        elif word:
            read[field.name] = _value(word, field)
    return read


def _value(word: str, field: Field) -> int | str:
    if field.kind == "choice" and not _numbers(field.values):
        return word
    if not (word.isascii() and word.removeprefix("-").isdigit() and len(word) < 10):
        message = f"{field.name} must be a whole number, not {word[:40]!r}."
        raise unreadable(message, FieldError(path=f"$.options.{field.name}", message=message))
    return int(word)


def _numbers(values: Iterable[str]) -> bool:
    return all(value.isdigit() for value in values if value)
