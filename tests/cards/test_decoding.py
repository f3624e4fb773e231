"""From bytes to lines: encodings, spaces, line ends, and what is no text."""

import struct
import unicodedata
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.formats.decoding import MOST_BYTES, MOST_LINES, TextRefused, TextTooLarge, decode, text_of
from cards.tables.read_table import read_table
from cards.tables.table import TableRefused


@pytest.mark.parametrize(
    ("encoded", "encoding"),
    [
        ("Flamme Éclair".encode(), "utf-8"),
        ("\ufeffFlamme Éclair".encode(), "utf-8"),
        ("\ufeffFlamme Éclair".encode("utf-16-le"), "utf-16"),
        ("\ufeffFlamme Éclair".encode("utf-16-be"), "utf-16"),
        ("Flamme Éclair".encode("utf-16-le"), "utf-16-le"),
        ("Flamme Éclair".encode("utf-16-be"), "utf-16-be"),
        ("Flamme Éclair".encode("windows-1252"), "windows-1252"),
    ],
)
def test_encodings(encoded, encoding):
    text = text_of(encoded)
    assert (text.encoding, text.lines) == (encoding, ("Flamme Éclair",))


BLOCKS = (*range(0x41, 0x530), *range(0x1E00, 0x2000))
LETTERS = [sign for sign in map(chr, BLOCKS) if unicodedata.category(sign)[0] in "LM"]
words = st.text(st.sampled_from(LETTERS), max_size=30)
ends = st.sampled_from(["\n", "\r\n", "\r"])
ascii_words = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=5)
written = st.permutations(range(5)).flatmap(
    lambda order: st.tuples(words, ends, ascii_words, words, words).map(lambda parts: "".join(parts[n] for n in order))
)


@given(written, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]), st.booleans())
def test_letters_come_back_the_same_from_every_unicode_encoding(text, encoding, mark):
    sent = text.encode(encoding)
    if mark and encoding in ("utf-16-le", "utf-16-be"):
        sent, encoding = "\ufeff".encode(encoding) + sent, "utf-16"
    assert decode(sent) == (encoding.removesuffix("-sig"), text)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_table_and_a_list_in_utf_16_without_a_mark(encoding):
    table = read_table("имя;count\nМолния;2\nΆρης;1\n".encode(encoding))
    assert (table.encoding, [row.values["имя"] for row in table.rows]) == (encoding, ["Молния", "Άρης"])
    assert text_of("2 Молния\r\n1 Ārija — “龍” 😀\r\n".encode(encoding)).lines == ("2 Молния", "1 Ārija — “龍” 😀")


BINARY = {
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 2,
    "zeros": b"\0" * 64,
    "whole numbers": struct.pack("<64H", *range(64)),
    "larger ones": struct.pack("<64I", *range(1000, 65000, 1000)),
    "fractions": struct.pack("<32d", *(n / 7 for n in range(32))),
    "what is packed": zlib.compress(bytes(range(256)) * 40 + b"words and more words"),
    "UTF-32": "3 Bastion\n".encode("utf-32-le"),
    "a letter that is cut": "3 Bastion\n".encode("utf-16-le")[:-1],
    "half a character": "3 Bastion\n\ud800a".encode("utf-16-le", "surrogatepass"),
    "a text with a zero": b"1 2 3 4 5 6 7 8\n2 Bas\0tion\n",
}


@pytest.mark.parametrize("data", BINARY.values(), ids=BINARY)
def test_what_is_no_text_is_refused_as_a_list_and_as_a_table(data):
    with pytest.raises(TextRefused):
        text_of(data)
    with pytest.raises(TableRefused):
        read_table(data)


def test_a_control_character_in_utf_16_is_told_with_its_line():
    with pytest.raises(TextRefused) as refused:
        text_of("3 Bastion\n2 Bind\x1b\n".encode("utf-16-le"))
    assert [(fault.line, "U+001B" in fault.message) for fault in refused.value.faults] == [(2, True)]


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
