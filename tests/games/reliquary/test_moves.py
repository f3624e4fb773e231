"""MOVE, RALLY and what a turn is (RQ-T1, RQ-T2, RQ-T4, RQ-X6)."""

import pytest

from games.reliquary import commands as asked
from games.reliquary.events import PieceMoved, PieceReturned, TurnBegan
from games.reliquary.playing import DECIDER

DUEL = {1: (1, "minion", (4, 4)), 2: (2, "minion", (5, 5))}


def test_the_played_card_waits_and_the_waiting_one_comes(given, code):
    start = given(DUEL, card="Litany")
    end = start.when(asked.PlayMove(seat=1, card=code("Litany"), piece=1, square=(4, 5))).state
    assert end.waiting == code("Litany")
    assert end.seats[0].cards[0] == code("Ascension")
    assert [len(seat.cards) for seat in end.seats] == [3, 3]
    assert (end.active, end.turn, end.round) == (2, 4, 2)


def test_a_round_begins_with_the_first_player(given, code):
    start = given(DUEL, card="Vault", card2="Litany", active=2)
    result = start.when(asked.PlayMove(seat=2, card=code("Litany"), piece=2, square=(5, 4)))
    assert result.events[-1] == TurnBegan(seat=1, turn=4, round=3)


def test_patterns_face_away_from_the_own_back_row(given, code):
    one = given(DUEL, card="Serpent")
    assert one.when(asked.PlayMove(seat=1, card=code("Serpent"), piece=1, square=(6, 5))).square(1) == (6, 5)
    two = given(DUEL, card2="Serpent", active=2)
    assert two.when(asked.PlayMove(seat=2, card=code("Serpent"), piece=2, square=(3, 4))).square(2) == (3, 4)
    two.refuses(asked.PlayMove(seat=2, card=code("Serpent"), piece=2, square=(7, 6)), "RQ-T2")


def test_a_move_leaps(given, code):
    pieces = {**DUEL, 3: (2, "minion", (4, 5)), 4: (2, "minion", (4, 6))}
    start = given(pieces, card="Vault", card2="Litany", ruins=((3, 5),))
    start.when(asked.PlayMove(seat=1, card=code("Vault"), piece=1, square=(4, 7))).then(
        PieceMoved(piece=1, origin=(4, 4), square=(4, 7), how="move")
    )


@pytest.mark.parametrize("square", [(4, 5), (4, 3), (3, 4), (5, 4)])
def test_a_move_needs_an_unblocked_end(given, code, square):
    """Occupied by either side, a Ruin, or off the board."""
    pieces = {1: (1, "minion", (4, 4)), 2: (2, "minion", (4, 5)), 3: (1, "minion", (4, 3))}
    start = given(pieces, card="Litany", ruins=((3, 4), (5, 4)))
    start.refuses(asked.PlayMove(seat=1, card=code("Litany"), piece=1, square=square), "RQ-T2")
    start.refuses(asked.PlayMove(seat=1, card=code("Litany"), piece=91, square=(0, 1)), "RQ-T2")


def test_escort(given, code):
    start = given({**DUEL, 3: (1, "minion", (1, 4))}, card="Procession")

    def move(**escort):
        chosen = asked.Escort(**escort)
        return asked.PlayMove(seat=1, card=code("Procession"), piece=1, square=(4, 5), escort=chosen)

    start.when(move(piece=3, square=(2, 5))).then(
        PieceMoved(piece=1, origin=(4, 4), square=(4, 5), how="move"),
        PieceMoved(piece=3, origin=(1, 4), square=(2, 5), how="step"),
    )
    start.refuses(move(piece=1, square=(4, 6)), "RQ-T2")
    start.refuses(move(piece=2, square=(5, 4)), "RQ-T2")
    start.refuses(move(piece=3, square=(3, 4)), "RQ-C1")
    start.refuses(
        asked.PlayMove(
            seat=1, card=code("Crossroads"), piece=1, square=(4, 6), escort=asked.Escort(piece=3, square=(2, 5))
        ),
        "RQ-T2",
    )


def test_an_escort_may_enter_the_square_that_was_left(given, code):
    start = given({**DUEL, 3: (1, "minion", (4, 3))}, card="Procession")
    move = asked.PlayMove(
        seat=1, card=code("Procession"), piece=1, square=(4, 5), escort=asked.Escort(piece=3, square=(4, 4))
    )
    assert start.when(move).square(3) == (4, 4)
    assert move in DECIDER.choices(start.state, 1)


def test_only_own_cards_in_the_own_turn(given, code):
    start = given(DUEL, card="Litany")
    start.refuses(asked.PlayMove(seat=1, card=code("Vault"), piece=1, square=(4, 7)), "RQ-T1")
    start.refuses(asked.PlayMove(seat=1, card="nonsense", piece=1, square=(4, 7)), "RQ-T1")
    start.refuses(asked.PlayMove(seat=2, card=code("Vault"), piece=2, square=(5, 2)), "RQ-T1")
    start.refuses(asked.PlayMove(seat=1, card=code("Litany"), piece=2, square=(5, 6)), "RQ-T2")
    start.refuses(asked.Step(seat=1, square=(4, 5)), "RQ-T1")


def test_rally(given, code):
    start = given({**DUEL, 3: (1, "minion", None)}, vigil=4)
    result = start.when(asked.Rally(seat=1, card=code("Litany"), square=(5, 1)))
    result.then(PieceReturned(seat=1, piece=3, square=(5, 1), how="rally"))
    assert result.hp(3) == 1
    assert result.state.vigil == 4
    assert not result.state.seats[0].recalled
    start.refuses(asked.Rally(seat=1, card=code("Litany"), square=(5, 2)), "RQ-T4")
    start.refuses(asked.Rally(seat=1, card=code("Litany"), square=(1, 1)), "RQ-T4")
    start.refuses(asked.Rally(seat=1, card=code("Litany"), square=(5, 1), piece=1), "RQ-T4")
    given(DUEL).refuses(asked.Rally(seat=1, card=code("Litany"), square=(5, 1)), "RQ-T4")


def test_a_card_is_swapped_only_where_nothing_else_can_be_played(given, code):
    given(DUEL).refuses(asked.SwapCard(seat=1, card=code("Litany")), "RQ-X6")
    walls = tuple((x, y) for x in range(1, 5) for y in range(1, 5) if (x, y) != (1, 1))
    start = given({3: (2, "minion", (6, 6))}, card="Litany", ruins=walls)
    cards = start.state.seats[0].cards
    assert set(DECIDER.choices(start.state, 1)) == {
        *(asked.SwapCard(seat=1, card=card) for card in cards),
        *(asked.BeginPlay(seat=1, card=card, mode="swap") for card in cards),
    }
    end = start.when(asked.SwapCard(seat=1, card=code("Litany"))).state
    assert (end.waiting, end.active) == (code("Litany"), 2)
