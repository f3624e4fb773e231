"""Formats of lists: given a list, what is written is read back without loss; given any bytes, a list or a refusal."""

import csv
import io
import json
import sys
import types

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cards import formats
from cards.formats import csv_table, own_json, plain_text, registry
from cards.formats.decoding import TextRefused, fault_of
from cards.formats.matching import merged
from cards.formats.plain_writing import STYLES, tidy
from cards.formats.registry import Outgoing, all_formats, recognise
from cards.list_shapes import Content, settled
from cards.reading import read
from companion.problems import Problem
from games.catalogue import Card, CardSet
from games.lists import Entry
from games.registry import GAMES, catalogue_of, game_named
from tests.cards.test_plain_text import NAMES

GAME = game_named("phoenix_covenant")
PRINTED = catalogue_of("phoenix_covenant")
MORE_NAMES = (
    "3x Fox",
    "Deck",
    "// Deck: x",
    "# Head",
    "Total: 3 cards",
    "A <pc-001>",
    "=SUM(A1)",
    "- Dash",
    "x2",
    "Two x3",
)
ODD = msgspec.structs.replace(
    PRINTED,
    cards=tuple(Card(code=f"px-{n:03}", name=name) for n, name in enumerate((*NAMES, *MORE_NAMES), 1)) + PRINTED.cards,
    sets=(*PRINTED.sets, CardSet(code="px", name="Odd (and more)", origin="training")),
    hash="0dd" * 20,
)


def is_text(text):
    return not any(fault_of(1, line) for line in text.split("\n"))


LINE = st.one_of(
    st.sampled_from(
        [*NAMES, *MORE_NAMES, "Bastion", "Fireboll", "Deck: 3 x Bind", "SB: 2 Bind", "Size: Big", "é'\"“”"]
    ),
    st.text(max_size=30),
).filter(is_text)
NOTES = st.lists(LINE, max_size=3).map("\n".join)
SECTIONS = st.sampled_from(["main", "side", "auxiliaries", "hardpoints", "attic"])
ENTRY = st.fixed_dictionaries(
    {
        "code": st.one_of(st.sampled_from([card.code for card in ODD.cards]), st.just("zz-007"), st.none()),
        "name": LINE.filter(lambda one: one.strip("\u200b\u200c\u200d\u2060\ufeff\u00ad \t") != "").map(
            lambda one: one or "x"
        ),
        "count": st.integers(1, 3000),
        "section": SECTIONS,
        "options": st.lists(LINE.filter(lambda one: plain_text.clean(one) != ""), max_size=2),
        "note": NOTES,
        "text": st.one_of(st.none(), LINE.filter(bool)),
    }
)
BODY = st.fixed_dictionaries(
    {
        "name": LINE,
        "entries": st.lists(ENTRY, max_size=8),
        "notes": NOTES,
        "tags": st.lists(LINE.map(lambda one: one[:40]).filter(lambda one: plain_text.clean(one) != ""), max_size=3),
        "vendor": st.dictionaries(
            st.text("abc", max_size=3), st.one_of(st.integers(0, 9), LINE, st.none()), max_size=2
        ),
    }
)


@st.composite
def lists(draw):
    """Any list that could have been saved."""
    try:
        body = draw(BODY)
        for entry in body["entries"]:
            entry["count"] = min(entry["count"], 999) if entry["code"] is None else entry["count"]
        return settled(msgspec.convert(body, Content), GAME, ODD)
    except Problem:
        return settled(Content(), GAME, ODD)


def out(content, style="", game=GAME, catalogue=ODD):
    return Outgoing(list=content, game=game, catalogue=catalogue, legal=False, problems=(), totals={}, style=style)


def back(text, form, content, game=GAME, catalogue=ODD):
    found, said = recognise(text)
    assert found.name == form.name
    assert (said.game, said.edition) == (content.game, content.edition)
    reading = form.read(text, game, catalogue)
    assert reading.faults == ()
    assert reading.counts.read == reading.list.copies() == content.copies()
    return reading.list


def without_lines(entries, *, texts=True):
    kept = [msgspec.structs.replace(one, line=None, text=one.text if texts else None) for one in entries]
    return merged(kept)


def same_but_entries(one, other):
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("game", "edition", "name", "options", "sets", "notes", "tags", "vendor")
    )


MORE = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)


@MORE
@given(lists())
def test_json_is_read_back_without_loss(content):
    found = back(own_json.write(out(content)), own_json.FORMAT, content)
    assert [msgspec.structs.replace(one, line=None) for one in found.entries] == list(content.entries)
    assert same_but_entries(found, content)


@MORE
@given(lists())
def test_csv_is_read_back_without_loss(content):
    found = back(csv_table.write(out(content)), csv_table.FORMAT, content)
    assert without_lines(found.entries) == without_lines(content.entries)
    assert same_but_entries(found, content)


@MORE
@given(lists(), st.sampled_from(STYLES))
def test_text_of_every_style_is_read_back_without_loss(content, style):
    """But for one thing: a style that is not our own writes an unknown card its own way, not as it was written."""
    text = plain_text.FORMAT.write(out(content, style))
    found = back(text, plain_text.FORMAT, content)
    order = [section.name for section in GAME.sections]
    expected = without_lines(tidy(content, order), texts=style == "own")
    read_back = without_lines(tidy(found, order), texts=style == "own")
    spoken = {key(one): one.text for one in expected}
    assert sorted(map(key, read_back), key=repr) == sorted(map(key, expected), key=repr)
    if style == "own":
        for one in read_back:
            assert spoken[key(one)] in (None, one.text)
    assert same_but_entries(found, content)


def key(entry):
    return entry.code, entry.name, entry.count, entry.section, entry.options, entry.note


@pytest.mark.parametrize("form", [one for one in all_formats().values() if one.read], ids=lambda one: one.name)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_read_back(form, game):
    rules, catalogue = game_named(game), catalogue_of(game)
    entries = [{"code": card.code, "count": 2} for card in catalogue.cards[:40]]
    options = dict.fromkeys(rules.list_options, "Something: else")
    body = Content(
        name="All of it", entries=msgspec.convert(entries, Content.__annotations__["entries"]), options=options
    )
    content = settled(body, rules, catalogue)
    for style in form.styles:
        found = back(form.write(out(content, style, rules, catalogue)), form, content, rules, catalogue)
        assert without_lines(found.entries) == without_lines(content.entries)
        assert same_but_entries(found, content)


def test_an_unknown_line_is_kept_byte_for_byte():
    raw = "\u00a02x\tFire\u200bboll  (XYZ) 12 *F* "
    found = plain_text.read(f"Deck\n3 Bind\n{raw}\n", GAME, PRINTED)
    unknown = found.list.entries[1]
    assert (unknown.count, unknown.text, unknown.line) == (2, raw, 3)
    assert raw in plain_text.FORMAT.write(out(found.list, catalogue=PRINTED)).split("\n")


def test_unknown_parts_of_a_row_are_kept_each_by_itself():
    found = plain_text.read("Deck: 3 x Bind;  2 x  Fireboll ; 1 x Watre.", GAME, PRINTED).list
    assert [one.text for one in found.entries] == [None, "  2 x  Fireboll ", " 1 x Watre."]


@pytest.mark.parametrize("style", STYLES)
def test_how_a_style_looks(style):
    body = {"name": "Night Tide", "entries": [{"code": "pc-006", "count": 3}, {"code": "pc-003", "section": "side"}]}
    content = settled(msgspec.convert(body, Content), GAME, PRINTED)
    text = plain_text.FORMAT.write(out(content, style, catalogue=PRINTED))
    rows = [line for line in text.split("\n") if line and not line.startswith("//")]
    pack = f" ({PRINTED.sets[0].name})"
    assert (
        rows
        == {
            "own": ["Deck (3)", "3x Bind <pc-006>", "Side-Deck (1)", "1x Bastion <pc-003>"],
            "plain": ["3 Bind", "1 Bastion"],
            "prefix": ["3 Bind", "SB: 1 Bastion"],
            "arena": ["Deck", "3 Bind", "Side-Deck", "1 Bastion"],
            "packs": ["Deck", f"3x Bind{pack}", "Side-Deck", f"1x Bastion{pack}"],
            "points": ["Deck", "3x Bind", "Side-Deck", "1x Bastion"],
            "bullets": ["## Deck", "- Bind x3", "## Side-Deck", "- Bastion x1"],
            "one_line": ["Deck: 3 x Bind.", "Side-Deck: 1 x Bastion."],
        }[style]
    )


def test_points_are_written_as_claims():
    rules, catalogue = game_named("relic_knights"), catalogue_of("relic_knights")
    content = settled(msgspec.convert({"entries": [{"code": "rk-004"}]}, Content), rules, catalogue)
    totals = {"points": 4}
    written = Outgoing(
        list=content, game=rules, catalogue=catalogue, legal=True, problems=(), totals=totals, style="points"
    )
    text = plain_text.FORMAT.write(written)
    assert "1x Darkfield (4 pts)" in text
    assert "TOTAL POINTS: 4" in text
    assert plain_text.read(text, rules, catalogue).list.copies() == 1


def test_markdown_tells_every_problem_and_means_nothing_by_its_signs():
    body = {"name": "*Star* <b>", "entries": [{"name": "[x](javascript:y)"}]}
    content = settled(msgspec.convert(body, Content), GAME, PRINTED)
    problems = GAME.problems(content, PRINTED)
    written = Outgoing(list=content, game=GAME, catalogue=PRINTED, legal=False, problems=problems, totals={"cards": 1})
    text = all_formats()["markdown"].write(written)
    assert "\\*Star\\* \\<b\\>" in text
    assert "[x](" not in text
    assert all(one.rule.replace("-", "\\-") in text for one in problems)
    assert f"Illegal: {len(problems)} problems" in text


def test_a_formula_is_no_formula_in_a_table():
    content = settled(msgspec.convert({"entries": [{"name": "=1+1", "note": "@x"}]}, Content), GAME, PRINTED)
    text = csv_table.write(out(content, catalogue=PRINTED))
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


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
    text = plain_text.FORMAT.write(out(found.list, catalogue=PRINTED))
    assert plain_text.read(text, GAME, PRINTED).claims["illegal"].startswith("0 problems")


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
