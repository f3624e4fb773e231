"""Setting a match up (RQ-S1 to RQ-S6, RQ-S4m)."""

import pytest

from games.decider import Refused
from games.reliquary import commands as asked
from games.reliquary.events import CardsDealt, FactionsRevealed
from games.reliquary.playing import DECIDER
from games.reliquary.view import redact, view

SEVEN = tuple(f"rq-{n:03}" for n in range(1, 8))


def sided(fresh, **options):
    return fresh(**options).after(asked.TakeSide(seat=2, side="key"))


def at_deal(fresh, **options):
    picks = (asked.PickFaction(seat=1, faction="rq-019"), asked.PickFaction(seat=2, faction="rq-020"))
    return sided(fresh, ruins=0, **options).after(*picks)


def dealt(fresh, **options):
    hands = (SEVEN[:3], SEVEN[3:6])
    return at_deal(fresh, **options).after(asked.Deal(seat=1, hands=hands, waiting=SEVEN[6]))


def test_one_side_each(fresh):
    given = sided(fresh)
    assert [seat.side for seat in given.state.seats] == ["skull", "key"]
    given.refuses(asked.TakeSide(seat=1, side="key"), "RQ-S1")
    fresh().refuses(asked.Deploy(seat=1, square=(1, 1)), "RQ-S5")


def test_ruins_in_rotated_pairs_key_first(fresh):
    given = sided(fresh)
    given.refuses(asked.PlaceRuins(seat=1, square=(3, 3)), "RQ-S2")
    given = given.after(asked.PlaceRuins(seat=2, square=(3, 3)))
    assert given.state.ruins == ((3, 3), (6, 6))
    given.refuses(asked.PlaceRuins(seat=2, square=(4, 4)), "RQ-S2")
    for square in ((3, 3), (6, 6), (2, 1), (2, 8), (0, 4), (9, 4)):
        given.refuses(asked.PlaceRuins(seat=1, square=square), "RQ-S2")
    assert given.after(asked.PlaceRuins(seat=1, square=(1, 2))).state.phase == "factions"


def test_no_ruin_in_the_exact_centre(fresh):
    given = sided(fresh, board=9)
    given.refuses(asked.PlaceRuins(seat=2, square=(5, 5)), "RQ-S2")
    given.after(asked.PlaceRuins(seat=2, square=(5, 4)))


@pytest.mark.parametrize(("board", "pairs"), [(8, 2), (9, 3), (10, 3), (11, 4), (12, 4)])
def test_as_many_ruins_as_the_board_has(fresh, board, pairs):
    given = sided(fresh, board=board)
    for n in range(pairs):
        assert given.state.phase == "ruins"
        (seat,) = DECIDER.to_act(given.state)
        assert seat == (2, 1)[n % 2]
        given = given.after(asked.PlaceRuins(seat=seat, square=(n + 1, 3)))
    assert given.state.phase == "factions"


def test_factions_are_secret_until_both_are_known(fresh):
    given = sided(fresh, ruins=0)
    result = given.when(asked.PickFaction(seat=1, faction="rq-019"))
    (event,) = result.events
    assert [redact(event, seat).faction for seat in (1, 2, None)] == ["rq-019", None, None]
    assert view(result.state, 2).seats[0].pick.faction is None
    assert view(result.state, 1).seats[0].pick.faction == "rq-019"
    later = given.after(asked.PickFaction(seat=1, faction="rq-019"))
    later.refuses(asked.PickFaction(seat=1, faction="rq-020"), "RQ-S3")
    shown = later.when(asked.PickFaction(seat=2, faction="rq-020"))
    assert FactionsRevealed(factions=("rq-019", "rq-020"), equal=False) in shown.events
    assert [seat.faction for seat in shown.state.seats] == ["rq-019", "rq-020"]


def test_equal_factions_are_picked_again(fresh):
    given = sided(fresh, ruins=0)
    given = given.after(*(asked.PickFaction(seat=seat, faction="rq-019") for seat in (1, 2)))
    assert given.state.phase == "factions"
    assert [(seat.pick, seat.faction) for seat in given.state.seats] == [(None, None), (None, None)]
    assert DECIDER.to_act(given.state) == (1, 2)


def test_a_faction_on_paper_is_told_when_both_have_chosen(fresh):
    given = sided(fresh, ruins=0).after(asked.PickFaction(seat=1, on_paper=True))
    given.refuses(asked.PickFaction(seat=1, faction="rq-019"), "RQ-S3")
    given = given.after(asked.PickFaction(seat=2, faction="rq-020"))
    assert DECIDER.to_act(given.state) == (1,)
    given.refuses(asked.PickFaction(seat=1, on_paper=True), "RQ-X23")
    assert given.after(asked.PickFaction(seat=1, faction="rq-019")).state.phase == "deal"


@pytest.mark.parametrize(
    "wrong", [{}, {"faction": "rq-001"}, {"faction": "x"}, {"faction": "rq-019", "on_paper": True}]
)
def test_no_faction(fresh, wrong):
    sided(fresh, ruins=0).refuses(asked.PickFaction(seat=1, **wrong), "RQ-S3")


def test_dealing_by_chance(fresh):
    moves = tuple(f"rq-{n:03}" for n in range(18, 0, -1))
    result = at_deal(fresh).when(asked.Deal(seat=1), moves)
    assert result.events[0] == CardsDealt(
        hands=(moves[:3], moves[3:6]), waiting="rq-012", stamp="skull", first=1, by_table=False
    )


def test_dealing_a_chosen_seven(fresh):
    result = at_deal(fresh).when(asked.Deal(seat=1, seven=SEVEN), SEVEN[::-1])
    assert result.state.waiting == SEVEN[0]


def test_dealing_at_the_table_with_its_own_stamp(fresh):
    given = at_deal(fresh)
    told = {"hands": (SEVEN[:3], SEVEN[3:6]), "waiting": SEVEN[6]}
    assert given.when(asked.Deal(seat=1, **told)).state.first == 1  # Requiem: skull
    assert given.when(asked.Deal(seat=1, stamp="key", **told)).state.first == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": (SEVEN[:3], SEVEN[3:6])},
        {"waiting": SEVEN[0]},
        {"hands": (SEVEN[:2], SEVEN[2:6]), "waiting": SEVEN[6]},
        {"hands": (SEVEN[:3],), "waiting": SEVEN[6]},
        {"hands": (SEVEN[:3], SEVEN[:3]), "waiting": SEVEN[6]},
        {"hands": (SEVEN[:3], ("rq-019", "rq-005", "rq-004")), "waiting": SEVEN[6]},
        {"seven": SEVEN[:6]},
        {"seven": (*SEVEN[:6], "rq-036")},
        {"seven": SEVEN, "hands": (SEVEN[:3], SEVEN[3:6]), "waiting": SEVEN[6]},
    ],
)
def test_no_deal(fresh, wrong):
    at_deal(fresh).refuses(asked.Deal(seat=1, **wrong), "RQ-S4")


def test_the_second_player_drafts_first(fresh):
    given = dealt(fresh, rites=True)
    given.refuses(asked.TakeRite(seat=1, rite="rq-033"), "RQ-S4m")
    given = given.after(asked.TakeRite(seat=2, rite="rq-033"))
    given.refuses(asked.TakeRite(seat=1, rite="rq-033"), "RQ-S4m")
    given = given.after(asked.TakeRite(seat=1, rite="rq-035"))
    assert [seat.rite for seat in given.state.seats] == ["rq-035", "rq-033"]
    assert given.state.phase == "deployment"


def test_deployment_in_turn_hero_last(fresh):
    given = dealt(fresh)
    given.refuses(asked.Deploy(seat=2, square=(1, 8)), "RQ-S5")
    given.refuses(asked.Deploy(seat=1, square=(1, 3)), "RQ-S5")
    for n in range(4):
        for seat, y in ((1, 1), (2, 8)):
            given = given.after(asked.Deploy(seat=seat, square=(n + 1, y)))
    kinds = [piece.kind for piece in given.state.pieces]
    assert kinds == ["minion"] * 6 + ["hero"] * 2
    assert [piece.hp for piece in given.state.pieces] == [1] * 6 + [4, 5]
    assert given.state.phase == "relics"
    given.refuses(asked.Deploy(seat=1, square=(8, 1)), "RQ-S5")


def deployed(fresh, **options):
    given = dealt(fresh, **options)
    while given.state.phase == "deployment":
        (seat,) = DECIDER.to_act(given.state)
        given = given.after(DECIDER.choices(given.state, seat)[0])
    return given


def test_hiding_relics(fresh):
    given = deployed(fresh)
    for square in ((1, 1), (1, 5), (8, 1), (0, 2)):
        given.refuses(asked.HideRelic(seat=1, square=square), "RQ-S6")
    result = given.when(asked.HideRelic(seat=1, square=(5, 4)))
    (event,) = result.events
    assert [redact(event, seat).square for seat in (1, 2, None)] == [(5, 4), None, None]
    assert [view(result.state, seat).relics[0].square for seat in (1, 2, None)] == [(5, 4), None, None]
    given = given.after(asked.HideRelic(seat=1, square=(5, 4)))
    given.refuses(asked.HideRelic(seat=1, square=(5, 3)), "RQ-S6")
    given.refuses(asked.HideRelic(seat=2, square=(5, 4)), "RQ-S6")
    begun = given.after(asked.HideRelic(seat=2, on_paper=True)).state
    assert (begun.phase, begun.active, begun.turn, begun.round, begun.vigil) == ("play", 1, 1, 1, 6)


def test_no_relic_in_the_middle_row(fresh):
    """RQ-X7."""
    given = deployed(fresh, board=9)
    for seat in (1, 2):
        given.refuses(asked.HideRelic(seat=seat, square=(5, 5)), "RQ-S6")
    given.when(asked.HideRelic(seat=1, square=(5, 4)))
    given.when(asked.HideRelic(seat=2, square=(5, 6)))


def test_initial_needs_a_line_for_the_board(catalogue):
    with pytest.raises(ValueError, match="board of 8"):
        DECIDER.initial(DECIDER.options(), 2, catalogue.cards[:18])


def every_setup_command(state, seat):
    """All that could be asked for in setup, legal or not; a deal by chance alone."""
    squares = [(x, y) for x in range(state.board + 2) for y in range(state.board + 2)]
    for square in squares:
        yield from (kind(seat=seat, square=square) for kind in (asked.PlaceRuins, asked.Deploy, asked.HideRelic))
    for code in (*state.cards, "rq-036", "x"):
        yield from (asked.PickFaction(seat=seat, faction=code), asked.TakeRite(seat=seat, rite=code))
    yield from (asked.TakeSide(seat=seat, side=side) for side in ("key", "skull"))
    yield from (asked.PickFaction(seat=seat, on_paper=True), asked.HideRelic(seat=seat, on_paper=True))
    yield asked.Deal(seat=seat)


class AnyOrder:
    """Chance that deals as it comes."""

    def shuffle(self, items):
        return tuple(items)


def accepted(state, command):
    try:
        DECIDER.decide(state, command, AnyOrder())
    except Refused:
        return False
    return True


@pytest.mark.parametrize("options", [{}, {"board": 9, "rites": True}])
def test_what_is_listed_in_setup_is_all_that_is_accepted(fresh, options):
    state = fresh(**options).state
    for step in range(60):
        if state.phase == "play":
            return
        for seat in (1, 2):
            listed = set(DECIDER.choices(state, seat))
            assert {one for one in every_setup_command(state, seat) if accepted(state, one)} == listed, state.phase
        seat = DECIDER.to_act(state)[0]
        command = DECIDER.choices(state, seat)[step % 3 if state.phase == "factions" else 0]
        for event in DECIDER.decide(state, command, AnyOrder()):
            state = DECIDER.evolve(state, event)
    raise AssertionError("setup has no end")
