"""Cards out of a table: counts by the column's name alone, fields by the others, faults by row and column."""

import contextlib
import io
import json
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.tables.table import TableRefused
from printing.faces.arrange import Arranger
from printing.faces.binding import FaceFault
from printing.sources import layout_named
from printing.tabled import source_of_table, unreadable_table


def cards_of(text, file="cards.csv"):
    (sheet,) = source_of_table(text if isinstance(text, bytes) else text.encode(), file).sheets
    return sheet.cards


def counts(text):
    names = [card.fields["name"] for card in cards_of(text)]
    return {name: names.count(name) for name in dict.fromkeys(names)}


@pytest.mark.parametrize("written", ["count", "Count", " COUNT "])
def test_the_column_count_is_found_by_its_name_wherever_it_stands(written):
    assert counts(f"cost,{written},name\n5,2,A\n5,0,B\n5,,C\n5,003,D\n") == {"A": 2, "C": 1, "D": 3}


def test_no_other_column_is_taken_for_it():
    assert counts("copies,qty,number,name\n5,6,7,A\n") == {"A": 1}


@pytest.mark.parametrize("count", ["two", "1.5", "-1", "1000", "1e2", "²", "1 2", "0x3"])
def test_what_is_no_count_is_told_with_row_and_column(count):
    with pytest.raises(TableRefused) as refused:
        cards_of(f"name;count\nA;1\nB;{count}\nC;2\n")
    (fault,) = refused.value.faults
    assert (fault.row, fault.column, fault.column_number) == (3, "count", 2)
    words = str(unreadable_table("cards.csv", refused.value))
    assert words.startswith("cards.csv: row 3, column 'count': ")


def test_every_fault_is_told_not_just_the_first():
    with pytest.raises(TableRefused) as refused:
        cards_of("name,count\n" + "A,x\n" * 9)
    assert [fault.row for fault in refused.value.faults] == list(range(2, 11))
    assert str(unreadable_table("cards.csv", refused.value)).endswith("; and 4 more")


FORMATS = {
    "comma": "name,count,cost\nÄnne,2,3\n".encode(),
    "semicolon, BOM": "name;count;cost\nÄnne;2;3\n".encode("utf-8-sig"),
    "tab, UTF-16": "name\tcount\tcost\nÄnne\t2\t3\n".encode("utf-16"),
    "Windows-1252": "name;count;cost\nÄnne;2;3\n".encode("windows-1252"),
    "json": json.dumps([{"name": "Änne", "count": 2, "cost": 3}]).encode(),
    "yaml": "- {name: Änne, count: 2, cost: 3}\n".encode(),
}


@pytest.fixture
def xlsx():
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["name", "count", "cost"])
    book.active.append(["Änne", 2, 3])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def read_the_same(data):
    cards = cards_of(data)
    return [(card.fields["name"], str(card.fields["cost"]), card.code) for card in cards]


@pytest.mark.parametrize("written", FORMATS)
def test_every_format_and_encoding_gives_the_same_cards(written):
    found = read_the_same(FORMATS[written])
    assert [card[:2] for card in found] == [("Änne", "3")] * 2


def test_a_workbook_as_well(xlsx):
    assert read_the_same(xlsx) == [("Änne", "3", "row 2")] * 2


def test_columns_are_fields_of_the_face_and_empty_cells_are_empty():
    card, other = cards_of("Name,Held Esper,code,image\nA,3,my-1,art.png\nB,,,\n")
    assert (card.code, card.fields["held_esper"], card.fields["image"]) == ("my-1", "3", "art.png")
    assert (other.code, other.fields["held_esper"], other.where) == ("row 3", None, "cards.csv, row 3")


def test_columns_may_name_the_face_and_the_back():
    cards = cards_of("name,face,back\nA,hero,red\nB,,none\nC,,\n")
    assert [(card.face, card.back) for card in cards] == [("hero", "red"), ("any", None), ("any", "back")]


@pytest.mark.parametrize("word", ["none", "no", "-", "false", "None", "'no'"])
def test_a_card_without_a_back_has_none_in_yaml_and_json_too(word):
    """Where ``no`` is a truth value."""
    (card,) = cards_of(f"- {{name: A, back: {word}}}\n")
    (same,) = cards_of(json.dumps([{"name": "A", "back": False}]))
    assert (card.back, same.back) == (None, None)


def test_the_plain_face_shows_every_column_in_its_order_and_the_text_last():
    (card,) = cards_of("Text,Name,Zeal,Attack Power,count\nIt acts.,A,1,2,1\n")
    assert [(line["label"], line["value"]) for line in card.fields["lines"]] == [
        ("Zeal", "1"),
        ("Attack Power", "2"),
        ("", "It acts."),
    ]


def test_czech_polish_greek_and_cyrillic_letters_are_drawn_and_others_are_told(metrics):
    layout = layout_named("plain")
    arranger = Arranger(layout, metrics, layout.card)
    for name, lacking in (("ž č ý ě ř ů ł ő Ω Ж ß", ""), ("龍", "龍"), ("😀", "😀")):
        (card,) = cards_of(f"name,text\n{name},words\n")
        assert "".join(one.lacking for one in arranger.face(card.face, card.fields)) == lacking


def test_a_text_too_long_for_its_face_is_told(metrics):
    layout = layout_named("plain")
    (card,) = cards_of("name,text\nA," + "many words " * 400 + "\n")
    cut = {one.id for one in Arranger(layout, metrics, layout.card).face(card.face, card.fields) if one.cut}
    assert cut == {"lines"}


TABLES = st.one_of(
    st.binary(max_size=120),
    st.text(alphabet="name,count;\t\n\"'0123é{}[]:- \\*", max_size=120).map(str.encode),
    st.lists(
        st.dictionaries(
            st.sampled_from(["name", "count", "text", "image", "face", "back", "lines", "code"]),
            st.recursive(
                st.one_of(st.text(max_size=12), st.integers(-9, 1200), st.none(), st.booleans(), st.floats()),
                lambda inner: st.one_of(
                    st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=2)
                ),
                max_leaves=4,
            ),
            max_size=5,
        ),
        max_size=4,
    ).map(lambda rows: json.dumps(rows).encode()),
)


plain = lru_cache(layout_named)


def refusal(data):
    """What a table is refused with; ``None``: it is not."""
    try:
        cards_of(data)
    except TableRefused as refused:
        return refused
    return None


@settings(max_examples=250, deadline=None)
@given(data=TABLES)
def test_any_bytes_are_cards_or_refused_with_words(metrics, data):
    layout = plain("plain")
    if refused := refusal(data):
        assert all(fault.message for fault in refused.faults)
        return
    for card in cards_of(data)[:20]:
        with contextlib.suppress(FaceFault):
            Arranger(layout, metrics, layout.card).face(card.face, card.fields)
