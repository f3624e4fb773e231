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


def test_a_bold_companion_of_a_semibold_font():
    assert styled("sans-semibold", True, False) == "sans-bold"
    assert styled("serif-bold", False, True) == "serif-bold-italic"
    assert styled("serif-italic", False, False) == "serif-italic"
