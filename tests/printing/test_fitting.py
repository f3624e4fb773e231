import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.faces.fitting import ELLIPSIS, STAND_IN, Measure, Span, fit, words_of
from printing.faces.markup import rich_spans
from printing.pdf import ShippedFonts

FONTS = ShippedFonts()
texts = st.text(string.ascii_letters + string.digits + " .,×≤ÄžЖΩ", min_size=1, max_size=400)


def set_in(text, width, height, size=10.0, least=6.0, font="sans"):
    how = Measure(metrics=FONTS, font=font, size=size, least=least)
    paragraphs = [words_of([Span(text, font)], FONTS, set())]
    return how, fit([words for words in paragraphs if words], width, height, how)


def said(fitted):
    return " ".join("".join(span.text for span in word.spans) for line in fitted.lines for word in line.words)


@given(texts, st.floats(60, 300), st.floats(12, 200))
def test_lines_stand_in_the_box_and_what_is_not_cut_is_all_there(text, width, height):
    how, fitted = set_in(text, width, height)
    assert how.least <= fitted.size <= how.size
    assert how.height(fitted.lines) * fitted.size <= height + 0.001
    assert all(line.width * fitted.size <= width + 0.001 for line in fitted.lines)
    if fitted.cut:
        assert fitted.size == how.least
        assert not fitted.lines or said(fitted).endswith(ELLIPSIS)
    else:
        assert said(fitted).replace(" ", "") == text.replace(" ", "")


@given(texts, st.floats(60, 300), st.floats(12, 200))
def test_a_larger_box_never_makes_a_text_smaller(text, width, height):
    _, small = set_in(text, width, height)
    _, large = set_in(text, width, height * 2)
    assert large.size >= small.size


def test_a_short_text_keeps_its_normal_size_and_a_long_one_shrinks():
    _, short = set_in("two words", 200, 20)
    _, long = set_in("many words " * 12, 200, 40)
    assert (short.size, short.cut) == (10, False)
    assert 6 <= long.size < 10
    assert not long.cut


def test_a_word_wider_than_the_box_is_made_smaller_before_it_is_broken():
    wide = FONTS.advance("Unbreakable", "sans") * 10
    _, smaller = set_in("Unbreakable", wide * 0.8, 100)
    _, broken = set_in("Unbreakable", wide * 0.3, 100)
    assert (len(smaller.lines), smaller.cut) == (1, False)
    assert len(broken.lines) > 1
    assert said(broken).replace(" ", "") == "Unbreakable"


def test_bold_words_are_measured_as_bold():
    plain = words_of([Span("Minion", "sans")], FONTS, set())
    bold = words_of(rich_spans("**Minion**", "sans")[0], FONTS, set())
    assert bold[0].width > plain[0].width


def test_a_character_of_another_font_is_drawn_in_that_font():
    lacking = set()
    (word,) = words_of([Span("xЖ", "sans-italic")], FONTS, lacking)
    assert [span.font for span in word.spans] == ["sans-italic", "sans"]
    assert not lacking


def test_a_character_that_no_font_has_is_stood_in_for_and_noted():
    lacking = set()
    (word,) = words_of([Span("a漢b", "serif-italic")], FONTS, lacking)
    assert "".join(span.text for span in word.spans) == f"a{STAND_IN}b"
    assert lacking == {"漢"}


def test_an_accent_written_apart_is_joined_to_its_letter():
    (word,) = words_of([Span("ž", "sans")], FONTS, set())
    assert word.spans == (Span("ž", "sans"),)


@pytest.mark.parametrize("font", ["sans", "sans-bold", "sans-italic", "serif", "serif-bold", "serif-bold-italic"])
def test_czech_letters_are_in_every_font(font):
    assert all(FONTS.font_with(letter, font) == font for letter in "žčýěřŽČÝĚŘ")
