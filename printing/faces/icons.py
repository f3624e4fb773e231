"""Icons: shapes on a field of 24 × 24, from the layout file to instructions at any place and size."""

import math
import re
from collections.abc import Callable, Sequence

from printing.faces.drawing import Disc, Ink, Instruction, Outline, Point, polygon
from printing.faces.schema import IconPart
from printing.paper import Rect

FIELD = 24.0
_MIDDLE = FIELD / 2
FARTHEST = 1000.0
MOST_STEPS = 5000
"""Of the paths of one icon."""

_TOKEN = re.compile(r"\s*(?:([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+))|(,))")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
_BARE = Ink(fill="#000000")

Steps = list[tuple[str, tuple[Point, ...]]]
Compiled = tuple[tuple[IconPart, tuple[Instruction, ...]], ...]


class IconFault(ValueError):
    """A path that cannot be read."""


def path_steps(path: str) -> Steps:
    """The steps of an SVG path of M L H V C Q Z and their small forms. Raises :class:`IconFault`."""
    steps: Steps = []
    pen: Point = (0.0, 0.0)
    start = pen
    for letter, numbers in _commands(path):
        kind, relative = letter.upper(), letter.islower()
        if kind == "Z":
            steps.append(("Z", ()))
            pen = start
            continue
        points = _points(kind, numbers, pen, relative)
        if kind == "Q":
            points = _cubic(pen, *points)
        steps.append(({"Q": "C", "H": "L", "V": "L"}.get(kind, kind), points))
        pen = points[-1]
        start = pen if kind == "M" else start
    if not steps or steps[0][0] != "M":
        raise IconFault(f"path {path!r} does not begin with M")
    return steps


def _commands(path: str) -> list[tuple[str, tuple[float, ...]]]:
    """Each letter with as many numbers as it takes; numbers beyond these repeat it (after M as L)."""
    commands: list[tuple[str, tuple[float, ...]]] = []
    numbers: list[float] = []
    letter, at, text = "", 0, path.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise IconFault(f"path {path!r} cannot be read at {text[at : at + 8]!r}")
        at = found.end()
        if found[1]:
            if numbers or found[1].upper() not in _ARGUMENTS:
                raise IconFault(f"path {path!r} cannot be read at {found[1]!r}")
            letter = found[1]
        elif found[2]:
            numbers.append(float(found[2]))
            if abs(numbers[-1]) > FARTHEST:
                raise IconFault(f"path {path[:40]!r} goes far from the field of {FIELD:g} × {FIELD:g}")
        if letter and (found[1] or found[2]) and len(numbers) == _ARGUMENTS[letter.upper()]:
            if letter.upper() == "Z" and found[2]:
                raise IconFault(f"path {path!r} has a number after Z")
            commands.append((letter, tuple(numbers)))
            numbers = []
            letter = {"M": "L", "m": "l"}.get(letter, letter)
    if numbers:
        raise IconFault(f"path {path!r} ends in the middle of a step")
    return commands


def _points(kind: str, numbers: Sequence[float], pen: Point, relative: bool) -> tuple[Point, ...]:
    dx, dy = pen if relative else (0.0, 0.0)
    if kind == "H":
        return ((numbers[0] + dx, pen[1]),)
    if kind == "V":
        return ((pen[0], numbers[0] + dy),)
    return tuple((numbers[n] + dx, numbers[n + 1] + dy) for n in range(0, len(numbers), 2))


def _cubic(pen: Point, handle: Point, end: Point) -> tuple[Point, ...]:
    def toward(point: Point) -> Point:
        return (point[0] + 2 / 3 * (handle[0] - point[0]), point[1] + 2 / 3 * (handle[1] - point[1]))

    return (toward(pen), toward(end), end)


def icon_parts(parts: Sequence[IconPart]) -> Compiled:
    """Every part with its shapes on the field, repeated as often as it turns. Raises :class:`IconFault`."""
    compiled = tuple(
        (part, tuple(_turned(part, 2 * math.pi * n / part.turns) for n in range(part.turns))) for part in parts
    )
    steps = sum(len(one.steps) for _, shapes in compiled for one in shapes if isinstance(one, Outline))
    if steps > MOST_STEPS:
        raise IconFault(f"it has {steps} steps; an icon has {MOST_STEPS} at the most")
    return compiled


def _turned(part: IconPart, angle: float) -> Instruction:
    cosine, sine = math.cos(angle), math.sin(angle)

    def turn(point: Point) -> Point:
        x, y = point[0] - _MIDDLE, point[1] - _MIDDLE
        return (_MIDDLE + x * cosine - y * sine, _MIDDLE + x * sine + y * cosine)

    if part.disc is not None:
        x, y = turn(part.disc[:2])
        return Disc(x=x, y=y, radius=part.disc[2], ink=_BARE)
    if part.points:
        return polygon(map(turn, part.points), _BARE, closed=True)
    return moved(Outline(steps=tuple(path_steps(part.path or "")), ink=_BARE), turn, 1, _BARE)


def moved(shape: Instruction, move: Callable[[Point], Point], scale: float, ink: Ink) -> Instruction:
    """A shape with each of its points moved, its radius scaled, in another ink."""
    match shape:
        case Disc():
            x, y = move((shape.x, shape.y))
            return Disc(x=x, y=y, radius=shape.radius * scale, ink=ink)
        case Outline():
            return Outline(steps=tuple((letter, tuple(map(move, at))) for letter, at in shape.steps), ink=ink)
        case _:
            raise TypeError(f"no icon is made of {type(shape).__name__}")


def draw_icon(
    icon: Compiled, box: Rect, colour: str, paper: str, turn: float = 0, outline: float | None = None
) -> list[Instruction]:
    """An icon as large as the box allows, in the middle of it, turned by so many degrees clockwise.

    With ``outline``, a width in mm, its filled parts are drawn as white ones with a line around them.
    """
    scale = min(box.width, box.height) / FIELD
    left = box.x + (box.width - FIELD * scale) / 2
    top = box.y + (box.height - FIELD * scale) / 2
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def move(at: Point) -> Point:
        x, y = at[0] - _MIDDLE, at[1] - _MIDDLE
        if turn:
            x, y = x * cosine - y * sine, x * sine + y * cosine
        return (left + (x + _MIDDLE) * scale, top + (y + _MIDDLE) * scale)

    drawn: list[Instruction] = []
    for part, shapes in icon:
        tone = colour if part.tone == "ink" else paper
        if part.line is not None:
            ink = Ink(stroke=tone, line=part.line * scale)
        elif outline is not None:
            ink = Ink(fill="#ffffff", stroke=colour, line=outline)
        else:
            ink = Ink(fill=tone)
        drawn += [moved(one, move, scale, ink) for one in shapes]
    return drawn
