"""What Reliquary prints beside what every game does: boxes are kept, grids, tracks, stamps and emblems are right."""

import pytest

from printing.faces.arrange import arrange
from printing.faces.drawing import Box, Disc, Run
from printing.faces.schema import Icon, MoveGrid, Text, Track
from tests.printing.seen import apart, bounds, ink_of

CODES = [f"rq-{number:03}" for number in range(1, 37)]


@pytest.fixture(scope="session")
def drawn(cards, layout, metrics):
    return {code: arrange(layout, card.face, card.fields, metrics, layout.card) for code, card in sorted(cards.items())}


def test_all_thirty_six_are_here(cards):
    assert sorted(cards) == CODES


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
