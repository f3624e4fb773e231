"""The nine unique cards: Hook, Gale, Veil, Passage, Aegis, Ordeal, Rapture (Bolt and Smite are with the attacks)."""

import pytest

from games.reliquary import commands as asked
from games.reliquary.agenda import Then
from games.reliquary.events import DamageTaken, DieRolled, PieceMoved, PiecesSwapped, PieceVeiled, PieceWarded
from games.reliquary.playing import DECIDER

HERO = (1, "hero", (4, 4))


@pytest.fixture
def play(code):
    def make(card, *targets, piece=1, **more):
        return asked.PlayAttack(seat=1, card=code(card), piece=piece, targets=targets, **more)

    return make


def moved(piece, origin, square, how):
    return PieceMoved(piece=piece, origin=origin, square=square, how=how)


def test_bolt(given, play):
    start = given({1: HERO, 2: (2, "hero", (4, 6)), 3: (1, "minion", (5, 6))}, card="Bolt")
    assert start.when(play("Bolt", 2)).hp(2) == 2
    assert start.when(play("Bolt", 2, piece=3)).hp(2) == 3


def test_hook_draws_beside_the_attacker(given, play):
    start = given({1: HERO, 2: (2, "minion", (7, 7)), 3: (2, "minion", (4, 8))}, card="Hook")
    start.when(play("Hook", 2)).then(moved(2, (7, 7), (5, 5), "pull"))
    start.refuses(play("Hook", 3), "RQ-C1")


def test_hook_needs_a_clear_line_even_to_a_carrier(given, play):
    relics = ({"place": "carried", "carrier": 2}, {"place": "hidden", "square": (8, 6)})
    start = given({1: HERO, 2: (2, "hero", (7, 7))}, card="Hook", relics=relics, ruins=((6, 6),))
    start.refuses(play("Hook", 2), "RQ-C2")


def test_gale_pushes_all_in_the_order_chosen(given, play):
    pieces = {1: HERO, 2: (2, "minion", (5, 6)), 3: (2, "minion", (4, 6)), 4: (2, "minion", (1, 1))}
    start = given({**pieces, 91: (1, "minion", (2, 2))}, card="Gale")
    start.when(play("Gale", 3, 2, step=(4, 5))).then(
        moved(1, (4, 4), (4, 5), "step"),
        moved(3, (4, 6), (4, 8), "push"),
        moved(2, (5, 6), (7, 8), "push"),
    )
    start.refuses(play("Gale", 2, step=(4, 5)), "RQ-T3")
    start.refuses(play("Gale", 2, 3), "RQ-C1")
    assert start.when(play("Gale")).state.active == 2  # RQ-X20: at nobody


def test_gale_s_order_matters(given, play):
    pieces = {1: HERO, 2: (2, "minion", (4, 5)), 3: (2, "minion", (5, 5)), 4: (2, "minion", (4, 6))}
    start = given(pieces, card="Gale")
    crushed = start.when(play("Gale", 2, 3)).words()
    assert "damage_taken" in crushed


def test_veil_lasts_for_its_owner_s_coming_turn(given, play, code):
    pieces = {1: HERO, 2: (2, "minion", (6, 6)), 3: (2, "minion", (8, 5))}
    start = given(pieces, card="Veil", card2="Procession", factions=("Pyre Choir", "Ash Reapers"))
    start.when(play("Veil", 2)).then(PieceVeiled(piece=2, turn=4))
    theirs = start.after(play("Veil", 2))
    move = asked.PlayMove(seat=2, card=code("Procession"), piece=2, square=(6, 5))
    theirs.refuses(move, "RQ-T2")
    escort = asked.Escort(piece=2, square=(6, 5))
    led = asked.PlayMove(seat=2, card=code("Procession"), piece=3, square=(8, 4), escort=escort)
    theirs.refuses(led, "RQ-C1")
    end = theirs.when(asked.PlayMove(seat=2, card=code("Procession"), piece=3, square=(8, 4))).state
    assert end.piece(2).veiled_in is None


def test_a_veiled_piece_may_attack_but_not_step_first(given, play, code):
    pieces = {1: HERO, 2: (2, "minion", (5, 5)), 3: (2, "minion", (6, 6))}
    theirs = given(pieces, card="Veil", card2="Crossroads").after(play("Veil", 2))
    hit = asked.PlayAttack(seat=2, card=code("Crossroads"), piece=2, targets=(1,))
    assert theirs.when(hit).hp(1) == 3
    step = asked.PlayAttack(seat=2, card=code("Crossroads"), piece=2, step=(5, 4), targets=(1,))
    theirs.refuses(step, "RQ-C1")
    assert step not in DECIDER.choices(theirs.state, 2)


def test_passage_swaps_and_relics_travel(given, play):
    relics = ({"place": "hidden", "square": (8, 6)}, {"place": "carried", "carrier": 2})
    pieces = {1: HERO, 2: (1, "minion", (7, 4)), 3: (1, "minion", (5, 6)), 4: (2, "minion", (4, 5))}
    start = given(pieces, card="Passage", relics=relics)
    result = start.when(play("Passage", 2))
    result.then(PiecesSwapped(pieces=(1, 2), squares=((7, 4), (4, 4))))
    assert result.state.relics[1].carrier == 2
    start.refuses(play("Passage", 3), "RQ-C2")
    start.refuses(play("Passage", 4), "RQ-T3")
    start.refuses(play("Passage", 1), "RQ-T3")


def test_aegis_until_the_start_of_the_own_next_turn(given, play, code):
    pieces = {1: HERO, 2: (2, "hero", (4, 5))}
    start = given(pieces, card="Aegis", card2="Smite", factions=("Pyre Choir", "Storm Sworn"))
    start.when(play("Aegis")).then(PieceWarded(piece=1, until=5))
    theirs = start.after(play("Aegis"))
    result = theirs.when(asked.PlayAttack(seat=2, card=code("Smite"), piece=2, targets=(1,)))
    result.then()
    assert (result.hp(1), result.square(1)) == (4, (4, 4))
    assert result.state.piece(1).warded_until is None  # seat 1's turn has begun


def test_aegis_and_crush(given, play, code):
    """RQ-X21."""
    pieces = {1: (1, "hero", (4, 1)), 2: (2, "hero", (4, 2))}
    theirs = given(pieces, card="Aegis", card2="Smite").after(play("Aegis"))
    assert theirs.when(asked.PlayAttack(seat=2, card=code("Smite"), piece=2, targets=(1,))).hp(1) == 4


@pytest.mark.parametrize(("roll", "own", "theirs"), [(1, 3, 4), (2, 4, 3), (3, 4, 3), (4, 4, 3), (5, 4, 2), (6, 4, 2)])
@pytest.mark.parametrize("by_table", [True, False])
def test_ordeal(given, play, roll, own, theirs, by_table):
    """RQ-A2."""
    start = given({1: HERO, 2: (2, "hero", (6, 4))}, card="Ordeal")
    chance = () if by_table else (roll,)
    result = start.when(play("Ordeal", 2, roll=roll if by_table else None), *chance)
    assert DieRolled(seat=1, value=roll, by_table=by_table) in result.events
    assert (result.hp(1), result.hp(2)) == (own, theirs)


@pytest.mark.parametrize("roll", [0, 7, -1])
def test_no_die_shows_that(given, play, roll):
    given({1: HERO, 2: (2, "hero", (6, 4))}, card="Ordeal").refuses(play("Ordeal", 2, roll=roll), "RQ-T3")


def test_a_minion_that_fails_its_ordeal_dies(given, play):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "hero", (4, 5))}, card="Ordeal")
    result = start.when(play("Ordeal", 2, roll=1))
    assert DamageTaken(piece=1, amount=1, hp=0, cause="ordeal") in result.events
    assert result.square(1) is None


def test_a_hero_that_dies_of_its_ordeal_loses(given, play):
    start = given({1: HERO, 2: (2, "hero", (4, 5))}, card="Ordeal")
    state = DECIDER.evolve(start.state, DamageTaken(piece=1, amount=3, hp=1, cause="attack"))
    result = type(start)(state).when(play("Ordeal", 2, roll=1))
    assert result.state.result.winners == (2,)


def test_rapture_one_step_that_must_be_taken(given, play):
    start = given({1: HERO}, card="Rapture")
    asks = start.after(play("Rapture", roll=3))
    asks.refuses(asked.Decline(seat=1), "RQ-T3")
    assert asked.Decline(seat=1) not in DECIDER.choices(asks.state, 1)
    assert asks.when(asked.Step(seat=1, square=(5, 5))).state.active == 2
    start.refuses(play("Rapture", roll=3, then=Then()), "RQ-T3")
    start.refuses(play("Rapture", roll=3, then=Then(steps=((5, 5), (5, 6)))), "RQ-T3")
    start.refuses(play("Rapture", then=Then(steps=((5, 5),))), "RQ-T3")


def test_rapture_three_steps_each_its_own_way(given, play):
    start = given({1: HERO}, card="Rapture")
    path = ((5, 5), (5, 6), (4, 5))
    result = start.when(play("Rapture", roll=4, then=Then(steps=path)))
    assert result.square(1) == (4, 5)
    asks = start.after(play("Rapture", roll=6), asked.Step(seat=1, square=(5, 5)), asked.Step(seat=1, square=(5, 6)))
    assert asks.state.active == 1
    assert asks.when(asked.Decline(seat=1)).square(1) == (5, 6)
    end = asks.when(asked.Step(seat=1, square=(5, 7)))
    assert (end.square(1), end.state.active) == ((5, 7), 2)


def test_rapture_with_no_way_out(given, play):
    ring = tuple((x, y) for x in (3, 4, 5) for y in (3, 4, 5) if (x, y) != (4, 4))
    result = given({1: HERO}, card="Rapture", ruins=ring).when(play("Rapture"), 6)
    assert (result.square(1), result.state.active) == ((4, 4), 2)
