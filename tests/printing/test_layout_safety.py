"""A layout is data: it reads no file, reaches no network, runs no code, and is refused before it can keep us busy."""

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue import Unreadable
from printing.faces.arrange import Arranger
from printing.faces.binding import FaceFault
from printing.faces.guard import DEEPEST, MOST_BYTES, check_text
from printing.faces.layout import load_layout
from printing.sources import layout_text

HEAD = "layout: 1\ncard: [60, 90]\nstyles: {plain: {size: 9}}\nicons: {dot: [{disc: [12, 12, 6]}]}\n"


def load(text):
    return load_layout(text, "mine.yaml", layout_text)


def faulted(call, *args):
    """What a layout is refused with, in words; ``None``: it is not. Anything else is raised."""
    try:
        call(*args)
    except (Unreadable, FaceFault) as fault:
        return str(fault)
    return None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + "faces: {a: &x {}, b: *x}", "stands for another part"),
        (HEAD + "faces: " + "[" * 100_000, "nest"),
        (HEAD + "faces: " + "{a: " * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1), "inside each other"),
        ("#" * (MOST_BYTES + 1), "bytes at the most"),
        (HEAD + "faces: {a: {elements: [" + "1," * 60_000 + "]}}", "values at the most"),
        (HEAD + "faces: {a: !!python/object/apply:os.system [id]}", "not YAML"),
        (HEAD + "extends: ../secrets\nfaces: {}", "no layout '../secrets'"),
        (HEAD + "extends: https://example.org/a.yaml\nfaces: {}", "no layout 'https:"),
        (HEAD + "extends: /etc/passwd\nfaces: {}", "no layout '/etc/passwd'"),
        (HEAD + 'faces: {"A b": {}}', "small letters"),
        (HEAD + "faces: {a: {elements: [" + "{id: x}," * 500 + "]}}", "at most 400 items"),
        (HEAD.replace("disc: [12, 12, 6]", f'path: "M0 0{"L1 1" * 300}", turns: 72'), "steps"),
        (HEAD.replace("size: 9", "size: 900"), "200 is the most"),
        (HEAD.replace("[12, 12, 6]", "[.nan, 12, 6]"), "-1000 is the least"),
        (HEAD.replace("disc: [12, 12, 6]", f'path: "M0 {"9" * 400}"'), "far from the field"),
        ("layout: 1\ncard: [60, 90]\nfaces: {a: \x00}", "not YAML"),
        ("- 1", "an object is wanted"),
        ("", "an object is wanted"),
    ],
)
def test_what_is_refused_and_where(text, says):
    with pytest.raises(Unreadable) as fault:
        load(text)
    assert says in str(fault.value)
    assert str(fault.value).startswith(("mine.yaml", "..", "https:", "/etc"))


def test_a_layout_as_large_as_one_may_be_is_read():
    check_text(HEAD + "#" * (MOST_BYTES - len(HEAD)), "mine.yaml")


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "http://127.0.0.1/a.png", "file:///etc/passwd"])
def test_a_picture_is_a_name_among_those_that_were_given(metrics, name):
    layout = load(HEAD + "faces: {a: {elements: [{id: x, draw: image, box: [0, 0, 9, 9], image: '{art}'}]}}")
    (drawn,) = Arranger(layout, metrics, layout.card).face("a", {"art": name})
    assert drawn.missing == (name,)


@pytest.mark.parametrize("path", ["__class__", "name.__class__.__init__", "name.0", "lines.-1", "lines.9999999999"])
def test_a_field_is_a_value_of_the_card_and_nothing_of_python(metrics, path):
    layout = load(
        HEAD
        + f"faces: {{a: {{elements: [{{id: x, draw: text, box: [0, 0, 9, 9], style: plain, text: '{{{path}}}'}}]}}}}"
    )
    says = faulted(Arranger(layout, metrics, layout.card).face, "a", {"name": "x", "lines": ["y"]})
    assert says is None or "no field" in says


def test_a_text_that_grows_without_end_is_told(metrics):
    text = "{t}" * 500
    layout = load(
        HEAD + f"faces: {{a: {{elements: [{{id: x, draw: text, box: [0, 0, 9, 9], style: plain, text: '{text}'}}]}}}}"
    )
    with pytest.raises(FaceFault, match="more than 20000 characters"):
        Arranger(layout, metrics, layout.card).face("a", {"t": "x" * 10_000})


NUMBERS = st.one_of(st.integers(-50, 300), st.floats(allow_nan=True, allow_infinity=True, width=32))
WORDS = st.one_of(
    st.sampled_from(["plain", "dot", "ink", "hp", "name", "{name}", "{hp}", "[{no}]", "#aabbcc", "", "**a* :dot:"]),
    st.text(max_size=8),
)
VALUES = st.recursive(
    st.one_of(NUMBERS, WORDS, st.none(), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=6,
)
BOXES = st.lists(st.floats(0, 60, width=32), min_size=3, max_size=5)
KINDS = [
    "text",
    "rich",
    "rect",
    "line",
    "circle",
    "polygon",
    "icon",
    "image",
    "qr",
    "icon_row",
    "move_grid",
    "track",
    "table",
]
FIELDS = [
    *("text", "style", "each", "field", "icon", "piece", "size", "step", "widths", "cells", "points", "fill", "stroke"),
    *("ends", "centre", "radius", "image", "fit", "when", "unless", "turn", "blank", "squares", "labels"),
]
ELEMENTS = st.builds(
    lambda kind, box, more: {"id": "x", "draw": kind, "box": box, **more},
    st.sampled_from(KINDS),
    BOXES,
    st.dictionaries(st.sampled_from(FIELDS), st.one_of(WORDS, NUMBERS, VALUES), max_size=7),
)
CARDS = st.fixed_dictionaries({"name": VALUES, "hp": VALUES})


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(element=ELEMENTS, card=CARDS)
def test_any_element_is_drawn_or_refused_with_words(metrics, element, card):
    body = {"layout": 1, "card": [60, 90], "styles": {"plain": {"size": 9}}, "icons": {"dot": [{"disc": [12, 12, 6]}]}}
    text = yaml.safe_dump(body | {"faces": {"a": {"elements": [element]}}}, allow_unicode=True)
    says = faulted(lambda: Arranger(layout := load(text), metrics, layout.card).face("a", card))
    assert says is None or says.startswith("mine.yaml")


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("layout: 1facesbxyz{}[]&*!#'\"-,\n\t >|%@"), max_size=80))
def test_any_text_is_a_layout_or_refused_with_words(text):
    says = faulted(load, "layout: 1\n" + text)
    assert says is None or says.startswith(("mine.yaml", "games/"))
