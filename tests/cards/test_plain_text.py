"""Lists as plain text, in every way that they are written: given a text, then these entries."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cards.formats import plain_text
from cards.formats.decoding import TextRefused, TextTooLarge
from games.catalogue import GAMES_FOLDER, Card
from games.registry import catalogue_of, game_named

GAME = game_named("phoenix_covenant")
PRINTED = catalogue_of("phoenix_covenant")
NAMES = (
    "Continue?",
    "Knight, the Bold",
    "Knight, the Old",
    "Quill: Seeker",
    "Tyrannax",
    "Tyrannax Rex",
    "Section 9",
    "Flamme Éclair",
    "Ember & Ash",
    "Deck of Dawn",
    "Side: Note",
    "Fire // Ice",
    "Semi; Colon",
    "Mr. Fox.",
    "Unit (2)",
)
ODD = msgspec.structs.replace(
    PRINTED,
    cards=tuple(Card(code=f"px-{n:03}", name=name) for n, name in enumerate(NAMES, 1)) + PRINTED.cards,
    hash="odd",
)


def read(text, catalogue=ODD):
    return plain_text.read(text, GAME, catalogue)


def entries(text, catalogue=ODD):
    found = read(text, catalogue)
    assert found.faults == ()
    return [(entry.count, entry.name, entry.section) for entry in found.list.entries]


def one(text):
    """The one entry of a text, as (count, name, how it was found)."""
    (line,) = (line for line in read(text).lines if line.count)
    return line.count, line.name, line.read_as


@pytest.mark.parametrize(
    "text",
    [
        "3 Bastion",
        "3x Bastion",
        "3 x Bastion",
        "3X Bastion",
        "3× Bastion",
        "x3 Bastion",
        "(3) Bastion",
        "[3] Bastion",
        "Bastion x3",
        "Bastion x 3",
        "Bastion 3x",
        "Bastion (3)",
        "Bastion [3]",
        "Bastion 3",
        "- Bastion x3",
        "- 3 Bastion",
        "• 3x Bastion",
        "003 Bastion",
        "\u200b3\u00a0\tBastion ",
    ],
)
def test_quantities(text):
    assert one(text) == (3, "Bastion", "name")


@pytest.mark.parametrize(
    "number", ["0", "00", "-1", "-3", "1000", "0001", "1000000000000", "9" * 200, "3.5", "3,5", "+0"]
)
@pytest.mark.parametrize(
    "shape", ["{} x Bastion", "{} Bastion", "Bastion x{}", "Bastion ({})", "Bastion {}", "({}) Bastion"]
)
def test_a_number_that_is_no_count_is_a_fault_of_its_line(number, shape):
    found = read("2 Lightning\n" + shape.format(number))
    assert [fault.line for fault in found.faults] == [2]
    assert found.list.copies() == found.counts.read == 2


@pytest.mark.parametrize(
    ("text", "name", "how"),
    [
        ("pc-003", "Bastion", "code"),
        ("2 PC-003", "Bastion", "code"),
        ("2 Bastion <PC-003>", "Bastion", "code"),
        ("2 <pc-003>", "Bastion", "code"),
        ("Bastion", "Bastion", "name"),
        ("BASTION", "Bastion", "folded"),
        ("Mage’s Library", "Mage's Library", "folded"),
        ("Flamme Eclair", "Flamme Éclair", "folded"),
        ("Ember and Ash", "Ember & Ash", "folded"),
        ("Fire / Ice", "Fire // Ice", "folded"),
        ("2 Bastion (ABC) 12", "Bastion", "without_suffix"),
        ("2 Bastion (ABC) ABC-12 *F* #tag #other", "Bastion", "without_suffix"),
        ("Bastion (Some Pack)", "Bastion", "without_suffix"),
        ("2 Bastion [3]", "Bastion", "without_suffix"),
        ("2 [ABC] Bastion", "Bastion", "without_suffix"),
        ("2 Bastion <EMB-014>", "Bastion", "without_suffix"),
        ("Quill", "Quill: Seeker", "without_subtitle"),
        ("Bastion: the Wall", "Bastion", "without_subtitle"),
        ("Knight", "Knight", "unknown"),
        ("Knight, the New", "Knight, the New", "unknown"),
        ("Two Tails Taichou", "Two Tails Taichou", "unknown"),
        ("Bastion (L)", "Bastion (L)", "unknown"),
        ("Bastoin", "Bastoin", "unknown"),
    ],
)
def test_which_card_a_name_means(text, name, how):
    assert one(text)[1:] == (name, how)


SHAPES = ("{}", "3 {}", "3x {}", "{} x3", "Deck: 2 x Bind; 3 x {}.", "Deck: 3 x {}; 2 x Bind")


@pytest.mark.parametrize(
    ("shape", "name"),
    # Between entries, a semicolon cannot be told from one inside a name.
    [(shape, name) for shape in SHAPES for name in NAMES if not ("Bind" in shape and ";" in name)],
)
def test_the_whole_name_is_tried_before_anything_is_cut_off_it(shape, name):
    found = read(shape.format(name))
    assert found.faults == ()
    assert name in [entry.name for entry in found.list.entries if entry.code]


def test_nothing_is_picked_for_an_unknown_name():
    found = read("5 Fireboll\n2 Two Tails Taichou")
    fire, tails = found.lines
    assert [entry.code for entry in found.list.entries] == [None, None]
    assert "pc-020" in fire.suggestions
    assert {"pc-089", "pc-090"} <= set(tails.suggestions)
    assert (found.counts.read, found.counts.unknown, found.list.copies()) == (7, 7, 7)


def test_what_is_left_off_is_told():
    (line,) = read("3 Bastion (ABC) 12 *F*").lines
    assert line.left_off == "(ABC) 12 *F*"


def test_a_code_and_a_name_that_disagree():
    assert [fault.line for fault in read("3 Shift <pc-003>").faults] == [1]


def test_a_list_in_one_line_each():
    deck = "3 x Bind; 2 x Press the Attack!; 1 x Veteran Caravan Guard (R)."
    text = f"Warband\n\nDeck: {deck}\nSide-Deck: 1 x Bastion; 2 x Hardpoint.\n"
    found = read(text)
    assert found.list.name == "Warband"
    assert entries(text) == [
        (3, "Bind", "main"),
        (2, "Press the Attack!", "main"),
        (1, "Veteran Caravan Guard (R)", "main"),
        (1, "Bastion", "side"),
        (2, "Hardpoint", "side"),
    ]
    assert {line.read_as for line in found.lines} == {"title", "heading", "name"}


def test_a_row_that_goes_on_in_the_next_line():
    assert entries("Deck: 3 x Bind; 2 x Shift;\n1 x Sprint; 2 x Weaken.") == [
        (3, "Bind", "main"),
        (2, "Shift", "main"),
        (1, "Sprint", "main"),
        (2, "Weaken", "main"),
    ]


@pytest.mark.parametrize(
    "heading",
    ["Side-Deck", "side deck", "SIDEBOARD:", "Structures (1)", "## Structures", "Side-Deck [1]:", "**Structures**"],
)
def test_headings(heading):
    assert entries(f"Deck\n3 Bind\n\n{heading}\n1 Bastion") == [(3, "Bind", "main"), (1, "Bastion", "side")]


def test_a_card_that_begins_like_a_heading():
    assert entries("1 Deck of Dawn\nDeck of Dawn\n2 Side: Note") == [
        (2, "Deck of Dawn", "main"),
        (2, "Side: Note", "main"),
    ]


def test_a_prefix_for_one_line():
    assert entries("3 Bind\nSB: 1 Bastion\n2 Shift") == [
        (3, "Bind", "main"),
        (1, "Bastion", "side"),
        (2, "Shift", "main"),
    ]


def test_one_gap_begins_the_side_part():
    assert entries("3 Bind\n2 Shift\n\n1 Bastion") == [
        (3, "Bind", "main"),
        (2, "Shift", "main"),
        (1, "Bastion", "side"),
    ]


def test_a_comment_in_the_gap_changes_nothing():
    assert entries("3 Bind\n// and beside it\n\n1 Bastion") == [(3, "Bind", "main"), (1, "Bastion", "side")]
    assert {section for _, _, section in entries("3 Bind\n// no gap\n1 Bastion")} == {"main"}


def test_two_gaps_do_not():
    assert {section for _, _, section in entries("3 Bind\n\n2 Shift\n\n1 Bastion")} == {"main"}


def test_arena_text():
    text = "About\nName Night Tide\n\nDeck\n3 Bind (ABC) 12\n\nSideboard\n1 Bastion (ABC) 3"
    assert read(text).list.name == "Night Tide"
    assert entries(text) == [(3, "Bind", "main"), (1, "Bastion", "side")]


@pytest.mark.parametrize(
    "text",
    [
        "Night Tide\n\n3 Bind\n2 Shift",
        "// Deck: Night Tide\n// Rules: 1.2\n3 Bind\n2 Shift",
        "# Night Tide\n3 Bind\n2 Shift",
        "Name: Night Tide\n3 Bind\n2 Shift",
        "Name: Night Tide\n\n3 Bind\n2 Shift",
        "# Night Tide\n\n3 Bind\n2 Shift\n\nTotal: 5 cards",
        "Night Tide\nDeck: 3 Bind; 2 Shift",
    ],
)
def test_the_name_of_a_list(text):
    assert read(text).list.name == "Night Tide"
    assert entries(text) == [(3, "Bind", "main"), (2, "Shift", "main")]


def test_a_first_line_that_is_a_card_is_a_card():
    assert entries("Bastion\n\n3 Bind")[0] == (1, "Bastion", "main")


def test_a_list_that_is_called_as_a_card_is():
    found = read("Bastion\n\nDeck: 3 Bind; 2 Shift")
    assert found.list.name == "Bastion"
    assert entries("Bind\n\nSide-Deck\n1 Bastion") == [(1, "Bind", "main"), (1, "Bastion", "side")]


def test_copies_of_one_card_add_up():
    found = read("2 Bind\n1 bind\nBind x2")
    assert [(entry.count, entry.line) for entry in found.list.entries] == [(5, 1)]
    assert [line.count for line in found.lines] == [2, 1, 2]


def test_a_second_list_in_one_text_is_told_and_not_mixed_in():
    lists = sorted((GAMES_FOLDER / "phoenix_covenant" / "lists").glob("*.txt"))
    whole = "\n".join(path.read_text(encoding="utf-8") for path in lists)
    found = read(whole)
    lines = whole.splitlines()
    again = [n for n, line in enumerate(lines, 1) if line.startswith(("Deck:", "Side-Deck:"))][2:]
    assert {fault.line for fault in found.faults} >= {again[0]}
    assert found.list.name == "Move & Groove"
    assert sum(entry.count for entry in found.list.entries if entry.code) == 47


def test_points_in_a_text_are_claims():
    assert [line.read_as for line in read("3 Bind\nTOTAL POINTS: 35/50").lines] == ["name", "claim"]


def test_options_of_a_cadre():
    game, catalogue = game_named("relic_knights"), catalogue_of("relic_knights")
    found = plain_text.read("Size: Skirmish\nLEADER: Kisa\n2 Darkfield", game, catalogue)
    assert found.list.options == {"size": "Skirmish", "leader": "Kisa"}
    twice = plain_text.read("Size: Skirmish\n2 Darkfield\nSize: Battle", game, catalogue)
    assert [fault.line for fault in twice.faults] == [3]
    endless = plain_text.read("Size: " + "x" * 400, game, catalogue)
    assert [fault.line for fault in endless.faults] == [1]


def test_an_empty_text_is_an_empty_list():
    assert read("\n \n").list.entries == ()


def test_most_entries_in_rows():
    assert read("Deck: " + "1 Bind;" * 998).list.copies() == 998
    for row in ("Deck: " + "1 Bind;" * 1001, ";" * 200_000, "a;" * 100_000):
        with pytest.raises(TextTooLarge):
            read(row)


@pytest.mark.parametrize("text", ["#" * 200_000 + "x", "(" * 200_000, "x 1 " * 60_000, ":" * 200_000, "1" * 200_000])
def test_a_line_of_nothing_but_signs(text):
    assert len(read(text).lines) == 1


def test_names_are_suggested_for_the_first_hundred_unknown_ones():
    lines = read("\n".join(f"Fireboll {'i' * n}" for n in range(1, 102))).lines
    assert lines[0].suggestions
    assert [bool(line.suggestions) for line in lines[100:]] == [False]


@pytest.mark.parametrize("text", ["3 {}", "# {}", "// Deck: {}", "Name: {}", "{}\nDeck\n3 Bind"])
def test_an_entry_or_a_title_longer_than_any_name(text):
    assert [fault.line for fault in read(text.format("x" * 400)).faults] == [1]


line = st.one_of(
    st.sampled_from(["Deck", "Side-Deck:", "SB: 2 Bind", "// a", "# b", "", "About", "Deck: 3 x Bind; 2 Shift."]),
    st.builds(
        "{}{}{}{}".format,
        st.integers(-5, 2000),
        st.sampled_from(["x ", " x ", " "]),
        st.sampled_from(NAMES),
        st.sampled_from(["", " (ABC) 12", " *F*", ";", "."]),
    ),
    st.text(max_size=40),
)


@given(st.lists(line, max_size=15).map("\n".join))
@example("Deck:")
@example(";;;")
@example("3 ;\n; x")
def test_no_line_is_lost(text):
    try:
        found = read(text)
    except TextRefused:
        return
    told = {line.line for line in found.lines}
    assert {n for n, clean in enumerate(plain_text.text_of(text).lines, 1) if clean.strip(";. ")} <= told
    assert found.counts.read == found.counts.matched + found.counts.unknown == found.list.copies()
    assert all(entry.count >= 1 for entry in found.list.entries)
    assert {fault.line for fault in found.faults} == {line.line for line in found.lines if line.read_as == "fault"}


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    try:
        found = read(data)
    except TextRefused:
        return
    assert found.counts.read == found.list.copies()


@given(st.dictionaries(st.sampled_from([card.name for card in PRINTED.cards]), st.integers(1, 999), min_size=1))
def test_what_is_written_plainly_is_read_back(copies):
    text = "Deck\n" + "\n".join(f"{count} x {name}" for name, count in copies.items())
    assert {name: count for count, name, _ in entries(text, PRINTED)} == copies
