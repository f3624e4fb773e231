"""The values of a card of one's own, checked one by one against the shape that the game gives its cards. Pure."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from cards.card_shapes import left_open, shapes_of, types_of
from cards.formats.decoding import clean
from cards.layers import filled, without_unknown
from cards.tables.table import why_not
from games.decider import Game
from games.faults import fault_of

LONGEST_NAME = 200
LONGEST_TEXT = 4000
TRUTHS = {"yes": True, "true": True, "1": True, "x": True, "no": False, "false": False, "0": False}


class ValueFault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with one value: its field, with what is inside it (``sides.front``), and words."""

    field: str
    message: str


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A card as the game types it (``None``: it cannot be), and every fault of its values."""

    card: Any
    faults: tuple[ValueFault, ...] = ()

    @property
    def values(self) -> dict[str, Any]:
        """Its values as plain JSON, without its code and what is not known."""
        values = without_unknown(msgspec.to_builtins(self.card))
        values.pop("code")
        return values


def check_card(game: Game, code: str, values: dict[str, Any], *, loose: bool = False) -> Checked:
    """A card of one's own. In a ``loose`` table text stands for numbers, truth values and lists as well."""
    kind = values.get("kind")
    kinds = shapes_of(game)
    if isinstance(kind, str) and loose:
        kind = kind.casefold()
    if not isinstance(kind, str) or kind not in kinds:
        said = "There is no kind of card" if kind is None else f"{str(kind)[:40]!r} is no kind of card"
        return Checked(card=None, faults=(ValueFault(field="kind", message=f"{said}; there are {', '.join(kinds)}."),))
    found: dict[str, Any] = {"kind": kind, "code": code}
    faults: list[ValueFault] = []
    types = types_of(game, kind)
    for field, value in values.items():
        if field in ("kind", "code"):
            continue
        if field not in types:
            message = f"A {kind} has no such value; it has {', '.join(types)}."
            faults.append(ValueFault(field=field, message=message))
            continue
        as_type, info, _ = types[field]
        plain = loosened(value, info) if loose else value
        found[field] = clean(plain) if field == "name" and isinstance(plain, str) else plain
        faults += _faults(field, found[field], as_type, info, loose)
    found = left_open(game, kind) | found
    faults += [
        ValueFault(field=field, message=f"A {kind} needs this value.")
        for field, (_, _, required) in types.items()
        if required and field not in found
    ]
    if faults:
        return Checked(card=None, faults=tuple(faults))
    return Checked(card=msgspec.convert(found, game.card, strict=not loose))


def check_override(game: Game, printed: Any, values: dict[str, Any], *, loose: bool = False) -> Checked:
    """A built-in card with other values; what is null is not known here, whatever is printed."""
    merged = filled(without_unknown(msgspec.to_builtins(printed)), values)
    return check_card(game, printed.code, merged, loose=loose)


def _faults(field: str, value: Any, as_type: Any, info: Any, loose: bool) -> Iterator[ValueFault]:
    if field == "name" and (not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME):
        yield ValueFault(field=field, message=f"A name has 1 to {LONGEST_NAME} characters.")
        return
    if odd := why_not(value):
        yield ValueFault(field=field, message=odd)
        return
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        yield ValueFault(
            field=field, message=f"A text has at most {LONGEST_TEXT} characters; this one has {len(value)}."
        )
        return
    try:
        msgspec.convert(value, as_type, strict=not loose)
    except msgspec.ValidationError as error:
        fault = fault_of(error)
        message = f"{shown(value)} is not {expected(info)}." if fault.path == "$" else fault.sentence
        yield ValueFault(field=field + fault.path[1:], message=message)


def shown(value: Any) -> str:
    """A value as a message shows it."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 40 else f"{text[:40]}…"


def expected(info: Any) -> str:
    """What a field can have, in words."""
    match info:
        case inspect.UnionType():
            return " or ".join(expected(one) for one in info.types if not isinstance(one, inspect.NoneType))
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, info.values))}"
        case inspect.BoolType():
            return "yes or no (true or false)"
        case inspect.IntType():
            bounds = "" if info.ge is None else f" from {info.ge}" + ("" if info.le is None else f" to {info.le}")
            return f"a whole number{bounds}"
        case inspect.FloatType():
            return "a number"
        case inspect.StrType():
            return "a text"
        case inspect.StructType():
            return f"an object with {', '.join(field.name for field in info.fields)}"
        case inspect.VarTupleType() | inspect.TupleType():
            return "a list"
        case _:
            return "an object"


def loosened(value: Any, info: Any) -> Any:
    """A value of a table as what its field asks for, as far as the text can be meant as that; unchanged otherwise."""
    match info:
        case inspect.UnionType():
            inner = [one for one in info.types if not isinstance(one, inspect.NoneType)]
            return loosened(value, inner[0]) if value is not None and len(inner) == 1 else value
        case inspect.StrType():
            return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
        case inspect.LiteralType():
            return _one_of(value, info.values)
        case inspect.BoolType():
            return TRUTHS.get(str(value).casefold(), value)
        case inspect.VarTupleType():
            return [loosened(one, info.item_type) for one in _list_in(value)] if value is not None else value
        case inspect.StructType():
            return _object_in(value, info)
        case inspect.DictType():
            return _json_in(value, "{")
        case _:
            return value


def _one_of(value: Any, choices: tuple[Any, ...]) -> Any:
    """The choice that a text means, in any case of letters, with spaces or underscores."""
    if not isinstance(value, str):
        return value
    wanted = value.casefold().replace(" ", "_")
    return next((one for one in choices if str(one).casefold().replace(" ", "_") == wanted), value)


def _list_in(value: Any) -> list[Any]:
    plain = _json_in(value, "[")
    if isinstance(plain, str):
        return [part.strip() for part in plain.replace("\n", ";").split(";") if part.strip()]
    return plain if isinstance(plain, list) else [plain]


def _object_in(value: Any, info: inspect.StructType) -> Any:
    """An object, its values loosened; a text is the name of one that has a name."""
    plain = _json_in(value, "{")
    types = {field.name: field.type for field in info.fields}
    if isinstance(plain, str) and "name" in types:
        return {"name": plain}
    if isinstance(plain, dict):
        return {key: loosened(inner, types[key]) if key in types else inner for key, inner in plain.items()}
    return plain


def _json_in(value: Any, sign: str) -> Any:
    """What a text that begins as JSON says; the text itself where it is none."""
    if not isinstance(value, str) or not value.startswith(sign):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return value
