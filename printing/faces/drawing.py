"""What a face is once it is arranged: a flat list of instructions, in mm from the card's top left corner, y downward.

Colours are ``#rrggbb``; a width of line is in mm, a size of type in points.
"""

from collections.abc import Iterable
from typing import Union

import msgspec

Point = tuple[float, float]


class Run(msgspec.Struct, frozen=True, kw_only=True, tag="text"):
    """Text in one font: ``x``, ``y`` is the left end of its baseline; ``turn`` is degrees counterclockwise about it."""

    x: float
    y: float
    font: str
    size: float
    colour: str
    text: str
    turn: float = 0


class Ink(msgspec.Struct, frozen=True, kw_only=True):
    """How a shape is inked: filled, stroked, or both; ``dash`` is on and off lengths, mm."""

    fill: str | None = None
    stroke: str | None = None
    line: float = 0.2
    dash: tuple[float, ...] = ()


class Box(msgspec.Struct, frozen=True, kw_only=True, tag="box"):
    """A rectangle, its corners rounded by ``radius``."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0
    ink: Ink


class Disc(msgspec.Struct, frozen=True, kw_only=True, tag="disc"):
    """A circle about ``x``, ``y``."""

    x: float
    y: float
    radius: float
    ink: Ink


class Outline(msgspec.Struct, frozen=True, kw_only=True, tag="outline"):
    """A path of steps: ``M`` and ``L`` with one point, ``C`` with three (Bézier), ``Z`` with none (closed)."""

    steps: tuple[tuple[str, tuple[Point, ...]], ...]
    ink: Ink


class Picture(msgspec.Struct, frozen=True, kw_only=True, tag="picture"):
    """A picture by its name, stretched to this box; ``clip`` (x, y, width, height) is what is seen of it."""

    x: float
    y: float
    width: float
    height: float
    image: str
    clip: tuple[float, float, float, float] | None = None


Shape = Union[Box, Disc, Outline]
Instruction = Union[Run, Box, Disc, Outline, Picture]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """The instructions of one element of a face (by its ``id``), and what went wrong with it."""

    id: str
    instructions: tuple[Instruction, ...]
    cut: str | None = None
    """The text that did not fit at its least size and was drawn cut."""

    lacking: str = ""
    """Characters for which no font has a glyph; a visible sign stands in their place."""

    missing: tuple[str, ...] = ()
    """Names of pictures and icons that there are not; a crossed box or the name stands in their place."""

    bound: bool = True
    """Whether the card's fields have a part in it; what is not bound is the same on every card of the face."""


def polygon(points: Iterable[Point], ink: Ink, closed: bool = True) -> Outline:
    """A path of straight lines through the points."""
    steps: list[tuple[str, tuple[Point, ...]]] = [("L" if n else "M", (point,)) for n, point in enumerate(points)]
    if closed:
        steps.append(("Z", ()))
    return Outline(steps=tuple(steps), ink=ink)


def _number(value: float) -> str:
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def _ink_words(ink: Ink) -> str:
    words = f" fill {ink.fill}" if ink.fill else ""
    if ink.stroke:
        words += f" stroke {ink.stroke} {_number(ink.line)}"
        words += " dash " + ",".join(map(_number, ink.dash)) if ink.dash else ""
    return words


def log_line(one: Instruction) -> str:
    """One instruction as a line of text, numbers to 0.01: what a drawing log is made of."""
    match one:
        case Run():
            turn = f" turn {_number(one.turn)}" if one.turn else ""
            place = f"{_number(one.x)} {_number(one.y)}"
            return f"text {place} {one.font} {_number(one.size)} {one.colour}{turn} {one.text!r}"
        case Box():
            radius = f" radius {_number(one.radius)}" if one.radius else ""
            sides = " ".join(map(_number, (one.x, one.y, one.width, one.height)))
            return f"box {sides}{radius}{_ink_words(one.ink)}"
        case Disc():
            return f"disc {_number(one.x)} {_number(one.y)} {_number(one.radius)}{_ink_words(one.ink)}"
        case Outline():
            steps = " ".join(letter + " ".join(f"{_number(x)},{_number(y)}" for x, y in at) for letter, at in one.steps)
            return f"outline {steps}{_ink_words(one.ink)}"
        case Picture():
            sides = " ".join(map(_number, (one.x, one.y, one.width, one.height)))
            clip = " clip " + " ".join(map(_number, one.clip)) if one.clip else ""
            return f"picture {sides}{clip} {one.image!r}"


def drawing_log(drawn: Iterable[Drawn]) -> str:
    """What is drawn where, element by element, as text: compared with a stored one, a change of a face can be read."""
    lines = []
    for one in drawn:
        lines.append(
            f"[{one.id}]"
            + (" CUT" if one.cut is not None else "")
            + (f" LACKS {one.lacking}" * bool(one.lacking))
            + (f" MISSING {', '.join(one.missing)}" * bool(one.missing))
        )
        lines += [log_line(instruction) for instruction in one.instructions]
    return "\n".join(lines) + "\n"
