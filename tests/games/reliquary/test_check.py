"""What a correction and a set position must keep, and what nobody learns from them."""

import msgspec
import pytest

from games import log, table
from games import match_commands as asked
from games.decider import Refused, ScriptedChance
from games.match_events import MatchStarted
from games.plain import plain, set_at
from games.reliquary.playing import DECIDER

PIECES = {1: (1, "minion", (4, 4)), 2: (2, "minion", (4, 5)), 3: (2, "minion", None)}


@pytest.fixture
def position(given):
    return given(PIECES, ruins=((2, 2), (7, 7)), rites=("Harrow", "Exhumation"), options={"rites": True}).state


WRONG = [
    ("/pieces/0/square", [4, 5]),
    ("/pieces/0/square", [2, 2]),
    ("/pieces/0/square", [9, 1]),
    ("/pieces/0/hp", 2),
    ("/pieces/0/hp", 0),
    ("/pieces/0/id", 2),
    ("/pieces/0/owner", 3),
    ("/pieces/0/kind", "hero"),
    ("/pieces/3/square", None),
    ("/pieces/3/hp", 5),
    ("/ruins/0", [7, 7]),
    ("/ruins/0", [0, 7]),
    ("/relics/0/place", "open_"),
    ("/relics/0/place", "carried"),
    ("/relics/0/place", "aside"),
    ("/relics/0/owner", 2),
    ("/relics/0/square", [0, 3]),
    ("/relics/0/not_at", [[3, 3]]),
    ("/seats/0/cards", ["rq-001", "rq-002"]),
    ("/seats/0/cards/0", "rq-019"),
    ("/seats/0/faction", "rq-001"),
    ("/seats/0/faction", None),
    ("/seats/0/rite", "rq-001"),
    ("/seats/0/side", "skull"),
    ("/waiting", None),
    ("/waiting", "rq-005"),
    ("/vigil", 7),
    ("/first", 3),
    ("/active", None),
    ("/turn", 0),
    ("/phase", "over"),
    ("/result", {"winners": [1], "reason": "RQ-W"}),
    ("/options/board", 9),
    ("/agenda", [{"task": "may_step", "seat": 1, "piece": 55}]),
    ("/agenda", [{"task": "may_step", "seat": 4, "piece": 1}]),
]


@pytest.mark.parametrize(("path", "value"), WRONG)
def test_a_state_that_cannot_be(position, path, value):
    try:
        state = log.state_with(DECIDER, position, path, value)
    except msgspec.ValidationError:
        return
    assert DECIDER.check(state) is not None


RIGHT = [
    ("/pieces/0/square", [5, 5]),
    ("/pieces/0/square", None),
    ("/pieces/2/hp", 1),
    ("/pieces/3/hp", 1),
    ("/pieces/0/marked", True),
    ("/relics/0", {"owner": 1, "place": "carried", "carrier": 2}),
    ("/relics/0", {"owner": 1, "place": "open", "square": [4, 4]}),
    ("/waiting", "rq-017"),
    ("/vigil", 1),
    ("/active", 2),
    ("/agenda", [{"task": "may_step", "seat": 1, "piece": 1}, {"task": "end_turn", "seat": 1}]),
]


@pytest.mark.parametrize(("path", "value"), RIGHT)
def test_a_state_that_can_be(position, path, value):
    state = log.state_with(DECIDER, position, path, value)
    assert DECIDER.check(state) is None
    for seat in (1, 2):
        for command in DECIDER.choices(state, seat):
            DECIDER.decide(state, command, ScriptedChance(*[3] * 9))


@pytest.fixture
def match(position, catalogue):
    """A match that was opened in the middle."""
    cards = tuple(plain(card) for card in DECIDER.cards_used(position.options, catalogue))
    started = MatchStarted(
        game="reliquary", edition="x", data_hash="", seats=2, options=plain(position.options), cards=cards
    )
    opened = table.decide(
        DECIDER, log.start(DECIDER, started), asked.SetPosition(seat=1, state=plain(position)), ScriptedChance()
    )
    return log.fold(DECIDER, [started, *opened])[-1]


def test_a_secret_is_corrected_in_secret(match):
    command = asked.Correct(seat=1, path="/relics/0/square", value=[2, 3])
    (event,) = table.decide(DECIDER, match, command, ScriptedChance())
    assert event.hidden_from == (0, 2)
    with pytest.raises(Refused) as refused:
        table.decide(DECIDER, match, asked.Correct(seat=2, path="/relics/0/square", value=[2, 3]), ScriptedChance())
    assert refused.value.rule == "MT-CORRECT"


def test_nobody_learns_where_a_relic_lies_by_putting_ruins_there(match):
    """It lies on (1, 3); a refusal would tell."""
    command = asked.Correct(seat=2, path="/ruins/0", value=[1, 3])
    assert table.decide(DECIDER, match, command, ScriptedChance())


def test_a_position_that_cannot_be_is_refused(match, position):
    wrong = set_at(plain(position), "/pieces/0/square", [4, 5])
    fresh = log.start(DECIDER, match.started)
    with pytest.raises(Refused) as refused:
        table.decide(DECIDER, fresh, asked.SetPosition(seat=1, state=wrong), ScriptedChance())
    assert refused.value.rule == "MT-POSITION"
