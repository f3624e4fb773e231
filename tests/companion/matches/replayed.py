"""The match that is shipped, as commands of the API."""

import json

from games.catalogue import GAMES_FOLDER

FILE = GAMES_FOLDER / "reliquary" / "matches" / "first-turns.jsonl"


def commands_of_the_first_turns():
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()[1:]]
