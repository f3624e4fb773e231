"""What is drawn where on one card of each face and each of its variants, compared with stored logs.

After a wanted change: ``GOLDEN=write pytest tests/printing/test_golden_faces.py``, then read the difference.
"""

import os
from functools import lru_cache
from pathlib import Path

import pytest

from games.phoenix_covenant.cards import Unit
from games.phoenix_covenant.faces import face_fields as phoenix_fields
from games.registry import catalogue_of, game_named
from games.relic.cards import Character, Threat
from games.relic.faces import face_fields as relic_fields
from printing.faces.arrange import Arranger
from printing.faces.drawing import drawing_log
from printing.sources import layout_named, printed_as

GOLDEN = Path(__file__).parent / "golden"
named = lru_cache(layout_named)

PRINTED = {
    "reliquary": {
        "agnostic_move-escort": "rq-001",
        "agnostic_move": "rq-002",
        "unique_move": "rq-011",
        "unique_move-gamble": "rq-017",
        "faction": "rq-019",
        "faction-passive": "rq-020",
        "aid-table": "rq-028",
        "aid": "rq-030",
        "aid-track": "rq-032",
        "rite": "rq-033",
        "module": "rq-036",
    },
    "phoenix_covenant": {
        "unit": "pc-036",
        "unit-note": "pc-039",
        "spell": "pc-040",
        "structure": "pc-007",
        "hardpoint": "pc-029",
        "auxiliary": "pc-028",
        "card": "pc-002",
    },
    "relic_knights": {
        "tracker": "rkt-003",
        "tracker-squad": "rkt-006",
        "tracker-unknown": "rk-048",
        "reference": "rkt-006",
        "reference-unknown": "rk-048",
        "reference_abilities": "rkt-003",
        "reference_actions": "rkt-003",
        "boost": "rk-001",
        "boost-spent": "rk-008",
        "objective": "rk-010",
        "condition": "rk-012",
        "condition-repeats": "rk-033",
        "esper": "rk-034",
        "esper-wild": "rk-047",
    },
    "relic": {"character": "rl-001", "character-note": "rl-010"},
}
"""Game -> name of a log, which begins with the name of the face -> a card of its catalogue."""

MADE = {
    "phoenix_covenant": {
        "unit-commander": phoenix_fields(
            Unit(
                code="pc-999", name="A Commander", commander=True, cp=4, mp=1, tier=2, supply=True,
                gates=((0, 1), (1, 1)),
            )
        )
    },
    "relic": {
        "character-full": relic_fields(
            Character(
                code="rl-999", name="A Known One", affiliation="Nobody", strength=4, willpower=12,
                abilities="**Bold.**",
            )
        ),
        "threat": relic_fields(
            Threat(
                code="rl-998", name="A Threat", attribute="strength", type="enemy", trait="Beast", value=3,
                ability="Lose 1.", omen=True, charges=2, threat=True,
            )
        ),
        "threat-unknown": relic_fields(Threat(code="rl-997", name="Another")),
    },
    "plain": {
        "any": {"name": "Mine", "code": "m-1", "set": "Set", "image": None, "lines": [{"label": "cost", "value": 3}]},
        "any-image": {"name": "Mine", "code": "m-1", "set": "Set", "image": "art", "lines": []},
        "any-blank": {"name": None, "code": "m-1", "set": "Set", "image": None, "lines": []},
    },
}  # fmt: skip
"""Cards that no catalogue has."""

UNKNOWN = {"kind": "unknown", "code": "", "name": "Nobody Knows It"}
NAMED = {game: {"any-unknown": UNKNOWN, "back": {}} for game in PRINTED} | {"plain": {"back": {}}}

INHERITED = {
    "reliquary": {"card", "move"},
    "phoenix_covenant": {"plate", "entity"},
    "relic_knights": {"plate", "unit"},
    "relic": {"plate"},
    "plain": set(),
}
"""Faces that are only there to be extended."""


def logs():
    for game in INHERITED:
        yield from ((game, name) for name in (*PRINTED.get(game, {}), *MADE.get(game, {}), *NAMED[game]))


def fields_of(game, name):
    made = MADE.get(game, {}) | NAMED[game]
    if name in made:
        return made[name]
    catalogue = catalogue_of(game)
    cards = printed_as(game_named(game), catalogue, catalogue.by_code[PRINTED[game][name]])
    return next(card for card in cards if card.face == name.partition("-")[0]).fields


@pytest.mark.parametrize(("game", "name"), list(logs()))
def test_the_drawing_log_of_a_face(game, name, metrics):
    layout = named(game)
    drawn = Arranger(layout, metrics, layout.card).face(name.partition("-")[0], fields_of(game, name))
    file = GOLDEN / game / f"{name}.txt"
    log = drawing_log(drawn)
    if os.environ.get("GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(log, encoding="utf-8")
    assert log == file.read_text(encoding="utf-8")


def test_every_stored_log_is_compared():
    assert {(path.parent.name, path.stem) for path in GOLDEN.rglob("*.txt")} == set(logs())


@pytest.mark.parametrize("game", list(INHERITED))
def test_every_face_has_a_log(game):
    compared = {name.partition("-")[0] for where, name in logs() if where == game}
    assert set(named(game).faces) - INHERITED[game] == compared
