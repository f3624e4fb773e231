"""Cards into a PDF: each different face is arranged once, what many share is stored once, what went wrong is noted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from printing.faces.arrange import Arranger
from printing.faces.binding import FaceFault
from printing.faces.drawing import Box, Disc, Drawn, Instruction, Outline, Picture, Run
from printing.faces.fitting import FontMetrics
from printing.faces.layout import BACK, Layout
from printing.images import Images, bleed_in
from printing.operators import bands, circle
from printing.options import Options
from printing.paper import MM, Edges, Rect, Size
from printing.pdf import PdfFile
from printing.plan import Place, PlannedPage, Side
from printing.report import CutText, FoundBleed, MissingGlyphs, UnknownCard
from printing.sources import PrintedCard

SHARED = 160
"""What cards share is stored once when its operators are longer than this, in characters."""

Content = tuple[str, set[str]]
Key = tuple[str, bytes]


class Notes:
    """What is to be reported of the cards."""

    def __init__(self) -> None:
        self.cut: list[CutText] = []
        self.glyphs: list[MissingGlyphs] = []
        self.images: list[dict[str, Any]] = []
        self.bleeds: list[FoundBleed] = []
        self.unknown: dict[UnknownCard, None] = {}


class Drawer:
    """Draws the places of pages whose cards are of one size into one file."""

    def __init__(
        self,
        pdf: PdfFile,
        pages: Sequence[PlannedPage],
        layout: Layout,
        options: Options,
        metrics: FontMetrics,
        images: Images,
        notes: Notes,
    ) -> None:
        self.pdf, self.layout, self.options, self.images, self.notes = pdf, layout, options, images, notes
        self.size: Size = pages[0].grid.card
        self._metrics = metrics
        self._arrangers: dict[Size, Arranger] = {}
        places = [place for page in pages for place in page.places]
        self._faces = Counter(self._face(place.card, place.side) for place in places)
        self._counts = Counter(self._key(place.card, place.side) for place in places)
        self._stored: dict[Key, str] = {}
        self._bleeding: dict[Key, tuple[str, str]] = {}
        self._shared: dict[tuple[int, ...], Content] = {}
        self._shown: dict[str, tuple[str, str]] = {}

    def draw(self, place: Place) -> None:
        """One side of a card in its place."""
        if place.card.unknown:
            self.notes.unknown[UnknownCard(card=place.card.code, where=place.card.where)] = None
        key = self._key(place.card, place.side)
        if self.options.bleed and self.options.shape == "rectangle":
            self._draw_bleeding(place, key)
            return
        reach = self.options.bleed
        if self._counts[key] < 2:
            content, used = self._inside(*self._whole(place.card, place.side))
        else:
            if key not in self._stored:
                area = Rect(-reach, -reach, self.size.width + 2 * reach, self.size.height + 2 * reach)
                content, used = self._inside(*self._whole(place.card, place.side))
                self._stored[key] = self.pdf.store(content, used, area)
            content, used = f"/{self.pdf.resource(self._stored[key])} Do", {self._stored[key]}
        window = place.box if self.options.shape == "rectangle" else None
        self.pdf.place(content, used, place.box, place.turned, window)

    def _inside(self, content: str, used: set[str]) -> Content:
        """The content of a round card, clipped to its circle; any other's as it is."""
        if self.options.shape == "rectangle":
            return content, used
        x, y = self.size.width / 2 * MM, self.size.height / 2 * MM
        return f"{circle(x, y, x + self.options.bleed * MM)} W n\n{content}", used

    def _draw_bleeding(self, place: Place, key: Key) -> None:
        width, height, reach = self.size.width, self.size.height, self.options.bleed
        if key not in self._bleeding:
            area = Rect(-reach, -reach, width + 2 * reach, height + 2 * reach)
            drawn = self._drawn(place.card, place.side)
            whole = self.pdf.store(*self._content(drawn, place.card, place.side), area)
            # What does not come near the edge would be drawn in every band and seen in none; its text would be found.
            edge = [
                one for one in self._instructions(drawn, place.card) if reaches(one, self.size, reach, self._metrics)
            ]
            trimmed = self.pdf.store(*self.pdf.content(edge, height), Rect(0, 0, width, height))
            self._bleeding[key] = whole, trimmed
        whole, trimmed = self._bleeding[key]
        near = place.bleed
        if place.turned:
            near = Edges(near.bottom, near.left, near.top, near.right)
        solid = self.options.bleed_edge == "solid"
        around = bands(self.pdf.resource(trimmed), Rect(0, 0, width, height), near, solid)
        inked = [-near.left, -near.bottom, width + near.left + near.right, height + near.top + near.bottom]
        clip = " ".join(f"{number * MM:.4f}" for number in inked) + " re W n"
        content = f"{around}\n{clip}\n/{self.pdf.resource(whole)} Do"
        self.pdf.place(content, {whole, trimmed}, place.box, place.turned)

    def _face(self, card: PrintedCard, side: Side) -> str:
        if side == "front":
            return card.face
        return BACK if self.options.backs == "one" else card.back or BACK

    def _key(self, card: PrintedCard, side: Side) -> Key:
        if side == "back" and self.options.backs == "one":
            return BACK, b""
        return self._face(card, side), msgspec.json.encode(card.fields)

    def _whole(self, card: PrintedCard, side: Side) -> Content:
        """One side of a card as operators on an area of its size."""
        return self._content(self._drawn(card, side), card, side)

    def _drawn(self, card: PrintedCard, side: Side) -> tuple[Drawn, ...]:
        """One side of a card, arranged; what went wrong with it is noted."""
        face = self._face(card, side)
        fields = {} if side == "back" and self.options.backs == "one" else card.fields
        try:
            drawn = self._arranger(face).face(face, fields)
        except FaceFault as error:
            raise FaceFault(f"{card.where or f'card {card.code}'}: {error}") from None
        for one in drawn:
            self._note(card, one)
        return drawn

    def _arranger(self, face: str) -> Arranger:
        """What arranges the faces that are drawn for the same size as this one. Raises :class:`FaceFault`."""
        drawn_for = self.layout.drawn_for(face)
        if drawn_for not in self._arrangers:
            layout = msgspec.structs.replace(self.layout, card=drawn_for)
            self._arrangers[drawn_for] = Arranger(
                layout, self._metrics, self.size, pictures=self.images, ink_saver=self.options.ink_saver
            )
        return self._arrangers[drawn_for]

    def _content(self, drawn: Sequence[Drawn], card: PrintedCard, side: Side) -> Content:
        """What is arranged as operators: what cards of this face share is written once."""
        repeated = self._faces[self._face(card, side)] > 1
        parts: list[str] = []
        used: set[str] = set()
        for bound, elements in groupby(drawn, key=lambda one: one.bound):
            run = tuple(elements)
            if bound or not repeated:
                content, names = self._written(run, card)
            else:
                key = tuple(map(id, run))
                if key not in self._shared:
                    self._shared[key] = self._share(*self._written(run, card))
                content, names = self._shared[key]
            parts.append(content)
            used |= names
        return "\n".join(parts), used

    def _share(self, content: str, used: set[str]) -> Content:
        """Content that many cards have: stored once where that is shorter."""
        if len(content) < SHARED:
            return content, used
        reach = self.options.bleed
        area = Rect(-reach, -reach, self.size.width + 2 * reach, self.size.height + 2 * reach)
        name = self.pdf.store(content, used, area)
        return f"/{self.pdf.resource(name)} Do", {name}

    def _written(self, drawn: Iterable[Drawn], card: PrintedCard) -> Content:
        content, used = self.pdf.content(self._instructions(drawn, card), self.size.height)
        return f"q\n{content}\nQ", used

    def _instructions(self, drawn: Iterable[Drawn], card: PrintedCard) -> list[Instruction]:
        if not self.images:
            return [instruction for one in drawn for instruction in one.instructions]
        instructions: list[Instruction] = []
        for one in drawn:
            for instruction in one.instructions:
                if isinstance(instruction, Picture):
                    self._shown.setdefault(instruction.image, (card.code, one.id))
                    instructions.append(self._with_bleed(instruction, card))
                else:
                    instructions.append(instruction)
        return instructions

    def note_spoilt(self) -> None:
        """Once the file is written: pictures that turned out to be none; each is told once in a file."""
        for name in [name for name in self.pdf.spoilt if name in self._shown]:
            reason, (card, box) = self.pdf.spoilt.pop(name), self._shown[name]
            self.notes.images.append({"card": card, "box": box, "image": name, "reason": reason})

    def _with_bleed(self, one: Picture, card: PrintedCard) -> Picture:
        """A picture of the whole card that was made with a bleed: its trim, not its edge, is the card's."""
        if not _is_whole(one, self.size):
            return one
        size = self.images.size_of(one.image)
        bleed = bleed_in(size, self.size.width, self.size.height) if size else 0
        if not bleed:
            return one
        found = FoundBleed(card=card.code, image=one.image, bleed=bleed)
        if found not in self.notes.bleeds[-2:]:
            self.notes.bleeds.append(found)
        width, height = self.size.width + 2 * bleed, self.size.height + 2 * bleed
        return Picture(x=-bleed, y=-bleed, width=width, height=height, image=one.image)

    def _note(self, card: PrintedCard, one: Drawn) -> None:
        if one.cut is not None:
            self.notes.cut.append(CutText(card=card.code, box=one.id, text=one.cut))
        if one.lacking:
            self.notes.glyphs.append(MissingGlyphs(card=card.code, box=one.id, characters=one.lacking))
        for name in one.missing:
            reason = self.images.faults.get(name, "there is no such icon")
            self.notes.images.append({"card": card.code, "box": one.id, "image": name, "reason": reason})


def reaches(one: Instruction, card: Size, reach: float, metrics: FontMetrics) -> bool:
    """Whether something on a card may come so near to its trim, mm."""
    left, top, right, bottom = _bounds(one, metrics)
    return left < reach or top < reach or right > card.width - reach or bottom > card.height - reach


def _bounds(one: Instruction, metrics: FontMetrics) -> tuple[float, float, float, float]:
    match one:
        case Run():
            # Text may be turned: its length in every direction is more than enough.
            wide = (metrics.advance(one.text, one.font) + 0.5) * one.size / MM
            high = one.size / MM
            if not one.turn:
                return one.x, one.y - high, one.x + wide, one.y + high / 2
            return one.x - high, one.y - wide, one.x + high, one.y + wide
        case Disc():
            reach = one.radius + one.ink.line
            return one.x - reach, one.y - reach, one.x + reach, one.y + reach
        case Outline():
            points = [point for _, at in one.steps for point in at]
            xs, ys, line = [x for x, _ in points], [y for _, y in points], one.ink.line
            return min(xs) - line, min(ys) - line, max(xs) + line, max(ys) + line
        case Box():
            line = one.ink.line
            return one.x - line, one.y - line, one.x + one.width + line, one.y + one.height + line
        case Picture():
            return one.x, one.y, one.x + one.width, one.y + one.height


def _is_whole(picture: Picture, card: Size) -> bool:
    """Whether a picture is that of the whole card: in its middle, and as wide or as high as the card or more."""
    middle = picture.x + picture.width / 2 - card.width / 2, picture.y + picture.height / 2 - card.height / 2
    seen = picture.clip or (picture.x, picture.y, picture.width, picture.height)
    across, down = abs(seen[2] - card.width) < 0.05, abs(seen[3] - card.height) < 0.05
    return max(map(abs, middle)) < 0.05 and (across or down)
