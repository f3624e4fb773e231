"""Whole matches that were played once and must be the same for ever; together they use everything there is."""

import msgspec
import pytest

from games.reliquary import commands as asked
from games.reliquary import events as happened
from games.reliquary.agenda import EndTurn, MayStep, MaySwap
from games.reliquary.cards import AgnosticMove, Faction, UniqueMove
from games.reliquary.playing import DECIDER
from tests.games.reliquary.golden_file import FOLDER, end_of, replayed

FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.fixture(scope="module")
def matches():
    return {path.stem: replayed(path) for path in FILES}


def test_there_are_matches_of_at_least_forty_commands(matches):
    assert len(matches) >= 3
    for name, (_, commands, *_) in matches.items():
        assert len(commands) >= 40, name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_comes_to_the_same_end(path):
    _, _, _, versions, end = replayed(path)
    assert end_of(versions) == end


def played(matches):
    """Every event of a play with the state before its command, and the command."""
    for _, commands, events, versions, _ in matches.values():
        version = 1
        for command, following in zip(commands, events, strict=True):
            yield versions[version - 1].state, command, following
            version += len(following)


def test_every_card_is_played_and_every_unique_one_attacks(matches, catalogue):
    moved, attacked = set(), set()
    for _, _, events in played(matches):
        for event in events:
            if isinstance(event, happened.CardPlayed):
                moved.add(event.card)
                if event.mode == "attack":
                    attacked.add(event.card)
    assert moved == {card.code for card in catalogue.cards if isinstance(card, AgnosticMove | UniqueMove)}
    assert attacked >= {card.code for card in catalogue.cards if isinstance(card, UniqueMove)}


def test_every_faction_attacks_with_hero_and_minion(matches, catalogue):
    found = set()
    for state, _, events in played(matches):
        for event in events:
            attack = isinstance(event, happened.CardPlayed) and event.mode == "attack"
            if attack and isinstance(state.cards[event.card], AgnosticMove):
                found.add((state.seat(event.seat).faction, state.piece(event.piece).kind))
    factions = {card.code for card in catalogue.cards if isinstance(card, Faction)}
    assert found == {(code, kind) for code in factions for kind in ("hero", "minion")}


def test_every_passive_and_every_rite(matches, catalogue, code):
    found, steps = set(), set()
    for state, command, events in played(matches):
        found |= {event.rite for event in events if isinstance(event, happened.RitePlayed)}
        found |= {event.how for event in events if isinstance(event, happened.PieceReturned)}
        if state.agenda and isinstance(command, asked.Step) and isinstance(state.agenda[0], MayStep):
            after = state.agenda[1]
            steps |= {state.seat(command.seat).faction} if isinstance(after, EndTurn) and after.lantern_done else set()
    assert found == {"rally", "recall", *(card.code for card in catalogue.cards if card.kind == "rite")}
    assert steps == {code("Lantern Bearers")}
    heroes = {
        (state.seat(event.seat).faction, event.hp)
        for state, _, events in played(matches)
        for event in events
        if isinstance(event, happened.PieceDeployed) and event.kind == "hero"
    }
    assert (code("Bone Wardens"), 5) in heroes


def test_all_that_can_happen_has_happened(matches):
    """Every kind of event and of command, both ends, and each board but those in between."""
    events = {type(event) for _, _, following in played(matches) for event in following}
    assert events >= {*DECIDER.event.__args__}
    commands = {type(command) for _, command, _ in played(matches)}
    assert {*DECIDER.command.__args__} - commands <= {asked.SwapCard}
    reasons = {versions[-1].ended.reason for *_, versions, _ in matches.values()}
    assert reasons == {"RQ-W", "RQ-V2"}
    assert len({header["options"]["board"] for header, *_ in matches.values()}) == 5
    assert any(state.agenda and isinstance(state.agenda[0], MaySwap) for state, _, _ in played(matches))


def test_a_seat_s_log_tells_its_view(matches):
    """The law of redaction on whole matches."""
    for _, _, events, versions, _ in matches.values():
        for seat in (1, 2, None):
            state = DECIDER.view(versions[0].state, seat)
            for event in (event for following in events for event in following):
                if isinstance(event, DECIDER.event):
                    seen = DECIDER.redact(event, seat)
                    state = DECIDER.evolve(state, msgspec.json.decode(msgspec.json.encode(seen), type=DECIDER.event))
            assert state == DECIDER.view(versions[-1].state, seat)
