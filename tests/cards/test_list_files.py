"""Files of lists that are read: tables, our own JSON, formats told by their content; any bytes, a list or a refusal."""

import json
import sys
import types

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cards import formats
from cards.formats import plain_text, registry
from cards.formats.decoding import TextRefused
from cards.formats.registry import Outgoing, all_formats, recognise
from cards.reading import read
from games.lists import Entry
from games.registry import catalogue_of, game_named

GAME = game_named("phoenix_covenant")
PRINTED = catalogue_of("phoenix_covenant")
MORE = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


def out_of(content):
    return Outgoing(list=content, game=GAME, catalogue=PRINTED, legal=False, problems=(), totals={})


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_of_another_program(delimiter):
    rows = [["Qty", "Card Name", "Rarity", "Board"], ["3", "Bind", "C", "Deck"], ["2", "Fireboll", "R", "sideboard"]]
    text = "\r\n".join(delimiter.join(row) for row in rows)
    found = read(text, game="phoenix_covenant").found
    assert (found.format, found.faults) == ("csv", ())
    assert [(one.code, one.count, one.section) for one in found.list.entries] == [
        ("pc-006", 3, "main"),
        (None, 2, "side"),
    ]
    heading, known, unknown = found.lines
    assert (heading.left_off, known.read_as) == ("Rarity", "name")
    assert unknown.nearest[:1] == ("Fireball",) or "pc-020" in unknown.suggestions
    assert found.list.entries[1].text == delimiter.join(rows[2])


@pytest.mark.parametrize("count", ["0", "-1", "1000", "1000000000000", "1.5", "x", "9" * 300, "１"])
def test_a_cell_that_is_no_count_is_a_fault_of_its_row(count):
    found = read(f"count,name\n2,Bind\n{count},Shift\n", game="phoenix_covenant").found
    assert [(fault.line, fault.path) for fault in found.faults] == [(3, "count")]
    assert found.list.copies() == 2


def own(**more):
    return {"format": "companion-list", "version": "1.0", "game": "phoenix_covenant", **more}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (own(entries=[{"name": "Bind", "count": 10**12}]), "$.entries[0].count"),
        (own(entries=[{"name": "Bind", "count": 0}]), "$.entries[0].count"),
        (own(entries=[{"name": "Bind", "qty": 1}]), "$.entries[0]"),
        (own(version="2.0"), "$.version"),
        (own(format="xws"), "$.format"),
        (own(edition="x"), "$"),
        (own(vendor={"a": [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}), "$.vendor"),
        ({"game": "relic"}, "$"),
        ([], "$"),
    ],
)
def test_json_that_is_no_list_is_refused_with_its_path(body, path):
    with pytest.raises(TextRefused) as refused:
        read(json.dumps(body))
    assert [fault.path for fault in refused.value.faults] == [path]


def test_json_matches_by_code_then_by_name_and_never_guesses():
    entries = [
        {"code": "pc-006", "name": "Blind"},
        {"name": "bind"},
        {"name": "Fireboll"},
        {"code": None, "name": "Bind"},
    ]
    found = read(json.dumps(own(entries=entries))).found
    assert [(line.read_as, line.code) for line in found.lines] == [
        ("code", "pc-006"),
        ("folded", "pc-006"),
        ("unknown", None),
        ("unknown", None),
    ]
    assert "Bind" in found.lines[3].nearest


def test_what_a_file_claims_is_told_and_not_believed():
    body = own(rules={"edition": "rulebook-1", "data": "0" * 64}, claims={"legal": True, "points": 50})
    found = read(json.dumps(body)).found
    assert found.claims == {"legal": True, "points": 50, "data": "0" * 64}
    text = plain_text.FORMAT.write(out_of(found.list))
    assert plain_text.read(text, GAME, PRINTED).claims["illegal"].startswith("0 problems")


def test_a_name_that_stands_twice_in_a_list_of_ours_is_refused():
    text = json.dumps(own(entries=[{"name": "Bind"}])).replace('"name": "Bind"', '"name": "Bind", "name": "Shift"')
    with pytest.raises(TextRefused) as refused:
        read(text)
    assert "'name'" in refused.value.faults[0].message


def test_an_edition_that_is_not_here_stays_pinned():
    reading = read(json.dumps(own(rules={"edition": "rulebook-9"}, entries=[{"code": "pc-006"}])))
    assert reading.found.list.edition == "rulebook-9"
    assert [one.rule for one in reading.gone] == ["LS-EDITION"]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("3 Bind", "text"),
        ("Bind, the Bold\n3 Shift", "text"),
        ("count,name\n3,Bind", "csv"),
        ("\ufeffName;Copies\nBind;3".encode("utf-16"), "csv"),
        (b'\n {"format": "companion-list", "version": "1.0", "game": "relic"}', "json"),
    ],
)
def test_a_format_is_recognised_by_its_content(data, name):
    assert recognise(data)[0].name == name


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04rest", '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><deck/>', "<deck>"]
)
def test_what_is_no_list_is_refused_by_its_content(data):
    with pytest.raises(TextRefused):
        recognise(data)


def test_a_new_format_is_one_module(monkeypatch):
    module = types.ModuleType("cards.formats.morse")
    module.FORMAT = registry.Format(
        name="morse",
        media_type="text/x-morse",
        extension="mor",
        order=1,
        recognises=lambda text: text.startswith("..."),
    )
    monkeypatch.setitem(sys.modules, "cards.formats.morse", module)
    there = [
        types.SimpleNamespace(name=one.removeprefix("cards.formats."))
        for one in sys.modules
        if one.startswith("cards.formats.")
    ]
    monkeypatch.setattr(registry.pkgutil, "iter_modules", lambda path: there)
    all_formats.cache_clear()
    try:
        assert next(iter(all_formats())) == "morse"
    finally:
        monkeypatch.undo()
        all_formats.cache_clear()
    assert "morse" not in all_formats()
    assert formats.__path__


HEADINGS = "count,name,code,section,options,note,text\n"
SPOKEN = (
    "// Entry: {",
    "// Note: x",
    "// Note @1: y",
    "// Option @999: z",
    "3 Bind",
    "// |",
    "// Tag: t",
    "// Vendor: [",
    "// Section @1: Q",
    "// Edition: x",
    "// Set: x",
    "// Game: relic",
)
ANY_TEXT = st.one_of(
    st.text(max_size=200),
    st.text('{}[]",:0123456789 abc\n\\u', max_size=100),
    st.text("count,name;\t\"\n'3Bind|=", max_size=100).map(lambda text: HEADINGS + text),
    st.lists(st.sampled_from(SPOKEN), max_size=6).map("\n".join),
)


@MORE
@given(st.one_of(ANY_TEXT, st.binary(max_size=200)))
@example('{"a":' * 5000)
@example('count,name\n"3\n')
@example("\ud800")
@example(b"\x00")
@example('// Entry: {"name": "x", "count": 1000000000000}')
@example('{"format":"companion-list","version":"1.0","game":"phoenix_covenant","entries":[{"name":"\\u0000"}]}')
def test_any_file_is_read_with_every_copy_counted_or_refused(data):
    try:
        found = read(data, game="phoenix_covenant").found
    except TextRefused:
        return
    assert found.counts.read == found.list.copies() == found.counts.matched + found.counts.unknown
    assert all(isinstance(one, Entry) and 1 <= one.count <= 999_000 and one.name for one in found.list.entries)
