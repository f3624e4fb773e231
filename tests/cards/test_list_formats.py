"""Formats of lists: given a list, what is written is read back without loss; given any bytes, a list or a refusal."""

import csv
import io

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.formats import csv_table, own_json, plain_text
from cards.formats.decoding import fault_of
from cards.formats.matching import merged
from cards.formats.plain_writing import STYLES, tidy
from cards.formats.registry import Outgoing, all_formats, recognise
from cards.list_shapes import Content, settled
from companion.problems import Problem
from games.catalogue import Card, CardSet
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
