"""Matches of the past: each log here must fold to the states that are kept beside it, for ever.

A failure means that ``evolve``, an upcaster or the log itself has changed what a stored event means: running matches of
people out there would change under their hands. Mend the code, not the file.
"""

import json
from pathlib import Path

import msgspec
import pytest

from games.registry import GAMES
from tests.games import toy
from tests.golden.add import read, states_of

FOLDER = Path(__file__).resolve().parent
LOGS = sorted(path.name for path in FOLDER.glob("*.jsonl"))


def decider_of(name):
    game = name.partition("-")[0]
    return toy.TOY if game == "toy" else GAMES[game].decider


@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_the_past_folds_to_what_it_did(name):
    decider = decider_of(name)
    _, _, _, versions = read((FOLDER / name).read_bytes(), decider)
    kept = json.loads((FOLDER / name.replace(".jsonl", ".states.json")).read_text(encoding="utf-8"))
    for version, state in kept.items():
        # A field that has come since has its default.
        assert versions[int(version) - 1].state == msgspec.convert(state, decider.state)
    assert set(kept) == set(states_of(decider, versions))


def test_every_game_that_can_be_played_has_one():
    playable = {game.slug for game in GAMES.values() if game.decider is not None}
    assert playable <= {name.partition("-")[0] for name in LOGS}


def test_every_past_schema_version_has_one():
    stored = set()
    for name in LOGS:
        for line in (FOLDER / name).read_bytes().splitlines()[1:]:
            row = json.loads(line)
            stored.add((name.partition("-")[0], row["type"], row["schema"]))
    for decider in (toy.TOY, *(game.decider for game in GAMES.values() if game.decider is not None)):
        for type_, schema in decider.upcasters:
            assert (decider.game, type_, schema) in stored


def test_a_changed_fold_is_noticed(monkeypatch):
    """The test would tell: with a die that counts twice, it fails."""
    name = "toy-schema-1.jsonl"
    twice = msgspec.structs.replace(toy.TOY, evolve=lambda state, event: toy.evolve(toy.evolve(state, event), event))
    _, _, _, versions = read((FOLDER / name).read_bytes(), twice)
    kept = json.loads((FOLDER / name.replace(".jsonl", ".states.json")).read_text(encoding="utf-8"))
    assert any(versions[int(version) - 1].state != msgspec.convert(state, toy.State) for version, state in kept.items())
