"""Icons among words sit on the line, wherever they stand; pictures, QR codes, tracks, room to write, saved ink."""

import itertools

import pytest
import segno

from games.catalogue import Unreadable
from printing.faces.arrange import Arranger
from printing.faces.canvas import luminance
from printing.faces.drawing import Box, Disc, Outline, Picture, Run, drawing_log
from printing.faces.fitting import ICON_BELOW, ICON_SIDE
from printing.faces.layout import load_layout
from printing.paper import MM

HEAD = """\
layout: 1
card: [60, 90]
colours: {ink: "#000000", paper: "#ffffff", red: "#aa0000"}
styles:
  text: {font: sans, size: 10}
  right: {font: sans, size: 10, align: right}
  light: {font: sans, size: 10, colour: paper}
icons:
  gold: [{points: [[0, 0], [24, 0], [24, 24], [0, 24]]}]
faces:
  a:
    elements:
"""


def layout_of(*elements):
    def nothing(name):
        raise Unreadable(name, "there is no other layout here")

    return load_layout(HEAD + "".join(f"      - {{{element}}}\n" for element in elements), "mine.yaml", nothing)


@pytest.fixture
def draw(metrics):
    """The instructions of one element, with what was noted of it."""

    def draw(element, fields=None, pictures=None, saver=False, size=None):
        layout = layout_of(f"id: x, {element}")
        arranger = Arranger(layout, metrics, size or layout.card, pictures=pictures, ink_saver=saver)
        (drawn,) = arranger.face("a", fields or {})
        return drawn

    return draw


def rich(text, style="text", box="[5, 5, 50, 20]"):
    return f"draw: rich, box: {box}, style: {style}, text: '{text}'"


def square(icon):
    """Left, top, right, bottom of an icon of this file."""
    points = [at for _, points in icon.steps for at in points]
    return (*map(min, zip(*points, strict=True)), *map(max, zip(*points, strict=True)))


def icons_and_runs(drawn):
    icons = [square(one) for one in drawn.instructions if isinstance(one, Outline)]
    return icons, [one for one in drawn.instructions if isinstance(one, Run)]


@pytest.mark.parametrize("style", ["text", "right"])
@pytest.mark.parametrize("text", [":gold:", "5 :gold:", "5:gold:", ":gold: is gold", "take **5** :gold: *now*"])
def test_an_icon_stands_as_far_from_the_baseline_wherever_it_stands(draw, metrics, text, style):
    (icon,), runs = icons_and_runs(draw(rich(text, style)))
    em = 10 / MM
    baseline = runs[0].y if runs else 5 + metrics.ascent("sans") * em
    assert icon[3] - baseline == pytest.approx(ICON_BELOW * em)
    assert icon[3] - icon[1] == pytest.approx(ICON_SIDE * em)
    assert icon[1] < baseline - metrics.ascent("sans") * em * 0.6


def test_an_icon_alone_is_where_text_would_be(draw):
    (left,), _ = icons_and_runs(draw(rich(":gold:")))
    (right,), _ = icons_and_runs(draw(rich(":gold:", "right")))
    assert left[0] == pytest.approx(5, abs=0.3)
    assert right[2] == pytest.approx(55, abs=0.3)
    assert left[1] == right[1]


def test_an_icon_at_a_wrap_begins_the_next_line_and_sits_on_it(draw, metrics):
    text = " ".join(["word"] * 9) + " :gold: end"
    for words in range(4, 12):
        text = " ".join(["word"] * words) + " :gold: end"
        (icon,), runs = icons_and_runs(draw(rich(text)))
        line = min(runs, key=lambda run: abs(run.y + ICON_BELOW * 10 / MM - icon[3]))
        assert icon[3] - line.y == pytest.approx(ICON_BELOW * 10 / MM)
        assert icon[0] >= 5 - 0.01
        assert icon[2] <= 55 + 0.01
        beside = [run for run in runs if run.y == line.y]
        for run in beside:
            ends = run.x, run.x + metrics.advance(run.text, run.font) * 10 / MM
            assert ends[1] <= icon[0] + 0.05 or ends[0] >= icon[2] - 0.05


def test_icons_and_letters_shrink_together(draw):
    drawn = draw(rich(":gold: " + "many words " * 30, box="[5, 5, 50, 14]"))
    (icon,), runs = icons_and_runs(drawn)[0][:1], icons_and_runs(drawn)[1]
    assert icon[3] - icon[1] == pytest.approx(ICON_SIDE * runs[0].size / MM)


@pytest.mark.parametrize(
    ("text", "missing", "shown"),
    [
        ("a :silver: b", (":silver:",), "a :silver: b"),
        ("at 10:30:45 h", (), "at 10:30:45 h"),
        (r"a \\:gold\\: b".replace("\\\\", "\\"), (), "a :gold: b"),
        ("a::b::c", (), "a::b::c"),
    ],
)
def test_a_name_that_is_no_icon_stays_as_it_is_written_and_is_noted(draw, text, missing, shown):
    drawn = draw(rich("{t}"), {"t": text})
    assert drawn.missing == missing
    assert "".join(one.text for one in drawn.instructions if isinstance(one, Run)) == shown


def test_plain_text_has_no_marks(draw):
    drawn = draw("draw: text, box: [5, 5, 50, 20], style: text, text: '**5** :gold:'")
    assert [one.text for one in drawn.instructions] == ["**5** :gold:"]


class Known:
    """A wide picture and nothing else."""

    def size_of(self, name):
        return (400, 100) if name == "wide" else None


@pytest.mark.parametrize(
    ("fit", "box", "clip"),
    [
        ("contain", (10, 25, 40, 10), None),
        ("cover", (-50, 10, 160, 40), (10, 10, 40, 40)),
        ("stretch", (10, 10, 40, 40), None),
    ],
)
def test_a_picture_is_contained_covers_or_is_stretched(draw, fit, box, clip):
    drawn = draw(f"draw: image, box: [10, 10, 40, 40], image: '{{art}}', fit: {fit}", {"art": "wide"}, Known())
    x, y, width, height = box
    assert drawn.instructions == (Picture(x=x, y=y, width=width, height=height, image="wide", clip=clip),)
    assert "picture" in drawing_log([drawn])


def test_a_picture_that_there_is_not_is_drawn_as_such_and_noted_and_none_is_none(draw):
    element = "draw: image, box: [10, 10, 40, 40], image: '{art}'"
    lost = draw(element, {"art": "lost.png"}, Known())
    assert lost.missing == ("lost.png",)
    assert len(lost.instructions) == 3
    assert drawing_log([lost]).startswith("[x] MISSING lost.png")
    assert draw(element, {"art": None}, Known()).instructions == ()


def test_an_icon_that_there_is_not_is_noted_as_well(draw):
    assert draw("draw: icon, box: [0, 0, 9, 9], icon: '{i}'", {"i": "silver"}).missing == ("silver",)
    assert draw("draw: icon, box: [0, 0, 9, 9], icon: '{i}'", {"i": None}).instructions == ()


def test_a_qr_code_is_the_matrix_in_vectors(draw):
    text = "https://example.org/card/17"
    paper, code = draw(f"draw: qr, box: [10, 10, 40, 40], text: '{text}', level: Q", {}).instructions
    matrix = segno.make_qr(text, error="q", boost_error=False).matrix
    side = 40 / (len(matrix) + 8)
    drawn = set()
    for at in range(0, len(code.steps), 5):
        (left, top), (right, bottom) = code.steps[at][1][0], code.steps[at + 2][1][0]
        row, start = round((top - 10) / side - 4), round((left - 10) / side - 4)
        drawn |= {(row, start + n) for n in range(round((right - left) / side))}
        assert bottom - top == pytest.approx(side)
    assert drawn == {(y, x) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}
    assert (paper.ink.fill, code.ink.fill) == ("#ffffff", "#000000")


def test_a_text_that_no_qr_code_holds_is_noted(draw):
    assert draw("draw: qr, box: [0, 0, 30, 30], text: '{t}'", {"t": "x" * 5000}).cut == "x" * 5000
    assert draw("draw: qr, box: [0, 0, 30, 30], text: '{t}'", {"t": ""}).instructions == ()


TRACK = "draw: track, box: [5, 5, 50, 24], each: hp, style: text, size: 5, step: 6"


@pytest.mark.parametrize(("value", "places"), [(4, 4), ([1, 2, 3], 3), ([[1, 2], [1, 2, 3]], 5), (None, 0), (0, 0)])
def test_a_track_of_a_number_a_list_or_several_lists(draw, value, places):
    discs = [one for one in draw(TRACK, {"hp": value}).instructions if isinstance(one, Disc)]
    assert len(discs) == places


def test_each_list_of_a_track_has_lines_of_its_own(draw):
    discs = [one for one in draw(TRACK, {"hp": [[1, 2], [1, 2]]}).instructions if isinstance(one, Disc)]
    assert discs[0].y == discs[1].y < discs[2].y == discs[3].y


@pytest.mark.parametrize("shape", ["circle", "square", "hex"])
def test_many_places_are_smaller_and_stay_in_their_box_and_too_many_are_noted(draw, shape):
    element = f"{TRACK}, shape: {shape}, numbers: false"
    drawn = draw(element, {"hp": 120})
    log = drawing_log([drawn])
    assert drawn.cut is None
    assert len(drawn.instructions) == 120
    for one in drawn.instructions:
        match one:
            case Disc():
                assert one.y + one.radius <= 29.01
            case Box():
                assert one.y + one.height <= 29.01
            case _:
                assert square(one)[3] <= 29.01
    assert log
    assert draw(element, {"hp": 900}).cut == "900 places"


@pytest.mark.parametrize(("blank", "shapes"), [("nothing", 0), ("line", 1), ("lines", 3), ("box", 1)])
def test_where_there_is_no_text_there_is_room_to_write(draw, blank, shapes):
    element = f"draw: text, box: [5, 5, 50, 18], style: text, text: '{{t}}', blank: {blank}"
    assert len(draw(element, {"t": None}).instructions) == shapes
    assert isinstance(draw(element, {"t": "known"}).instructions[0], Run)


SAVED = [
    "draw: rect, box: [0, 0, 60, 60], fill: ink",
    "draw: circle, centre: [30, 30], radius: 20, fill: red",
    "draw: icon, box: [0, 0, 30, 30], icon: gold",
]


@pytest.mark.parametrize("element", SAVED)
def test_where_ink_is_saved_an_area_is_an_outline(draw, element):
    (full,), (saved,) = draw(element).instructions, draw(element, saver=True).instructions
    assert luminance(full.ink.fill) < 0.3
    assert saved.ink.fill == "#ffffff"
    assert saved.ink.stroke == full.ink.fill


def test_where_ink_is_saved_light_text_is_dark_and_what_has_a_meaning_stays(draw):
    text = "draw: text, box: [5, 5, 50, 20], style: light, text: words"
    assert [draw(text, saver=saver).instructions[0].colour for saver in (False, True)] == ["#ffffff", "#000000"]
    solid = draw("draw: icon, box: [0, 0, 30, 30], icon: gold, solid: true", saver=True)
    assert solid.instructions[0].ink.fill == "#000000"


def test_what_no_field_touches_is_drawn_once_and_said_to_be_so(metrics):
    layout = layout_of(
        "id: still, draw: rect, box: [0, 0, 9, 9], fill: red",
        "id: named, draw: text, box: [0, 0, 50, 9], style: text, text: '{name}'",
        "id: maybe, draw: rect, box: [0, 0, 9, 9], fill: red, when: name",
    )
    arranger = Arranger(layout, metrics, layout.card)
    one, two = arranger.face("a", {"name": "A"}), arranger.face("a", {"name": "B"})
    assert [part.bound for part in one] == [False, True, True]
    assert one[0] is two[0]
    assert one[1] != two[1]


def test_a_line_between_two_points_is_no_wider_on_a_narrow_card(draw):
    """A rule drawn for a poker card stays inside a mini card of 44 mm."""
    from printing.paper import Size

    (rule,) = draw("draw: line, ends: [5, 10, 55, 10], stroke: ink", size=Size(44.45, 63.5)).instructions
    xs = list(itertools.chain.from_iterable((x for x, _ in points) for _, points in rule.steps))
    assert min(xs) >= 0
    assert max(xs) <= 44.45
