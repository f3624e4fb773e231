"""Relics (RQ-R1 to RQ-R4), the Vigil (RQ-V1, RQ-V2), winning (RQ-W), Rites (RQ-T5) and the Lantern Bearers."""

import msgspec
import pytest

from games.reliquary import commands as asked
from games.reliquary.agenda import Then
from games.reliquary.events import (
    MatchDecided,
    NothingFound,
    PieceDeployed,
    PieceHarrowed,
    PieceMoved,
    PieceReturned,
    RelicDropped,
    RelicRevealed,
    RelicTaken,
    RitePlayed,
    RuinRemoved,
)
from games.reliquary.playing import DECIDER
from games.reliquary.state import with_piece

PAPER = {"place": "hidden", "on_paper": True}
OWN = {"place": "hidden", "square": (1, 3)}
THEIRS = {"place": "hidden", "square": (8, 6)}


def hidden(square):
    return {"place": "hidden", "square": square}


def lying(square):
    return {"place": "open", "square": square}


def carried(piece):
    return {"place": "carried", "carrier": piece}


def move(code, piece, square, card="Litany", seat=1, **more):
    return asked.PlayMove(seat=seat, card=code(card), piece=piece, square=square, **more)


def test_a_move_that_ends_on_a_hidden_relic_takes_it(given, code):
    start = given({1: (1, "minion", (4, 4))}, relics=(OWN, hidden((4, 5))))
    result = start.when(move(code, 1, (4, 5)))
    result.then(
        PieceMoved(piece=1, origin=(4, 4), square=(4, 5), how="move"),
        RelicRevealed(relic=2, square=(4, 5)),
        RelicTaken(relic=2, piece=1),
    )
    assert result.state.relics[1].carrier == 1
    assert "relic_revealed" not in start.when(move(code, 1, (3, 4))).words()


def test_leaping_over_a_relic_finds_nothing(given, code):
    start = given({1: (1, "minion", (4, 4))}, card="Vault", card2="Litany", relics=(OWN, hidden((4, 5))))
    assert start.when(move(code, 1, (4, 7), card="Vault")).state.relics[1].place == "hidden"


def test_a_piece_never_carries_its_own_relic(given, code):
    """RQ-X16, RQ-X9."""
    for own in (hidden((4, 5)), lying((4, 5))):
        start = given({1: (1, "minion", (4, 4))}, relics=(own, THEIRS))
        result = start.when(move(code, 1, (4, 5)))
        assert result.state.relics[0].place == own["place"]
        assert not result.state.relic_moved


def test_a_push_can_end_on_a_relic(given, code):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (4, 5))}, card="Smite", relics=(hidden((4, 6)), THEIRS))
    result = start.when(asked.PlayAttack(seat=1, card=code("Smite"), piece=1, targets=(2,)))
    assert result.state.relics[0].carrier == 2


def test_a_pushed_carrier_drops_where_it_stood(given, code):
    pieces = {1: (1, "minion", (4, 5)), 2: (2, "hero", (4, 6))}
    start = given(pieces, card="Smite", relics=(carried(2), THEIRS))
    start.when(asked.PlayAttack(seat=1, card=code("Smite"), piece=1, targets=(2,))).then(
        PieceMoved(piece=2, origin=(4, 6), square=(4, 7), how="push"),
        RelicDropped(relic=1, piece=2, square=(4, 6)),
    )


def test_a_crushed_carrier_keeps_its_relic(given, code):
    """RQ-A6."""
    pieces = {1: (1, "minion", (4, 7)), 2: (2, "hero", (4, 8))}
    start = given(pieces, card="Smite", relics=(carried(2), THEIRS))
    result = start.when(asked.PlayAttack(seat=1, card=code("Smite"), piece=1, targets=(2,)))
    assert result.hp(2) == 3
    assert result.state.relics[0].carrier == 2


def test_a_slain_carrier_drops_where_it_died(given, code):
    pieces = {1: (1, "minion", (4, 5)), 2: (2, "minion", (4, 6))}
    start = given(pieces, relics=(carried(2), THEIRS))
    result = start.when(asked.PlayAttack(seat=1, card=code("Litany"), piece=1, targets=(2,)))
    assert RelicDropped(relic=1, piece=2, square=(4, 6)) in result.events
    assert result.state.relics[0].square == (4, 6)


def test_a_minion_put_on_a_relic_does_not_take_it(given, code):
    """RQ-X24."""
    start = given({1: (1, "minion", None)}, relics=(OWN, lying((5, 1))))
    result = start.when(asked.Rally(seat=1, card=code("Litany"), square=(5, 1)))
    assert result.state.relics[1].place == "open"
    assert result.state.result is None


def test_a_relic_on_paper_is_asked_for_where_it_may_lie(given, code):
    """RQ-X23: the turn waits for the answer, so that a find counts in the round and turn that made it."""
    start = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (4, 6))}, relics=(OWN, PAPER))
    asks = start.after(move(code, 1, (4, 5)))
    assert (DECIDER.to_act(asks.state), asks.state.active) == ((2,), 1)
    assert set(DECIDER.choices(asks.state, 2)) == {asked.RevealRelic(seat=2, square=(4, 5)), asked.Decline(seat=2)}
    asks.refuses(asked.Decline(seat=1), "RQ-T1")
    asks.refuses(asked.Step(seat=2, square=(4, 5)), "RQ-T1")
    found = asks.when(asked.RevealRelic(seat=2, square=(4, 5)))
    assert RelicTaken(relic=2, piece=1) in found.events
    assert (found.state.relic_moved, found.state.active) == (True, 2)
    missed = asks.when(asked.Decline(seat=2))
    assert NothingFound(relic=2, square=(4, 5)) in missed.events
    assert (missed.state.relics[1].not_at, missed.state.active) == (((4, 5),), 2)


def test_a_square_is_asked_for_once(given, code):
    told = {**PAPER, "not_at": ((4, 5),)}
    start = given({1: (1, "minion", (4, 4))}, relics=(OWN, told))
    assert start.when(move(code, 1, (4, 5))).state.active == 2
    assert start.when(move(code, 1, (4, 3))).state.active == 2  # in the own half there is nothing to find


def test_each_step_of_rapture_asks(given, code):
    start = given({1: (1, "minion", (4, 4))}, card="Rapture", relics=(OWN, PAPER))
    steps = Then(steps=((4, 5), (4, 6)))
    play = asked.PlayAttack(seat=1, card=code("Rapture"), piece=1, roll=6, then=steps)
    asks = start.after(play)
    assert asks.state.piece(1).square == (4, 5)
    again = asks.after(asked.Decline(seat=2))
    assert again.state.piece(1).square == (4, 6)
    assert again.when(asked.RevealRelic(seat=2, square=(4, 6))).state.relics[1].carrier == 1


def test_a_relic_on_paper_told_late(given, code):
    start = given({1: (1, "minion", (4, 5))}, relics=(OWN, PAPER))
    start.refuses(asked.RevealRelic(seat=2, square=(3, 6)), "RQ-R1")
    start.refuses(asked.RevealRelic(seat=2, square=(4, 4)), "RQ-S6")
    start.refuses(asked.RevealRelic(seat=2, square=(4, 8)), "RQ-S6")
    start.when(asked.RevealRelic(seat=2, square=(4, 5))).then(
        RelicRevealed(relic=2, square=(4, 5)), RelicTaken(relic=2, piece=1)
    )
    assert asked.RevealRelic(seat=2, square=(4, 5)) in DECIDER.choices(start.state, 2)
    in_app = given({1: (1, "minion", (4, 5))}, relics=(OWN, hidden((3, 6))))
    in_app.refuses(asked.RevealRelic(seat=2, square=(4, 5)), "RQ-X23")


def test_bringing_the_relic_home_wins(given, code):
    start = given({1: (1, "minion", (4, 2))}, relics=(OWN, carried(1)))
    result = start.when(move(code, 1, (4, 1)))
    assert result.events[-1] == MatchDecided(winners=(1,), reason="RQ-W")
    assert start.when(move(code, 1, (4, 3))).state.result is None


def quiet_round(given, code, **changes):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (7, 7))}, card2="Vault", **changes)
    return start.after(move(code, 1, (4, 5)), move(code, 2, (7, 4), card="Vault", seat=2))


def test_a_quiet_round_lowers_the_die_and_any_other_resets_it(given, code):
    assert quiet_round(given, code, vigil=4).state.vigil == 3
    assert quiet_round(given, code, vigil=4, hp_lost=True).state.vigil == 6
    assert quiet_round(given, code, vigil=4, relic_moved=True).state.vigil == 6
    after = quiet_round(given, code, vigil=4, hp_lost=True, relic_moved=True).state
    assert (after.hp_lost, after.relic_moved) == (False, False)


def test_taking_a_relic_is_not_quiet(given, code):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (7, 7))}, vigil=2, relics=(OWN, hidden((4, 5))))
    after = start.after(move(code, 1, (4, 5)), move(code, 2, (7, 4), card="Vault", seat=2))
    assert after.state.vigil == 6


def test_own_hp_lost_is_not_quiet(given, code):
    start = given({1: (1, "hero", (4, 4)), 2: (2, "hero", (4, 6))}, card="Ordeal", vigil=2)
    ordeal = asked.PlayAttack(seat=1, card=code("Ordeal"), piece=1, targets=(2,), roll=1)
    assert start.after(ordeal, move(code, 2, (4, 8), card="Vault", seat=2)).state.vigil == 6


def test_six_quiet_rounds_come_to_the_score(given, code):
    """RQ-A5."""
    given_now = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (6, 5))}, card="Litany", card2="Crossroads")
    faces = []
    while given_now.state.result is None:
        seat = given_now.state.active
        quiet = next(c for c in DECIDER.choices(given_now.state, seat) if isinstance(c, asked.PlayMove))
        given_now = given_now.after(quiet)
        if seat == 2:
            faces.append(given_now.state.vigil)
    assert faces == [5, 4, 3, 2, 1, 0]
    assert given_now.state.result.reason == "RQ-V2"


def score(given, code, pieces, **changes):
    """Who wins when the die comes to 0 in this position; pieces 1 and 2 make the last moves."""
    changes.setdefault("factions", ("Pyre Choir", "Ash Reapers"))
    start = given(pieces, card2="Vault", vigil=1, **changes)
    return start.after(move(code, 1, (1, 6)), move(code, 2, (8, 3), card="Vault", seat=2)).state.result


BOTH = {1: (1, "minion", (1, 5)), 2: (2, "minion", (8, 6))}


def test_tie_breaks(given, code):
    assert score(given, code, BOTH).winners == ()
    assert score(given, code, {**BOTH, 3: (1, "minion", (3, 2))}).winners == (1,)
    assert score(given, code, {**BOTH, 3: (2, "minion", None)}).winners == ()


def test_less_hero_damage_before_more_minions(given, code):
    pieces = {**BOTH, 3: (1, "minion", (3, 2)), 4: (1, "hero", (2, 2))}
    start = given(pieces, card2="Vault", vigil=1)
    hurt = type(start)(with_piece(start.state, 4, hp=3))
    end = hurt.after(move(code, 1, (1, 6)), move(code, 2, (8, 3), card="Vault", seat=2))
    assert end.state.result.winners == (2,)


@pytest.mark.parametrize(
    ("square", "own", "enemy"),
    [((4, 6), (1,), (1,)), ((4, 3), (2,), (1,))],
)
def test_a_carrier_counts_by_its_half(given, code, square, own, enemy):
    """RQ-X8: seat 1 carries. In its own half that costs seat 1 a point by one reading, nobody by the other."""
    pieces = {**BOTH, 3: (1, "minion", square)}
    for reading, winners in (("own", own), ("enemy", enemy)):
        result = score(given, code, pieces, relics=(OWN, carried(3)), options={"vigil_reading": reading})
        assert result.winners == winners


def test_an_enemy_carrier_in_the_own_half(given, code):
    """RQ-X8 by the other reading: +1 for seat 2, and -1 for seat 1."""
    pieces = {**BOTH, 3: (2, "minion", (4, 2)), 5: (1, "minion", (6, 2)), 6: (1, "minion", (7, 2))}
    for reading in ("own", "enemy"):
        result = score(given, code, pieces, relics=(carried(3), THEIRS), options={"vigil_reading": reading})
        assert result.winners == (2,)


def test_the_score_as_the_vigil_would_count_it_now(given, code):
    carrying = given({**BOTH, 3: (2, "minion", (4, 2))}, card2="Vault", relics=(carried(3), THEIRS), vigil=1)
    assert DECIDER.scores(carrying.state) == (0, 1)
    end = carrying.after(move(code, 1, (1, 6)), move(code, 2, (8, 3), card="Vault", seat=2)).state
    assert (end.result.reason, DECIDER.scores(end)) == ("RQ-V2", (0, 1))


def test_there_is_no_score_where_it_does_not_count(given, code):
    home = given({1: (1, "minion", (4, 2))}, relics=(OWN, carried(1))).when(move(code, 1, (4, 1)))
    assert (home.state.result.reason, DECIDER.scores(home.state)) == ("RQ-W", None)
    before = msgspec.structs.replace(home.state, phase="deployment", result=None)
    assert DECIDER.scores(before) is None


def test_exhumation(given, code):
    start = given({1: (1, "minion", (4, 4))}, rites=("Exhumation", "Harrow"), options={"rites": True}, vigil=3)
    result = start.when(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1)))
    result.then(
        RitePlayed(seat=1, rite=code("Exhumation"), vigil=6),
        PieceDeployed(seat=1, piece=93, kind="minion", hp=1, square=(5, 1)),
    )
    assert result.state.seats[0].rite_used
    start.refuses(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 2)), "RQ-T5")
    start.refuses(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1), piece=1), "RQ-T5")


def test_a_rite_once_only_and_the_die_does_not_fall(given, code):
    """RQ-X19."""
    start = given(
        {1: (1, "minion", (4, 4)), 2: (2, "minion", (7, 7))},
        rites=("Exhumation", "Harrow"),
        options={"rites": True},
        vigil=3,
    )
    after = start.after(
        asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1)), move(code, 2, (7, 4), card="Vault", seat=2)
    )
    assert (after.state.vigil, after.state.rite_played) == (6, False)
    after.refuses(asked.PlayRite(seat=1, card=code("Crossroads"), square=(6, 1)), "RQ-T5")


def test_desecration(given, code):
    start = given({}, rites=("Desecration", None), options={"rites": True}, ruins=((3, 3), (6, 6)))
    start.when(asked.PlayRite(seat=1, card=code("Litany"), square=(3, 3))).then(
        RitePlayed(seat=1, rite=code("Desecration"), vigil=6),
        RuinRemoved(square=(3, 3)),
        PieceDeployed(seat=1, piece=93, kind="minion", hp=1, square=(3, 3)),
    )
    start.refuses(asked.PlayRite(seat=1, card=code("Litany"), square=(6, 6)), "RQ-T5")
    start.refuses(asked.PlayRite(seat=1, card=code("Litany"), square=(4, 3)), "RQ-T5")


def test_harrow(given, code):
    start = given({3: (2, "minion", None), 4: (1, "minion", None)}, rites=("Harrow", None), options={"rites": True})
    result = start.when(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1), piece=3))
    result.then(
        RitePlayed(seat=1, rite=code("Harrow"), vigil=6),
        PieceHarrowed(seat=1, piece=3, square=(5, 1)),
    )
    turned = result.state.piece(3)
    assert (turned.owner, turned.marked, turned.hp) == (1, True, 1)
    start.refuses(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1), piece=4), "RQ-T5")
    bare = given({4: (1, "minion", None)}, rites=("Harrow", None), options={"rites": True})
    bare.refuses(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1)), "RQ-T5")


def test_no_rite_without_the_module(given, code):
    given({}).refuses(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1)), "RQ-T5")


LANTERN = ("Lantern Bearers", "Pyre Choir")


def test_the_lantern_bearers_carrier_may_step_as_the_turn_ends(given, code):
    pieces = {1: (1, "minion", (4, 4)), 2: (1, "minion", (6, 2))}
    start = given(pieces, factions=LANTERN, relics=(OWN, carried(2)))
    asks = start.after(move(code, 1, (4, 5)))
    assert DECIDER.to_act(asks.state) == (1,)
    assert asks.when(asked.Step(seat=1, square=(6, 1))).state.result.winners == (1,)
    assert asks.when(asked.Decline(seat=1)).state.active == 2
    at_once = start.when(move(code, 1, (4, 5), lantern=Then(steps=((6, 1),))))
    assert at_once.state.result.winners == (1,)
    assert start.when(move(code, 1, (4, 5), lantern=Then())).state.active == 2
    start.refuses(move(code, 1, (4, 5), lantern=Then(steps=((6, 4),))), "RQ-T3")


def test_a_move_is_no_step_but_an_escort_is(given, code):
    pieces = {1: (1, "minion", (4, 4)), 2: (1, "minion", (6, 3))}
    start = given(pieces, card="Procession", factions=LANTERN, relics=(OWN, carried(2)))
    assert start.when(move(code, 2, (6, 4), card="Procession")).words()[-1] == "play_waits"
    stepped = move(code, 1, (4, 5), card="Procession", escort=asked.Escort(piece=2, square=(6, 2)))
    assert start.when(stepped).state.active == 2


def test_no_lantern_step_for_others(given, code):
    start = given({2: (1, "minion", (6, 2))}, relics=(OWN, carried(2)))
    assert start.when(move(code, 2, (6, 3))).state.active == 2
    start.refuses(move(code, 2, (6, 3), lantern=Then(steps=((6, 2),))), "RQ-P3")


def test_recall_is_used_once(given, code):
    start = given(
        {1: (1, "hero", (4, 4)), 2: (2, "minion", (4, 5)), 3: (2, "minion", (5, 5))},
        factions=("Ash Reapers", "Grave Tide"),
    )
    hit = asked.PlayAttack(seat=1, card=code("Litany"), piece=1, targets=(2, 3))
    result = start.after(hit).when(asked.Recall(seat=2, square=(3, 8)))
    assert PieceReturned(seat=2, piece=2, square=(3, 8), how="recall") in result.events
    assert result.square(3) is None
    assert result.state.agenda == ()
