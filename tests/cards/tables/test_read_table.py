"""Tables of cards: four formats with the same content, counts by their column, and where each fault stands."""

import datetime
import io
import json
import zipfile

import openpyxl
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.tables.read_table import format_of, read_table
from cards.tables.table import TableRefused, TableTooLarge, copies

CARDS = [
    {"name": "Café Knight", "cost": 3, "text": "Says “no”;\nthen, yes."},
    {"name": "Grey Gate", "cost": 0},
]


def xlsx(rows, *more):
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for title in more:
        book.create_sheet(title).append(["other"])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def csv_text(delimiter):
    return (
        delimiter.join(["Name", "Cost", "Text"])
        + f'\r\nCafé Knight{delimiter}3{delimiter}"Says “no”;\nthen, yes."\r\n\r\nGrey Gate{delimiter}0{delimiter}\r\n'
    )


def faults(data, **more):
    with pytest.raises(TableRefused) as refused:
        read_table(data, **more)
    return [(fault.row, fault.column, fault.column_number) for fault in refused.value.faults]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_csv(delimiter, encoding):
    table = read_table(csv_text(delimiter).encode(encoding))
    assert (table.format, table.delimiter) == ("csv", delimiter)
    assert table.encoding == encoding.removesuffix("-sig")
    assert [(row.number, row.values) for row in table.rows] == [
        (2, {"name": "Café Knight", "cost": "3", "text": "Says “no”;\nthen, yes."}),
        (5, {"name": "Grey Gate", "cost": "0"}),
    ]


def test_xlsx():
    rows = [["Name", "Cost", "Text"], ["Café Knight", 3.0, "Says “no”;\nthen, yes."], [], ["Grey Gate", 0, None]]
    table = read_table(xlsx(rows, "Notes"))
    assert (table.format, table.sheet, table.other_sheets) == ("xlsx", "Sheet", ("Notes",))
    assert [(row.number, row.values) for row in table.rows] == [(2, CARDS[0]), (4, CARDS[1])]


@pytest.mark.parametrize("whole", [CARDS, {"cards": CARDS}])
def test_json_and_yaml(whole):
    table = read_table(json.dumps(whole).encode())
    assert (table.format, [(row.number, row.values) for row in table.rows]) == ("json", [(1, CARDS[0]), (2, CARDS[1])])
    table = read_table(yaml.safe_dump(whole, allow_unicode=True).encode())
    assert (table.format, [row.values for row in table.rows]) == ("yaml", CARDS)


def test_rows_of_yaml_are_lines():
    assert [row.number for row in read_table(b"# mine\ncards:\n  - name: a\n    cost: 1\n  - {name: b}\n").rows] == [
        3,
        5,
    ]


def test_headings_in_any_manner():
    table = read_table(b"NAME , Held Esper,sides.front-left\na,1,plain\n")
    assert table.rows[0].values == {"name": "a", "held_esper": "1", "sides.front_left": "plain"}
    assert [column.written for column in table.columns] == ["NAME", "Held Esper", "sides.front-left"]


def test_a_date_is_what_it_was_written_as():
    assert read_table(b"- {name: 2020-01-31}").rows[0].values == {"name": "2020-01-31"}
    day = datetime.date(2020, 1, 31)
    assert read_table(xlsx([["name"], [day]])).rows[0].values["name"].startswith("2020-01-31")


@pytest.mark.parametrize("written", ["+1", "007", "1:30", "0x1F", "1_000", ".5", "1.50", "Off", "No", "2024-02-30"])
def test_yaml_shows_what_is_written(written):
    assert read_table(f"- {{name: {written}}}\n".encode()).rows[0].values == {"name": written}


@pytest.mark.parametrize(
    ("written", "value"), [("-3", -3), ("0", 0), ("2.5", 2.5), ("true", True), ("no", False), ("~", None)]
)
def test_values_of_yaml_that_are_no_text(written, value):
    assert read_table(f"- {{name: {written}}}\n".encode()).rows[0].values == {"name": value}


def test_names_in_yaml_are_texts():
    table = read_table(b"- {off: a, 1: b, <<: c}\n")
    assert table.rows[0].values == {"off": "a", "1": "b", "<<": "c"}
    assert [column.written for column in table.columns] == ["off", "1", "<<"]


@pytest.mark.parametrize(
    ("name", "form"), [("a.yaml", "yaml"), ("a.YML", "yaml"), ("a.json", "json"), ("a.csv", "csv"), ("", "csv")]
)
def test_a_text_that_may_be_anything_is_what_its_name_says(name, form):
    assert format_of(b"sets:\n  a: 1\n", name) == form
    assert format_of(b"- {name: a}\n", name) == "yaml"
    assert format_of(b"[]", name) == "json"


@pytest.mark.parametrize(("written", "count"), [("", 1), ("0", 0), ("1", 1), ("999", 999), ("007", 7)])
def test_copies(written, count):
    table = read_table(f"name,count\nGate,{written}\n".encode())
    assert copies(table, table.rows[0]) == count


@pytest.mark.parametrize("written", ["-1", "1000", "two", "1.5", "1e3", "٣", "1000000000000"])
def test_what_is_no_count_is_told_with_its_cell(written):
    table = read_table(f"name;count\n\nGate;{written}\n".encode())
    with pytest.raises(TableRefused) as refused:
        copies(table, table.rows[0])
    fault = refused.value.faults[0]
    assert (fault.row, fault.column, fault.column_number) == (3, "count", 2)


@pytest.mark.parametrize("empty", ["", " ", None])
def test_an_empty_count_is_one_in_every_format(empty):
    table = read_table(json.dumps([{"name": "Gate", "count": empty}]).encode())
    assert copies(table, table.rows[0]) == 1


@pytest.mark.parametrize(("value", "count"), [(2, 2), (3.0, 3), ("4", 4)])
def test_copies_of_a_workbook(value, count):
    table = read_table(xlsx([["count", "name"], [value, "Gate"]]))
    assert copies(table, table.rows[0]) == count


def test_only_a_column_of_that_name_counts():
    table = read_table(b"number,name\n5,Gate\n")
    assert copies(table, table.rows[0]) == 1


@pytest.mark.parametrize("value", [True, 1.5, [1], {"a": 1}])
def test_values_that_are_no_count(value):
    table = read_table(json.dumps([{"name": "Gate", "count": value}]).encode())
    with pytest.raises(TableRefused):
        copies(table, table.rows[0])


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"", [(None, None, None)]),
        (b" \n ", [(None, None, None)]),
        (b"name,cost\na,1,2\nb,\x07\n", [(2, None, 3), (3, "cost", 2)]),
        (b"name,Name\na,b", [(None, "name", 2)]),
        (b'name\n"a', [(2, None, None)]),
        (b'name\nb\n"a"x\n', [(3, None, None)]),
        (b"name\n" + b"x" * 10_001, [(2, "name", 1)]),
        (b"[", [(None, None, None)]),
        (b'{"cards": 3}', [(None, None, None)]),
        (b'[{"name": "a"}, 3, {"name": "a\\u0000"}]', [(2, None, None), (3, "name", None)]),
        (b'[{"name": "\\ud800"}]', [(None, None, None)]),
        (b'[{"cost": 1000000000000}]', [(1, "cost", None)]),
        (b"- a: 1\n  A: 2\n", [(1, "a", None)]),
        (b"- a: .nan\n", [(1, "a", None)]),
        (b"- b: 1\n- a: 1\n  a: 2\n", [(3, None, None)]),
        (b"cards:\n- {a: 1}\ncards:\n- {a: 2}\n", [(3, None, None)]),
        (b'[{"a": 1}, {"a": 1, "a": 2}, {"b": [{"c": 1, "c": 1}]}]', [(2, None, None), (3, None, None)]),
        (b'{"cards": [], "cards": [{"a": 1}]}', [(None, None, None)]),
        (b"- a: 1\n- !!python/object/apply:os.system [ls]\n", [(2, None, None)]),
        (b"- a: &x 1\n- a: *x\n", [(1, None, None)]),
        (b"- a: 1\n---\n- a: 2\n", [(2, None, None)]),
        (b"- a: {\n", [(2, None, None)]),
        (b"PK\x03\x04 and no more", [(None, None, None)]),
        (b"\xd0\xcf\x11\xe0 old", [(None, None, None)]),
        (b"name\n\x81\n", [(2, None, None)]),
    ],
)
def test_a_fault_is_told_with_its_place(data, where):
    assert faults(data) == where


def test_formulas_that_were_never_computed():
    assert faults(xlsx([["name", "cost"], ["a", "=1+1"], ["b", 2]])) == [(2, "cost", 2)]


def test_errors_of_formulas():
    for error in ("#REF!", "#DIV/0!", "#N/A", "#NAME?"):
        assert faults(xlsx([["name", "cost"], ["a", error]])) == [(2, "cost", 2)]


@pytest.mark.parametrize("text", ["#00FFAA", "#FFAAAA", "#ALPHA", "#1!", "#WOW!"])
def test_a_text_with_a_hash_is_no_error_of_a_formula(text):
    assert read_table(xlsx([["name"], [text]])).rows[0].values == {"name": text}


def test_limits():
    assert len(read_table(b"name\n" + b"a\n" * 10_000).rows) == 10_000
    for data in (
        b"name\n" + b"a\n" * 10_001,
        b"[" + b"{}," * 10_001 + b"{}]",
        b",".join(b"c%d" % n for n in range(201)),
        b"x" * (8 * 2**20 + 1),
        b"- a\n" * 600_000,
    ):
        with pytest.raises(TableTooLarge):
            read_table(data)


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b'{"a":' * 100_000, b"- " * 100_000, b"- " + b"[" * 100_000, b"{? " * 900]
)
def test_endless_nesting(data):
    with pytest.raises(TableRefused):
        read_table(data)


def with_part(name, content, data=None):
    """A workbook in which one part is another one."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data or xlsx([["name"], ["a"]]))) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for info in old.infolist():
            if info.filename != name:
                new.writestr(info.filename, old.read(info))
        new.writestr(name, content)
    return target.getvalue()


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "declared", ['<!ENTITY l0 "ha">' + LAUGHS, '<!ENTITY l0 SYSTEM "file:///etc/passwd">' + '<!ENTITY l11 "&l0;">']
)
def test_entities_are_refused(declared):
    cell = '<row r="1"><c t="inlineStr"><is><t>&l11;</t></is></c></row>'
    content = f"<!DOCTYPE worksheet [{declared}]>" + SHEET.format(cell)
    assert faults(with_part("xl/worksheets/sheet1.xml", content)) == [(None, None, None)]


def test_a_part_that_is_packed_too_tightly():
    with pytest.raises(TableTooLarge):
        read_table(with_part("xl/media/huge.bin", b"\0" * 20_000_000))
    with pytest.raises(TableTooLarge):
        read_table(with_part("xl/worksheets/sheet1.xml", SHEET.format(" " * 60_000_000)))


def test_a_sheet_that_claims_to_be_endless():
    content = SHEET.format('<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>a</t></is></c></row>')
    with pytest.raises(TableRefused):
        read_table(with_part("xl/worksheets/sheet1.xml", content))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    _read_or_refused(data)


@given(
    st.one_of(
        st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.text(alphabet="ab,;\t\"'\n\r \0é", max_size=200).map(str.encode),
        st.text(alphabet="-:[]{}&*!|>#%@`'\"\n ab1~?,", max_size=120).map(lambda text: b"- " + text.encode()),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
            lambda inner: st.one_of(
                st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)
            ),
            max_leaves=20,
        ).map(lambda value: json.dumps(value).encode()),
    )
)
@settings(max_examples=400)
def test_any_text_is_read_or_refused(data):
    _read_or_refused(data)


WORKBOOK = xlsx([["name", "cost"], ["Knight", 3], ["Gate", None]])


@given(st.integers(0, len(WORKBOOK) - 1), st.binary(min_size=1, max_size=8))
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_damaged_workbook_is_read_or_refused(at, noise):
    _read_or_refused(WORKBOOK[:at] + noise + WORKBOOK[at + len(noise) :])


@given(st.text(alphabet='<>/c r="1AB t="s"=vfn&;isl', max_size=80))
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_sheet_is_read_or_refused(content):
    _read_or_refused(with_part("xl/worksheets/sheet1.xml", SHEET.format(content), WORKBOOK))


def _read_or_refused(data):
    try:
        table = read_table(data)
    except TableRefused as error:
        told = [fault.message for fault in error.faults]
    else:
        told = ["read"]
        assert {name for row in table.rows for name in row.values} <= {column.name for column in table.columns}
    assert told
    assert "" not in told


@pytest.mark.parametrize("depth", [100, 300, 450, 600, 900, 990, 2000])
def test_a_table_of_any_depth_is_answered(depth):
    for around in (("[", "]"), ('{"a":', "}")):
        nested = around[0] * depth + "1" + around[1] * depth
        with pytest.raises(TableRefused):
            read_table(f'[{{"name": "A", "x": {nested}}}]'.encode())


def test_a_name_that_stands_twice_is_found_among_very_many():
    names = "".join(f'"n{number}":1,' for number in range(100_000))
    assert faults(f'[{{"name":"A"}},{{{names}"n99999":2}}]'.encode()) == [(2, None, None)]
