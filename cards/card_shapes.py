"""The shapes that a game gives its cards, as far as a reader of values has to know them. Pure."""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from games.decider import Game


@lru_cache
def shapes_of(game: Game) -> dict[str, inspect.StructType]:
    """Kind of card -> its shape."""
    union = inspect.type_info(game.card)
    types = union.types if isinstance(union, inspect.UnionType) else (union,)
    return {str(one.tag): one for one in types if isinstance(one, inspect.StructType)}


@lru_cache
def types_of(game: Game, kind: str) -> dict[str, tuple[Any, Any, bool]]:
    """Field -> what to convert its value to, what that is, and whether a card must have it."""
    shape = shapes_of(game)[kind]
    types = {field.name: field.type for field in msgspec.structs.fields(shape.cls)}
    return {one.name: (types[one.name], one.type, one.required) for one in shape.fields if one.name != "code"}


def may_be_unknown(info: Any) -> bool:
    """Whether a field may be null: "not known"."""
    return isinstance(info, inspect.UnionType) and any(isinstance(one, inspect.NoneType) for one in info.types)


@lru_cache
def left_open(game: Game, kind: str) -> dict[str, None]:
    """The fields that a card of the kind must have and that may be null: null, where nothing is said of them."""
    return {
        name: None for name, (_, info, required) in types_of(game, kind).items() if required and may_be_unknown(info)
    }
