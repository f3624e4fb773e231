"""From bytes to lines: encodings, spaces, line ends, and what is no text."""

import pytest

from cards.formats.decoding import MOST_BYTES, MOST_LINES, TextRefused, TextTooLarge, text_of


@pytest.mark.parametrize(
    ("encoded", "encoding"),
    [
        ("Flamme Éclair".encode(), "utf-8"),
        ("\ufeffFlamme Éclair".encode(), "utf-8"),
        ("\ufeffFlamme Éclair".encode("utf-16-le"), "utf-16"),
        ("\ufeffFlamme Éclair".encode("utf-16-be"), "utf-16"),
        ("Flamme Éclair".encode("windows-1252"), "windows-1252"),
    ],
)
def test_encodings(encoded, encoding):
    text = text_of(encoded)
    assert (text.encoding, text.lines) == (encoding, ("Flamme Éclair",))


def test_line_ends_of_all_systems():
    assert text_of("a\r\nb\rc\nd\n\n").lines == ("a", "b", "c", "d")


def test_spaces_of_all_kinds_and_composed_letters():
    assert text_of("  3\u00a0x\tFlamme \u200bE\u0301clair\u3000\ufeff ").lines == ("3 x Flamme Éclair",)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"3 Bastion\n2 Bas\0tion", 2),
        ("3 Bastion\n\n2 \ud800", 3),
        (b"3 Bastion\n2 \x81\x8d", 2),
        (b"\xff\xfe\x41", None),
        ("a\x1b[31m", 1),
        ("3 Bind\na" + "\u0301\u0316" * 16, 2),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(data, line):
    with pytest.raises(TextRefused) as refused:
        text_of(data)
    assert [fault.line for fault in refused.value.faults] == [line]


def test_every_line_that_is_no_text_is_told():
    with pytest.raises(TextRefused) as refused:
        text_of("\0\nfine\n\0")
    assert [fault.line for fault in refused.value.faults] == [1, 3]


@pytest.mark.parametrize("make", [lambda size: "a" * size, lambda size: b"a" * size])
def test_most_bytes(make):
    assert text_of(make(MOST_BYTES)).lines
    with pytest.raises(TextTooLarge):
        text_of(make(MOST_BYTES + 1))


def test_most_lines():
    assert len(text_of("a\n" * MOST_LINES).lines) == MOST_LINES
    with pytest.raises(TextTooLarge) as refused:
        text_of("a\n" * (MOST_LINES + 1))
    assert refused.value.faults[0].line == MOST_LINES + 1
