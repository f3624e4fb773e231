"""Matches played at random from a seed, for the tests of this folder."""

import random

from games import log, table
from games.match_events import MatchStarted
from games.plain import plain
from games.reliquary.playing import DECIDER
from tests.games.seeded import SeededChance

LONGEST = 500


def any_choice(source, choices):
    """Each kind of command is as likely as any other, however many there are of it."""
    kinds = {}
    for choice in choices:
        kinds.setdefault(type(choice), []).append(choice)
    return source.choice(kinds[source.choice(list(kinds))])


def any_options(source):
    return DECIDER.options(
        board=source.choice([8, 9, 10, 11, 12]),
        rites=source.random() < 0.5,
        vigil_reading=source.choice(["own", "enemy"]),
    )


class Playout:
    """A match played at random: its events, its versions, and the states in which somebody was to act."""

    def __init__(self, seed, catalogue, options=None, choose=any_choice):
        self.seed = seed
        source = random.Random(seed)
        options = options or any_options(source)
        started = MatchStarted(
            game="reliquary",
            edition=catalogue.edition,
            data_hash=catalogue.hash,
            seats=2,
            options=plain(options),
            cards=tuple(plain(card) for card in DECIDER.cards_used(options, catalogue)),
        )
        self.events = [started]
        self.versions = log.fold(DECIDER, self.events)
        self.settled = [self.versions[-1].state]
        self.commands = []
        while self.versions[-1].ended is None and self.versions[-1].state.turn < LONGEST:
            self._go_on(source, choose)

    def _go_on(self, source, choose):
        state = self.versions[-1].state
        seat = source.choice(DECIDER.to_act(state))
        command = choose(source, DECIDER.choices(state, seat))
        self.events += table.play(DECIDER, self.versions, command, SeededChance(source))
        self.commands.append(command)
        after = self.versions[-1].state
        assert DECIDER.check(after) is None, (self.seed, command, DECIDER.check(after))
        self.settled.append(after)

    @property
    def last(self):
        return self.versions[-1]
