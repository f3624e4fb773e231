"""Pictures on a face: how one fits its box, what stands for one that there is not, QR codes as vectors."""

import segno
from segno.encoder import DataOverflowError

from printing.faces.binding import fill
from printing.faces.canvas import Canvas
from printing.faces.drawing import Instruction, Outline, Picture, Point
from printing.faces.schema import Image, Qr
from printing.paper import Rect


def draw_image(element: Image, canvas: Canvas) -> list[Instruction]:
    """The picture that the element's template names; none where it is empty."""
    name, box = fill(element.image, canvas.fields).strip(), canvas.box(element.box)
    if not name:
        return []
    size = canvas.pictures.size_of(name)
    if size is None or min(size) <= 0:
        return canvas.lost(name, box)
    if element.fit == "stretch":
        return [Picture(x=box.x, y=box.y, width=box.width, height=box.height, image=name)]
    ratios = box.width / size[0], box.height / size[1]
    scale = min(ratios) if element.fit == "contain" else max(ratios)
    width, height = size[0] * scale, size[1] * scale
    x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
    clip = (box.x, box.y, box.width, box.height) if element.fit == "cover" else None
    return [Picture(x=x, y=y, width=width, height=height, image=name, clip=clip)]


def draw_qr(element: Qr, canvas: Canvas) -> list[Instruction]:
    """The dark modules as one outline; a text too long for any code is noted as cut, and crossed out."""
    text, box = fill(element.text, canvas.fields), canvas.box(element.box)
    if not text:
        return []
    try:
        code = segno.make_qr(text, error=element.level.lower(), boost_error=False)
    except DataOverflowError:
        canvas.cut = text
        return canvas.crossed(box)
    rows = [[bool(dark) for dark in row] for row in code.matrix]
    side = min(box.width, box.height) / (len(rows) + 2 * element.quiet)
    left = box.x + (box.width - side * len(rows)) / 2
    top = box.y + (box.height - side * len(rows)) / 2
    steps: list[tuple[str, tuple[Point, ...]]] = []
    for y, row in enumerate(rows):
        for start, end in _dark_runs(row):
            steps += _rectangle(Rect(left + start * side, top + y * side, (end - start) * side, side))
    paper = Outline(steps=tuple(_rectangle(box)), ink=canvas.plain_ink(element.paper))
    return [paper, Outline(steps=tuple(steps), ink=canvas.plain_ink(element.colour))]


def _dark_runs(row: list[bool]) -> list[tuple[int, int]]:
    """Where dark modules begin and end: a run of them is one rectangle, so that no hairline parts them."""
    edges = [n for n in range(len(row) + 1) if (row[n] if n < len(row) else False) != (row[n - 1] if n else False)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _rectangle(box: Rect) -> list[tuple[str, tuple[Point, ...]]]:
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return [*(("L" if n else "M", (corner,)) for n, corner in enumerate(corners)), ("Z", ())]
