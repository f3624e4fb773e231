"""The picture of a position: what is in it, for whom, and that it is safe to show."""

import re
import xml.etree.ElementTree as ET

import msgspec
import pytest

from games.reliquary import events as happened
from games.reliquary import marks
from games.reliquary.picture import PIPS, draw, drawn_board, last_move
from games.reliquary.playing import DECIDER
from games.reliquary.svg import in_plain_colours
from games.reliquary.view import view
from tests.games.reliquary.chances import Playout

SVG = "{http://www.w3.org/2000/svg}"
PIECES = {1: (1, "hero", (4, 4)), 2: (2, "hero", (5, 6)), 3: (1, "minion", (2, 3)), 4: (2, "minion", (4, 5))}
RELICS = ({"place": "hidden", "square": (1, 3)}, {"place": "hidden", "square": (8, 6)})


@pytest.fixture
def state(given):
    return given(PIECES, ruins=((3, 5), (6, 4)), relics=RELICS, vigil=4).state


def root(state, latest=(), seat=None):
    return ET.fromstring(draw(view(state, seat), latest, seat))


def titles(picture):
    return [title.text for title in picture.iter(f"{SVG}title")]


def moved(piece, origin, square, how="move"):
    return happened.PieceMoved(piece=piece, origin=origin, square=square, how=how)


def test_it_has_a_text_alternative(state):
    played = happened.CardPlayed(seat=1, card="rq-005", mode="move", took="rq-001", piece=1)
    picture = root(state, (played, moved(1, (4, 2), (4, 4))), 1)
    title, words = picture[0], picture[1]
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == f"{title.get('id')} {words.get('id')}"
    for said in ("Seat 1 to play", "Vigil die shows 4", "Hero 1 of seat 1 on 4,4", "4 of 4 HP", "Ruins on 3,5; 6,4"):
        assert said in f"{title.text} {words.text}"
    assert "piece 1 from 4,2 to 4,4 (move)" in words.text


def test_it_is_whole_in_itself(state):
    text = draw(view(state, 1), (), 1)
    assert text.count("http") == 1  # the name of the namespace
    tags = {element.tag.removeprefix(SVG) for element in root(state).iter()}
    assert tags <= {"svg", "title", "desc", "g", "rect", "circle", "line", "polygon", "path", "text"}
    assert not re.search(r"\b(on\w+|href|style|class)=", text)


def test_text_is_escaped(state, code):
    name = """<script>alert("1")</script> & 'co'"""
    card = msgspec.structs.replace(state.cards[state.seats[0].faction], name=name)
    odd = msgspec.structs.replace(state, cards=state.cards | {card.code: card})
    picture = root(odd)
    assert not list(picture.iter(f"{SVG}script"))
    assert name in picture[1].text


def test_nobody_sees_where_a_relic_is_hidden(state, given):
    elsewhere = given(
        PIECES, ruins=((3, 5), (6, 4)), vigil=4, relics=(RELICS[0], {**RELICS[1], "square": (2, 7)})
    ).state
    for seat in (1, None):
        assert draw(view(state, seat), (), seat) == draw(view(elsewhere, seat), (), seat)
    assert "Relic of seat 2 hidden, on 8,6" in titles(root(state, (), 2))
    assert not any(title.startswith("Relic of seat 1 hidden") for title in titles(root(state, (), 2)))


def test_relics_that_lie_open_or_are_carried(given):
    relics = ({"place": "open", "square": (7, 2)}, {"place": "carried", "carrier": 3})
    found = titles(root(given(PIECES, relics=relics).state))
    assert "Relic of seat 1 open on 7,2" in found
    assert "Relic of seat 2 carried" in found
    assert "Minion 3 of seat 1 on 2,3, carries the Relic of seat 2" in found


def group(picture, start):
    return next(g for g in picture.iter(f"{SVG}g") if g[0].tag == f"{SVG}title" and g[0].text.startswith(start))


def test_seats_are_told_by_shape_and_by_tone(state):
    picture = root(state)
    for kind, numbers in (("Hero", (1, 2)), ("Minion", (3, 4))):
        one, two = (group(picture, f"{kind} {number}")[1] for number in numbers)
        assert (one.tag, two.tag) == (f"{SVG}circle", f"{SVG}rect")
        assert contrast(one.get("fill"), two.get("fill")) > 7  # light and dark, in grey too
    assert [text.text for text in group(picture, "Hero 1").iter(f"{SVG}text")] == ["4"]
    assert len(list(group(picture, "Hero 1").iter(f"{SVG}circle"))) == 1 + 4
    assert not list(group(picture, "Minion 3").iter(f"{SVG}text"))


def luminance(colour):
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("board", [8, 12])
def test_all_text_is_large_and_dark_enough(given, board):
    corners = {1: (1, "hero", (4, 4)), 2: (2, "hero", (5, 6)), 3: (2, "minion", (6, 6))}
    state = given(corners).state
    if board == 12:
        figures = msgspec.structs.replace(state.figures, boards=(12,))
        options = msgspec.structs.replace(state.options, board=12)
        state = msgspec.structs.replace(state, options=options, figures=figures)
    pieces = tuple(msgspec.structs.replace(p, marked=True, warded_until=9, veiled_in=9) for p in state.pieces)
    picture = root(
        msgspec.structs.replace(state, pieces=pieces), (happened.DamageTaken(piece=1, amount=2, hp=2, cause="attack"),)
    )
    assert picture.get("width") == "360"
    for text in picture.iter(f"{SVG}text"):
        assert float(text.get("font-size")) >= 7, text.text
        grounds = {marks.PAPER, marks.TONES[2].fill, marks.WOUND, marks.INK}
        assert max(contrast(text.get("fill"), ground) for ground in grounds) > 4.5
    for tone in marks.TONES.values():
        assert contrast(tone.fill, tone.text) > 7


def frames(picture):
    return [rect for rect in picture.iter(f"{SVG}rect") if rect.get("stroke") == marks.TRACE]


def test_the_last_move_is_marked(state):
    latest = (
        moved(3, (1, 1), (2, 3)),
        happened.CardPlayed(seat=1, card="rq-005", mode="attack", took="rq-001", piece=1),
        moved(1, (4, 3), (4, 4), "step"),
        happened.DamageTaken(piece=2, amount=1, hp=3, cause="attack"),
        happened.DamageTaken(piece=2, amount=1, hp=2, cause="crush"),
        happened.PieceSlain(piece=9, square=(5, 5)),
    )
    assert last_move(latest) == latest[1:]
    picture = root(state, latest)
    assert sorted(rect.get("stroke-dasharray") is None for rect in frames(picture)) == [False, True]
    assert "−2" in [text.text for text in picture.iter(f"{SVG}text")]
    assert len([one for one in picture.iter(f"{SVG}line") if one.get("stroke") == marks.WOUND]) == 2


def test_in_setup_the_last_piece_is_marked(fresh):
    placed = [happened.RuinsPlaced(seat=1, squares=((3, 4), (6, 5))), happened.PhaseBegan(phase="factions")]
    assert last_move(placed) == placed[:1]
    assert len(frames(root(fresh().state, placed))) == 2
    assert frames(root(fresh().state, ())) == []


def test_seat_2_sees_the_board_from_its_side(state):
    places = {}
    for seat in (1, 2):
        body = group(root(state, (), seat), "Minion 3")[1]
        places[seat] = float(body.get("cx")), float(body.get("cy"))
    assert places[1][0] < places[2][0]
    assert places[1][1] > places[2][1]


@pytest.mark.parametrize("face", range(7))
def test_the_vigil_die(state, face):
    picture = root(msgspec.structs.replace(state, vigil=face))
    die = group(picture, "The Vigil die")
    assert len(list(die.iter(f"{SVG}circle"))) == face == len(PIPS[face])


def test_the_end_is_told(state):
    over = DECIDER.evolve(state, happened.MatchDecided(winners=(2,), reason="RQ-W"))
    assert titles(root(over))[0] == "Reliquary: Seat 2 has won"
    drawn = DECIDER.evolve(state, happened.MatchDecided(winners=(), reason="RQ-V2"))
    assert titles(root(drawn))[0] == "Reliquary: A draw"


def test_the_board_in_layers_is_the_same_board(state):
    latest = (moved(1, (4, 2), (4, 4)),)
    board = drawn_board(view(state, 2), latest, 2)
    layers = ET.fromstring(in_plain_colours(f"<svg>{board.ground}{board.things}</svg>"))
    whole = [ET.tostring(one).decode().replace("ns0:", "") for one in root(state, latest, 2)]
    lower = 34  # in the whole picture a seat's line is above the board
    found = [one for one in layers if one.find("title") is not None and one.find("title").text.startswith("Hero 1")]
    assert len(found) == 1
    body = group(root(state, latest, 2), "Hero 1")[1]
    assert float(found[0][1].get("cy")) == pytest.approx(float(body.get("cy")) - lower)
    assert len(whole) == len(layers) + 6
    assert "var(" not in draw(view(state, 2), latest, 2)


def test_every_square_says_what_is_on_it(state):
    for seat, first in ((1, (1, 8)), (2, (8, 1))):
        board = drawn_board(view(state, seat), (), seat)
        assert (len(board.spots), board.columns, board.spots[0].square) == (64, 8, first)
        assert all(0 <= spot.x <= board.width - spot.size for spot in board.spots)
        assert all(0 <= spot.y <= board.height - spot.size for spot in board.spots)
    said = {spot.square: spot.words for spot in board.spots}
    assert said[5, 6] == "5,6, your Hero, 4 of 4 HP"
    assert said[2, 3] == "2,3, Minion 3 of seat 1"
    assert said[3, 5] == "3,5, Ruin"
    assert said[8, 6] == "8,6, your Relic, hidden"
    assert said[1, 3] == "1,3"


@pytest.mark.parametrize("seed", [11, 12])
def test_every_version_of_a_match_can_be_drawn(seed, catalogue):
    match = Playout(seed, catalogue)
    for number in range(1, len(match.versions) + 1, 7):
        for seat in (1, 2, None):
            latest = [DECIDER.redact(event, seat) for event in match.events[1:number]]
            picture = root(match.versions[number - 1].state, latest, seat)
            standing = sum(piece.square is not None for piece in match.versions[number - 1].state.pieces)
            drawn = [title for title in titles(picture) if title.startswith(("Hero", "Minion"))]
            assert len(drawn) == standing
