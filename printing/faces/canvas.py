"""What every element needs while it is drawn: the card's fields, the layout's names, places at the card's scale."""

import re

from printing.faces.binding import FaceFault, Fields, fill
from printing.faces.drawing import Ink, Instruction, Point
from printing.faces.fitting import FontMetrics
from printing.faces.icons import draw_icon
from printing.faces.layout import Layout
from printing.faces.schema import BoxNumbers, Style
from printing.paper import Rect

_HEX = re.compile(r"#[0-9a-f]{6}")


class Canvas:
    """One element's view of its card; it notes what had to be cut and what characters no font has."""

    def __init__(
        self, layout: Layout, fields: Fields, metrics: FontMetrics, scale: float, left: float, top: float
    ) -> None:
        self.layout, self.fields, self.metrics = layout, fields, metrics
        self.scale, self.left, self.top = scale, left, top
        self.cut: str | None = None
        self.lacking: set[str] = set()

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

    def ink(self, fill: str | None, stroke: str | None, line: float = 0.2, dash: tuple[float, ...] = ()) -> Ink:
        """Ink in the layout's colours, its line at the card's scale."""
        return Ink(
            fill=None if fill is None else self.colour(fill),
            stroke=None if stroke is None else self.colour(stroke),
            line=line * self.scale,
            dash=tuple(length * self.scale for length in dash),
        )

    def icon(self, name: str, box: Rect, colour: str, paper: str) -> list[Instruction]:
        """An icon in a box. Raises :class:`FaceFault` when the layout has none of that name."""
        if name not in self.layout.icons:
            raise FaceFault(f"no icon is called {name!r}")
        return draw_icon(self.layout.icons[name], box, self.colour(colour), self.colour(paper))

    def style(self, name: str) -> Style:
        """A style of the layout."""
        return self.layout.styles[name]
