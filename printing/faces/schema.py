"""The shape of a layout file: what a face may hold. Lengths in mm from the card's top left corner, sizes in points.

A colour is a name from ``colours``, ``#rrggbb``, or a template over the card's fields that gives one of these.
"""

from typing import Annotated, Any, Literal, Union

import msgspec

from printing.faces.binding import Condition

LEAST_SIZE = 6.0
"""No text is ever set smaller, points."""

Length = Annotated[float, msgspec.Meta(ge=-10, le=1000)]
Coordinate = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Positive = Annotated[float, msgspec.Meta(gt=0, le=1000)]
TypeSize = Annotated[float, msgspec.Meta(ge=LEAST_SIZE, le=200)]
_FONT = r"^((sans|serif)(-semibold|-bold)?(-italic)?|own-[1-9])$"
_ID = r"^[a-z0-9_]+$"
_NAME = r"^[a-z0-9][a-z0-9_-]*$"
HEX = "#[0-9a-fA-F]{6}"

SHAPES = {
    _FONT: "a font is sans or serif, with -semibold or -bold, with -italic; or own-1, own-2 …",
    _ID: "an id has small letters, digits and _",
    _NAME: "a name has small letters, digits, _ and -",
    f"^{HEX}$": "a colour is written as #rrggbb",
}
"""What a text must be that has to have such a shape."""


def shape_in_words(message: str) -> str:
    """The message of a fault, or what is said instead where it tells of one of these shapes."""
    return next((words for shape, words in SHAPES.items() if f"'{shape}'" in message), message)


Font = Annotated[str, msgspec.Meta(pattern=_FONT)]
Template = Annotated[str, msgspec.Meta(max_length=4000)]
"""Text with ``{field}`` and ``[optional {field}]`` in it."""

Path = Annotated[str, msgspec.Meta(max_length=100)]
"""The place of a value among the fields: ``name``, ``sides.front``, ``parts.0.text``."""

Colour = Annotated[str, msgspec.Meta(max_length=100)]
CardSide = Annotated[float, msgspec.Meta(ge=20, le=1000)]
LineWidth = Annotated[float, msgspec.Meta(gt=0, le=20)]
BoxNumbers = tuple[Length, Length, Positive, Positive]
"""``[x, y, width, height]``."""


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a layout file; a field that is not known is an error."""


class Style(Strict, frozen=True, kw_only=True):
    """How a text looks. It is set at ``size`` or as far below as its box needs, never under ``least``."""

    font: Font = "sans"
    size: TypeSize = 8
    least: TypeSize = LEAST_SIZE
    colour: Colour = "ink"
    align: Literal["left", "center", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    leading: Annotated[float, msgspec.Meta(ge=0.9, le=3)] = 1.15
    gap: Annotated[float, msgspec.Meta(ge=0, le=5)] = 0.3
    """Between paragraphs, em."""

    upper: bool = False
    """Set in capitals."""

    keep_figures: bool = False
    """A number stays on the line of the words beside it: "step 1", "5 HP"."""

    paper: Colour = "paper"
    """What the cut-out parts of an icon among the words show."""


class IconPart(Strict, frozen=True, kw_only=True):
    """One shape of an icon on its field of 24 × 24: exactly one of ``path``, ``disc``, ``points``.

    ``turns`` repeats it so many times around the middle. ``tone`` is the icon's colour, or the paper's (a cut-out).
    """

    path: Annotated[str, msgspec.Meta(max_length=4000)] | None = None
    """Steps of an SVG path: M L H V C Q Z, large (from the corner) or small (from where the pen is)."""

    disc: tuple[Coordinate, Coordinate, Positive] | None = None
    points: Annotated[tuple[tuple[Coordinate, Coordinate], ...], msgspec.Meta(max_length=500)] = ()
    tone: Literal["ink", "paper"] = "ink"
    line: Annotated[float, msgspec.Meta(gt=0, le=24)] | None = None
    """Stroked with a line of this width; filled where there is none."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=72)] = 1

    def __post_init__(self) -> None:
        if sum((self.path is not None, self.disc is not None, bool(self.points))) != 1:
            raise ValueError("a part of an icon has exactly one of path, disc, points")


class Element(Strict, frozen=True, kw_only=True, tag_field="draw"):
    """Something on a face. ``when`` and ``unless`` are a field's name, or a mapping of fields to values."""

    id: Annotated[str, msgspec.Meta(pattern=_ID, max_length=60)]
    when: Condition | None = None
    unless: Condition | None = None


class Text(Element, frozen=True, kw_only=True, tag="text"):
    """Text in a box. With ``each``, ``text`` is set once for every item of that list, as a paragraph."""

    box: BoxNumbers
    text: Template
    style: str
    each: Path | None = None
    turn: Literal[0, 90, -90] = 0
    """Degrees counterclockwise; the box is the one that is seen."""

    blank: Literal["nothing", "line", "lines", "box"] = "nothing"
    """What is drawn where there is no text: room to write it in."""

    blank_colour: Colour = "line"


class Rich(Text, frozen=True, kw_only=True, tag="rich"):
    """Text with ``**bold**``, ``*italic*`` and ``:icon:``, in the layout and in the fields."""


class Inked(Element, frozen=True, kw_only=True):
    """A shape; with neither ``fill`` nor ``stroke`` it would not be seen, so it must have one."""

    fill: Colour | None = None
    stroke: Colour | None = None
    line: LineWidth = 0.2
    dash: Annotated[tuple[Positive, ...], msgspec.Meta(max_length=8)] = ()

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

    points: Annotated[tuple[tuple[Length, Length], ...], msgspec.Meta(min_length=3, max_length=500)]


class Icon(Element, frozen=True, kw_only=True, tag="icon"):
    """An icon of the layout, as large as its box allows, in the middle of it. ``icon`` is a template; empty: none."""

    box: BoxNumbers
    icon: Template
    colour: Colour = "ink"
    paper: Colour = "paper"
    turn: Annotated[float, msgspec.Meta(ge=-360, le=360)] = 0
    """Degrees clockwise about its middle."""

    solid: bool = False
    """Its filled parts say something: they stay filled where ink is saved."""


class Image(Element, frozen=True, kw_only=True, tag="image"):
    """A picture by its name, a template; empty: none. One that there is not is drawn as a crossed box and reported."""

    box: BoxNumbers
    image: Template
    fit: Literal["contain", "cover", "stretch"] = "contain"
    """All of it as large as the box allows; the box filled, the rest cut off; or distorted to the box."""


class Qr(Element, frozen=True, kw_only=True, tag="qr"):
    """A QR code of a text, in vectors; empty: none."""

    box: BoxNumbers
    text: Template
    level: Literal["L", "M", "Q", "H"] = "M"
    """How much of it may be damaged: 7, 15, 25 or 30 %."""

    quiet: Annotated[int, msgspec.Meta(ge=0, le=10)] = 4
    """Modules that stay blank around it, inside the box."""

    colour: Colour = "ink"
    paper: Colour = "paper"


class IconRow(Element, frozen=True, kw_only=True, tag="icon_row"):
    """An icon for each item of a list, side by side in the middle of the box, with a word under each."""

    box: BoxNumbers
    each: Path
    icon: Template = "{item}"
    labels: dict[str, str] = {}
    """Icon -> the word below it; those without one have none."""

    style: str | None = None
    size: Positive
    """Side of an icon, mm."""

    step: Positive
    """From one icon to the next, mm."""

    colour: Colour = "ink"
    paper: Colour = "paper"
    align: Literal["left", "center", "right"] = "center"

    def __post_init__(self) -> None:
        if self.labels and self.style is None:
            raise ValueError("labels need a style")


class MoveGrid(Element, frozen=True, kw_only=True, tag="move_grid"):
    """Squares around a piece; ``field`` lists the ``[dx, dy]`` that it may go to, dx to the right, dy up the card."""

    box: BoxNumbers
    field: Path
    squares: Annotated[int, msgspec.Meta(ge=3, le=15)] = 7
    line: Colour = "line"
    shade: Colour | None = None
    """Colour of every other square."""

    target: Colour = "ink"
    mark: Colour = "paper"
    """Colour of the sign on a target."""

    piece: str
    """Icon of the piece."""

    colour: Colour = "ink"
    paper: Colour = "paper"


class Track(Element, frozen=True, kw_only=True, tag="track"):
    """Places for a token, a die or a cross, one for each item of a list, or as many as a number says.

    Without ``step`` they stand in one line, as far apart as the box allows; with it they stand so far apart, in as
    many lines as they need, each list of a list of lists apart from the others, smaller where they find no room.
    """

    box: BoxNumbers
    each: Path
    shape: Literal["circle", "square", "hex"] = "circle"
    style: str
    size: Positive
    """Diameter or side of a place, mm."""

    step: Positive | None = None
    numbers: bool = True
    """Whether each place shows its item."""

    fill: Colour | None = "paper"
    stroke: Colour = "ink"
    line: LineWidth = 0.3
    first_fill: Colour | None = None
    last_fill: Colour | None = None
    ends_colour: Colour | None = None
    """Colour of the words on places that ``first_fill`` and ``last_fill`` change."""


class Table(Element, frozen=True, kw_only=True, tag="table"):
    """A table: ``field`` is ``{columns: [...], rows: [[...]]}``, or a list, ``cells`` being templates."""

    box: BoxNumbers
    field: Path
    cells: Annotated[tuple[Template, ...], msgspec.Meta(max_length=30)] = ()
    widths: Annotated[tuple[Positive, ...], msgspec.Meta(min_length=1, max_length=30)]
    """Widths of the columns, each in proportion to all."""

    style: str
    head: str | None = None
    """Style of the head row; without it no head is drawn."""

    head_fill: Colour | None = None
    stripe: Colour | None = None
    line: Colour = "line"


AnyElement = Union[Text, Rich, Rectangle, Stroke, Circle, Polygon, Icon, Image, Qr, IconRow, MoveGrid, Track, Table]


class FaceFile(Strict, frozen=True, kw_only=True):
    """One face as written: elements in drawing order; one with an inherited ``id`` changes its fields."""

    extends: str | None = None
    card: tuple[CardSide, CardSide] | None = None
    """The size of the cards that have this face, mm, where it is not that of the others."""

    without: Annotated[tuple[str, ...], msgspec.Meta(max_length=400)] = ()
    """Ids of inherited elements that this face does not have."""

    elements: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(max_length=400)] = ()


Hex = Annotated[str, msgspec.Meta(pattern=f"^{HEX}$")]
Name = Annotated[str, msgspec.Meta(pattern=_NAME, max_length=60)]


class LayoutFile(Strict, frozen=True, kw_only=True):
    """A layout file. ``extends`` names another layout: what is written here is added to it or replaces it."""

    layout: Literal[1]
    """Version of this format."""

    extends: str | None = None
    card: tuple[Positive, Positive] | None = None
    """The size that the faces are drawn for, mm."""

    colours: Annotated[dict[Name, Hex], msgspec.Meta(max_length=500)] = {}
    styles: Annotated[dict[Name, Style], msgspec.Meta(max_length=200)] = {}
    icons: Annotated[
        dict[Name, Annotated[tuple[IconPart, ...], msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=500)
    ] = {}
    faces: Annotated[dict[Name, FaceFile], msgspec.Meta(max_length=200)] = {}
