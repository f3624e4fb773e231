from textwrap import dedent, indent

import pytest

from games.catalogue import Unreadable
from printing.faces.arrange import arrange
from printing.faces.binding import FaceFault
from printing.faces.drawing import drawing_log
from printing.faces.layout import load_layout
from printing.paper import Size
from printing.sources import layout_named, layout_text

HEAD = """\
layout: 1
card: [60, 90]
colours: {ink: "#000000", paper: "#ffffff", red: "#aa0000"}
styles:
  plain: {size: 9}
icons:
  dot: [{disc: [12, 12, 6]}]
faces:
"""


def no_other(name):
    raise Unreadable(name, "there is no other layout here")


def load(faces, find=no_other):
    return load_layout(HEAD + indent(dedent(faces), "  "), "mine.yaml", find)


OWN = Size(60, 90)


def log(layout, face, fields, metrics, card=OWN):
    return drawing_log(arrange(layout, face, fields, metrics, card))


@pytest.mark.parametrize(
    ("faces", "line", "says"),
    [
        ("  a: {elements: [{id: x, draw: blob}]}", 9, "blob"),
        ("  a:\n    elements:\n      - {id: x, draw: text, box: [0, 0, 9], text: t, style: plain}", 11, "4 items"),
        (
            "  a:\n    elements:\n      - {id: x, draw: text, box: [0, 0, 9, 9], text: t, style: plian}",
            11,
            "'plian'; there are plain",
        ),
        ("  a:\n    elements:\n      - {id: x, draw: rect, box: [0, 0, 9, 9], fill: blue}", 11, "'blue'"),
        ("  a:\n    elements:\n      - {id: x, draw: rect, box: [0, 0, 9, 9]}", 11, "a fill or a stroke"),
        ("  a:\n    elements:\n      - {id: x, draw: icon, box: [0, 0, 9, 9], icon: dott}", 11, "'dott'"),
        ("  a:\n    elements:\n      - {draw: circle, centre: [1, 1], radius: 1, fill: ink}", 11, "needs an id"),
        (
            "  a:\n    elements:\n      - {id: x, draw: line, ends: [0, 0, 1, 1], stroke: ink}\n"
            "      - {id: x, draw: line, ends: [0, 0, 1, 1], stroke: ink}",
            12,
            "stands twice",
        ),
        ("  a: {}\n  b: {}\n  a: {}", 11, "'a' stands twice"),
        (
            "  a:\n    elements:\n      - {id: x, draw: circle, centre: [1, 1], radius: 1,\n         radius: 2}",
            12,
            "'radius'",
        ),
        (
            "  a:\n    elements:\n      - {id: x, draw: icon_row, box: [0, 0, 9, 9], each: f, size: 4, step: 5,"
            " style: plain, labels: {dott: Dot}}",
            11,
            "'dott'; there are dot",
        ),
        (
            "  a:\n    elements:\n      - {id: x, draw: icon_row, box: [0, 0, 9, 9], each: f, size: 4, step: 5,"
            " labels: {dot: Dot}}",
            11,
            "labels need a style",
        ),
        ("  a: {extends: b}", 9, "'b'"),
        ("  a: {extends: b}\n  b: {extends: a}", 10, "extends itself"),
        ("  a: {without: [x]}", 9, "'x'"),
        ("  a: {colour: red}", 9, "colour"),
    ],
)
def test_a_fault_is_told_by_file_and_line(faces, line, says):
    with pytest.raises(Unreadable) as fault:
        load(faces)
    assert fault.value.line == line
    assert str(fault.value).startswith(f"mine.yaml:{line}: ")
    assert says in str(fault.value)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("size: 9", "size: 5.5", 5),
        ("size: 9", "font: comic", 5),
        ("size: 9", "colour: rde", 5),
        ("size: 9", "paper: rde", 5),
        ("size: 9", "size: 9, size: 8", 5),
        ("layout: 1", "layout: 1\nlayout: 1", 2),
        ('red: "#aa0000"', "red: red", 3),
        ("disc: [12, 12, 6]", 'disc: [12, 12, 6], path: "M0 0Z"', 7),
        ("disc: [12, 12, 6]", 'path: "L0 0"', 7),
        ("disc: [12, 12, 6]", 'path: "M0 0 L3"', 7),
        ("disc: [12, 12, 6]", 'path: "M0 0 A3 3"', 7),
        ("layout: 1", "layout: 2", 1),
    ],
)
def test_a_fault_in_the_head_of_the_file(old, new, line):
    with pytest.raises(Unreadable) as fault:
        load_layout(HEAD.replace(old, new) + "  a: {}\n", "mine.yaml", no_other)
    assert fault.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("size: 9", "font: comic", "sans or serif"),
        ('red: "#aa0000"', "red: red", "#rrggbb"),
        ('red: "#aa0000"', 'Red Wine: "#aa0000"', "small letters"),
    ],
)
def test_the_shape_of_a_word_is_told_in_words(old, new, says):
    with pytest.raises(Unreadable, match=says) as fault:
        load_layout(HEAD.replace(old, new) + "  a: {}\n", "mine.yaml", no_other)
    assert "regex" not in fault.value.message
    assert "`" not in fault.value.path


def test_no_least_size_above_the_normal_one():
    text = HEAD.replace("size: 9", "size: 7, least: 8")
    with pytest.raises(Unreadable, match="least size 8 is above"):
        load_layout(
            text + "  a: {elements: [{id: x, draw: text, box: [0, 0, 9, 9], text: t, style: plain}]}", "f", no_other
        )


def test_a_face_extends_another_and_changes_only_what_it_says(metrics):
    layout = load(
        """\
          base:
            elements:
              - {id: back, draw: rect, box: [1, 2, 30, 40], fill: red}
              - {id: rule, draw: line, ends: [0, 0, 5, 5], stroke: ink}
          a:
            extends: base
            without: [rule]
            elements:
              - {id: back, fill: ink}
              - {id: dot, draw: circle, centre: [9, 9], radius: 2, stroke: ink}
        """
    )
    assert log(layout, "a", {}, metrics) == dedent("""\
        [back]
        box 1 2 30 40 fill #000000
        [dot]
        disc 9 9 2 stroke #000000 0.2
        """)
    assert "[rule]" in log(layout, "base", {}, metrics)


def test_a_layout_extends_a_built_in_one(cards, metrics):
    built_in = layout_named("reliquary")
    own = load_layout(
        'layout: 1\nextends: reliquary\ncolours: {move: "#000000"}\n'
        "faces: {agnostic_move: {elements: [{id: name, text: 'THE {name}'}]}}\n",
        "own.yaml",
        layout_text,
    )
    card = cards["rq-001"]
    before = log(built_in, card.face, card.fields, metrics, built_in.card)
    after = log(own, card.face, card.fields, metrics, own.card)
    assert own.card == built_in.card
    assert "'THE Pilgrim'" in after
    assert "#24364c" in before
    assert "#24364c" not in after
    assert len(after.splitlines()) == len(before.splitlines())


def test_a_layout_that_extends_itself_or_nothing_is_refused():
    circular = "layout: 1\nextends: mine\n"
    with pytest.raises(Unreadable, match="extends itself"):
        load_layout(circular, "mine.yaml", lambda name: (circular, "mine.yaml"))
    with pytest.raises(Unreadable, match="no layout 'nothing'"):
        load_layout("layout: 1\nextends: nothing\n", "mine.yaml", layout_text)
    with pytest.raises(Unreadable, match=r"no layout '\.\./secrets'"):
        load_layout("layout: 1\nextends: ../secrets\n", "mine.yaml", layout_text)


def test_conditions_choose_what_is_drawn(metrics):
    layout = load(
        """\
          a:
            elements:
              - {id: one, draw: circle, centre: [1, 1], radius: 1, fill: ink, when: {hp: [4, 5]}}
              - {id: two, draw: circle, centre: [1, 1], radius: 1, fill: ink, unless: hp}
        """
    )
    assert "[one]" in log(layout, "a", {"hp": 4}, metrics)
    assert "[two]" not in log(layout, "a", {"hp": 4}, metrics)
    assert "[two]" in log(layout, "a", {"hp": None}, metrics)


@pytest.mark.parametrize(
    ("element", "fields", "says"),
    [
        ("draw: text, box: [0, 0, 9, 9], text: '{nmae}', style: plain", {"name": "x"}, "'nmae'; the card has name"),
        ("draw: rect, box: [0, 0, 9, 9], fill: '{name}'", {"name": "x"}, "'x'"),
        ("draw: move_grid, box: [0, 0, 9, 9], field: to, piece: dot, line: ink", {"to": [[8, 0]]}, "[8, 0]"),
        ("draw: move_grid, box: [0, 0, 9, 9], field: to, piece: dot, line: ink", {"to": ["up"]}, "'up'"),
        ("draw: track, box: [0, 0, 9, 9], each: hp, style: plain, size: 2", {"hp": "4"}, "no list and no number"),
        ("draw: table, box: [0, 0, 9, 9], field: t, widths: [1, 2], style: plain, line: ink", {"t": [1]}, "no table"),
        (
            "draw: table, box: [0, 0, 9, 9], field: t, widths: [1, 2], style: plain, line: ink",
            {"t": {"columns": [], "rows": [["a"]]}},
            "a row of 1 cells; the table has 2",
        ),
    ],
)
def test_a_card_that_does_not_go_with_the_layout_is_told_by_face_and_element(metrics, element, fields, says):
    layout = load(f"  a: {{elements: [{{id: x, {element}}}]}}")
    with pytest.raises(FaceFault) as fault:
        arrange(layout, "a", fields, metrics, Size(60, 90))
    assert "mine.yaml: face a, element x" in str(fault.value)
    assert says in str(fault.value)


def test_a_kind_without_a_face_is_told(metrics):
    with pytest.raises(FaceFault, match="no face is called 'unit'; there are a, b"):
        arrange(load("  a: {}\n  b: {}"), "unit", {}, metrics, Size(60, 90))


@pytest.mark.parametrize("faces", ["  a: {}\n  back: {}", "  any: {}\n  a: {}", "  unit: {}\n  any: {}"])
def test_a_kind_without_a_face_has_the_one_for_any_or_the_only_one(faces):
    assert load(faces).face_for("unit") == faces.split(":")[0].strip()


def test_a_smaller_card_scales_the_face_but_never_the_type_under_6(metrics):
    layout = load(
        """\
          a:
            elements:
              - {id: back, draw: rect, box: [10, 20, 30, 40], fill: red}
              - {id: words, draw: text, box: [10, 20, 40, 20], text: some words, style: plain}
        """
    )
    small = arrange(layout, "a", {}, metrics, Size(30, 45))
    wide = log(layout, "a", {}, metrics, Size(80, 90))
    assert drawing_log(small[:1]) == "[back]\nbox 5 10 15 20 fill #aa0000\n"
    assert [run.size for run in small[1].instructions] == [6]
    assert "box 20 20 30 40" in wide


def test_a_cut_text_is_marked_and_noted_and_a_lacking_glyph_too(metrics):
    layout = load("  a: {elements: [{id: words, draw: text, box: [0, 0, 20, 3], text: '{t}', style: plain}]}")
    (drawn,) = arrange(layout, "a", {"t": "far too many words for so small a box 漢"}, metrics, Size(60, 90))
    assert drawn.cut == "far too many words for so small a box 漢"
    assert drawn.lacking == "漢"
    assert "…" in drawing_log([drawn])
    assert "outline" in drawing_log([drawn])
    assert drawing_log([drawn]).startswith("[words] CUT LACKS 漢")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (5, "layout: 1\ncard: [60, 90]\nstyles:\n  small: {size: 8}\n  big: {size: wide}\nfaces: {a: {}}\n"),
        (5, "layout: 1\ncard: [60, 90]\ncolours:\n  good: '#000000'\n  bad: red\nfaces: {a: {}}\n"),
        (6, "layout: 1\ncard: [60, 90]\nfaces:\n  a: {}\n  b:\n    without: 3\n"),
        (
            7,
            "layout: 1\ncard: [60, 90]\nicons:\n  a: []\n  b:\n    - {disc: [1, 1, 1]}\n    - {disc: x}\n",
        ),
    ],
)
def test_a_fault_inside_a_named_part_is_told_by_its_own_line(line, text):
    with pytest.raises(Unreadable) as refused:
        load_layout(text, "mine.yaml", layout_text)
    assert (refused.value.line, "..." in str(refused.value.path)) == (line, False)
