"""Reading a match: its state at any version, its events, and what a seat may do now."""

from typing import Any

from companion.matches import codec, event_log, states
from companion.matches.models import Match
from companion.problems import Problem
from games import log, table
from games.decider import Decider
from games.plain import plain
from games.registry import game_named


def decider_of(game: str) -> Decider:
    """A playable game's decider. Raises ``Problem`` ``not_playable``."""
    found = game_named(game)
    if found.decider is None:
        raise Problem("not_playable", f"{found.name} can be built and printed here, but not played yet.")
    return found.decider


def state_of(match: Match, seat: int | None, at: int | None) -> dict[str, Any]:
    """The state at a version (None: the newest) as a seat may see it. Raises ``Problem`` ``not_found``.

    Once a match is over, everybody sees everything, at every version.
    """
    decider = decider_of(match.game)
    if at is not None and not 1 <= at <= match.version:
        raise Problem("not_found", f"The match has versions 1 to {match.version}, not {at}.")
    standing = states.at(decider, match, at or match.version)
    now = standing.match
    seen = now.state if match.ended is not None else log.view(decider, now, seat).state
    over = now.ended is not None or now.paused or now.fork_waits
    undoable = table.can_undo(now, standing.before)
    return {
        "version": now.version,
        "game": match.game,
        "edition": match.edition,
        "seat": seat,
        "phase": decider.phase(seen),
        "to_act": () if over else decider.to_act(seen),
        "state": plain(seen),
        "can_undo": undoable,
        "undo_to": standing.before if undoable else None,
        "undo_asked": plain(now.undo_asked),
        "draw_offered": plain(now.draw_offered),
        "fork_waits": now.fork_waits,
        "paused": now.paused,
        "ended": plain(now.ended),
    }


def commands_of(match: Match, seat: int | None) -> dict[str, Any]:
    """What a seat may do now: the types of commands, and the game's own commands where it can list them."""
    decider = decider_of(match.game)
    standing = states.newest(decider, match)
    if seat is None:
        return {"version": standing.match.version, "seat": None, "types": [], "commands": []}
    choices = table.choices(decider, standing.match, seat)
    types = [*table.types_open(standing.match, seat), *dict.fromkeys(codec.tag_of(one) for one in choices)]
    return {
        "version": standing.match.version,
        "seat": seat,
        "types": types,
        "commands": [plain(one) for one in choices],
    }


def state_with_events(match: Match, seat: int | None, at: int | None, last: int) -> dict[str, Any]:
    """A state, and the last events up to it: all that a newcomer needs, however long the match is."""
    state = state_of(match, seat, at)
    after = max(state["version"] - last, 0)
    return state | {"events": events_of(match, seat, after, state["version"] - after)}


def state_if_undone(match: Match, seat: int | None, events: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The newest state where one of these events is an undo: what it goes back to, its reader may never have had."""
    return state_of(match, seat, None) if any(event["type"] == "undone" for event in events) else None


def events_of(match: Match, seat: int | None, after: int, limit: int) -> list[dict[str, Any]]:
    """Up to ``limit`` events behind version ``after`` as a seat may see them."""
    decider = decider_of(match.game)
    return [codec.show(decider, line, seat) for line in event_log.read(decider, match, after=after, upto=after + limit)]
