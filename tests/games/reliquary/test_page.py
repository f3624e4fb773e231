"""docs/games/reliquary.md says what is so."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from games import log
from games.catalogue import load_rules
from games.reliquary import agenda
from games.reliquary.playing import DECIDER
from tests.games.reliquary.first_turns import PICTURE, SHOWN, picture, replayed

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "games" / "reliquary.md").read_text(encoding="utf-8")
RULES = load_rules("reliquary")
READINGS = [rule for rule in RULES.values() if rule.reading]


def test_the_drawn_board_is_that_of_the_shipped_match():
    """Where it is not: ``python -m tests.games.reliquary.first_turns`` draws it anew."""
    assert PICTURE.read_text(encoding="utf-8") == picture()
    assert f"board.svg?at={SHOWN}" in PAGE
    assert PICTURE.name in PAGE


@pytest.mark.parametrize("rule", READINGS, ids=lambda rule: rule.id)
def test_every_reading_has_its_line(rule):
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {rule.id} |")]
    assert rule.text.strip() in line
    assert (f"Option `{rule.option}`" in line) is (rule.option is not None)


def test_the_readings_are_numbered_without_a_gap():
    assert [rule.id for rule in READINGS] == [f"RQ-X{number}" for number in range(1, len(READINGS) + 1)]


def test_every_command_and_task_that_it_names_is_there():
    kinds = {kind.__struct_config__.tag for kind in (*DECIDER.command.__args__, *log.LOG_COMMANDS)}
    tasks = {task.__struct_config__.tag for task in agenda.AnyTask.__args__}
    fields = {field for kind in (*DECIDER.command.__args__, *log.LOG_COMMANDS) for field in kind.__struct_fields__}
    fields |= {*DECIDER.options.__struct_fields__}
    words = set(re.findall(r"`([a-z]+_[a-z_]+)`", PAGE))
    assert words - kinds - tasks - fields == set()
    asked = {"may_escort", "aim", "compose", "may_step", "may_enter", "may_swap", "may_recall", "may_find"}
    assert asked == tasks - {"hit", "end_turn"}
    assert all(f"`{task}`" in PAGE for task in asked)


def test_its_example_is_played_in_both_ways():
    shown = [json.loads(text) for text in re.findall(r"\{\"type\".*?\}", PAGE)]
    whole = next(one for one in shown if one["type"] == "play_attack")
    _, versions = replayed()
    before = next(v.state for v in versions if v.state.turn == 4 and v.state.active == 2)
    small = [one for one in shown if one["type"] in ("begin_play", "choose_piece", "choose_square")]
    ends = []
    for commands in ([whole], small):
        state = before
        for fields in commands:
            command = msgspec.convert({**fields, "seat": 2}, DECIDER.command)
            for event in DECIDER.decide(state, command, None):
                state = DECIDER.evolve(state, event)
        ends.append(state)
    assert ends[0] == ends[1] == versions[SHOWN - 1].state
