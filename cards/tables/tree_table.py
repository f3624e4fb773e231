"""JSON and YAML: a list of objects, one a card, or an object that has such a list under ``cards``."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import yaml

from cards.tables.csv_table import text_of
from cards.tables.table import (
    MOST_FAULTS,
    MOST_ROWS,
    CellFault,
    Column,
    Row,
    Table,
    TableRefused,
    TableTooLarge,
    column_name,
    columns_of,
    too_many_rows,
    why_not,
)
from games.plain import NameTwice, first_twice

MOST_YAML_BYTES = 2 * 1024 * 1024
MOST_EVENTS = 1_000_000
YAML_DEPTH = 20
BASE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class PlainLoader(BASE):  # type: ignore[misc, valid-type]
    """Safe YAML in which what is no plain number is the text that it is written as: a date, ``+1``, ``007``, ``1:30``.

    A name is always a text, and stands once in its mapping.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Called for every mapping."""
        names: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                key.tag = "tag:yaml.org,2002:str"
                if key.value in names:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"{key.value[:40]!r} stands twice in one mapping", key.start_mark
                    )
                names.add(key.value)
        found: dict[Any, Any] = super().construct_mapping(node, deep)
        return found


_NUMBERS = {
    "int": r"-?[1-9][0-9]*|0",
    "float": r"-?(?:[1-9][0-9]*|0)\.(?:0|[0-9]*[1-9])|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
    "bool": "true|True|TRUE|false|False|FALSE|yes|no",
}
"""The values that are no text: those that are shown again as they are written."""


def _resolvers() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    tags = {f"tag:yaml.org,2002:{name}": re.compile(f"(?:{shape})$") for name, shape in _NUMBERS.items()}
    tags_left_out = {*tags, "tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge", "tag:yaml.org,2002:value"}
    usual = {
        sign: [(tag, pattern) for tag, pattern in resolvers if tag not in tags_left_out]
        for sign, resolvers in BASE.yaml_implicit_resolvers.items()
    }
    for tag, pattern in tags.items():
        for sign in "-+.0123456789tTfFyn":
            usual.setdefault(sign, []).append((tag, pattern))
    return usual


PlainLoader.yaml_implicit_resolvers = _resolvers()


class _Twice(dict[str, Any]):
    """An object of JSON in which a ``name`` stands twice."""

    name = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    odd = _Twice(found)
    odd.name = first_twice(name for name, _ in pairs) or ""
    return odd


def _twice_in(value: Any) -> str | None:
    """The name that stands twice in an object, or in one inside it."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, _Twice):
            return one.name
        waiting += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return None


def read_json(data: bytes) -> Table:
    """The table of a JSON text. Raises :class:`TableRefused`."""
    encoding, text = text_of(data)
    try:
        msgspec.json.decode(text.encode("utf-8", "surrogatepass"))  # stricter than what follows
        value = json.loads(text, object_pairs_hook=_object)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TableRefused(CellFault(message=f"The file is no JSON: {error}.")) from None
    except RecursionError:
        raise TableRefused(CellFault(message="The file is nested too deeply.")) from None
    if isinstance(value, _Twice):
        raise TableRefused(CellFault(message=str(NameTwice(value.name))))
    items = _list_in(value)
    return _table("json", encoding, items, range(1, len(items) + 1))


def read_yaml(data: bytes) -> Table:
    """The table of a YAML text. Anchors, tags and second documents are refused. Raises :class:`TableRefused`."""
    if len(data) > MOST_YAML_BYTES:
        message = f"The file has {len(data)} bytes; of YAML {MOST_YAML_BYTES} are read at the most."
        raise TableTooLarge(CellFault(message=message))
    encoding, text = text_of(data)
    try:
        _check_events(text)
        node = yaml.compose(text, Loader=PlainLoader)
        value = yaml.load(text, Loader=PlainLoader)  # noqa: S506 - a safe one
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise TableRefused(
            CellFault(row=line, message=f"The file is no YAML: {error.problem or error.context}.")
        ) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise TableRefused(CellFault(message=f"The file is no YAML: {error}.")) from None
    return _table("yaml", encoding, _list_in(value), tuple(_lines(node)))


def _check_events(text: str) -> None:
    """Before anything is built: no aliases (one may stand for a billion values), no endless nesting."""
    depth = documents = 0
    for count, event in enumerate(yaml.parse(text, Loader=PlainLoader)):
        line = event.start_mark.line + 1 if event.start_mark else None
        if count > MOST_EVENTS:
            raise TableTooLarge(CellFault(row=line, message="The file holds too many values."))
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise TableRefused(
                CellFault(row=line, message="Anchors and aliases are not read here; write the value out.")
            )
        if (tag := getattr(event, "tag", None)) is not None and tag != "!":
            raise TableRefused(CellFault(row=line, message=f"The tag {tag} is not read here."))
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if depth > YAML_DEPTH or documents > 1:
            what = "is nested too deeply" if depth > YAML_DEPTH else "holds a second document"
            raise TableRefused(CellFault(row=line, message=f"The file {what}."))


def _list_in(value: Any) -> list[Any]:
    items = value.get("cards") if isinstance(value, dict) else value
    if not isinstance(items, list):
        message = "The file is no list of cards, nor an object with such a list under 'cards'."
        raise TableRefused(CellFault(message=message))
    return items


def _lines(node: yaml.Node | None) -> Iterator[int]:
    if isinstance(node, yaml.MappingNode):
        node = next((inner for key, inner in node.value if key.value == "cards"), None)
    if isinstance(node, yaml.SequenceNode):
        for inner in node.value:
            yield inner.start_mark.line + 1


def _table(kind: Any, encoding: str, items: list[Any], numbers: Any) -> Table:
    if len(items) > MOST_ROWS:
        raise too_many_rows()
    rows: list[Row] = []
    faults: list[CellFault] = []
    written: dict[str, str] = {}
    for number, item in zip(numbers, items, strict=True):
        try:
            values = _values(number, item, written)
        except TableRefused as refused:
            faults += refused.faults[: MOST_FAULTS - len(faults)]
            continue
        if values:
            rows.append(Row(number=number, values=values))
    if faults:
        raise TableRefused(*faults)
    columns: tuple[Column, ...] = columns_of(list(written.values())) if written else ()
    return Table(format=kind, columns=columns, rows=tuple(rows), encoding=encoding)


def _values(number: int, item: Any, written: dict[str, str]) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise TableRefused(CellFault(row=number, message="This is no object with the values of a card."))
    if (twice := _twice_in(item)) is not None:
        raise TableRefused(CellFault(row=number, message=str(NameTwice(twice))))
    faults, values = [], {}
    for key, value in item.items():
        name = column_name(str(key))
        message = why_not(str(key)) or why_not(value)
        if not name or name in values:
            message = message or f"{key!r} stands twice here, or is no name."
        if message:
            faults.append(CellFault(row=number, column=name or None, message=message))
        else:
            written.setdefault(name, str(key))
            values[name] = value
    if faults:
        raise TableRefused(*faults)
    return values
