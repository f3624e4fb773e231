"""What a page of a match is drawn from: state and legal commands as the API answers them, put where they are tapped.

No rules here: what is lit is what ``choices`` of the game lists; everything else is sent all the same, to be refused.
"""

from collections import defaultdict
from typing import Any, NamedTuple

from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from cards import catalogues
from companion.accounts.models import User
from companion.matches import board, reading, seats, states
from companion.matches.models import Match
from companion.web.squares import Command, Square, square_key, squares_of
from companion.web.templatetags.tables import in_words, phrases
from games.catalogue import Rule
from games.drawn import DrawnBoard
from games.registry import GAMES

LATEST = 12
"""Events that a table shows."""


class Choices(NamedTuple):
    """Legal commands by where they are tapped."""

    at_square: dict[str, Command]
    at_piece: dict[int, Command]
    at_card: dict[str, list[Command]]
    plain: list[Command]
    """With nothing to point at: a button each."""

    long: list[Command]
    """With several things to point at at once; small ones lead to the same."""


def pointed_at(command: Command) -> dict[str, Any]:
    """The fields by which a command says what it means: all but who gives it, and those left out."""
    return {
        field: value
        for field, value in command.items()
        if field not in ("type", "seat") and value not in (None, False, [])
    }


def sorted_choices(commands: list[Command], codes: set[str]) -> Choices:
    """Each command under what it points at; ``codes`` are the cards that can be pointed at."""
    found = Choices({}, {}, defaultdict(list), [], [])
    for command in commands:
        given = pointed_at(command)
        cards = [value for value in given.values() if isinstance(value, str) and value in codes]
        if set(given) == {"square"}:
            found.at_square[square_key(given["square"])] = command
        elif set(given) == {"piece"}:
            found.at_piece[given["piece"]] = command
        elif cards and set(given) <= {"card", "mode", "faction", "rite"}:
            found.at_card[cards[0]].append(command)
        elif len(given) <= 1 and "square" not in given:
            found.plain.append(command)
        else:
            found.long.append(command)
    return found


def name_of(game: str) -> str:
    """The title of a game, or the word itself."""
    return GAMES[game].name if game in GAMES else game


def template_for(game: str, name: str) -> str:
    """The game's own template, or the one for any game."""
    own = f"web/games/{game}/{name}"
    try:
        get_template(own)
    except TemplateDoesNotExist:
        return f"web/games/any/{name}"
    return own


def seen_by(person: User, match: Match, asked: int | None) -> tuple[int | None, tuple[int, ...]]:
    """Through whose eyes a person looks (0 asks for nobody's), and which seats they hold. Raises ``Problem``."""
    held = seats.held_by(person, match)
    return (None if asked == 0 else seats.seat_for(person, match, asked)), held


def table_of(match: Match, seat: int | None, held: tuple[int, ...], at: int | None = None) -> dict[str, Any]:
    """Everything that a table's templates show. ``at``: an older version, at which nothing can be done."""
    now = reading.state_of(match, seat, at)
    legal = reading.commands_of(match, seat) if at is None else {"types": [], "commands": []}
    own = now["state"]
    cards = own.get("cards") or {}
    version = now["version"]
    choices = sorted_choices(legal["commands"], set(cards))
    drawn = board.drawn_board(match, seat, at)
    may_tap = at is None and seat is not None and now["ended"] is None
    events = reading.events_of(match, seat, max(version - LATEST, 0), min(LATEST, version))
    return {
        "match": match,
        "game_name": name_of(match.game),
        "now": now,
        "own": own,
        "cards": cards,
        "seat": seat,
        "held": held,
        "others_held": [one for one in held if one != seat],
        "my_turn": seat in now["to_act"],
        "over": now["ended"] is not None,
        "live": at is None,
        "types": legal["types"],
        "choices": choices,
        "all_choices": legal["commands"],
        "board": drawn,
        "squares": _squares(match, drawn, now, choices, legal["commands"]) if drawn and may_tap else [],
        "rule_of_end": rule_of(match.game, (now["ended"] or {}).get("reason", "")),
        "said": said(match.game, events, own, seat),
        "undo_to": _undo_to(match) if at is None else 0,
        "hand_over": _hand_over(now, seat, held) if at is None else None,
        "table_template": template_for(match.game, "table.html"),
    }


def _hand_over(now: dict[str, Any], seat: int | None, held: tuple[int, ...]) -> int | None:
    """The other seat of this device that is to act while this one is not: the phone goes there."""
    if seat is None or seat in now["to_act"]:
        return None
    return next((one for one in now["to_act"] if one in held), None)


def _squares(
    match: Match, drawn: DrawnBoard, now: dict[str, Any], choices: Choices, commands: list[Command]
) -> list[Square]:
    others = [one for one in now["to_act"] if one != now["seat"]]
    types = _tap_types([*commands, *(one for seat in others for one in reading.commands_of(match, seat)["commands"])])
    return squares_of(drawn, now["state"].get("pieces") or [], choices.at_square, choices.at_piece, types)


def _tap_types(commands: list[Command]) -> tuple[str, str]:
    """The types of command that a square and a piece give when they are tapped: what this part of the match asks for.

    Where the seat has nothing to do they are those of the seat that has; of its choices nothing else is used.
    """
    found: dict[str, str] = {}
    for command in commands:
        fields = list(pointed_at(command))
        if len(fields) == 1:
            found.setdefault(fields[0], command["type"])
    return found.get("square", "choose_square"), found.get("piece", "choose_piece")


def _undo_to(match: Match) -> int:
    """The version before the last command, to which one tap goes back."""
    return states.newest(reading.decider_of(match.game), match).before


def said(game: str, events: list[dict[str, Any]], state: dict[str, Any], seat: int | None) -> list[dict[str, Any]]:
    """Events in words, the newest first; those that say nothing at a table left out."""
    own_phrases = phrases(game)
    told = []
    for event in reversed(events):
        data = {"seat": event["seat"], **event["data"], "type": event["type"], "text": event.get("text", "")}
        words = in_words(own_phrases, "event", data, state, seat)
        if words:
            told.append({"version": event["version"], "words": words[:1].upper() + words[1:]})
    return told


def rule_of(game: str, rule: str) -> Rule | None:
    """The rule of that id, where the game has one."""
    return catalogues.rules_of(game).get(rule) if rule and game in GAMES else None
