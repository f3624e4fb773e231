"""Matches played at random from setup to their end: nothing that must always hold is ever broken."""

import itertools
import random
from functools import cache

import msgspec
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from games import log
from games.decider import Refused
from games.registry import catalogue_of
from games.reliquary import commands as asked
from games.reliquary.board import distance
from games.reliquary.cards import AgnosticMove, Faction, UniqueMove
from games.reliquary.playing import DECIDER
from tests.games.reliquary.both import state_of, stored
from tests.games.reliquary.chances import LONGEST, Playout, any_choice
from tests.games.seeded import SeededChance


def swift(source, choices):
    """Whole plays and answers for the most part, so that a match gets far."""
    small = asked.BeginPlay | asked.TakeBack
    whole = [choice for choice in choices if not isinstance(choice, small)]
    return any_choice(source, choices if source.random() < 0.2 or not whole else whole)


def bold(source, choices):
    """Mostly attacks."""
    attacks = [choice for choice in choices if isinstance(choice, asked.PlayAttack)]
    return source.choice(attacks) if attacks and source.random() < 0.8 else swift(source, choices)


@cache
def match_of(seed, edition):
    return Playout(seed, catalogue_of("reliquary", edition), choose=(any_choice, swift, bold)[seed % 3])


def checked(match):
    """A whole match in which everything holds that must always hold. The seed is in every failure."""
    try:
        _ends(match)
        _replays(match)
        for before, after in itertools.pairwise(match.settled):
            _holds(before, after)
        for version in match.versions:
            standing = [piece.square for piece in version.state.pieces if piece.square is not None]
            assert len(set(standing)) == len(standing)
            assert not set(standing) & set(version.state.ruins)
    except AssertionError as error:
        raise AssertionError(f"seed {match.seed}: {error}") from error


def _ends(match):
    if match.last.ended is None:
        assert match.last.state.turn == LONGEST
    else:
        assert match.last.ended.reason in ("RQ-W", "RQ-V2")


def _replays(match):
    decoder = msgspec.json.Decoder(log.event_type(DECIDER))
    decoded = [decoder.decode(msgspec.json.encode(event)) for event in match.events]
    assert log.fold(DECIDER, decoded) == match.versions
    state = match.last.state
    assert msgspec.json.decode(msgspec.json.encode(state), type=DECIDER.state) == state
    for seat in (1, 2, None):
        seen = log.fold(DECIDER, [log.redact(DECIDER, event, seat) for event in match.events])
        assert seen == [log.view(DECIDER, version, seat) for version in match.versions]


def _holds(before, after):
    for piece in after.pieces:
        most = 1 if piece.kind == "minion" else after.faction_of(piece.owner).hp
        assert (0 if piece.square is None else 1) <= piece.hp <= most
    assert len(after.pieces) >= len(before.pieces)
    held = [code for seat in after.seats for code in seat.cards]
    dealt = [*held, after.waiting] if after.waiting else []
    assert [len(seat.cards) for seat in after.seats] in ([0, 0], [3, 3])
    assert len(set(dealt)) == len(dealt) in (0, 7)
    if before.waiting is not None:
        assert {*dealt} == {before.waiting, *(code for seat in before.seats for code in seat.cards)}
    _relics_hold(after)
    assert 0 <= after.vigil <= 6


def _relics_hold(state):
    """Each Relic is in one place: aside, hidden, lying open, or with an enemy that stands."""
    assert [relic.owner for relic in state.relics] == [1, 2]
    for relic in state.relics:
        if relic.place == "carried":
            carrier = state.piece(relic.carrier)
            assert (relic.square, carrier.owner) == (None, 3 - relic.owner)
        else:
            assert relic.carrier is None
            assert (relic.square is None) == (relic.place == "aside" or relic.on_paper)


@pytest.mark.parametrize("seed", range(50))
def test_playout(seed, catalogue):
    checked(match_of(seed, catalogue.edition))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 3000, 50))
def test_playouts_at_length(first, catalogue):
    for seed in range(first, first + 50):
        checked(Playout(seed, catalogue, choose=(any_choice, swift, bold)[seed % 3]))


def test_the_playouts_go_everywhere(catalogue):
    """All boards, factions, cards and Rites are among half of the fifty."""
    seen = {"boards": set(), "factions": set(), "cards": set(), "rites": set(), "modes": set()}
    for seed in range(0, 50, 2):
        match = match_of(seed, catalogue.edition)
        state = match.last.state
        seen["boards"].add(state.board)
        seen["factions"] |= {seat.faction for seat in state.seats}
        seen["rites"] |= {seat.rite for seat in state.seats if seat.rite_used}
        played = [event for event in match.events if event.__class__.__name__ == "CardPlayed"]
        seen["cards"] |= {event.card for event in played}
        seen["modes"] |= {event.mode for event in played}
    moves = {card.code for card in catalogue.cards if isinstance(card, AgnosticMove | UniqueMove)}
    assert seen == {
        "boards": {8, 9, 10, 11, 12},
        "factions": {card.code for card in catalogue.cards if isinstance(card, Faction)},
        "cards": moves,
        "rites": {card.code for card in catalogue.cards if card.kind == "rite"},
        "modes": seen["modes"] | {"move", "attack", "rally", "rite"},
    }


@pytest.mark.parametrize("seed", range(200, 203))
def test_a_seat_s_choices_follow_from_what_it_sees(seed, catalogue):
    settled = Playout(seed, catalogue).settled
    for state in settled[:: max(1, len(settled) // 25)]:
        for seat in (1, 2):
            assert DECIDER.choices(DECIDER.view(state, seat), seat) == DECIDER.choices(state, seat)
        assert DECIDER.scores(DECIDER.view(state, None)) == DECIDER.scores(state)


def universe(state, seat):
    """Every command of a small form that could be asked for in play, legal or not."""
    squares = [(x, y) for x in range(state.board + 2) for y in range(state.board + 2)]
    numbers = [piece.id for piece in state.pieces]
    for card in (*state.seat(seat).cards, state.waiting):
        for piece in numbers:
            yield from (asked.PlayMove(seat=seat, card=card, piece=piece, square=square) for square in squares)
            yield from attacks(state, seat, card, piece, squares, numbers)
        for square, piece in itertools.product(squares, (None, *numbers)):
            yield asked.Rally(seat=seat, card=card, square=square, piece=piece)
            yield asked.PlayRite(seat=seat, card=card, square=square, piece=piece)
        yield asked.SwapCard(seat=seat, card=card)
        modes = ("move", "attack", "rally", "rite", "swap")
        yield from (asked.BeginPlay(seat=seat, card=card, mode=mode) for mode in modes)
    yield from (asked.Decline(seat=seat), asked.TakeBack(seat=seat))
    yield from (asked.RollDie(seat=seat, value=value) for value in (None, *range(8)))
    for number in numbers:
        yield from (asked.SwapWith(seat=seat, piece=number), asked.ChoosePiece(seat=seat, piece=number))
    for square in squares:
        yield from (asked.Step(seat=seat, square=square), asked.Recall(seat=seat, square=square))
        yield from (asked.ChooseSquare(seat=seat, square=square), asked.RevealRelic(seat=seat, square=square))


def attacks(state, seat, card, piece, squares, numbers):
    """Without a target, with one, with two; without a step before, and with one to any square about."""
    here = state.piece(piece).square or (1, 1)
    for step in (None, *(square for square in squares if distance(here, square) <= 1)):
        for targets in ((), *itertools.product(numbers), *(itertools.permutations(numbers, 2) if step is None else ())):
            yield asked.PlayAttack(seat=seat, card=card, piece=piece, step=step, targets=targets)


def in_full(state, command):
    """Where no Minion is named, the first one that is slain is meant."""
    if isinstance(command, asked.Rally | asked.PlayRite) and command.piece is None:
        rite = isinstance(command, asked.PlayRite)
        if rite and state.cards[state.seat(command.seat).rite].rite != "harrow":
            return command
        owner = 3 - command.seat if rite else command.seat
        slain = next(p.id for p in state.pieces if p.owner == owner and p.square is None and p.kind == "minion")
        return msgspec.structs.replace(command, piece=slain)
    return command


def accepted(state, command):
    try:
        DECIDER.decide(state, command, SeededChance(random.Random(0)))
    except Refused:
        return False
    return True


def prove(state, seat):
    """All that is listed is accepted; and of everything small nothing else is."""
    choices = set(DECIDER.choices(state, seat))
    assert all(accepted(state, command) for command in choices)
    simple = set(universe(state, seat))
    assert {in_full(state, command) for command in simple if accepted(state, command)} == choices & simple


@pytest.mark.parametrize("seed", range(300, 302))
def test_choices_are_all_that_is_accepted(seed, catalogue):
    source = random.Random(seed)
    options = DECIDER.options(rites=seed % 2 == 0, ruins=2 * (seed % 3) + 2)
    states = [s for s in Playout(seed, catalogue, options, swift).settled if s.phase == "play"]
    asking = [state for state in states if state.agenda]
    for state in (source.choice(states), *source.sample(asking, min(2, len(asking)))):
        for seat in (1, 2):
            prove(state, seat)


@pytest.mark.parametrize("name", ["gambles", "gale", "rites", "tide", "corner"])
def test_choices_of_stored_positions_are_all_that_is_accepted(name, catalogue):
    state = state_of(stored(name), catalogue)
    prove(state, state.active)


def test_no_escort_but_those_listed_is_accepted(catalogue):
    state = state_of(stored("opening"), catalogue)
    squares = [(x, y) for x in range(10) for y in range(10)]
    numbers = [piece.id for piece in state.pieces]
    plain = [c for c in DECIDER.choices(state, 1) if isinstance(c, asked.PlayMove) and c.escort is None][::3]
    simple = {
        msgspec.structs.replace(move, escort=asked.Escort(piece=number, square=square))
        for move, number, square in itertools.product(plain, numbers, squares)
    }
    assert {move for move in simple if accepted(state, move)} == set(DECIDER.choices(state, 1)) & simple


TEXT = st.sampled_from(["", "rq-001", "rq-017", "rq-036", "key", "x"])
NUMBERS = st.integers(-3, 99)
SQUARES = st.tuples(NUMBERS, NUMBERS)


@st.composite
def any_command(draw):
    """Any command of the right types, whatever it says."""
    kind = draw(
        st.sampled_from(
            [
                *asked.SetupCommand.__args__,
                *asked.Play.__args__,
                asked.BeginPlay,
                *asked.Choice.__args__,
                *asked.Answer.__args__,
            ]
        )
    )
    fields = {}
    for field in msgspec.structs.fields(kind):
        drawn = draw(VALUES.get(field.name, st.just(field.default)))
        if drawn is not msgspec.NODEFAULT:
            fields[field.name] = drawn
    return kind(**fields)


VALUES = {
    "seat": st.sampled_from([1, 2]),
    "side": st.sampled_from(["key", "skull"]),
    "square": SQUARES,
    "step": st.none() | SQUARES,
    "piece": NUMBERS,
    "targets": st.lists(NUMBERS, max_size=3).map(tuple),
    "card": TEXT,
    "rite": TEXT,
    "faction": st.none() | TEXT,
    "on_paper": st.booleans(),
    "waiting": st.none() | TEXT,
    "hands": st.none() | st.lists(st.lists(TEXT, max_size=4).map(tuple), max_size=3).map(tuple),
    "seven": st.none() | st.lists(TEXT, max_size=8).map(tuple),
    "roll": st.none() | NUMBERS,
    "value": st.none() | NUMBERS,
    "mode": st.sampled_from(["move", "attack", "rally", "rite", "swap"]),
}


class States(list):
    """Many states, with little to say of themselves where a test fails."""

    def __repr__(self):
        return f"{len(self)} states"


@pytest.fixture(scope="module")
def some_states(catalogue):
    return States(state for seed in (7, 8) for state in Playout(seed, catalogue).settled)


@settings(max_examples=300, deadline=None)
@hypothesis_given(command=any_command(), place=st.floats(0, 0.999))
def test_no_command_crashes(some_states, command, place):
    state = some_states[int(place * len(some_states))]
    if accepted(state, command):
        for event in DECIDER.decide(state, command, SeededChance(random.Random(0))):
            state = DECIDER.evolve(state, event)
    assert DECIDER.check(state) is None
