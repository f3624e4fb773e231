import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.faces.markup import plain_spans, rich_spans, styled


def spoken(text):
    return [(span.text, span.font) for span in rich_spans(text, "sans")[0]]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("plain", [("plain", "sans")]),
        ("**bold** end", [("bold", "sans-bold"), (" end", "sans")]),
        ("an *italic* word", [("an ", "sans"), ("italic", "sans-italic"), (" word", "sans")]),
        ("**bold *both* bold**", [("bold ", "sans-bold"), ("both", "sans-bold-italic"), (" bold", "sans-bold")]),
        ("2 * 3 * 4", [("2 * 3 * 4", "sans")]),
        ("**open", [("**open", "sans")]),
        (r"\*stars\*", [("*stars*", "sans")]),
        ("", []),
    ],
)
def test_marks(text, spans):
    assert spoken(text) == spans


def test_a_new_line_begins_a_paragraph():
    assert [[span.text for span in spans] for spans in rich_spans("one\ntwo", "sans")] == [["one"], ["two"]]
    assert [[span.text for span in spans] for spans in plain_spans("**one**\ntwo", "sans")] == [["**one**"], ["two"]]


@given(st.text("ab *\\\n", max_size=60))
def test_no_text_breaks_the_reading_and_no_letter_is_lost(text):
    letters = "".join(span.text for spans in rich_spans(text, "sans") for span in spans)
    assert [one for one in letters if one in "ab"] == [one for one in text if one in "ab"]


def test_signs_that_nobody_sees_are_not_drawn_and_every_line_end_is_one():
    text = "a\u00adb\u200bc\ufeff\u2764\ufe0f\u2028d\u2029e\u0085f"
    for spans in (plain_spans(text, "sans"), rich_spans(text, "sans")):
        assert ["".join(span.text for span in line) for line in spans] == ["abc\u2764", "d", "e", "f"]


def test_a_bold_companion_of_a_semibold_font():
    assert styled("sans-semibold", True, False) == "sans-bold"
    assert styled("serif-bold", False, True) == "serif-bold-italic"
    assert styled("serif-italic", False, False) == "serif-italic"


ICONED = {"gold", "law"}


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        (":gold:", [("", "sans", "gold")]),
        ("**2:gold:** x", [("2", "sans-bold", ""), ("", "sans", "gold"), (" x", "sans", "")]),
        ("a:b:gold:", [("a:b", "sans", ""), ("", "sans", "gold")]),
        (r"\:gold:", [(":gold:", "sans", "")]),
        ("***both***", [("both", "sans-bold-italic", "")]),
        ("****", [("****", "sans", "")]),
        ("**a *b** c*", [("a *b", "sans-bold", ""), (" c*", "sans", "")]),
    ],
)
def test_icons_and_marks(text, spans):
    assert [(span.text, span.font, span.icon) for span in rich_spans(text, "sans", ICONED)[0]] == spans


def test_a_font_of_ones_own_has_no_bold_companion():
    assert styled("own-1", True, True) == "own-1"


@pytest.mark.parametrize("text", ["**a " * 5000, "*" * 20_000, ":a" * 10_000, "** * " * 5000, "*a**b*" * 4000])
def test_marks_made_to_keep_a_reader_busy_lose_no_letter(text):
    letters = "".join(span.text for span in rich_spans(text, "sans", ICONED, [])[0])
    assert letters.count("a") == text.count("a")
