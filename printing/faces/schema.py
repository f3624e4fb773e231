"""The shape of a layout file: what a face may hold. Lengths in mm from the card's top left corner, sizes in points.

A colour is a name from ``colours``, ``#rrggbb``, or a template over the card's fields that gives one of these.
"""

from typing import Annotated, Any, Literal, Union

import msgspec

from printing.faces.binding import Condition

LEAST_SIZE = 6.0
"""No text is ever set smaller, points."""

Length = Annotated[float, msgspec.Meta(ge=-10, le=1000)]
Positive = Annotated[float, msgspec.Meta(gt=0, le=1000)]
TypeSize = Annotated[float, msgspec.Meta(ge=LEAST_SIZE, le=200)]
Font = Annotated[str, msgspec.Meta(pattern=r"^(sans|serif)(-semibold|-bold)?(-italic)?$")]
BoxNumbers = tuple[Length, Length, Positive, Positive]
"""``[x, y, width, height]``."""


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a layout file; a field that is not known is an error."""


class Style(Strict, frozen=True, kw_only=True):
    """How a text looks. It is set at ``size`` or as far below as its box needs, never under ``least``."""

    font: Font = "sans"
    size: TypeSize = 8
    least: TypeSize = LEAST_SIZE
    colour: str = "ink"
    align: Literal["left", "center", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    leading: Annotated[float, msgspec.Meta(ge=0.9, le=3)] = 1.15
    gap: Annotated[float, msgspec.Meta(ge=0, le=5)] = 0.3
    """Between paragraphs, em."""

    upper: bool = False
    """Set in capitals."""

    keep_figures: bool = False
    """A number stays on the line of the words beside it: "step 1", "5 HP"."""


class IconPart(Strict, frozen=True, kw_only=True):
    """One shape of an icon on its field of 24 × 24: exactly one of ``path``, ``disc``, ``points``.

    ``turns`` repeats it so many times around the middle. ``tone`` is the icon's colour, or the paper's (a cut-out).
    """

    path: str | None = None
    """Steps of an SVG path: M L H V C Q Z, large (from the corner) or small (from where the pen is)."""

    disc: tuple[float, float, Positive] | None = None
    points: tuple[tuple[float, float], ...] = ()
    tone: Literal["ink", "paper"] = "ink"
    line: Annotated[float, msgspec.Meta(gt=0, le=24)] | None = None
    """Stroked with a line of this width; filled where there is none."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=72)] = 1

    def __post_init__(self) -> None:
        if sum((self.path is not None, self.disc is not None, bool(self.points))) != 1:
            raise ValueError("a part of an icon has exactly one of path, disc, points")


class Element(Strict, frozen=True, kw_only=True, tag_field="draw"):
    """Something on a face. ``when`` and ``unless`` are a field's name, or a mapping of fields to values."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]+$")]
    when: Condition | None = None
    unless: Condition | None = None


class Text(Element, frozen=True, kw_only=True, tag="text"):
    """Text in a box. With ``each``, ``text`` is set once for every item of that list, as a paragraph."""

    box: BoxNumbers
    text: str
    style: str
    each: str | None = None
    turn: Literal[0, 90, -90] = 0
    """Degrees counterclockwise; the box is the one that is seen."""


class Rich(Text, frozen=True, kw_only=True, tag="rich"):
    """Text with ``**bold**`` and ``*italic*``, in the layout and in the fields."""


class Inked(Element, frozen=True, kw_only=True):
    """A shape; with neither ``fill`` nor ``stroke`` it would not be seen, so it must have one."""

    fill: str | None = None
    stroke: str | None = None
    line: Annotated[float, msgspec.Meta(gt=0, le=20)] = 0.2
    dash: tuple[Positive, ...] = ()

    def __post_init__(self) -> None:
        if self.fill is None and self.stroke is None:
            raise ValueError("a shape needs a fill or a stroke")


class Rectangle(Inked, frozen=True, kw_only=True, tag="rect"):
    """A box; its corners are rounded, cut off or scooped out by ``radius``."""

    box: BoxNumbers
    radius: Annotated[float, msgspec.Meta(ge=0, le=100)] = 0
    corners: Literal["round", "cut", "scoop"] = "round"


class Stroke(Inked, frozen=True, kw_only=True, tag="line"):
    """A straight line: ``ends`` are ``[x1, y1, x2, y2]``."""

    ends: tuple[Length, Length, Length, Length]


class Circle(Inked, frozen=True, kw_only=True, tag="circle"):
    """A circle."""

    centre: tuple[Length, Length]
    radius: Positive


class Polygon(Inked, frozen=True, kw_only=True, tag="polygon"):
    """A closed shape of straight lines."""

    points: Annotated[tuple[tuple[Length, Length], ...], msgspec.Meta(min_length=3)]


class Icon(Element, frozen=True, kw_only=True, tag="icon"):
    """An icon of the layout, as large as its box allows, in the middle of it. ``icon`` is a template."""

    box: BoxNumbers
    icon: str
    colour: str = "ink"
    paper: str = "paper"


class IconRow(Element, frozen=True, kw_only=True, tag="icon_row"):
    """An icon for each item of a list, side by side in the middle of the box, with a word under each or beside it."""

    box: BoxNumbers
    each: str
    icon: str = "{item}"
    labels: dict[str, str] = {}
    """Icon -> the word below it; those without one have none."""

    style: str | None = None
    size: Positive
    """Side of an icon, mm."""

    step: Positive
    """From one icon to the next, mm."""

    colour: str = "ink"
    paper: str = "paper"
    align: Literal["left", "center", "right"] = "center"


class MoveGrid(Element, frozen=True, kw_only=True, tag="move_grid"):
    """Squares around a piece; ``field`` lists the ``[dx, dy]`` that it may go to, dx to the right, dy up the card."""

    box: BoxNumbers
    field: str
    squares: Annotated[int, msgspec.Meta(ge=3, le=15)] = 7
    line: str = "line"
    shade: str | None = None
    """Colour of every other square."""

    target: str = "ink"
    mark: str = "paper"
    """Colour of the sign on a target."""

    piece: str
    """Icon of the piece."""

    colour: str = "ink"
    paper: str = "paper"


class Track(Element, frozen=True, kw_only=True, tag="track"):
    """Numbered places in a row, as far apart as the box allows, for the items of a list (``each``)."""

    box: BoxNumbers
    each: str
    shape: Literal["circle", "square"] = "circle"
    style: str
    size: Positive
    """Diameter or side of a place, mm."""

    fill: str | None = "paper"
    stroke: str = "ink"
    line: Annotated[float, msgspec.Meta(gt=0, le=20)] = 0.3
    first_fill: str | None = None
    last_fill: str | None = None
    ends_colour: str | None = None
    """Colour of the words on places that ``first_fill`` and ``last_fill`` change."""


class Table(Element, frozen=True, kw_only=True, tag="table"):
    """A table: ``field`` is ``{columns: [...], rows: [[...]]}``, or a list, ``cells`` being templates."""

    box: BoxNumbers
    field: str
    cells: tuple[str, ...] = ()
    widths: tuple[Positive, ...]
    """Widths of the columns, each in proportion to all."""

    style: str
    head: str | None = None
    """Style of the head row; without it no head is drawn."""

    head_fill: str | None = None
    stripe: str | None = None
    line: str = "line"


AnyElement = Union[Text, Rich, Rectangle, Stroke, Circle, Polygon, Icon, IconRow, MoveGrid, Track, Table]


class FaceFile(Strict, frozen=True, kw_only=True):
    """One face as written: elements in drawing order; one with an inherited ``id`` changes its fields."""

    extends: str | None = None
    without: tuple[str, ...] = ()
    """Ids of inherited elements that this face does not have."""

    elements: tuple[dict[str, Any], ...] = ()


Hex = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]


class LayoutFile(Strict, frozen=True, kw_only=True):
    """A layout file. ``extends`` names another layout: what is written here is added to it or replaces it."""

    layout: Literal[1]
    """Version of this format."""

    extends: str | None = None
    card: tuple[Positive, Positive] | None = None
    """The size that the faces are drawn for, mm."""

    colours: dict[str, Hex] = {}
    styles: dict[str, Style] = {}
    icons: dict[str, tuple[IconPart, ...]] = {}
    faces: dict[str, FaceFile] = {}
