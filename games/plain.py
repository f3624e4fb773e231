"""Plain values, such as JSON has, and JSON Pointers (RFC 6901) into them."""

from typing import Any

import msgspec


def plain(value: Any) -> Any:
    """A value as its JSON would be read back: a tuple is a list then, a key a string."""
    return msgspec.json.decode(msgspec.json.encode(value))


def set_at(document: Any, pointer: str, value: Any) -> Any:
    """A copy of ``document`` with ``value`` at ``pointer``, which must exist already. Raises ``LookupError``."""
    if pointer == "":
        return value
    if not pointer.startswith("/"):
        raise LookupError(f"{pointer!r} is no JSON Pointer: it must begin with /")
    key, slash, rest = pointer[1:].partition("/")
    key = key.replace("~1", "/").replace("~0", "~")
    if isinstance(document, dict):
        if key not in document:
            raise LookupError(f"there is no {key!r} here")
        return {**document, key: set_at(document[key], slash + rest, value)}
    if isinstance(document, list | tuple):
        if not key.isascii() or not key.isdigit() or int(key) >= len(document):
            raise LookupError(f"there is no item {key!r} here; there are {len(document)}")
        index = int(key)
        return [*document[:index], set_at(document[index], slash + rest, value), *document[index + 1 :]]
    raise LookupError(f"there is nothing inside a plain value, so no {key!r}")
