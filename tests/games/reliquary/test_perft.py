"""How many ways there are to play on: recorded counts, which the real rules and the slow ones both come to.

Depth 2 from ten stored positions, depth 3 from four small ones. At every node both list the same commands, and come to
the same table by each.
"""

import json
import random

import pytest

from games.reliquary.playing import DECIDER
from tests.games.reliquary import slow_rules
from tests.games.reliquary.both import FOLDER, after, commands, perft, same, state_of, stored, table_of, words
from tests.games.reliquary.chances import Playout

POSITIONS = sorted(path.stem for path in FOLDER.glob("*.json"))


def test_there_are_ten_of_depth_two_and_four_of_depth_three():
    depths = [len(stored(name)["counts"]) for name in POSITIONS]
    assert sorted(depths) == [2] * 10 + [3] * 4


@pytest.mark.parametrize("name", POSITIONS)
def test_the_recorded_counts(name, catalogue):
    position = stored(name)
    state = state_of(position, catalogue)
    counts = position["counts"]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


class Node:
    """A table of the slow rules, in the middle of a play or between two."""

    def __init__(self, table, play=None, answers=()):
        self.start, self.play, self.answers = table, play, answers
        if play is None:
            self.table, self.options = table, slow_rules.plays(table)
        else:
            self.table, seat, self.options = slow_rules.run(table, play, answers)
            if seat is None and self.table["over"] is None:
                self.start, self.play, self.answers = self.table, None, ()
                self.options = slow_rules.plays(self.table)

    def child(self, option):
        if self.play is None:
            return Node(self.start, option)
        return Node(self.start, self.play, (*self.answers, option))


def compared(state, node, depth):
    """The number of sequences by the slow rules; on the way, that the real ones say and do the same."""
    real = {words(command): command for command in commands(state)}
    assert sorted(map(repr, real)) == sorted(map(repr, node.options))
    if depth == 1:
        return len(node.options)
    total = 0
    for option in node.options:
        following, child = after(state, real[option]), node.child(option)
        assert same(child.table, following), option
        total += compared(following, child, depth - 1)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_the_slow_rules_come_to_the_same(name, catalogue):
    position = stored(name)
    state = state_of(position, catalogue)
    depth = len(position["counts"])
    assert compared(state, Node(table_of(state)), depth) == position["counts"][-1]


@pytest.mark.parametrize("seed", range(600, 604))
def test_the_slow_rules_agree_along_a_random_match(seed, catalogue):
    source = random.Random(seed)
    found = [s for s in Playout(seed, catalogue).settled if s.phase == "play" and not s.agenda]
    in_app = [state for state in found if not any(relic.on_paper for relic in state.relics)]
    for state in source.sample(in_app, min(3, len(in_app))):
        node = Node(table_of(state))
        real = {words(command): command for command in commands(state)}
        assert sorted(map(repr, real)) == sorted(map(repr, node.options))
        for option in source.sample(node.options, min(8, len(node.options))):
            assert same(node.child(option).table, after(state, real[option])), (seed, option)


def test_a_position_is_what_its_file_says(catalogue):
    for name in POSITIONS:
        position = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        assert position["why"]
        assert DECIDER.to_act(state_of(position, catalogue)) == (position["active"],)
