"""Elements of an SVG picture as text. Text and attributes are escaped here, so nothing else has to think of it.

A colour is written as a CSS variable, so that a page can have it by day and by night; ``in_plain_colours`` makes a
picture that is whole in itself.
"""

import re
from html import escape


class Colour(str):
    """A colour such as ``#231e19``, and the name by which a page may set another one."""

    def __new__(cls, value: str, name: str) -> "Colour":
        """``name``: small letters and hyphens; the variable is ``--board-<name>``."""
        made = super().__new__(cls, value)
        made.name = name
        return made

    name: str


VARIABLE = re.compile(r"var\(--board-[a-z-]+, (#[0-9a-f]{6})\)")


class Markup(str):
    """Text that is SVG already."""

    __slots__ = ()


def element(name: str, *children: str, **attributes: object) -> Markup:
    """An element; ``stroke_width=2`` becomes ``stroke-width="2"``. Children that are no :class:`Markup` are escaped."""
    words = "".join([f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items()])
    inner = "".join([child if isinstance(child, Markup) else escape(child) for child in children])
    return Markup(f"<{name}{words}>{inner}</{name}>" if inner else f"<{name}{words}/>")


def in_plain_colours(picture: str) -> str:
    """A picture with the usual colours, for whoever has no style sheet for it."""
    return VARIABLE.sub(r"\1", picture)


def _value(value: object) -> str:
    if isinstance(value, Colour):
        return f"var(--board-{value.name}, {value})"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value) if isinstance(value, int) else escape(str(value), quote=True)


def circle(x: float, y: float, r: float, **attributes: object) -> Markup:
    """A circle about a point."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def rectangle(x: float, y: float, width: float, height: float, **attributes: object) -> Markup:
    """A rectangle from its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: object) -> Markup:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def squares_path(corners: list[tuple[float, float]], size: float, **attributes: object) -> Markup:
    """Many squares of one size as one shape, from their upper left corners."""
    side = _value(float(size))
    moves = [f"M{_value(float(x))} {_value(float(y))}h{side}v{side}h-{side}z" for x, y in corners]
    return element("path", d="".join(moves), **attributes)


def grid_path(left: float, top: float, side: float, count: int, **attributes: object) -> Markup:
    """The inner lines of a square field of ``count`` by ``count`` as one shape."""
    step, whole = side / count, _value(float(side))
    moves = []
    for number in range(1, count):
        along = number * step
        moves.append(
            f"M{_value(left + along)} {_value(float(top))}v{whole}M{_value(float(left))} {_value(top + along)}h{whole}"
        )
    return element("path", d="".join(moves), fill="none", **attributes)


def shape(points: list[tuple[float, float]], **attributes: object) -> Markup:
    """A closed shape with straight sides."""
    corners = " ".join(f"{_value(float(x))},{_value(float(y))}" for x, y in points)
    return element("polygon", points=corners, **attributes)


def words(text: str, x: float, y: float, size: float, **attributes: object) -> Markup:
    """A line of text; ``y`` is its base line. In the middle of ``x`` unless ``text_anchor`` says otherwise."""
    settings = {"text_anchor": "middle", **attributes}
    return element("text", text, x=x, y=y, font_size=size, **settings)
