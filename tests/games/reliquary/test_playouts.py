"""Matches played at random from setup to their end: nothing that must always hold is ever broken."""

import itertools
import random

import msgspec
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from games import log, table
from games.decider import Refused
from games.match_events import MatchStarted
from games.plain import plain
from games.reliquary import commands as asked
from games.reliquary.playing import DECIDER

LONGEST = 500
PLAYOUTS = 24


class SeededChance:
    def __init__(self, source):
        self.source = source

    def roll(self, sides):
        return self.source.randint(1, sides)

    def shuffle(self, items):
        return tuple(self.source.sample(list(items), len(items)))

    def pick(self, items):
        return self.source.choice(list(items))


def options_of(source):
    return DECIDER.options(
        board=source.choice([8, 9, 10, 11, 12]),
        rites=source.random() < 0.5,
        vigil_reading=source.choice(["own", "enemy"]),
    )


def any_choice(source, choices):
    """Each kind of command is as likely as any other, however many there are of it."""
    kinds = {}
    for choice in choices:
        kinds.setdefault(type(choice), []).append(choice)
    return source.choice(kinds[source.choice(list(kinds))])


def playout(seed, catalogue):
    """The events of a match, its versions, and the states in which a command was given or the match had ended."""
    source = random.Random(seed)
    options = options_of(source)
    cards = DECIDER.cards_used(options, catalogue)
    started = MatchStarted(
        game="reliquary",
        edition=catalogue.edition,
        data_hash=catalogue.hash,
        seats=2,
        options=plain(options),
        cards=tuple(plain(card) for card in cards),
    )
    events, versions = [started], log.fold(DECIDER, [started])
    settled = [versions[-1].state]
    while versions[-1].ended is None and versions[-1].state.turn < LONGEST:
        state = versions[-1].state
        seat = source.choice(DECIDER.to_act(state))
        command = any_choice(source, DECIDER.choices(state, seat))
        for event in table.decide(DECIDER, versions[-1], command, SeededChance(source)):
            events.append(event)
            versions.append(log.evolve(DECIDER, versions[-1], event, lambda to: versions[to - 1]))
        after = versions[-1].state
        assert DECIDER.check(after) is None, (seed, command, DECIDER.check(after))
        settled.append(after)
    return events, versions, settled


@pytest.mark.parametrize("seed", range(PLAYOUTS))
def test_playout(seed, catalogue):
    events, versions, _ = playout(seed, catalogue)
    last = versions[-1]
    assert last.ended is not None
    assert last.ended.reason in ("RQ-W", "RQ-V2")
    decoded = [msgspec.json.decode(msgspec.json.encode(e), type=log.event_type(DECIDER)) for e in events]
    assert log.fold(DECIDER, decoded)[-1] == last
    assert msgspec.json.decode(msgspec.json.encode(last.state), type=DECIDER.state) == last.state
    for seat in (1, 2, None):
        seen = log.fold(DECIDER, [log.redact(DECIDER, event, seat) for event in events])
        assert seen == [log.view(DECIDER, version, seat) for version in versions]


@pytest.mark.parametrize("seed", range(100, 106))
def test_what_must_always_hold(seed, catalogue):
    _, versions, _ = playout(seed, catalogue)
    for before, after in itertools.pairwise(version.state for version in versions):
        standing = [piece.square for piece in after.pieces if piece.square is not None]
        assert len(set(standing)) == len(standing)
        assert not set(standing) & set(after.ruins)
        assert all(0 <= piece.hp <= 5 for piece in after.pieces)
        held = [code for seat in after.seats for code in seat.cards]
        assert len(held) in (0, 6)
        assert after.waiting not in held
        assert [relic.owner for relic in after.relics] == [1, 2]
        assert 0 <= after.vigil <= 6
        assert len(after.pieces) >= len(before.pieces)


@pytest.mark.parametrize("seed", range(200, 206))
def test_a_seat_s_choices_follow_from_what_it_sees(seed, catalogue):
    _, _, settled = playout(seed, catalogue)
    for state in settled[:: max(1, len(settled) // 25)]:
        for seat in (1, 2):
            assert DECIDER.choices(DECIDER.view(state, seat), seat) == DECIDER.choices(state, seat)


def universe(state, seat):
    """Every play of a simple form that could be asked for, legal or not."""
    squares = [(x, y) for x in range(state.board + 2) for y in range(state.board + 2)]
    numbers = [piece.id for piece in state.pieces]
    for card in (*state.seat(seat).cards, state.waiting):
        for piece in numbers:
            for square in squares:
                yield asked.PlayMove(seat=seat, card=card, piece=piece, square=square)
            yield asked.PlayAttack(seat=seat, card=card, piece=piece)
            for target in numbers:
                yield asked.PlayAttack(seat=seat, card=card, piece=piece, targets=(target,))
        for square in squares:
            yield asked.Rally(seat=seat, card=card, square=square)
            yield asked.PlayRite(seat=seat, card=card, square=square)
        yield asked.SwapCard(seat=seat, card=card)
    yield asked.Decline(seat=seat)
    yield from (asked.SwapWith(seat=seat, piece=number) for number in numbers)
    yield from (asked.Step(seat=seat, square=square) for square in squares)
    yield from (asked.Recall(seat=seat, square=square) for square in squares)


def accepted(state, command):
    try:
        DECIDER.decide(state, command, SeededChance(random.Random(0)))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("seed", range(300, 305))
def test_choices_are_all_that_is_accepted(seed, catalogue):
    _, _, settled = playout(seed, catalogue)
    states = [state for state in settled if state.phase == "play"]
    waiting = [state for state in states if state.agenda][:2]
    for state in (*random.Random(seed).sample(states, 2), *waiting):
        for seat in (1, 2):
            choices = set(DECIDER.choices(state, seat))
            assert all(accepted(state, command) for command in choices)
            simple = set(universe(state, seat))
            assert {command for command in simple if accepted(state, command)} == choices & simple


TEXT = st.sampled_from(["", "rq-001", "rq-017", "rq-036", "key", "x"])
NUMBERS = st.integers(-3, 99)
SQUARES = st.tuples(NUMBERS, NUMBERS)


@st.composite
def any_command(draw):
    """Any command of the right types, whatever it says."""
    kind = draw(st.sampled_from([*asked.SetupCommand.__args__, *asked.Play.__args__, *asked.Answer.__args__]))
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
}


class States(list):
    """Many states, with little to say of themselves where a test fails."""

    def __repr__(self):
        return f"{len(self)} states"


@pytest.fixture(scope="module")
def some_states(catalogue):
    return States(state for seed in (7, 8) for state in playout(seed, catalogue)[2])


@settings(max_examples=300, deadline=None)
@hypothesis_given(command=any_command(), place=st.floats(0, 0.999))
def test_no_command_crashes(some_states, command, place):
    state = some_states[int(place * len(some_states))]
    if accepted(state, command):
        for event in DECIDER.decide(state, command, SeededChance(random.Random(0))):
            state = DECIDER.evolve(state, event)
    assert DECIDER.check(state) is None
