"""A golden match as text: a header, each command with the table's own rolls, and the state that it must come to.

No chance is asked: what was dealt and rolled stands in the commands. The last line is the final state without its
cards, which the edition has.
"""

import json
from pathlib import Path

import msgspec

from games import log, table
from games.decider import ScriptedChance
from games.plain import plain
from games.registry import catalogue_of
from games.reliquary.playing import DECIDER

FOLDER = Path(__file__).parent / "golden"


def replayed(path):
    """Header, commands, events a command, versions, and what the file says of the end."""
    header, *commands, end = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    options = msgspec.convert(header["options"], DECIDER.options)
    catalogue = catalogue_of("reliquary", header["edition"])
    versions = log.fold(DECIDER, [log.first_event(DECIDER, catalogue, seats=2, options=options)])
    given = [msgspec.convert(command, DECIDER.command) for command in commands]
    events = [table.play(DECIDER, versions, command, ScriptedChance()) for command in given]
    return header, given, events, versions, end


def end_of(versions):
    """What the last line says."""
    last = versions[-1]
    state = plain(last.state)
    for name in ("cards", "figures", "options"):
        del state[name]
    return {"turn": last.state.turn, "ended": plain(last.ended), "state": state}
