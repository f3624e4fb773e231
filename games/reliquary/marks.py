"""What stands on a drawn board: Ruins, pieces, Relics, and the traces of the last move.

A seat is told by shape and by tone alike: seat 1's pieces are round and light, seat 2's square and dark. So they read
in greyscale, and for whoever does not see colours. A place is the centre of a square, ``size`` the square's side.
"""

from typing import NamedTuple

from games.decider import Seat
from games.reliquary.state import Piece
from games.reliquary.svg import Colour, Markup, circle, element, line, rectangle, shape, words

INK, PAPER, FADED = Colour("#231e19", "ink"), Colour("#fffdf8", "paper"), Colour("#6f6557", "faded")
OUTLINE = Colour("#231e19", "outline")
"""The ink of lines that lie on the ground itself."""

GOLD, GOLD_LIGHT = Colour("#d09a1e", "gold"), Colour("#f5d98a", "gold-light")
TRACE, GLOW, WOUND = Colour("#b4530a", "trace"), Colour("#f6c453", "glow"), Colour("#a3161b", "wound")
STONE, STONE_LIGHT = Colour("#a59b8b", "stone"), Colour("#bdb4a5", "stone-light")
STONE_LINE = Colour("#6d6456", "stone-line")


class Tone(NamedTuple):
    """How a seat's pieces are painted."""

    fill: Colour
    edge: Colour
    text: Colour


TONES: dict[Seat, Tone] = {
    1: Tone(PAPER, Colour("#17505f", "one-edge"), INK),
    2: Tone(Colour("#4a1822", "two"), Colour("#22090e", "two-edge"), PAPER),
}


class Place(NamedTuple):
    """The centre of a square in the picture, and the square's side, in px."""

    x: float
    y: float
    size: float


def ruin(place: Place) -> Markup:
    """A block of broken masonry that fills its square."""
    x, y, s = place.x - place.size / 2, place.y - place.size / 2, place.size
    inset, low = s * 0.07, s * 0.30
    top, bottom = y + inset, y + s - inset
    left, right = x + inset, x + s - inset
    height = bottom - top
    outline = [
        (left, bottom),
        (left, top + low * 0.5),
        (left + s * 0.16, top),
        (left + s * 0.34, top + low * 0.35),
        (left + s * 0.50, top + low * 0.1),
        (left + s * 0.66, top + low * 0.7),
        (right, top + low * 0.45),
        (right, bottom),
    ]
    courses = [top + height * part for part in (0.36, 0.58, 0.79)]
    joints = [(0.36, 0.58, 0.30), (0.36, 0.58, 0.72), (0.58, 0.79, 0.5), (0.79, 1.0, 0.25), (0.79, 1.0, 0.75)]
    mortar = {"stroke": STONE_LINE, "stroke_width": max(s * 0.03, 0.8)}
    return element(
        "g",
        element("title", "Ruin"),
        shape(outline, fill=STONE, stroke=STONE_LINE, stroke_width=max(s * 0.035, 1), stroke_linejoin="round"),
        rectangle(left, courses[0], right - left, courses[1] - courses[0], fill=STONE_LIGHT),
        *(line(left, y_, right, y_, **mortar) for y_ in courses),
        *(
            line(left + (right - left) * at, top + height * a, left + (right - left) * at, top + height * b, **mortar)
            for a, b, at in joints
        ),
    )


def body(place: Place, seat: Seat, radius: float, **attributes: object) -> Markup:
    """The outline of a seat's pieces."""
    if seat == 1:
        return circle(place.x, place.y, radius, **attributes)
    half = radius * 0.9
    return rectangle(place.x - half, place.y - half, 2 * half, 2 * half, rx=radius * 0.22, **attributes)


def piece(place: Place, drawn: Piece, most: int, *, veiled: bool, warded: bool, title: str) -> Markup:
    """A Hero with its HP and a crown, or a Minion; ``most`` is the HP that it began with."""
    tone, s, hero = TONES[drawn.owner], place.size, drawn.kind == "hero"
    radius = s * (0.42 if hero else 0.30)
    edge = max(s * (0.055 if hero else 0.05), 1.4)
    parts = [element("title", title)]
    if warded:
        parts.append(
            body(place, drawn.owner, radius + edge * 1.5, fill="none", stroke=tone.edge, stroke_width=edge * 0.8)
        )
    dashes = {"stroke_dasharray": f"{edge * 1.6:.1f} {edge * 1.2:.1f}"} if veiled else {}
    parts.append(body(place, drawn.owner, radius, fill=tone.fill, stroke=tone.edge, stroke_width=edge, **dashes))
    parts += _hero(place, drawn, most) if hero else [_pawn(place, tone)]
    badges = [letter for letter, on in (("A", warded), ("V", veiled), ("H", drawn.marked)) if on]
    parts += [_badge(place, letter, number) for number, letter in enumerate(badges)]
    return element("g", *parts)


def _hero(place: Place, drawn: Piece, most: int) -> list[Markup]:
    tone, s = TONES[drawn.owner], place.size
    x, y = place.x, place.y
    crown = [(-0.17, -0.15), (-0.2, -0.31), (-0.085, -0.235), (0, -0.345), (0.085, -0.235), (0.2, -0.31), (0.17, -0.15)]
    parts = [
        shape(
            [(x + dx * s, y + dy * s) for dx, dy in crown],
            fill=GOLD_LIGHT if drawn.owner == 2 else GOLD,
            stroke=tone.edge,
            stroke_width=max(s * 0.018, 0.6),
            stroke_linejoin="round",
        ),
        words(str(drawn.hp), x, y + s * 0.18, s * 0.36, fill=tone.text, font_weight=700),
    ]
    for number in range(most):
        spot = (x + (number - (most - 1) / 2) * s * 0.115, y + s * 0.285, s * 0.042)
        lost = number >= drawn.hp
        parts.append(
            circle(*spot, fill="none" if lost else tone.text, stroke=tone.text, stroke_width=max(s * 0.018, 0.6))
        )
    return parts


def _pawn(place: Place, tone: Tone) -> Markup:
    x, y, s = place.x, place.y, place.size
    return element(
        "g",
        circle(x, y - s * 0.085, s * 0.075),
        shape(
            [
                (x - s * 0.13, y + s * 0.17),
                (x - s * 0.045, y - s * 0.03),
                (x + s * 0.045, y - s * 0.03),
                (x + s * 0.13, y + s * 0.17),
            ]
        ),
        fill=tone.text,
    )


def _badge(place: Place, letter: str, number: int) -> Markup:
    """A letter at the piece's left: A under Aegis, V veiled, H harrowed."""
    r = max(place.size * 0.15, 5)
    x, y = place.x - place.size * 0.36, place.y - place.size * 0.34 + number * r * 1.9
    return element(
        "g",
        circle(x, y, r, fill=PAPER, stroke=INK, stroke_width=1),
        words(letter, x, y + r * 0.48, r * 1.4, fill=INK, font_weight=700),
    )


def relic(place: Place, owner: Seat, *, kind: str, title: str) -> Markup:
    """A Relic: a cut gem with its side's shape in it. ``kind``: open, hidden (for whoever may see it) or carried."""
    s = place.size
    x, y, r = place.x, place.y, s * 0.34
    if kind == "carried":
        x, y, r = place.x + s * 0.31, place.y - s * 0.29, max(s * 0.19, 6)
    gem = [
        (x - r * 0.55, y - r * 0.8),
        (x + r * 0.55, y - r * 0.8),
        (x + r, y - r * 0.2),
        (x, y + r),
        (x - r, y - r * 0.2),
    ]
    hidden = kind == "hidden"
    edge = {"stroke": OUTLINE, "stroke_width": max(r * 0.13, 1.1), "stroke_linejoin": "round"}
    dashes = {"stroke_dasharray": "2.5 2"} if hidden else {}
    tone, small = TONES[owner], r * 0.34
    return element(
        "g",
        element("title", title),
        shape(gem, fill="none" if hidden else GOLD, **edge, **dashes),
        *(
            []
            if hidden
            else [
                shape(
                    [
                        (x - r * 0.55, y - r * 0.8),
                        (x + r * 0.55, y - r * 0.8),
                        (x + r * 0.3, y - r * 0.2),
                        (x - r * 0.3, y - r * 0.2),
                    ],
                    fill=GOLD_LIGHT,
                )
            ]
        ),
        body(
            Place(x, y - r * 0.05, s), owner, small, fill=tone.fill, stroke=tone.edge, stroke_width=max(r * 0.09, 0.8)
        ),
    )


def arrow(start: Place, end: Place) -> Markup:
    """From where something came to where it is."""
    dx, dy = end.x - start.x, end.y - start.y
    length = max((dx * dx + dy * dy) ** 0.5, 1)
    ux, uy = dx / length, dy / length
    s = start.size
    near, far = s * 0.12, length - s * 0.46
    head = s * 0.16
    x, y = start.x + ux * far, start.y + uy * far
    back = (x - ux * head * 1.4, y - uy * head * 1.4)
    tip = [
        (x, y),
        (back[0] - uy * head * 0.75, back[1] + ux * head * 0.75),
        (back[0] + uy * head * 0.75, back[1] - ux * head * 0.75),
    ]
    return element(
        "g",
        line(start.x + ux * near, start.y + uy * near, *back, stroke=TRACE, stroke_width=max(s * 0.06, 1.6)),
        shape(tip, fill=TRACE),
        circle(start.x, start.y, s * 0.08, fill=TRACE),
    )


def framed(place: Place, *, filled: bool) -> Markup:
    """A square of the last move: where something came to rest (filled), or where it came from."""
    s = place.size - 2
    edge = {"stroke": TRACE, "stroke_width": 2 if filled else 1.4}
    dashes = {} if filled else {"stroke_dasharray": "3 2.5"}
    fill = {"fill": GLOW, "fill_opacity": 0.55} if filled else {"fill": "none"}
    return rectangle(place.x - s / 2, place.y - s / 2, s, s, **fill, **edge, **dashes)


def wound(place: Place, text: str) -> Markup:
    """HP that was lost, at the foot of the square."""
    height = max(place.size * 0.3, 10.5)
    width = height * (0.5 + 0.58 * len(text))
    x, y = place.x + place.size * 0.46 - width, place.y + place.size * 0.5 - height * 0.5
    return element(
        "g",
        rectangle(x, y, width, height, rx=3, fill=WOUND, stroke=PAPER, stroke_width=1),
        words(text, x + width / 2, y + height * 0.76, height * 0.78, fill=PAPER, font_weight=700),
    )


def fallen(place: Place) -> Markup:
    """A cross where a piece was slain; it lies under what was dropped there."""
    r, thick = place.size * 0.38, max(place.size * 0.08, 2)
    ends = ((-r, -r, r, r), (-r, r, r, -r))
    return element(
        "g",
        *(
            line(place.x + a, place.y + b, place.x + c, place.y + d, stroke=WOUND, stroke_width=thick)
            for a, b, c, d in ends
        ),
        stroke_linecap="round",
    )
