"""One face of one card: from its elements and the card's fields to instructions in mm."""

from collections.abc import Sequence

from printing.faces.binding import FaceFault, Fields, fill, holds
from printing.faces.canvas import Canvas
from printing.faces.diagrams import draw_icon_row, draw_move_grid, draw_table, draw_track
from printing.faces.drawing import Box, Disc, Drawn, Ink, Instruction, Outline, Point, polygon
from printing.faces.fitting import FontMetrics
from printing.faces.layout import Layout
from printing.faces.schema import (
    AnyElement,
    Circle,
    Icon,
    IconRow,
    Inked,
    MoveGrid,
    Polygon,
    Rectangle,
    Stroke,
    Table,
    Text,
    Track,
)
from printing.faces.typeset import draw_text
from printing.paper import Rect, Size

_ROUND = 0.5523
"""How far the handles of a quarter circle lie from its ends, in radii."""


def arrange(layout: Layout, face: str, fields: Fields, metrics: FontMetrics, card: Size) -> tuple[Drawn, ...]:
    """The face of a card of the given size. A layout made for another size is scaled, its type never under 6 pt.

    Raises :class:`FaceFault`, naming face and element, when layout and fields do not go together.
    """
    if face not in layout.faces:
        raise FaceFault(f"{layout.file}: no face is called {face!r}; there are {', '.join(layout.faces)}")
    scale = min(card.width / layout.card.width, card.height / layout.card.height)
    left = (card.width - layout.card.width * scale) / 2
    top = (card.height - layout.card.height * scale) / 2
    drawn = []
    for element in layout.faces[face]:
        if element.when is not None and not holds(element.when, fields):
            continue
        if element.unless is not None and holds(element.unless, fields):
            continue
        canvas = Canvas(layout, fields, metrics, scale, left, top)
        try:
            instructions = _draw(element, canvas)
        except FaceFault as error:
            raise FaceFault(f"{layout.file}: face {face}, element {element.id}: {error}") from None
        lacking = "".join(sorted(canvas.lacking))
        drawn.append(Drawn(id=element.id, instructions=tuple(instructions), cut=canvas.cut, lacking=lacking))
    return tuple(drawn)


def _draw(element: AnyElement, canvas: Canvas) -> Sequence[Instruction]:
    match element:
        case Text():
            return draw_text(element, canvas)
        case Rectangle():
            return [_rectangle(element, canvas)]
        case Stroke():
            x1, y1, x2, y2 = element.ends
            ends = [canvas.point((x1, y1)), canvas.point((x2, y2))]
            return [polygon(ends, _ink(element, canvas), closed=False)]
        case Circle():
            x, y = canvas.point(element.centre)
            return [Disc(x=x, y=y, radius=element.radius * canvas.scale, ink=_ink(element, canvas))]
        case Polygon():
            return [polygon([canvas.point(at) for at in element.points], _ink(element, canvas))]
        case Icon():
            return canvas.icon(
                fill(element.icon, canvas.fields), canvas.box(element.box), element.colour, element.paper
            )
        case IconRow():
            return draw_icon_row(element, canvas)
        case MoveGrid():
            return draw_move_grid(element, canvas)
        case Track():
            return draw_track(element, canvas)
        case Table():
            return draw_table(element, canvas)


def _ink(element: Inked, canvas: Canvas) -> Ink:
    return canvas.ink(element.fill, element.stroke, element.line, element.dash)


def _rectangle(element: Rectangle, canvas: Canvas) -> Instruction:
    box, radius, ink = canvas.box(element.box), element.radius * canvas.scale, _ink(element, canvas)
    if radius == 0 or element.corners == "round":
        return Box(x=box.x, y=box.y, width=box.width, height=box.height, radius=radius, ink=ink)
    return _cornered(box, radius, element.corners == "scoop", ink)


def _cornered(box: Rect, radius: float, scoop: bool, ink: Ink) -> Outline:
    """A box whose corners are cut off straight, or scooped out as quarter circles about the corner itself."""
    corners: list[tuple[Point, Point, Point]] = [
        ((box.x, box.y), (0, 1), (1, 0)),
        ((box.right, box.y), (-1, 0), (0, 1)),
        ((box.right, box.bottom), (0, -1), (-1, 0)),
        ((box.x, box.bottom), (1, 0), (0, -1)),
    ]
    steps: list[tuple[str, tuple[Point, ...]]] = []
    for n, ((x, y), come, go) in enumerate(corners):
        start = (x + come[0] * radius, y + come[1] * radius)
        end = (x + go[0] * radius, y + go[1] * radius)
        steps.append(("L" if n else "M", (start,)))
        if scoop:
            bow = radius * _ROUND
            handles = (
                (start[0] + go[0] * bow, start[1] + go[1] * bow),
                (end[0] + come[0] * bow, end[1] + come[1] * bow),
            )
            steps.append(("C", (*handles, end)))
        else:
            steps.append(("L", (end,)))
    return Outline(steps=(*steps, ("Z", ())), ink=ink)
