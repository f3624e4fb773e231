"""How many copies an entry asks for: before the name or behind it, in every way that lists write it."""

import re
from collections.abc import Iterator

import msgspec

MOST_COPIES = 999

_NUMBER = r"(?P<number>[+-]?[0-9]+(?:[.,][0-9]+)?)"
LEADING = (
    re.compile(rf"^{_NUMBER} ?[x×X] (?P<name>\S.*)$"),
    re.compile(rf"^[x×X] ?{_NUMBER} (?P<name>\S.*)$"),
    re.compile(rf"^\({_NUMBER}\) ?(?P<name>\S.*)$"),
    re.compile(rf"^\[{_NUMBER}\] ?(?P<name>\S.*)$"),
    re.compile(rf"^{_NUMBER} (?P<name>\S.*)$"),
)
TRAILING = (
    re.compile(rf"^(?P<name>.*\S) [x×X] ?{_NUMBER}$"),
    re.compile(rf"^(?P<name>.*\S) {_NUMBER} ?[x×X]$"),
    re.compile(rf"^(?P<name>.*\S) ?\({_NUMBER}\)$"),
    re.compile(rf"^(?P<name>.*\S) ?\[{_NUMBER}\]$"),
)
TRAILING_BARE = re.compile(rf"^(?P<name>.*\S) {_NUMBER}$")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of an entry: so many copies of a name; ``count`` is ``None`` where the number is no count."""

    count: int | None
    number: str
    name: str
    sure: bool = True
    """The number can be nothing but a quantity, whatever the name is."""


def leading(text: str) -> Asked | None:
    """The quantity before the name."""
    return next((asked for pattern in LEADING if (asked := _asked(pattern, text))), None)


def trailing(text: str) -> Iterator[Asked]:
    """The readings of a number behind the name, the surest first."""
    for pattern in TRAILING:
        if asked := _asked(pattern, text):
            yield asked
    if asked := _asked(TRAILING_BARE, text):
        yield msgspec.structs.replace(asked, sure=False)


def _asked(pattern: re.Pattern[str], text: str) -> Asked | None:
    found = pattern.match(text)
    if found is None:
        return None
    number = found["number"]
    digits = number.lstrip("+")
    good = digits.isdecimal() and len(digits) <= 3 and 1 <= int(digits) <= MOST_COPIES
    return Asked(count=int(digits) if good else None, number=number, name=found["name"])
