"""Every card that Reliquary prints: nothing leaves its card or its box, nothing lies on something else."""

from itertools import combinations

import pytest

from printing.faces.arrange import arrange
from printing.faces.drawing import Box, Disc, Outline, Run
from printing.faces.schema import Icon, MoveGrid, Text, Track
from printing.paper import MM

CODES = [f"rq-{number:03}" for number in range(1, 37)]
FRAME = 2.0
"""The frame stands so far inside the trim, mm: nothing is drawn outside it."""


@pytest.fixture(scope="session")
def drawn(cards, layout, metrics):
    return {code: arrange(layout, card.face, card.fields, metrics, layout.card) for code, card in sorted(cards.items())}


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


def test_all_thirty_six_are_here(cards):
    assert sorted(cards) == CODES


@pytest.mark.parametrize("code", CODES)
def test_a_card_has_nothing_to_report_and_no_text_under_6_pt(code, drawn):
    assert all(one.cut is None and not one.lacking for one in drawn[code])
    assert all(run.size >= 6 for one in drawn[code] for run in one.instructions if isinstance(run, Run))


@pytest.mark.parametrize("code", CODES)
def test_no_text_lies_on_another(code, drawn, metrics):
    runs = [run for one in drawn[code] for run in one.instructions if isinstance(run, Run)]
    for one, other in combinations(runs, 2):
        assert apart(ink_of(one, metrics), ink_of(other, metrics)), (one.text, other.text)


@pytest.mark.parametrize("code", CODES)
def test_nothing_is_outside_the_frame(code, drawn, layout, metrics):
    card = layout.card
    for one in drawn[code]:
        for shape in one.instructions:
            left, top, right, bottom = ink_of(shape, metrics) if isinstance(shape, Run) else bounds(shape)
            assert left >= FRAME - 0.01
            assert top >= FRAME - 0.01
            assert right <= card.width - FRAME + 0.01
            assert bottom <= card.height - FRAME + 0.01


@pytest.mark.parametrize("code", CODES)
def test_text_stays_in_its_box_and_off_icons_and_diagrams(code, drawn, cards, layout, metrics):
    elements = {element.id: element for element in layout.faces[cards[code].face]}
    pictures = [
        (one.id, bounds(shape))
        for one in drawn[code]
        if isinstance(elements[one.id], Icon | MoveGrid | Track)
        for shape in one.instructions
        if not isinstance(shape, Run)
    ]
    for one in drawn[code]:
        element = elements[one.id]
        if not isinstance(element, Text):
            continue
        x, y, width, height = element.box
        for run in one.instructions:
            left, top, right, bottom = ink_of(run, metrics)
            assert left >= x - 0.01
            assert right <= x + width + 0.01
            assert top >= y - 0.01
            assert bottom <= y + height + 0.3
            assert all(apart((left, top, right, bottom), box) for _, box in pictures)


@pytest.mark.parametrize("code", CODES)
def test_the_name_is_on_the_card(code, drawn, cards):
    (name,) = [one for one in drawn[code] if one.id == "name"]
    assert "".join(run.text for run in name.instructions) == cards[code].fields["name"]


def luminance(colour):
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2


@pytest.mark.parametrize("code", CODES)
def test_text_is_readable_in_greyscale(code, drawn):
    """Text against the last filled shape below its start, or the paper: a contrast of 4.5 in luminance alone."""
    below = [((0, 0, 100, 100), "#ffffff")]
    for one in drawn[code]:
        for shape in one.instructions:
            if isinstance(shape, Run):
                at = (shape.x + 0.2, shape.y - 0.2)
                ground = next(
                    colour for box, colour in reversed(below) if box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]
                )
                light, dark = sorted((luminance(shape.colour), luminance(ground)), reverse=True)
                assert (light + 0.05) / (dark + 0.05) >= 4.5, shape.text
            elif shape.ink.fill:
                below.append((bounds(shape), shape.ink.fill))


@pytest.mark.parametrize(("code", "places"), [("rq-019", 4), ("rq-020", 5), ("rq-032", 7)])
def test_hp_and_vigil_tracks_have_their_places(code, places, drawn):
    (track,) = [one for one in drawn[code] if one.id in ("hp", "steps")]
    numbers = [run.text for run in track.instructions if isinstance(run, Run)]
    wanted = list(range(6, -1, -1)) if places == 7 else list(range(1, places + 1))
    assert numbers == [str(number) for number in wanted]


@pytest.mark.parametrize("code", CODES[:18])
def test_the_move_grid_shows_the_pattern_with_forward_up(code, drawn, cards, layout):
    (grid,) = [one for one in drawn[code] if one.id == "grid"]
    (element,) = [one for one in layout.faces[cards[code].face] if one.id == "grid"]
    x, y, side, _ = element.box
    square = side / element.squares
    rounded = [shape for shape in grid.instructions if isinstance(shape, Box) and shape.radius]
    squares = {
        (round((box.x + box.width / 2 - x) / square - 3.5), round(3.5 - (box.y + box.height / 2 - y) / square))
        for box in rounded
    }
    assert squares == {tuple(offset) for offset in cards[code].fields["pattern"]}


@pytest.mark.parametrize("code", CODES[:18])
def test_the_stamp_is_drawn_as_key_or_skull(code, drawn, cards):
    (stamp,) = [one for one in drawn[code] if one.id == "stamp"]
    eyes = [shape for shape in stamp.instructions if isinstance(shape, Disc) and shape.ink.fill == "#ffffff"]
    assert len(eyes) == {"key": 0, "skull": 2}[cards[code].fields["stamp"]]


def test_every_faction_and_rite_has_an_emblem_of_its_own(drawn):
    emblems = [
        tuple(type(shape).__name__ + str(bounds(shape)) for shape in one.instructions)
        for code in CODES[18:27] + CODES[32:35]
        for one in drawn[code]
        if one.id.startswith("emblem")
    ]
    assert len(emblems) == len(set(emblems)) == 12
