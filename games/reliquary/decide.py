"""What becomes of a command: dispatch to the one function that decides it."""

from collections.abc import Sequence
from typing import assert_never

from games.decider import Chance
from games.reliquary import commands as asked
from games.reliquary.answers import answer, reveal_relic
from games.reliquary.commands import AnyCommand
from games.reliquary.dialogue import begin_play
from games.reliquary.events import AnyEvent
from games.reliquary.setup import (
    deal,
    deploy,
    hide_relic,
    pick_faction,
    place_ruins,
    take_rite,
    take_side,
)
from games.reliquary.state import State
from games.reliquary.whole import play_whole


def decide(state: State, command: AnyCommand, chance: Chance) -> Sequence[AnyEvent]:
    """The events of a command; raises ``Refused`` with the id of the rule that forbids it."""
    match command:
        case asked.TakeSide():
            return take_side(state, command)
        case asked.PlaceRuins():
            return place_ruins(state, command)
        case asked.PickFaction():
            return pick_faction(state, command)
        case asked.Deal():
            return deal(state, command, chance)
        case asked.TakeRite():
            return take_rite(state, command)
        case asked.Deploy():
            return deploy(state, command)
        case asked.HideRelic():
            return hide_relic(state, command)
        case asked.RevealRelic():
            return reveal_relic(state, command, chance)
        case asked.BeginPlay():
            return begin_play(state, command, chance)
        case asked.PlayMove() | asked.PlayAttack() | asked.Rally() | asked.PlayRite() | asked.SwapCard():
            return play_whole(state, command, chance)
        case asked.ChoosePiece() | asked.ChooseSquare() | asked.RollDie() | asked.TakeBack():
            return answer(state, command, chance)
        case asked.Step() | asked.SwapWith() | asked.Recall() | asked.Decline():
            return answer(state, command, chance)
        case _:
            assert_never(command)
