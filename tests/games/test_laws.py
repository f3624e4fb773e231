"""The laws that hold for every game that can be played, and for the log around it."""

import random
from contextlib import suppress

import msgspec
import pytest

from games import log, table
from games import match_commands as asked
from games.decider import Refused
from games.match_events import MatchStarted
from games.plain import plain
from games.registry import GAMES, catalogue_of
from tests.games import toy
from tests.games.seeded import SeededChance

DECIDERS = [toy.TOY, *(game.decider for game in GAMES.values() if game.decider is not None)]


def started(decider, seats):
    if decider.game in GAMES:
        return log.first_event(decider, catalogue_of(decider.game), seats=seats)
    return MatchStarted(game=decider.game, edition="x", data_hash="", seats=seats, options=plain(decider.options()))


def leaves(value, path=""):
    """Every plain value inside, with the pointer to it."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, f"{path}/{key}")]
    if isinstance(value, list):
        return [leaf for n, inner in enumerate(value) for leaf in leaves(inner, f"{path}/{n}")]
    return [(path, value)]


def any_command(source, decider, match):
    """Something that somebody might ask for: mostly a play, now and then one of every match's commands."""
    seats = range(1, match.started.seats + 1)
    seat, dice = source.choice(list(seats)), source.random()
    if dice < 0.05 and match.version > 2:
        return asked.Undo(seat=seat, to=source.randint(1, match.version - 1))
    if dice < 0.10:
        return asked.AnswerUndo(seat=seat, agree=True)
    if dice < 0.15:
        state = plain(log.view(decider, match, seat).state)
        path, value = source.choice(leaves(state))
        return asked.Correct(seat=seat, path=path, value=value)
    if dice < 0.17:
        return asked.Note(seat=seat, text="hm")
    actors = decider.to_act(match.state) or tuple(seats)
    choices = [one for actor in actors for one in decider.choices(match.state, actor)]
    return source.choice(choices) if choices else asked.Note(seat=seat, text="nothing to do")


def random_match(decider, seed, steps):
    """The events of a match played at random, and every version of it; refusals have changed nothing."""
    source = random.Random(seed)
    events = [started(decider, decider.seats[0] if decider.seats[0] > 1 else 2)]
    versions = log.fold(decider, events)
    for _ in range(steps):
        match = versions[-1]
        if match.ended is not None:
            break
        before = msgspec.json.encode(match)
        with suppress(Refused):
            events += table.play(decider, versions, any_command(source, decider, match), SeededChance(source))
        assert msgspec.json.encode(match) == before
    return events, versions


def check_laws(decider, seed, steps):
    events, versions = random_match(decider, seed, steps)
    kind = log.event_type(decider)
    assert [msgspec.json.decode(msgspec.json.encode(event), type=kind) for event in events] == events
    assert log.fold(decider, events) == versions
    for seat in (None, *range(1, versions[0].started.seats + 1)):
        seen = log.fold(decider, [log.redact(decider, event, seat) for event in events])
        for told, true in zip(seen, versions, strict=True):
            assert told == log.view(decider, true, seat)
    state = versions[-1].state
    assert msgspec.json.decode(msgspec.json.encode(state), type=decider.state) == state
    return versions


@pytest.mark.parametrize("decider", DECIDERS, ids=lambda decider: decider.game)
@pytest.mark.parametrize("seed", range(12))
def test_laws(decider, seed):
    check_laws(decider, seed, steps=150)


@pytest.mark.soak
@pytest.mark.parametrize("decider", DECIDERS, ids=lambda decider: decider.game)
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_laws_at_length(decider, seed):
    check_laws(decider, seed, steps=600)


@pytest.mark.parametrize("decider", DECIDERS, ids=lambda decider: decider.game)
def test_a_random_match_plays_on(decider):
    """The laws would hold for a match in which nothing happens; this one must get somewhere."""
    played = sum(len(random_match(decider, seed, steps=150)[0]) for seed in range(4))
    assert played > 200
