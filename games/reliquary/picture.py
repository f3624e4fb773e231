"""The picture of a position: a pure function from what a seat may see, and the last move, to SVG text.

360 px wide. ``draw`` gives it whole in itself: no script, no style sheet, nothing from elsewhere; ``drawn_board`` gives
the same board in layers, to be tapped. Seat 2 sees the board from its side.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from games.decider import Seat
from games.drawn import DrawnBoard, Spot
from games.reliquary import events as happened
from games.reliquary import marks
from games.reliquary.board import Square, squares
from games.reliquary.marks import FADED, INK, OUTLINE, PAPER, TONES, Place
from games.reliquary.state import State
from games.reliquary.svg import (
    Colour,
    Markup,
    circle,
    element,
    grid_path,
    in_plain_colours,
    line,
    rectangle,
    squares_path,
    words,
)
from games.reliquary.wording import (
    described,
    most_hp,
    move_words,
    name_of,
    opposite,
    piece_words,
    relic_words,
    seat_name,
    shortened,
    square_words,
    turn_words,
)

WIDTH = 360
EDGE = 16
"""Room for the coordinates, left and below."""

STRIP, FOOT = 40, 44
MARGIN = 6
"""Room at the other sides."""

LIGHT, DARK = Colour("#f6f1e6", "light"), Colour("#ebe3d2", "dark")
GRID, MIDDLE = Colour("#cfc4ae", "grid"), Colour("#9a8e79", "middle")
NUMBER, SMALL = Colour("#6b6153", "number"), Colour("#4d453a", "small")
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def draw(state: State, latest: Sequence[Any] = (), seat: Seat | None = None) -> str:
    """A seat's view of a state as SVG, the last move marked. ``latest``: events up to it, as that seat may see them."""
    board, last = Board(state, seat), last_move(latest)
    height = STRIP * 2 + board.side + EDGE + FOOT
    picture = element(
        "svg",
        element("title", f"Reliquary: {turn_words(state)}", id="board-title"),
        element("desc", described(state, move_words(last)), id="board-words"),
        rectangle(0, 0, WIDTH, height, fill=PAPER),
        _strip(state, opposite(seat), 0),
        *board.ground(last),
        *board.things(last),
        _strip(state, 3 - opposite(seat), STRIP + board.side + EDGE),
        _foot(state, 2 * STRIP + board.side + EDGE),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height:g}",
        width=WIDTH,
        height=f"{height:g}",
        role="img",
        aria_labelledby="board-title board-words",
        font_family=FONT,
    )
    return f"{in_plain_colours(picture)}\n"


def drawn_board(state: State, latest: Sequence[Any] = (), seat: Seat | None = None) -> DrawnBoard:
    """The same board without what stands beside it, in layers: see :func:`draw`."""
    board, last = Board(state, seat, top=MARGIN), last_move(latest)
    return DrawnBoard(
        width=WIDTH,
        height=MARGIN + board.side + EDGE,
        ground="".join(board.ground(last)),
        things="".join(board.things(last)),
        spots=tuple(board.spots()),
        columns=board.count,
        title=f"Reliquary: {turn_words(state)}",
        words=described(state, move_words(last)),
    )


def last_move(events: Sequence[Any]) -> Sequence[Any]:
    """Of the latest events those of the last play, from its card on; in setup the last one that changed the board."""
    for number in range(len(events) - 1, -1, -1):
        if isinstance(events[number], happened.CardPlayed):
            return events[number:]
    put = [event for event in events if isinstance(event, happened.RuinsPlaced | happened.PieceDeployed)]
    return put[-1:]


class Board:
    """The squares of a picture, seen by a seat."""

    def __init__(self, state: State, seat: Seat | None, top: float = STRIP) -> None:
        self.state, self.seat = state, seat
        self.turned = seat == 2
        self.count = state.board
        self.size = (WIDTH - EDGE - MARGIN) / self.count
        self.side = self.size * self.count
        self.left, self.top = float(EDGE), float(top)

    def place(self, square: Square) -> Place:
        """The centre of a square in the picture."""
        x, y = square
        column, row = (self.count - x, y - 1) if self.turned else (x - 1, self.count - y)
        return Place(self.left + (column + 0.5) * self.size, self.top + (row + 0.5) * self.size, self.size)

    def spots(self) -> Iterator[Spot]:
        """Every square, from the upper left corner of the picture."""
        along = range(self.count, 0, -1) if self.turned else range(1, self.count + 1)
        for y in reversed(along):
            for x in along:
                place = self.place((x, y))
                left, top = place.x - self.size / 2, place.y - self.size / 2
                words_there = square_words(self.state, (x, y), self.seat)
                yield Spot((x, y), round(left, 2), round(top, 2), round(self.size, 2), words_there)

    def ground(self, last: Sequence[Any]) -> Iterator[Markup]:
        """Squares, lines, numbers, the last move's squares."""
        yield from self._ground()
        yield from self._numbers()
        for square, filled in _frames(list(_traces(last))):
            yield marks.framed(self.place(square), filled=filled)

    def things(self, last: Sequence[Any]) -> Iterator[Markup]:
        """What stands on the ground: Ruins, Relics, arrows, pieces."""
        traces = list(_traces(last))
        yield from (marks.ruin(self.place(ruin)) for ruin in self.state.ruins)
        yield from self._fallen(last)
        yield from self._relics()
        yield from (marks.arrow(self.place(start), self.place(end)) for start, end in traces if start != end)
        yield from self._pieces()
        yield from self._wounds(last)

    def _ground(self) -> Iterator[Markup]:
        yield rectangle(self.left, self.top, self.side, self.side, fill=LIGHT, stroke=OUTLINE, stroke_width=1.5)
        dark = [self.place(square) for square in squares(self.count) if sum(square) % 2 == 0]
        half = self.size / 2
        yield squares_path([(x - half, y - half) for x, y, _ in dark], self.size, fill=DARK)
        yield grid_path(self.left, self.top, self.side, self.count, stroke=GRID, stroke_width=0.8)
        yield from self._zones()
        yield rectangle(self.left, self.top, self.side, self.side, fill="none", stroke=OUTLINE, stroke_width=1.5)

    def _zones(self) -> Iterator[Markup]:
        """Where the halves end, and the deploy rows; a bar in its seat's tone along each back row."""
        rows = self.state.figures.deploy_rows
        for row in (rows, self.count - rows):
            y = self.top + row * self.size
            yield line(self.left, y, self.left + self.side, y, stroke=MIDDLE, stroke_width=1, stroke_dasharray="2 4")
        for row in {self.count // 2, self.count - self.count // 2}:
            y = self.top + row * self.size
            yield line(self.left, y, self.left + self.side, y, stroke=MIDDLE, stroke_width=1.4)
        for seat in (1, 2):
            far = (seat == 2) is not self.turned
            y = self.top if far else self.top + self.side - 3
            tone = TONES[seat]
            yield rectangle(self.left, y, self.side, 3, fill=tone.edge if seat == 2 else tone.fill, stroke=tone.edge)

    def _numbers(self) -> Iterator[Markup]:
        small = {"fill": NUMBER}
        for number in range(1, self.count + 1):
            x, y, _ = self.place((number, number))
            yield words(str(number), x, self.top + self.side + 11.5, 10, **small)
            yield words(str(number), self.left - 8, y + 3.6, 10, **small)

    def _relics(self) -> Iterator[Markup]:
        for relic in self.state.relics:
            if relic.square is not None:
                yield marks.relic(self.place(relic.square), relic.owner, kind=relic.place, title=relic_words(relic))

    def _pieces(self) -> Iterator[Markup]:
        state = self.state
        for piece in state.pieces:
            if piece.square is None:
                continue
            place = self.place(piece.square)
            yield marks.piece(
                place,
                piece,
                most_hp(state, piece),
                veiled=piece.veiled_in is not None and piece.veiled_in >= state.turn,
                warded=state.is_warded(piece),
                title=piece_words(state, piece),
            )
            relic = state.carried_by(piece)
            if relic is not None:
                yield marks.relic(place, relic.owner, kind="carried", title=relic_words(relic))

    def _fallen(self, last: Sequence[Any]) -> Iterator[Markup]:
        for event in last:
            if isinstance(event, happened.PieceSlain) and self.state.at(event.square) is None:
                yield marks.fallen(self.place(event.square))

    def _wounds(self, last: Sequence[Any]) -> Iterator[Markup]:
        lost: dict[int, int] = {}
        for event in last:
            if isinstance(event, happened.DamageTaken):
                lost[event.piece] = lost.get(event.piece, 0) + event.amount
        for number, amount in lost.items():
            piece = self.state.piece(number)
            if piece is not None and piece.square is not None and piece.hp > 0:
                yield marks.wound(self.place(piece.square), f"−{amount}")


def _traces(last: Sequence[Any]) -> Iterator[tuple[Square, Square]]:
    """From where to where something has come; twice the same square where it was put there."""
    for event in last:
        match event:
            case happened.PieceMoved():
                yield event.origin, event.square
            case happened.PiecesSwapped():
                yield event.squares
                yield event.squares[1], event.squares[0]
            case happened.PieceDeployed() | happened.PieceReturned() | happened.PieceHarrowed():
                yield event.square, event.square
            case happened.RuinsPlaced():
                yield from ((square, square) for square in event.squares)
            case happened.RuinRemoved():
                yield event.square, event.square
            case _:
                pass


def _frames(traces: list[tuple[Square, Square]]) -> Iterator[tuple[Square, bool]]:
    ends = {end for _, end in traces}
    yield from ((start, False) for start, _ in dict.fromkeys(traces) if start not in ends)
    yield from ((end, True) for end in sorted(ends))


def _strip(state: State, seat: Seat, top: float) -> Markup:
    """A seat's line: its shape, its name, its cards; a flag where it is to act."""
    tone, own = TONES[seat], state.seat(seat)
    mark = marks.body(Place(EDGE + 8, top + 16, 0), seat, 9, fill=tone.fill, stroke=tone.edge, stroke_width=2.2)
    cards = ", ".join(name_of(state, code) for code in own.cards)
    rite = "" if own.rite is None else f" + {name_of(state, own.rite)}{' (used)' if own.rite_used else ''}"
    parts = [
        mark,
        words(
            shortened(seat_name(state, seat), 40),
            EDGE + 24,
            top + 15,
            13,
            text_anchor="start",
            font_weight=700,
            fill=INK,
        ),
        words(shortened(f"{cards}{rite}" or "–", 46), EDGE + 24, top + 30, 11, text_anchor="start", fill=SMALL),
    ]
    slain = sum(piece.owner == seat and piece.square is None for piece in state.pieces)
    if slain:
        parts.append(words(f"{slain} slain", WIDTH - MARGIN, top + 30, 11, text_anchor="end", fill=marks.WOUND))
    return element("g", *parts)


def _foot(state: State, top: float) -> Markup:
    """The Vigil die, the round, the waiting card; who is to act."""
    says = turn_words(state)
    parts = [line(EDGE, top + 1, WIDTH - MARGIN, top + 1, stroke=GRID, stroke_width=1)]
    x = float(EDGE)
    if state.phase in ("play", "over"):
        parts += [_die(EDGE, top + 9, 28, state.vigil)]
        parts.append(
            words(f"Vigil {state.vigil}", EDGE + 36, top + 21, 12, text_anchor="start", font_weight=700, fill=INK)
        )
        parts.append(words(f"Round {state.round}", EDGE + 36, top + 35, 11, text_anchor="start", fill=SMALL))
        x = EDGE + 92.0
    if state.waiting:
        parts.append(words("Waiting", x, top + 21, 11, text_anchor="start", fill=FADED))
        parts.append(
            words(shortened(name_of(state, state.waiting), 14), x, top + 35, 11, text_anchor="start", fill=INK)
        )
    width = 18 + 7.3 * len(says)
    parts.append(rectangle(WIDTH - MARGIN - width, top + 11, width, 24, rx=12, fill=INK))
    parts.append(words(says, WIDTH - MARGIN - width / 2, top + 27, 12, fill=PAPER, font_weight=600))
    return element("g", *parts)


PIPS = {
    0: (),
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}


def _die(x: float, y: float, size: float, value: int) -> Markup:
    step = size / 4
    pips = (
        circle(x + step * (1 + n % 3), y + step * (1 + n // 3), size * 0.085, fill=INK) for n in PIPS.get(value, ())
    )
    return element(
        "g",
        element("title", f"The Vigil die shows {value}"),
        rectangle(x, y, size, size, rx=size * 0.18, fill=PAPER, stroke=INK, stroke_width=1.6),
        *pips,
    )
