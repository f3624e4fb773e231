import pytest

from printing.faces.drawing import log_line
from printing.faces.icons import IconFault, draw_icon, icon_parts, path_steps
from printing.faces.schema import IconPart
from printing.paper import Rect


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("M1 2 L3,4 Z", [("M", ((1, 2),)), ("L", ((3, 4),)), ("Z", ())]),
        ("M1 2 3 4", [("M", ((1, 2),)), ("L", ((3, 4),))]),
        ("m1 2 l3 4 h1 v-1 z", [("M", ((1, 2),)), ("L", ((4, 6),)), ("L", ((5, 6),)), ("L", ((5, 5),)), ("Z", ())]),
        ("M0 0H5V6", [("M", ((0, 0),)), ("L", ((5, 0),)), ("L", ((5, 6),))]),
        ("M0 0C1 1 2 2 3 3", [("M", ((0, 0),)), ("C", ((1, 1), (2, 2), (3, 3)))]),
        ("M0 0Q3 0 3 3", [("M", ((0, 0),)), ("C", ((2, 0), (3, 1), (3, 3)))]),
        ("M1 1L5 5ZL1 5", [("M", ((1, 1),)), ("L", ((5, 5),)), ("Z", ()), ("L", ((1, 5),))]),
        ("M-.5 1.25L-1-2", [("M", ((-0.5, 1.25),)), ("L", ((-1, -2),))]),
    ],
)
def test_paths(path, steps):
    found = path_steps(path)
    assert [letter for letter, _ in found] == [letter for letter, _ in steps]
    for (_, points), (_, wanted) in zip(found, steps, strict=True):
        assert [number for at in points for number in at] == pytest.approx([number for at in wanted for number in at])


@pytest.mark.parametrize("path", ["", "L1 1", "M1", "M1 1 A3 3 0 0 1 2 2", "M1 1 Z 3", "M1 1 L2", "Mx", "M1 1 !"])
def test_a_path_that_cannot_be_read(path):
    with pytest.raises(IconFault):
        path_steps(path)


def test_a_part_turned_about_the_middle():
    (((_, shapes),)) = icon_parts((IconPart(disc=(12, 2, 1), turns=4),))
    places = [(round(one.x, 6), round(one.y, 6)) for one in shapes]
    assert places == [(12, 2), (22, 12), (12, 22), (2, 12)]


def test_an_icon_is_as_large_as_its_box_allows_and_in_its_middle():
    icon = icon_parts((IconPart(disc=(12, 12, 6)), IconPart(path="M0 0L24 24", line=2.4, tone="paper")))
    lines = [log_line(one) for one in draw_icon(icon, Rect(10, 10, 20, 10), "#111111", "#eeeeee")]
    assert lines == ["disc 20 15 2.5 fill #111111", "outline M15,10 L25,20 stroke #eeeeee 1"]
