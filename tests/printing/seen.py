"""What of a face is seen where: bounds of its shapes and of its letters, mm."""

from printing.faces.drawing import Box, Disc, Outline, Run
from printing.paper import MM

FRAME = 2.0
"""The frame of a built-in face stands so far inside the trim: nothing is drawn outside it."""


def bounds(shape):
    match shape:
        case Box():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Disc():
            reach = shape.radius
            return shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach
        case Outline():
            points = [at for _, points in shape.steps for at in points]
            return (*map(min, zip(*points, strict=True)), *map(max, zip(*points, strict=True)))


def ink_of(run, metrics):
    """Where the letters of a run are: from the top of a capital to the foot of a g."""
    size = run.size / MM
    return run.x, run.y - 0.68 * size, run.x + metrics.advance(run.text, run.font) * size, run.y + 0.2 * size


def apart(one, other):
    return (
        one[2] <= other[0] + 0.01 or other[2] <= one[0] + 0.01 or one[3] <= other[1] + 0.01 or other[3] <= one[1] + 0.01
    )


def runs_of(elements):
    return [run for one in elements for run in one.instructions if isinstance(run, Run)]


def is_in_frame(shape, card, metrics):
    left, top, right, bottom = ink_of(shape, metrics) if isinstance(shape, Run) else bounds(shape)
    edge = FRAME - 0.01
    return left >= edge and top >= edge and right <= card.width - edge and bottom <= card.height - edge
