"""What every element needs while it is drawn: the card's fields, the layout's names, places at the card's scale."""

import re
from typing import Protocol

from printing.faces.binding import FaceFault, Fields, fill
from printing.faces.drawing import Box, Ink, Instruction, Point, polygon
from printing.faces.fitting import FontMetrics
from printing.faces.icons import draw_icon
from printing.faces.layout import Layout
from printing.faces.schema import HEX, BoxNumbers, Style
from printing.paper import Rect

_HEX = re.compile(HEX)

LIGHT = 0.6
"""Luminance from which a colour is light: as a fill it takes little ink, as a text it needs a dark ground."""

LARGE_ICON = 9.0
"""So wide an icon, mm, is drawn in outline where ink is to be saved."""

SAVING_LINE = 0.25
"""Width of the outline that stands for a fill where ink is saved, mm."""


class Sized(Protocol):
    """What placing a picture needs to know of it."""

    def size_of(self, name: str) -> tuple[float, float] | None:
        """Width and height, in any one unit; ``None``: there is no such picture."""


class NoPictures:
    """Where no picture was given."""

    def size_of(self, name: str) -> tuple[float, float] | None:
        """None, of any name."""
        return None


class Setting(Protocol):
    """What all cards of one print have in common."""

    layout: Layout
    metrics: FontMetrics
    pictures: Sized
    ink_saver: bool
    scale: float
    left: float
    top: float


def luminance(colour: str) -> float:
    """How light ``#rrggbb`` is, 0 to 1, as a grey printer sees it."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


class Canvas:
    """One element's view of its card; it notes what was cut, and what glyphs and pictures there are not."""

    def __init__(self, setting: Setting, fields: Fields) -> None:
        self.layout, self.metrics, self.pictures = setting.layout, setting.metrics, setting.pictures
        self.scale, self.left, self.top = setting.scale, setting.left, setting.top
        self.saving = setting.ink_saver
        self.fields = fields
        self.cut: str | None = None
        self.lacking: set[str] = set()
        self.missing: list[str] = []

    def point(self, at: Point) -> Point:
        """A point of the layout on the card."""
        return (self.left + at[0] * self.scale, self.top + at[1] * self.scale)

    def box(self, numbers: BoxNumbers) -> Rect:
        """A box of the layout on the card."""
        x, y = self.point(numbers[:2])
        return Rect(x, y, numbers[2] * self.scale, numbers[3] * self.scale)

    def colour(self, name: str, fields: Fields | None = None) -> str:
        """``#rrggbb`` of a name, itself perhaps a template. Raises :class:`FaceFault`."""
        word = fill(name, self.fields if fields is None else fields) if "{" in name else name
        if _HEX.fullmatch(word):
            return word
        if word not in self.layout.colours:
            raise FaceFault(f"no colour is called {word!r}")
        return self.layout.colours[word]

    def text_colour(self, name: str) -> str:
        """A colour of text. Where ink is saved its ground is white, so that it must be dark."""
        colour = self.colour(name)
        return "#000000" if self.saving and luminance(colour) >= LIGHT else colour

    def plain_ink(self, fill: str) -> Ink:
        """A fill that stays one, whether ink is saved or not."""
        return Ink(fill=self.colour(fill))

    def ink(self, fill: str | None, stroke: str | None, line: float = 0.2, dash: tuple[float, ...] = ()) -> Ink:
        """Ink in the layout's colours, its line at the card's scale; where ink is saved, a fill becomes an outline."""
        filled = None if fill is None else self.colour(fill)
        stroked = None if stroke is None else self.colour(stroke)
        if self.saving and filled is not None:
            if stroked is None and luminance(filled) < LIGHT:
                stroked, line = filled, SAVING_LINE
            filled = "#ffffff"
        return Ink(
            fill=filled, stroke=stroked, line=line * self.scale, dash=tuple(length * self.scale for length in dash)
        )

    def icon(
        self, name: str, box: Rect, colour: str, paper: str, turn: float = 0, solid: bool = False
    ) -> list[Instruction]:
        """An icon in a box; a crossed box and a note where the layout has none of that name."""
        if name not in self.layout.icons:
            return self.lost(name, box)
        tone, ground = self.colour(colour), self.colour(paper)
        large = self.saving and not solid and min(box.width, box.height) > LARGE_ICON
        if self.saving:
            dark = ground if luminance(ground) < LIGHT else "#000000"
            tone, ground = dark if luminance(tone) >= LIGHT else tone, "#ffffff"
        return draw_icon(self.layout.icons[name], box, tone, ground, turn, SAVING_LINE if large else None)

    def style(self, name: str) -> Style:
        """A style of the layout."""
        return self.layout.styles[name]

    def lost(self, name: str, box: Rect) -> list[Instruction]:
        """Note that there is no such picture, and draw that there is none."""
        self.missing.append(name)
        return self.crossed(box)

    def crossed(self, box: Rect) -> list[Instruction]:
        """A crossed box: what stands for something that could not be drawn."""
        ink = Ink(stroke="#000000", line=0.2 * self.scale)
        return [
            Box(x=box.x, y=box.y, width=box.width, height=box.height, ink=ink),
            polygon([(box.x, box.y), (box.right, box.bottom)], ink, closed=False),
            polygon([(box.x, box.bottom), (box.right, box.y)], ink, closed=False),
        ]
