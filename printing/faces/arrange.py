"""One face of one card: from its elements and the card's fields to instructions in mm."""

from collections.abc import Sequence

from printing.faces.binding import FaceFault, Fields, fill, holds
from printing.faces.canvas import Canvas, NoPictures, Sized
from printing.faces.diagrams import draw_icon_row, draw_move_grid, draw_table
from printing.faces.drawing import Box, Disc, Drawn, Ink, Instruction, Outline, Point, polygon
from printing.faces.fitting import FontMetrics
from printing.faces.layout import Layout, is_bound
from printing.faces.pictures import draw_image, draw_qr
from printing.faces.schema import (
    AnyElement,
    Circle,
    Icon,
    IconRow,
    Image,
    Inked,
    MoveGrid,
    Polygon,
    Qr,
    Rectangle,
    Stroke,
    Table,
    Text,
    Track,
)
from printing.faces.tracks import draw_track
from printing.faces.typeset import draw_text
from printing.paper import Rect, Size

_ROUND = 0.5523
"""How far the handles of a quarter circle lie from its ends, in radii."""


class Arranger:
    """The faces of one layout on cards of one size, any number of them: what no field has a part in is drawn once.

    A layout made for another size is scaled, its type never under 6 pt. ``ink_saver`` turns fills into outlines.
    """

    def __init__(
        self,
        layout: Layout,
        metrics: FontMetrics,
        card: Size,
        *,
        pictures: Sized | None = None,
        ink_saver: bool = False,
    ) -> None:
        self.layout, self.metrics, self.ink_saver = layout, metrics, ink_saver
        self.pictures: Sized = NoPictures() if pictures is None else pictures
        self.scale = min(card.width / layout.card.width, card.height / layout.card.height)
        self.left = (card.width - layout.card.width * self.scale) / 2
        self.top = (card.height - layout.card.height * self.scale) / 2
        self._fixed: dict[tuple[str, str], Drawn] = {}

    def face(self, name: str, fields: Fields) -> tuple[Drawn, ...]:
        """One face of one card. Raises :class:`FaceFault`, naming face and element, when it does not go together."""
        name = self.layout.face_for(name)
        drawn = []
        for element in self.layout.faces[name]:
            if not is_bound(element):
                key = (name, element.id)
                if key not in self._fixed:
                    self._fixed[key] = self._drawn(element, name, fields, bound=False)
                drawn.append(self._fixed[key])
            elif _is_wanted(element, fields):
                drawn.append(self._drawn(element, name, fields, bound=True))
        return tuple(drawn)

    def _drawn(self, element: AnyElement, face: str, fields: Fields, bound: bool) -> Drawn:
        canvas = Canvas(self, fields)
        try:
            instructions = _draw(element, canvas)
        except FaceFault as error:
            raise FaceFault(f"{self.layout.file}: face {face}, element {element.id}: {error}") from None
        return Drawn(
            id=element.id,
            instructions=tuple(instructions),
            cut=canvas.cut,
            lacking="".join(sorted(canvas.lacking)),
            missing=tuple(canvas.missing),
            bound=bound,
        )


def arrange(layout: Layout, face: str, fields: Fields, metrics: FontMetrics, card: Size) -> tuple[Drawn, ...]:
    """The face of one card of the given size: what :class:`Arranger` does for many."""
    return Arranger(layout, metrics, card).face(face, fields)


def _is_wanted(element: AnyElement, fields: Fields) -> bool:
    wanted = element.when is None or holds(element.when, fields)
    return wanted and not (element.unless is not None and holds(element.unless, fields))


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
            return _icon(element, canvas)
        case Image():
            return draw_image(element, canvas)
        case Qr():
            return draw_qr(element, canvas)
        case IconRow():
            return draw_icon_row(element, canvas)
        case MoveGrid():
            return draw_move_grid(element, canvas)
        case Track():
            return draw_track(element, canvas)
        case Table():
            return draw_table(element, canvas)


def _icon(element: Icon, canvas: Canvas) -> list[Instruction]:
    name, box = fill(element.icon, canvas.fields), canvas.box(element.box)
    return canvas.icon(name, box, element.colour, element.paper, element.turn, element.solid) if name else []


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
