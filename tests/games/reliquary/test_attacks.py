"""ATTACK: reach, lines, push and pull, and every faction's attack (RQ-T3, RQ-C1 to RQ-C3)."""

import pytest

from games.reliquary import commands as asked
from games.reliquary.agenda import Then
from games.reliquary.events import DamageTaken, PieceMoved, PieceSlain, PiecesSwapped
from games.reliquary.playing import DECIDER

HERO, MINION = (1, "hero", (4, 4)), (1, "minion", (4, 4))


@pytest.fixture
def attack(code):
    def make(*targets, card="Litany", piece=1, **more):
        return asked.PlayAttack(seat=1, card=code(card), piece=piece, targets=targets, **more)

    return make


def hurt(piece, amount, left, cause="attack"):
    return DamageTaken(piece=piece, amount=amount, hp=left, cause=cause)


def moved(piece, origin, square, how):
    return PieceMoved(piece=piece, origin=origin, square=square, how=how)


def test_no_attack_in_the_first_turn_of_either_seat(given, attack, code):
    """RQ-X4."""
    pieces = {1: HERO, 2: (2, "hero", (4, 5))}
    given(pieces, round=1, turn=1).refuses(attack(2), "RQ-X4")
    second = given(pieces, round=1, turn=2, active=2, card2="Smite")
    second.refuses(asked.PlayAttack(seat=2, card=code("Smite"), piece=2, targets=(1,)), "RQ-X4")
    given(pieces, round=2).when(attack(2))


def test_the_step_before_an_adjacent_attack(given, attack):
    start = given({1: MINION, 2: (2, "hero", (4, 6))})
    start.when(attack(2, step=(5, 5))).then(moved(1, (4, 4), (5, 5), "step"), hurt(2, 1, 3))
    start.refuses(attack(2), "RQ-C1")
    start.refuses(attack(2, step=(4, 6)), "RQ-C1")
    start.refuses(attack(2, step=(6, 5)), "RQ-C1")


def test_no_step_before_other_attacks(given, attack):
    given({1: HERO, 2: (2, "hero", (4, 6))}).refuses(attack(2, step=(4, 5)), "RQ-X5")


def test_reach_is_counted_in_king_steps_along_a_clear_line(given, attack):
    pieces = {1: HERO, 2: (2, "minion", (6, 6)), 3: (2, "minion", (4, 7)), 4: (2, "minion", (5, 6))}
    start = given(pieces)
    start.when(attack(2)).then(hurt(2, 1, 0), PieceSlain(piece=2, square=(6, 6)))
    start.refuses(attack(3), "RQ-C1")
    start.refuses(attack(4), "RQ-C2")
    given(pieces, ruins=((5, 5),)).refuses(attack(2), "RQ-C2")
    given({**pieces, 5: (1, "minion", (5, 5))}).refuses(attack(2), "RQ-C2")


def test_ruins_do_not_hide_a_carrier_but_pieces_do(given, attack):
    relics = ({"place": "carried", "carrier": 2}, {"place": "hidden", "square": (8, 6)})
    pieces = {1: HERO, 2: (2, "hero", (6, 6))}
    given(pieces, relics=relics, ruins=((5, 5),)).when(attack(2)).then(hurt(2, 2, 2))
    given({**pieces, 5: (1, "minion", (5, 5))}, relics=relics).refuses(attack(2), "RQ-C2")


def test_only_an_enemy_and_once(given, attack):
    start = given({1: HERO, 2: (2, "hero", (4, 5)), 3: (1, "minion", (5, 5)), 4: (2, "minion", None)})
    for wrong in ((3,), (1,), (4,), (77,), (2, 2), ()):
        start.refuses(attack(*wrong), "RQ-T3")
    start.refuses(attack(2, piece=2), "RQ-T3")
    start.refuses(attack(2, roll=3), "RQ-T3")
    start.refuses(attack(2, then=Then(steps=((5, 4),))), "RQ-T3")


@pytest.mark.parametrize(
    ("faction", "kind", "square", "then"),
    [
        ("Pyre Choir", "hero", (4, 6), [hurt(2, 2, 2)]),
        ("Pyre Choir", "minion", (4, 5), [hurt(2, 1, 3)]),
        ("Bone Wardens", "hero", (4, 5), [hurt(2, 1, 3), moved(2, (4, 5), (4, 6), "push")]),
        ("Bone Wardens", "minion", (4, 5), [moved(2, (4, 5), (4, 6), "push")]),
        ("Veiled Hand", "minion", (4, 5), [hurt(2, 1, 3)]),
        ("Grave Tide", "hero", (6, 4), [hurt(2, 1, 3)]),
        ("Grave Tide", "minion", (5, 5), [hurt(2, 1, 3)]),
        ("Storm Sworn", "hero", (4, 5), [hurt(2, 1, 3), moved(2, (4, 5), (4, 7), "push")]),
        ("Storm Sworn", "hero", (6, 6), [hurt(2, 1, 3), moved(2, (6, 6), (8, 8), "push")]),
        ("Storm Sworn", "minion", (3, 5), [moved(2, (3, 5), (2, 6), "push")]),
        ("Lantern Bearers", "hero", (1, 4), [hurt(2, 1, 3)]),
        ("Lantern Bearers", "minion", (5, 3), [hurt(2, 1, 3)]),
        ("Gallows Court", "hero", (4, 7), [hurt(2, 1, 3), moved(2, (4, 7), (4, 5), "pull")]),
        ("Gallows Court", "hero", (4, 6), [hurt(2, 1, 3), moved(2, (4, 6), (4, 5), "pull")]),
        ("Gallows Court", "minion", (6, 6), [moved(2, (6, 6), (5, 5), "pull")]),
        ("Ash Reapers", "hero", (4, 5), [hurt(2, 1, 3)]),
        ("Ash Reapers", "minion", (4, 5), [hurt(2, 1, 3)]),
        ("Hollow Kin", "hero", (4, 5), [hurt(2, 1, 3)]),
        ("Hollow Kin", "minion", (4, 5), [hurt(2, 1, 3)]),
    ],
)
def test_faction_attacks(given, attack, faction, kind, square, then):
    theirs = "Pyre Choir" if faction != "Pyre Choir" else "Hollow Kin"
    start = given({1: (1, kind, (4, 4)), 2: (2, "hero", square)}, factions=(faction, theirs))
    command = attack(2)
    assert command in DECIDER.choices(start.state, 1)
    start.when(command).then(*then)


def test_pull_from_next_to_the_attacker_crushes(given, attack):
    """RQ-X18."""
    court = given({1: HERO, 2: (2, "hero", (4, 5))}, factions=("Gallows Court", "Hollow Kin"))
    court.when(attack(2)).then(hurt(2, 1, 3), hurt(2, 1, 2, "crush"))
    hook = given({1: HERO, 2: (2, "hero", (4, 5))}, card="Hook")
    hook.when(attack(2, card="Hook")).then(hurt(2, 1, 3, "crush"))


def test_veiled_hand_may_step_afterwards(given, attack):
    factions = ("Veiled Hand", "Hollow Kin")
    start = given({1: HERO, 2: (2, "hero", (4, 5))}, factions=factions)
    start.when(attack(2, then=Then(steps=((3, 3),)))).then(hurt(2, 1, 3), moved(1, (4, 4), (3, 3), "step"))
    start.when(attack(2, then=Then())).then(hurt(2, 1, 3))
    start.refuses(attack(2, then=Then(steps=((4, 5),))), "RQ-T3")
    start.refuses(attack(2, then=Then(steps=((3, 3), (3, 4)))), "RQ-T3")
    waiting = start.when(attack(2))
    assert waiting.words()[-1] == "play_waits"
    assert waiting.state.active == 1
    after = start.after(attack(2))
    after.refuses(asked.Step(seat=2, square=(3, 3)), "RQ-T1")
    after.refuses(asked.Step(seat=1, square=(4, 5)), "RQ-C1")
    after.refuses(asked.SwapWith(seat=1, piece=2), "RQ-T1")
    after.refuses(attack(2), "RQ-T1")
    end = after.when(asked.Step(seat=1, square=(3, 3)))
    assert (end.square(1), end.state.active) == ((3, 3), 2)
    assert after.when(asked.Decline(seat=1)).state.active == 2


def test_ash_reapers_hit_two(given, attack):
    pieces = {1: HERO, 2: (2, "hero", (4, 5)), 3: (2, "minion", (5, 5)), 4: (2, "minion", (3, 3))}
    start = given(pieces, factions=("Ash Reapers", "Hollow Kin"))
    start.when(attack(2, 3)).then(hurt(2, 1, 3), hurt(3, 1, 0), PieceSlain(piece=3, square=(5, 5)))
    start.refuses(attack(2, 3, 4), "RQ-T3")


def test_grave_tide_steps_into_the_freed_square(given, attack):
    factions = ("Grave Tide", "Hollow Kin")
    start = given({1: MINION, 2: (2, "minion", (4, 5)), 3: (2, "hero", (3, 5))}, factions=factions)
    slain = [hurt(2, 1, 0), PieceSlain(piece=2, square=(4, 5))]
    start.when(attack(2, then=Then(steps=((4, 5),)))).then(*slain, moved(1, (4, 4), (4, 5), "step"))
    start.refuses(attack(2, then=Then(steps=((4, 3),))), "RQ-T3")
    start.refuses(attack(3, then=Then(steps=((3, 5),))), "RQ-T3")
    after = start.after(attack(2))
    assert set(DECIDER.choices(after.state, 1)) == {asked.Step(seat=1, square=(4, 5)), asked.Decline(seat=1)}
    assert after.when(asked.Step(seat=1, square=(4, 5))).square(1) == (4, 5)
    assert start.when(attack(3)).state.active == 2


def test_hollow_kin_may_swap(given, attack):
    pieces = {1: HERO, 2: (2, "hero", (4, 5)), 3: (1, "minion", (4, 2)), 4: (1, "minion", (7, 4))}
    start = given(pieces, factions=("Hollow Kin", "Pyre Choir"))
    swapped = PiecesSwapped(pieces=(1, 3), squares=((4, 2), (4, 4)))
    start.when(attack(2, then=Then(swap=3))).then(hurt(2, 1, 3), swapped)
    start.refuses(attack(2, then=Then(swap=4)), "RQ-T3")
    after = start.after(attack(2))
    assert set(DECIDER.choices(after.state, 1)) == {asked.SwapWith(seat=1, piece=3), asked.Decline(seat=1)}
    after.refuses(asked.SwapWith(seat=1, piece=4), "RQ-C2")
    assert after.when(asked.SwapWith(seat=1, piece=3)).square(3) == (4, 4)


def test_grave_tide_recalls_its_first_slain_minion(given, attack):
    pieces = {1: HERO, 2: (2, "minion", (4, 5)), 3: (2, "minion", (5, 5))}
    start = given(pieces, factions=("Ash Reapers", "Grave Tide"))
    asks = start.after(attack(2, 3))
    assert DECIDER.to_act(asks.state) == (2,)
    assert asks.state.piece(3).hp == 1  # the second blow waits
    asks.refuses(asked.Recall(seat=2, square=(8, 8)), "RQ-P2")
    asks.refuses(asked.Recall(seat=2, square=(4, 5)), "RQ-P2")
    asks.refuses(asked.Recall(seat=1, square=(1, 8)), "RQ-T1")
    back = asks.when(asked.Recall(seat=2, square=(1, 8)))
    assert (back.square(2), back.square(3), back.state.active) == ((1, 8), None, 2)
    assert back.state.seats[1].recalled
    asks_again = asks.after(asked.Decline(seat=2))
    assert DECIDER.to_act(asks_again.state) == (2,)
    assert asks_again.when(asked.Recall(seat=2, square=(2, 8))).square(3) == (2, 8)


@pytest.mark.parametrize(("board_edge", "crush"), [((4, 8), 1), ((4, 7), 0)])
def test_smite_against_the_edge(given, attack, board_edge, crush):
    """RQ-A3: 1 damage and 1 crush, and no move."""
    x, y = board_edge
    start = given({1: (1, "hero", (x, y - 1)), 2: (2, "hero", board_edge)}, card="Smite")
    result = start.when(attack(2, card="Smite"))
    assert result.hp(2) == 3 - crush
    assert result.square(2) == (4, 8)


@pytest.mark.parametrize("blocker", ["ruin", "friend", "enemy", "edge"])
def test_a_blocked_push_crushes(given, attack, blocker):
    """RQ-A4: a Minion's Smite."""
    pieces = {1: (1, "minion", (4, 6)), 2: (2, "hero", (4, 7))}
    ruins = ((4, 8),) if blocker == "ruin" else ()
    if blocker in ("friend", "enemy"):
        pieces[3] = (1 if blocker == "friend" else 2, "minion", (4, 8))
    if blocker == "edge":
        pieces = {1: (1, "minion", (4, 7)), 2: (2, "hero", (4, 8))}
    result = given(pieces, card="Smite", ruins=ruins).when(attack(2, card="Smite"))
    result.then(hurt(2, 1, 3, "crush"))
    assert result.square(2) == pieces[2][2]


def test_a_push_stops_early_without_a_crush(given, attack):
    start = given({1: HERO, 2: (2, "hero", (4, 6)), 3: (2, "minion", (4, 8))}, factions=("Storm Sworn", "Pyre Choir"))
    start.when(attack(2)).then(hurt(2, 1, 3), moved(2, (4, 6), (4, 7), "push"))


def test_the_slain_are_not_displaced(given, attack):
    start = given({1: HERO, 2: (2, "minion", (4, 5))}, card="Smite")
    start.when(attack(2, card="Smite")).then(hurt(2, 1, 0), PieceSlain(piece=2, square=(4, 5)))


def test_slaying_the_hero_wins_at_once(given, attack):
    pieces = {1: HERO, 2: (2, "hero", (4, 5))}
    start = given(pieces, factions=("Veiled Hand", "Pyre Choir"))
    weak = start.state.piece(2)
    state = DECIDER.evolve(start.state, DamageTaken(piece=2, amount=3, hp=weak.hp - 3, cause="attack"))
    result = type(start)(state).when(attack(2))
    assert result.words()[-2:] == ["piece_slain", "match_decided"]
    assert DECIDER.outcome(result.state).winners == (1,)
    assert DECIDER.outcome(result.state).reason == "RQ-W"
    assert DECIDER.to_act(result.state) == ()
