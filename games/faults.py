"""What is wrong with a value that was read, in words, for whoever has written it: msgspec tells it to programmers."""

import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec


class Fault(NamedTuple):
    """Where a value is not what it should be (``$.cards[0].count``), and what is wrong, without a full stop."""

    path: str
    message: str

    @property
    def sentence(self) -> str:
        """The message alone, as a sentence."""
        return sentence(self.message)


def sentence(message: str) -> str:
    """With a capital and a full stop."""
    return f"{message[:1].upper()}{message[1:]}".rstrip(".") + "."


_PLACE = re.compile(r"(.*?)(?: - at (`key` in )?`(.*)`)?", re.DOTALL)

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "datetime": "a time",
    "uuid": "an id",
}


_LIMITS = {
    ">=": "{} is the least",
    "<=": "{} is the most",
    ">": "it must be more than {}",
    "<": "it must be less than {}",
}


def fault_of(error: msgspec.ValidationError) -> Fault:
    """The one fault that an error tells of."""
    found = _PLACE.fullmatch(str(error))
    said, is_key, path = found.groups() if found else (str(error), None, None)
    message = _in_words(said)
    return Fault(path or "$", f"a name in it: {message}" if is_key else message)


def _in_words(said: str) -> str:
    for shape, tell in _SAYINGS:
        if found := shape.fullmatch(said):
            return tell(*found.groups(default=""))
    return f"{said[:1].lower()}{said[1:]}"


def _kinds(said: str) -> str:
    return " or ".join(_KINDS.get(kind, kind) for kind in said.split(" | "))


def _number(said: str) -> str:
    return said.removesuffix(".0")


def _limit(sign: str, number: str) -> str:
    words = {
        ">=": "{} is the least",
        "<=": "{} is the most",
        ">": "it must be more than {}",
        "<": "it must be less than {}",
    }
    return words[sign].format(_number(number))


def _length(kind: str, sign: str, number: str) -> str:
    unit = {"str": "character", "array": "item"}.get(kind, "field")
    counted = f"{number} {unit}{'' if number == '1' else 's'}"
    return {">=": f"at least {counted}", "<=": f"at most {counted}"}.get(sign, f"it has to have {counted}")


_SAYINGS: list[tuple[re.Pattern[str], Callable[..., str]]] = [
    (re.compile(r"Expected `(.+)`, got `(.+)`"), lambda wanted, got: f"{_kinds(wanted)} is wanted, not {_kinds(got)}"),
    (re.compile(r"Expected `\w+` ([<>]=?) (-?[\d.e+-]+)"), _limit),
    (
        re.compile(r"Expected `(\w+)` of length (?:([<>]=) )?(\d+)(?:, got (\d+))?"),
        lambda kind, sign, number, got: _length(kind, sign, number) + (f", not {got}" if got else ""),
    ),
    (re.compile(r"Expected `\w+` that's a multiple of ([\d.e+-]+)"), lambda step: f"only multiples of {_number(step)}"),
    (re.compile(r"Expected `\w+` matching regex '(.+)'", re.DOTALL), lambda shape: f"it is not of the form '{shape}'"),
    (re.compile(r"Object missing required field `(.+)`"), lambda name: f"the field `{name}` is missing"),
    (re.compile(r"Object contains unknown field `(.+)`", re.DOTALL), lambda name: f"there is no field `{name}`"),
    (re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL), lambda value: f"{value} is none of what it may be"),
]
