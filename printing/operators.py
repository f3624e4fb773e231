"""Drawing instructions as the operators of a PDF's content: pure text, so that what many cards share is written once.

Instructions are in mm, y downward, from the top left corner of an area; operators in points, y upward, from its bottom
left corner. Hundredths of a point (0.004 mm) are exact enough for ink; places of cards are given to 0.0001.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from printing.faces.drawing import Box, Disc, Ink, Instruction, Outline, Picture, Run
from printing.paper import MM, Edges, Rect

Encode = Callable[[str, str], Sequence[tuple[str, str]]]
"""Font and text -> name of each font resource that it takes, and the bytes of the text in it, escaped."""

Place = Callable[[str], tuple[str, str]]
"""A picture's name -> the name of its resource, and the matrix that sets it upright in the unit square."""

_BOW = 0.5522847498
"""How far the handles of a quarter circle lie from its ends, in radii."""


@lru_cache(4096)
def colour_numbers(colour: str) -> str:
    """``#rrggbb`` as three numbers from 0 to 1."""
    return " ".join(f"{int(colour[n : n + 2], 16) / 255:.3f}".rstrip("0").rstrip(".") for n in (1, 3, 5))


class Writer:
    """Operators of one area; each call of :meth:`operators` stands for itself, whatever was drawn before it."""

    def __init__(self, encode: Encode, place: Place) -> None:
        self._encode, self._place = encode, place

    def operators(self, instructions: Iterable[Instruction], height: float) -> str:
        """Instructions on an area so many mm high."""
        pen = _Pen(self._encode, self._place, height * MM)
        for one in instructions:
            match one:
                case Run():
                    pen.text(one)
                case Box():
                    pen.box(one)
                case Disc():
                    pen.disc(one)
                case Outline():
                    pen.outline(one)
                case Picture():
                    pen.picture(one)
        return "\n".join(pen.lines)


class _Pen:
    """Knows what colours, line and font are set, and sets only what changes."""

    def __init__(self, encode: Encode, place: Place, height: float) -> None:
        self.encode, self.place, self.height = encode, place, height
        self.lines: list[str] = []
        self._fill = self._stroke = self._line = self._dash = ""

    def _ink(self, ink: Ink) -> str:
        """Set what the ink needs; the operator that paints a path with it."""
        if ink.fill:
            self._filled(ink.fill)
        if not ink.stroke:
            return "f"
        if ink.stroke != self._stroke:
            self._stroke = ink.stroke
            self.lines.append(f"{colour_numbers(ink.stroke)} RG")
        line = f"{ink.line * MM:.3f} w"
        if line != self._line:
            self._line = line
            self.lines.append(line)
        dash = " ".join(f"{length * MM:.2f}" for length in ink.dash)
        if dash != self._dash:
            self._dash = dash
            self.lines.append(f"[{dash}] 0 d")
        return "B" if ink.fill else "S"

    def _filled(self, colour: str) -> None:
        if colour != self._fill:
            self._fill = colour
            self.lines.append(f"{colour_numbers(colour)} rg")

    def text(self, run: Run) -> None:
        self._filled(run.colour)
        x, y = run.x * MM, self.height - run.y * MM
        if run.turn:
            cosine, sine = {90: (0, 1), -90: (0, -1), 180: (-1, 0)}[int(run.turn)]
            at = f"{cosine} {sine} {-sine} {cosine} {x:.2f} {y:.2f} Tm"
        else:
            at = f"{x:.2f} {y:.2f} Td"
        shown = " ".join(f"{font} {run.size:g} Tf ({words}) Tj" for font, words in self.encode(run.font, run.text))
        self.lines.append(f"BT {at} {shown} ET")

    def box(self, box: Box) -> None:
        paint = self._ink(box.ink)
        x, y = box.x * MM, self.height - (box.y + box.height) * MM
        wide, high, radius = box.width * MM, box.height * MM, box.radius * MM
        if not radius:
            self.lines.append(f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re {paint}")
            return
        right, top, bow = x + wide, y + high, radius * (1 - _BOW)
        self.lines.append(
            f"{x + radius:.2f} {y:.2f} m {right - radius:.2f} {y:.2f} l "
            f"{right - bow:.2f} {y:.2f} {right:.2f} {y + bow:.2f} {right:.2f} {y + radius:.2f} c "
            f"{right:.2f} {top - radius:.2f} l "
            f"{right:.2f} {top - bow:.2f} {right - bow:.2f} {top:.2f} {right - radius:.2f} {top:.2f} c "
            f"{x + radius:.2f} {top:.2f} l "
            f"{x + bow:.2f} {top:.2f} {x:.2f} {top - bow:.2f} {x:.2f} {top - radius:.2f} c "
            f"{x:.2f} {y + radius:.2f} l "
            f"{x:.2f} {y + bow:.2f} {x + bow:.2f} {y:.2f} {x + radius:.2f} {y:.2f} c h {paint}"
        )

    def disc(self, disc: Disc) -> None:
        paint = self._ink(disc.ink)
        self.lines.append(f"{circle(disc.x * MM, self.height - disc.y * MM, disc.radius * MM)} {paint}")

    def outline(self, outline: Outline) -> None:
        paint, height = self._ink(outline.ink), self.height
        steps = []
        for letter, points in outline.steps:
            numbers = " ".join([f"{x * MM:.2f} {height - y * MM:.2f}" for x, y in points])
            steps.append(f"{numbers} {letter.lower()}" if points else "h")
        self.lines.append(f"{' '.join(steps)} {paint}")

    def picture(self, picture: Picture) -> None:
        name, upright = self.place(picture.image)
        clip = ""
        if picture.clip:
            x, y, wide, high = (number * MM for number in picture.clip)
            clip = f"{x:.2f} {self.height - y - high:.2f} {wide:.2f} {high:.2f} re W n "
        x, y = picture.x * MM, self.height - (picture.y + picture.height) * MM
        wide, high = picture.width * MM, picture.height * MM
        self.lines.append(f"q {clip}{wide:.2f} 0 0 {high:.2f} {x:.2f} {y:.2f} cm {upright}/{name} Do Q")


def circle(x: float, y: float, radius: float) -> str:
    """The path of a circle, in points."""
    left, right, low, high, bow = x - radius, x + radius, y - radius, y + radius, radius * _BOW
    return (
        f"{right:.2f} {y:.2f} m {right:.2f} {y + bow:.2f} {x + bow:.2f} {high:.2f} {x:.2f} {high:.2f} c "
        f"{x - bow:.2f} {high:.2f} {left:.2f} {y + bow:.2f} {left:.2f} {y:.2f} c "
        f"{left:.2f} {y - bow:.2f} {x - bow:.2f} {low:.2f} {x:.2f} {low:.2f} c "
        f"{x + bow:.2f} {low:.2f} {right:.2f} {y - bow:.2f} {right:.2f} {y:.2f} c h"
    )


def matrix(numbers: Iterable[float]) -> str:
    """A change of coordinates."""
    return " ".join(f"{number:.4f}".rstrip("0").rstrip(".") for number in numbers) + " cm"


def at(box: Rect, height: float, turned: bool = False) -> str:
    """The change to the coordinates of a box (mm) on an area so many mm high; ``turned``: half a turn round."""
    if turned:
        return matrix((-1, 0, 0, -1, box.right * MM, (height - box.y) * MM))
    return matrix((1, 0, 0, 1, box.x * MM, (height - box.bottom) * MM))


def clipped(box: Rect, height: float) -> str:
    """Nothing outside a box (mm) is drawn any more."""
    low = (height - box.bottom) * MM
    return f"{box.x * MM:.4f} {low:.4f} {box.width * MM:.4f} {box.height * MM:.4f} re W n"


def bands(name: str, trim: Rect, reach: Edges, solid: bool) -> str:
    """What bleeds around a card: its stored face (clipped to its trim), mirrored at each edge or with it drawn outward.

    Coordinates are mm from the bottom left corner of the trim, y upward.
    """
    across = _along(trim.width, reach.left, reach.right, solid)
    up = _along(trim.height, reach.bottom, reach.top, solid)
    lines = []
    for n, (a, e, x, wide) in enumerate(across):
        for m, (d, f, y, high) in enumerate(up):
            if (n, m) != (1, 1) and wide > 0 and high > 0:
                clip = f"{x * MM:.4f} {y * MM:.4f} {wide * MM:.4f} {high * MM:.4f} re W n"
                lines.append(f"q {clip} {matrix((a, 0, 0, d, e * MM, f * MM))} /{name} Do Q")
    return "\n".join(lines)


SLAB = 0.02
"""So thin an edge is drawn outward, mm: less than a dot of any printer."""


def _along(side: float, before: float, after: float, solid: bool) -> list[tuple[float, float, float, float]]:
    """For the band before a side, the side, and the band after it: factor and shift, beginning and length."""
    if solid:
        low, high = before / SLAB, after / SLAB
        first, last = (low, -before), (high, side - (side - SLAB) * high)
    else:
        first, last = (-1.0, 0.0), (-1.0, 2 * side)
    return [(*first, -before, before), (1.0, 0.0, 0.0, side), (*last, side, after)]
