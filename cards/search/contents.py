"""What of a card a search looks at: its words, and its fields by name. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from cards.card_shapes import shapes_of
from cards.names import fold
from games.catalogue import Catalogue
from games.decider import Game

TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
LONGEST_TEXT = 4000
WORD, NAME_WORD = "*word", "*name"
"""What the index keeps words under, and words of names; no field is called so."""

SEPARATOR = " | "
"""Between the words of two values: no phrase goes across it."""


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """A card as the index keeps it: folded."""

    code: str
    name: str
    words: str
    fields: tuple[tuple[str, str, float | None], ...]
    """Name, text, number."""


def plain_text(value: Any) -> str:
    """A value as searches know it: folded, with spaces for underscores."""
    return fold(str(value)).replace("_", " ")


def words_in(text: str) -> str:
    """The words of a text, folded, with one space between them."""
    return " ".join(TOKEN.findall(fold(text)))


def words_once(words: str) -> frozenset[str]:
    """Each word of a card once."""
    return frozenset(words.replace(SEPARATOR, " ").split())


def contents_of(card: Any, origin: str) -> Contents:
    """What a search finds a card by. ``origin`` is that of its set."""
    plain = msgspec.to_builtins(card)
    values = [*_flat(plain), ("set", card.set), ("origin", origin)]
    texts = [card.name, *(value for name, value in values if isinstance(value, str) and name not in UNREAD)]
    words = SEPARATOR.join(dict.fromkeys(filter(None, map(words_in, texts))))
    return Contents(
        code=card.code,
        name=fold(card.name),
        words=f" {words} ",
        fields=tuple(dict.fromkeys(_entry(name, value) for name, value in values if name not in ("name", "code"))),
    )


UNREAD = frozenset({"name", "code", "kind", "set", "origin"})
"""Fields whose values are no words of the card."""


def _entry(name: str, value: Any) -> tuple[str, str, float | None]:
    if isinstance(value, bool):
        return name, "true" if value else "false", None
    number = float(value) if isinstance(value, int | float) else None
    return name, plain_text(value)[:LONGEST_TEXT], number


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Names and single values. Of a list, every item has the list's name; an object in one is known by its own name."""
    match value:
        case None:
            return
        case dict():
            if name and isinstance(value.get("name"), str):
                yield name, value["name"]
            for key, inner in value.items():
                yield from _flat(inner, f"{name}.{key}" if name else key)
        case list() | tuple():
            for inner in value:
                yield from _flat(inner, name)
        case _:
            yield name, value


def contents_of_catalogue(catalogue: Catalogue) -> tuple[Contents, ...]:
    """Every card's, in the order of the catalogue; made once, kept as long as the catalogue is."""
    kept = vars(catalogue)
    if "search_contents" not in kept:
        origins = {one.code: one.origin for one in catalogue.sets}
        kept["search_contents"] = tuple(contents_of(card, origins.get(card.set, "own")) for card in catalogue.cards)
    found: tuple[Contents, ...] = kept["search_contents"]
    return found


def labels_of(catalogue: Catalogue) -> dict[tuple[str, str], str]:
    """Field and folded text -> the text as it is written; kept as long as the catalogue is."""
    kept = vars(catalogue)
    if "search_labels" not in kept:
        values = (pair for card in catalogue.cards for pair in _flat(msgspec.to_builtins(card)))
        kept["search_labels"] = {(name, plain_text(text)): text for name, text in values if isinstance(text, str)}
    found: dict[tuple[str, str], str] = kept["search_labels"]
    return found


@lru_cache
def fields_of(game: Game) -> frozenset[str]:
    """Every field that some card of the game can have. One that ends in ``.*`` has any name behind the dot."""
    found = {"set", "origin", "kind", "name", "code"}
    for shape in shapes_of(game).values():
        for field in shape.fields:
            found |= set(_names(field.type, field.name))
    return frozenset(found)


def _names(info: Any, name: str) -> Iterator[str]:
    match info:
        case inspect.UnionType():
            for inner in info.types:
                yield from _names(inner, name)
        case inspect.VarTupleType():
            yield from _names(info.item_type, name)
        case inspect.TupleType():
            for inner in info.item_types:
                yield from _names(inner, name)
        case inspect.StructType():
            if any(field.name == "name" for field in info.fields):
                yield name
            for field in info.fields:
                yield from _names(field.type, f"{name}.{field.name}")
        case inspect.DictType():
            yield f"{name}.*"
        case inspect.NoneType():
            return
        case _:
            yield name


def field_named(game: Game, name: str) -> str | None:
    """The field that a name means: itself, or what there are several of (``trait``: ``traits``); ``None``: none."""
    fields = fields_of(game)
    plural = f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
    found = next((one for one in (name, plural) if one in fields), None)
    return found or next((name for one in fields if one.endswith(".*") and name.startswith(one[:-1])), None)
