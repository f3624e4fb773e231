"""Bleed: real pixels where a picture has them, else its mirror image or its edge; never across half the gutter."""

import io

import pytest
from PIL import Image

from printing.faces.layout import load_layout
from printing.options import options_from
from printing.paper import MM, WrongOption
from printing.render import write_sheets
from printing.sources import layout_text

SPLIT = """\
layout: 1
card: [63.5, 88.9]
faces:
  front:
    elements:
      - {id: ground, draw: rect, box: [0, 0, 63.5, 88.9], fill: "#ff0000"}
      - {id: inner, draw: rect, box: [2, 2, 59.5, 84.9], fill: "#00ff00"}
      - {id: core, draw: rect, box: [6, 6, 51.5, 76.9], fill: "#ffffff"}
"""
PICTURE = """\
layout: 1
card: [63.5, 88.9]
faces:
  front: {elements: [{id: art, draw: image, box: [0, 0, 63.5, 88.9], image: "{art}", fit: cover}]}
"""
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


@pytest.fixture
def seen(tmp_path, numbered):
    """The colour at so many mm from the left and the top of a printed page."""
    import pypdfium2

    def seen(layout, source=None, page=0, **options):
        path = tmp_path / "bleed.pdf"
        layout = load_layout(layout, "bleed.yaml", layout_text)
        report = write_sheets(path, source or numbered(1), layout, options_from(options))
        document = pypdfium2.PdfDocument(path)
        scale = 10 / MM
        picture = document[page].render(scale=scale).to_pil().convert("RGB")
        document.close()

        def at(x, y):
            return picture.getpixel((round(x * 10), round(y * 10)))

        return at, report

    return seen


def is_like(colour, wanted):
    return all(abs(one - other) < 24 for one, other in zip(colour, wanted, strict=True))


@pytest.mark.parametrize(("edge", "far"), [("mirror", GREEN), ("solid", RED)])
def test_a_face_that_ends_at_its_trim_is_mirrored_or_drawn_outward(seen, edge, far):
    at, _ = seen(SPLIT, paper="card", bleed=3, bleed_edge=edge)
    for x, y in [(34, 0.5), (0.5, 47), (69, 47), (34, 94.4)]:
        assert is_like(at(x, y), far), (x, y)
    for x, y in [(34, 1.5), (1.5, 47), (68, 47), (34, 93.4), (0.4, 1.4), (1.5, 1.5)]:
        assert is_like(at(x, y), RED), (x, y)
    assert is_like(at(0.5, 0.5), far)
    assert is_like(at(34, 4), RED)
    assert is_like(at(34, 6), GREEN)
    assert is_like(at(34, 20), WHITE)


def test_no_bleed_no_ink_outside_the_trim(seen):
    at, _ = seen(SPLIT, gutter=(6, 6), marks="none")
    left, top = (210 - 202.5) / 2, (297 - 278.7) / 2
    assert is_like(at(left - 0.5, top + 40), WHITE)
    assert is_like(at(left + 0.5, top + 40), RED)


def test_outer_edges_only(seen, numbered):
    at, _ = seen(SPLIT, numbered(9), bleed=2, bleed_on="outer", bleed_edge="solid", marks="none", margin=(5, 5, 5, 5))
    left, top = (210 - 190.5) / 2, (297 - 266.7) / 2
    assert is_like(at(left - 1, top + 40), RED)
    assert is_like(at(left + 190.5 + 1, top + 40), RED)
    assert is_like(at(left + 100, top - 1), RED)
    for x in (left + 63.5 - 3, left + 63.5 + 3):
        assert is_like(at(x, top + 40), GREEN)


def art_of(width, height, bleed):
    """A blue picture whose bleed is green and whose outermost pixel is red, 10 to the mm."""
    art = Image.new("RGB", (round(width * 10), round(height * 10)), BLUE)
    if bleed:
        whole = Image.new("RGB", (round((width + 2 * bleed) * 10), round((height + 2 * bleed) * 10)), GREEN)
        whole.paste(art, (round(bleed * 10), round(bleed * 10)))
        art = whole
    written = io.BytesIO()
    art.save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize("bleed", [3, 3.175])
def test_a_picture_that_has_a_bleed_shows_it_outside_the_trim(seen, numbered, bleed):
    source = numbered(1, pictures={"art": art_of(63.5, 88.9, bleed)}, art="art")
    at, report = seen(PICTURE, source, paper="card", bleed=3)
    assert is_like(at(1, 47), GREEN)
    assert is_like(at(34, 1), GREEN)
    assert is_like(at(3.4, 47), BLUE)
    assert is_like(at(34, 3.4), BLUE)
    assert [(one.card, one.image, one.bleed) for one in report.found_bleeds] == [("xx-001", "art", bleed)]
    assert report.clean


@pytest.mark.parametrize("bleed", [0, 3])
def test_marks_stand_at_the_trim_and_not_at_the_edge_of_a_picture(read_back, numbered, bleed):
    source = numbered(4, pictures={"art": art_of(63.5, 88.9, 3)}, art="art")
    wish = {"bleed": bleed, "gutter": (6, 6), "marks": "edge", "mark_colour": "#00ff00"}
    page = read_back(source, load_layout(PICTURE, "picture.yaml", layout_text), **wish).pages[0]
    lines = [line for line in page.lines if line["stroking_color"] == (0, 1, 0)]
    slots = options_from(wish).grid().slots(4)
    for axis, ends in (("x0", ("x", "right")), ("top", ("y", "bottom"))):
        across = "width" if axis == "x0" else "height"
        found = {round(line[axis] / MM, 2) for line in lines if line[across] < 0.01}
        wanted = {round(getattr(slot, end), 2) for slot in slots for end in ends}
        assert sorted(found) == pytest.approx(sorted(wanted), abs=0.011)


def test_the_bleed_of_a_picture_is_cut_off_where_no_bleed_is_asked_for(seen, numbered):
    source = numbered(1, pictures={"art": art_of(63.5, 88.9, 3)}, art="art")
    at, report = seen(PICTURE, source, paper="card")
    assert is_like(at(0.3, 44), BLUE)
    assert is_like(at(32, 0.3), BLUE)
    assert len(report.found_bleeds) == 1


def test_a_picture_without_bleed_is_mirrored(seen, numbered):
    source = numbered(1, pictures={"art": art_of(63.5, 88.9, 0)}, art="art")
    at, report = seen(PICTURE, source, paper="card", bleed=3)
    assert is_like(at(0.5, 47), BLUE)
    assert report.found_bleeds == ()


MIDDLE = """\
layout: 1
card: [63.5, 88.9]
faces:
  front: {elements: [{id: core, draw: rect, box: [20, 20, 20, 20], fill: "#00ff00"}]}
  own_back: {elements: [{id: never, draw: rect, box: [20, 20, 20, 20], fill: "#00ff00", when: never}]}
"""


@pytest.mark.parametrize("wish", [{}, {"bleed": 2, "gutter": (4, 4)}, {"bleed": 2, "paper": "card"}])
def test_a_face_with_nothing_on_it_or_nothing_near_its_edge_is_as_white_as_that(numbered, tmp_path, wish):
    import pypdfium2

    layout, path = load_layout(MIDDLE, "middle.yaml", layout_text), tmp_path / "middle.pdf"
    source = numbered(2)
    write_sheets(path, source, layout, options_from({"backs": "each", "marks": "none"} | wish))
    document = pypdfium2.PdfDocument(path)
    colours = {colour for page in document for _, colour in page.render().to_pil().getcolors(1 << 20)}
    document.close()
    assert not {(red, green, blue) for red, green, blue in colours if green < min(red, blue)}


@pytest.mark.parametrize(
    ("wish", "numbers"),
    [
        ({"bleed": 3}, ("3 mm", "0 mm")),
        ({"bleed": 3, "gutter": (6, 5)}, ("3 mm", "2.5 mm")),
        ({"bleed": 2.1, "gutter": (4, 8), "backs": "one", "flip": "fold"}, ("2.1 mm", "2 mm")),
    ],
)
def test_wider_than_half_the_gutter_is_refused_with_both_numbers(wish, numbers):
    with pytest.raises(WrongOption) as refused:
        options_from(wish).grid()
    assert refused.value.option == "bleed"
    assert all(number in refused.value.message for number in numbers)


@pytest.mark.parametrize("wish", [{"bleed": 3, "gutter": (6, 6)}, {"bleed": 3, "bleed_on": "outer"}, {"bleed": 0}])
def test_what_has_room_is_done(wish):
    assert options_from(wish).grid().capacity >= 8
