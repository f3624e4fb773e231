"""The match that is shipped, replayed; run as a module, it draws the board of docs/games/reliquary.md anew."""

import json
from pathlib import Path

import msgspec

from games import log, table
from games.catalogue import GAMES_FOLDER
from games.decider import ScriptedChance
from games.registry import catalogue_of
from games.reliquary.playing import DECIDER

FILE = GAMES_FOLDER / "reliquary" / "matches" / "first-turns.jsonl"
PICTURE = Path(__file__).resolve().parents[3] / "docs" / "pictures" / "reliquary-board.svg"
SHOWN = 49
"""The version that the documents show."""


def replayed():
    """The events and the versions of the match."""
    header, *lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    options = msgspec.convert(header["options"], DECIDER.options)
    catalogue = catalogue_of(header["game"], header["edition"])
    begun = log.first_event(DECIDER, catalogue, seats=header["seats"], options=options)
    events, versions = [begun], log.fold(DECIDER, [begun])
    for line in lines:
        command = msgspec.convert(line, log.command_type(DECIDER))
        events += table.play(DECIDER, versions, command, ScriptedChance())
    return events, versions


def picture(version=SHOWN, seat=1):
    """The board at a version, as a seat sees it."""
    events, versions = replayed()
    latest = [DECIDER.redact(event, seat) for event in events[1:version]]
    return DECIDER.draw(DECIDER.view(versions[version - 1].state, seat), latest, seat)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
