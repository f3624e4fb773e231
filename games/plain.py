"""Plain values, such as JSON has, and JSON Pointers (RFC 6901) into them."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import msgspec


def plain(value: Any) -> Any:
    """A value as its JSON would be read back: a tuple is a list then, a key a string."""
    return msgspec.json.decode(msgspec.json.encode(value))


def first_twice(names: Iterable[str]) -> str | None:
    """The first of some names that has stood among them before."""
    known: set[str] = set()
    for name in names:
        if name in known:
            return name
        known.add(name)
    return None


class NameTwice(ValueError):
    """A name stands twice in one object: of its two values the last would be taken without a word."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The name {name[:40]!r} stands twice in one object.")


def expect_names_once(text: str | bytes) -> None:
    """Raise :class:`NameTwice` for a JSON text with such an object; the text has been read as JSON before."""
    json.loads(text, object_pairs_hook=_names_once, parse_int=str, parse_float=str)


def _names_once(pairs: list[tuple[str, Any]]) -> None:
    if (twice := first_twice(name for name, _ in pairs)) is not None:
        raise NameTwice(twice)


def value_at(document: Any, pointer: str) -> Any:
    """The value at ``pointer``. Raises ``LookupError``."""
    found: list[Any] = []

    def keep(value: Any) -> Any:
        found.append(value)
        return value

    _at(document, pointer, keep)
    return found[0]


def set_at(document: Any, pointer: str, value: Any) -> Any:
    """A copy of ``document`` with ``value`` at ``pointer``, which must exist already. Raises ``LookupError``."""
    return _at(document, pointer, lambda _: value)


def _at(document: Any, pointer: str, change: Callable[[Any], Any]) -> Any:
    if pointer == "":
        return change(document)
    if not pointer.startswith("/"):
        raise LookupError(f"{pointer[:80]!r} is no JSON Pointer: it must begin with /")
    key, slash, rest = pointer[1:].partition("/")
    key = key.replace("~1", "/").replace("~0", "~")
    if isinstance(document, dict):
        if key not in document:
            raise LookupError(f"there is no {key[:80]!r} here")
        return {**document, key: _at(document[key], slash + rest, change)}
    if isinstance(document, list | tuple):
        if not (key.isascii() and key.isdigit() and len(key) < 10) or int(key) >= len(document):
            raise LookupError(f"there is no item {key[:80]!r} here; there are {len(document)}")
        index = int(key)
        return [*document[:index], _at(document[index], slash + rest, change), *document[index + 1 :]]
    raise LookupError(f"there is nothing inside a plain value, so no {key[:80]!r}")
