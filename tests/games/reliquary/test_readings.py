"""Where the game's text is silent or can be read in two ways: what the companion does, reading by reading.

RQ-X4 to RQ-X9, RQ-X15, RQ-X18 to RQ-X21, RQ-X23 and RQ-X24 are tested where they belong.
"""

import re
from pathlib import Path

import pytest

from games.catalogue import load_rules
from games.reliquary import commands as asked
from games.reliquary.agenda import Then
from games.reliquary.events import (
    DamageTaken,
    MatchDecided,
    PieceMoved,
    PieceReturned,
    PiecesSwapped,
    RelicDropped,
    RelicRevealed,
    RelicTaken,
)
from games.reliquary.playing import DECIDER
from games.reliquary.state import with_piece
from games.reliquary.view import view
from tests.games.reliquary.test_relics_and_vigil import OWN, PAPER, THEIRS, carried, hidden, lying, move
from tests.games.reliquary.test_setup import SEVEN, at_deal, dealt, sided

HERE = Path(__file__).parent


def test_every_rule_is_named_by_a_test():
    tests = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    rules = [rule for rule in load_rules("reliquary") if rule.startswith("RQ-")]
    assert len(rules) > 50
    assert [rule for rule in rules if not re.search(rf"{rule}(?![0-9m])", tests)] == []


def attack(code, *targets, card="Litany", piece=1, **more):
    return asked.PlayAttack(seat=1, card=code(card), piece=piece, targets=targets, **more)


def test_patterns_and_stamps_are_said_to_be_our_own(catalogue):
    """RQ-X1, RQ-X2: the table's own stamp is told with the deal (tests of setup)."""
    assert "this project's own design" in catalogue.note
    assert "not the printed ones" in catalogue.note.replace("\n", " ")


def test_a_minion_has_1_hp(given, code):
    """RQ-X3: and a Hero of the Bone Wardens 5 (RQ-P1)."""
    start = given({1: (1, "hero", (4, 4)), 2: (2, "minion", (4, 5))})
    assert start.when(attack(code, 2)).square(2) is None
    assert given({1: (1, "hero", (4, 4))}, factions=("Bone Wardens", "Pyre Choir")).state.piece(1).hp == 5


def test_key_places_ruins_and_the_stamp_says_who_begins(fresh):
    """RQ-X10: seat 2 is Key and places the first pair; the waiting card's skull gives seat 1 the first turn."""
    given = sided(fresh)
    assert DECIDER.to_act(given.state) == (2,)
    assert dealt(fresh).state.first == 1


@pytest.mark.parametrize(("card", "first"), [("rq-010", 2), ("rq-011", 1), ("rq-001", 2), ("rq-002", 1)])
def test_the_waiting_card_s_stamp_whichever_card_it_is(fresh, card, first):
    """RQ-X22: seat 2 is Key. Bolt and Pilgrim bear the key, Smite and Crossroads the skull."""
    others = tuple(f"rq-{n:03}" for n in range(3, 9))
    given = at_deal(fresh).after(asked.Deal(seat=1, hands=(others[:3], others[3:]), waiting=card))
    assert given.state.first == first
    assert DECIDER.to_act(given.state) == (first,)  # RQ-X17: who begins deploys first


def test_a_harrowed_minion_is_its_new_owner_s(given, code):
    """RQ-X11: it takes the Relic of its old side, never that of its new one, and returns to its new side."""
    pieces = {1: (1, "minion", (4, 4)), 3: (1, "minion", None)}
    start = given(pieces, relics=(OWN, hidden((4, 5))))
    turned = type(start)(with_piece(with_piece(start.state, 1, marked=True), 3, marked=True))
    assert turned.when(move(code, 1, (4, 5))).state.relics[1].carrier == 1
    own = given(pieces, relics=(lying((4, 5)), THEIRS)).when(move(code, 1, (4, 5)))
    assert own.state.relics[0].carrier is None  # RQ-X16: it stands on it and guards it (RQ-R4)
    back = turned.when(asked.Rally(seat=1, card=code("Litany"), square=(2, 1), piece=3))
    assert PieceReturned(seat=1, piece=3, square=(2, 1), how="rally") in back.events


def test_a_guarded_relic_cannot_be_taken(given, code):
    """RQ-R4: nobody lands on a piece."""
    start = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (4, 5))}, relics=(OWN, lying((4, 5))))
    start.refuses(move(code, 1, (4, 5)), "RQ-T2")


def test_a_round_ends_with_the_second_player(given, code):
    """RQ-X12: seat 2 has the first turn of every round."""
    start = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (7, 7))}, first=2, active=2, turn=3, vigil=4)
    theirs = start.after(move(code, 2, (7, 4), card="Vault", seat=2))
    assert (theirs.state.round, theirs.state.vigil, theirs.state.active) == (2, 4, 1)
    ours = theirs.after(move(code, 1, (4, 5)))
    assert (ours.state.round, ours.state.vigil, ours.state.active) == (3, 3, 2)


def test_the_cards_with_escort(catalogue):
    """RQ-X13."""
    found = [card.name for card in catalogue.cards if getattr(card, "escort", False)]
    assert found == ["Pilgrim", "Sidewind", "Procession", "Ascension"]


def test_a_rite_may_bring_one_minion_more(given, code):
    """RQ-X14."""
    three = {number: (1, "minion", (number, 3)) for number in (1, 2, 3)}
    start = given(three, rites=("Exhumation", None), options={"rites": True})
    after = start.when(asked.PlayRite(seat=1, card=code("Litany"), square=(5, 1))).state
    assert sum(piece.owner == 1 and piece.kind == "minion" for piece in after.pieces) == 4
    five = {number: (1, "minion", (number, 3)) for number in range(1, 6)}
    with pytest.raises(AssertionError, match="more Minions"):
        given(five)


def test_drafted_rites_lie_open(fresh):
    """RQ-X25."""
    given = dealt(fresh, rites=True).after(asked.TakeRite(seat=2, rite="rq-033"))
    for seat in (1, 2, None):
        assert view(given.state, seat).seats[1].rite == "rq-033"
        assert set(view(given.state, seat).rites_left) == {"rq-034", "rq-035"}


def test_rapture_must_step_on_a_low_roll_and_may_on_a_high_one(given, code):
    """RQ-X26."""
    start = given({1: (1, "hero", (4, 4))}, card="Rapture")
    low, high = (start.after(attack(code, card="Rapture", roll=roll)) for roll in (2, 5))
    low.refuses(asked.Decline(seat=1), "RQ-T3")
    assert high.when(asked.Decline(seat=1)).square(1) == (4, 4)


def test_a_hero_slain_by_its_own_ordeal_loses(given, code):
    """RQ-X27."""
    start = given({1: (1, "hero", (4, 4)), 2: (2, "minion", (4, 5))}, card="Ordeal")
    weak = type(start)(with_piece(start.state, 1, hp=1))
    end = weak.when(attack(code, 2, card="Ordeal", roll=1))
    assert end.events[-1] == MatchDecided(winners=(2,), reason="RQ-W")


def test_a_relic_is_taken_in_the_middle_of_rapture(given, code):
    """RQ-X28."""
    start = given({1: (1, "hero", (4, 4))}, card="Rapture", relics=(OWN, hidden((4, 5))))
    end = start.when(attack(code, card="Rapture", roll=6, then=Then(steps=((4, 5), (4, 6), (4, 7)))))
    assert end.state.relics[1].carrier == 1
    assert end.square(1) == (4, 7)


def test_a_find_is_settled_before_the_escort(given, code):
    """RQ-X29: the Escort was named beforehand, and steps when the owner has told."""
    pieces = {1: (1, "minion", (4, 4)), 3: (1, "minion", (1, 4))}
    start = given(pieces, card="Procession", relics=(OWN, PAPER))
    escort = asked.Escort(piece=3, square=(2, 5))
    now = start.after(move(code, 1, (4, 5), card="Procession", escort=escort))
    assert (DECIDER.to_act(now.state), now.state.piece(3).square) == ((2,), (1, 4))
    end = now.when(asked.RevealRelic(seat=2, square=(4, 5)))
    assert (end.state.relics[1].carrier, end.square(3)) == (1, (2, 5))


def test_gale_does_not_push_who_returns_in_the_middle(given, code):
    """RQ-X30: piece 2 is crushed, returns beside the attacker, and is not pushed."""
    pieces = {1: (1, "hero", (4, 7)), 2: (2, "minion", (4, 8)), 3: (2, "minion", (5, 7))}
    start = given(pieces, card="Gale", factions=("Pyre Choir", "Grave Tide"))
    now = start.after(attack(code, 2, 3, card="Gale"))
    assert DECIDER.to_act(now.state) == (2,)
    end = now.when(asked.Recall(seat=2, square=(3, 8)))
    assert (end.square(2), end.square(3), end.hp(2)) == ((3, 8), (7, 7), 1)


def test_grave_tide_recalls_in_its_own_turn_too(given, code):
    """RQ-P2."""
    factions = ("Grave Tide", "Pyre Choir")
    start = given({1: (1, "minion", (4, 4)), 2: (2, "hero", (4, 5))}, card="Ordeal", factions=factions)
    now = start.after(attack(code, 2, card="Ordeal", roll=1))
    assert DECIDER.to_act(now.state) == (1,)
    end = now.when(asked.Recall(seat=1, square=(3, 1)))
    assert (end.square(1), end.state.active) == ((3, 1), 2)


def test_swapped_onto_a_relic_a_piece_takes_it(given, code):
    """RQ-R1: by a swap as by any other way of coming to rest."""
    pieces = {1: (1, "hero", (4, 4)), 3: (1, "minion", (4, 7))}
    start = given(pieces, card="Passage", relics=(OWN, hidden((4, 7))))
    start.when(attack(code, 3, card="Passage")).then(
        PiecesSwapped(pieces=(1, 3), squares=((4, 7), (4, 4))),
        RelicRevealed(relic=2, square=(4, 7)),
        RelicTaken(relic=2, piece=1),
    )


def test_pushed_onto_a_relic_an_enemy_takes_it(given, code):
    """RQ-R1: the one that seat 1 itself has hidden."""
    pieces = {1: (1, "minion", (4, 4)), 2: (2, "minion", (4, 3))}
    start = given(pieces, card="Smite", relics=(hidden((4, 2)), THEIRS))
    start.when(attack(code, 2, card="Smite")).then(
        PieceMoved(piece=2, origin=(4, 3), square=(4, 2), how="push"),
        RelicRevealed(relic=1, square=(4, 2)),
        RelicTaken(relic=1, piece=2),
    )


def test_a_pulled_carrier_drops_where_it_stood(given, code):
    """RQ-R3: and what it carried (RQ-R2) is not taken along."""
    pieces = {1: (1, "hero", (4, 4)), 2: (2, "hero", (4, 7))}
    start = given(pieces, factions=("Gallows Court", "Pyre Choir"), relics=(carried(2), THEIRS))
    end = start.when(attack(code, 2))
    end.then(
        DamageTaken(piece=2, amount=1, hp=3, cause="attack"),
        PieceMoved(piece=2, origin=(4, 7), square=(4, 5), how="pull"),
        RelicDropped(relic=1, piece=2, square=(4, 7)),
    )


def test_the_own_back_row_comes_before_the_score(given, code):
    """RQ-W: the turn ends, and with it the match, before the round does."""
    pieces = {1: (1, "minion", (4, 4)), 2: (2, "minion", (7, 7))}
    start = given(pieces, card2="Requiem", active=2, turn=4, vigil=1, relics=(carried(2), THEIRS))
    end = start.when(move(code, 2, (7, 8), card="Requiem", seat=2))
    assert end.events[-1] == MatchDecided(winners=(2,), reason="RQ-W")
    assert "vigil_scored" not in end.words()


def test_the_figures_of_the_sheets(catalogue):
    """RQ-A7: nine on each of four sheets; Escort on four; a gamble on two; one Hero of 5 HP among nine. RQ-BOX."""
    assert [len(sheet.cards) for sheet in catalogue.sheets] == [9, 9, 9, 9]
    assert sum(getattr(card, "escort", False) for card in catalogue.cards) == 4
    assert sum(getattr(card, "gamble", False) for card in catalogue.cards) == 2
    assert sorted(card.hp for card in catalogue.cards if card.kind == "faction") == [4] * 8 + [5]
    assert len(SEVEN) == 7
