"""A stored position as the real rules have it and as the slow ones have it, and how the two are compared."""

import json
from pathlib import Path

import msgspec
import yaml

from games.catalogue import GAMES_FOLDER
from games.reliquary import commands as asked
from games.reliquary.choices import legal_commands
from games.reliquary.playing import DECIDER
from games.reliquary.state import Piece, Relic, SeatState

FOLDER = Path(__file__).parent / "perft"
EDITION = yaml.safe_load((GAMES_FOLDER / "reliquary" / "editions" / "house-1.yaml").read_text())
NAMES = {card["code"]: card["name"] for card in EDITION["cards"]}
CODES = {card["name"]: card["code"] for card in EDITION["cards"] if card["kind"] != "aid"}
MOVES = [card for card in EDITION["cards"] if card["kind"] in ("agnostic_move", "unique_move")]


def stored(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def state_of(position, catalogue):
    """The state of a stored position."""
    rites = position.get("rites", [None, None])
    reading = position.get("reading", "own")
    options = DECIDER.options(board=position["board"], rites=any(rites), vigil_reading=reading)
    fresh = DECIDER.initial(options, 2, DECIDER.cards_used(options, catalogue))
    seats = tuple(
        SeatState(side=side, faction=CODES[faction], cards=tuple(CODES[n] for n in hand), rite=rite and CODES[rite])
        for side, faction, hand, rite in zip(
            ("key", "skull"), position["factions"], position["hands"], rites, strict=True
        )
    )
    state = msgspec.structs.replace(
        fresh,
        phase="play",
        seats=seats,
        ruins=tuple(tuple(ruin) for ruin in position.get("ruins", [])),
        pieces=msgspec.convert(position["pieces"], tuple[Piece, ...]),
        relics=msgspec.convert(position["relics"], tuple[Relic, Relic]),
        waiting=CODES[position["waiting"]],
        **{name: position[name] for name in ("first", "active", "turn", "round", "vigil")},
    )
    assert DECIDER.check(state) is None, DECIDER.check(state)
    return state


def table_of(state):
    """A state as the slow rules have it; no play may be waiting for a choice."""
    pieces = {
        piece.id: {
            "id": piece.id,
            "seat": piece.owner,
            "hero": piece.kind == "hero",
            "at": piece.square,
            "hp": piece.hp,
            "veil": piece.veiled_in,
            "aegis": piece.warded_until,
            "stepped": piece.stepped,
        }
        for piece in state.pieces
    }
    return {
        "size": state.board,
        "ruins": list(state.ruins),
        "pieces": pieces,
        "relics": {relic.owner: {"at": relic.square, "by": relic.carrier} for relic in state.relics},
        "factions": {seat: NAMES[state.seat(seat).faction] for seat in (1, 2)},
        "hands": {seat: [NAMES[code] for code in state.seat(seat).cards] for seat in (1, 2)},
        "waiting": NAMES[state.waiting],
        "rites": {n: (s.rite and not s.rite_used and NAMES[s.rite]) or None for n, s in enumerate(state.seats, 1)},
        "recalled": {seat: state.seat(seat).recalled for seat in (1, 2)},
        "patterns": {card["name"]: card["pattern"] for card in MOVES},
        "escorts": {card["name"] for card in MOVES if card.get("escort")},
        "unique": {card["name"] for card in MOVES if card["kind"] == "unique_move"},
        "lost": state.hp_lost,
        "touched": state.relic_moved,
        "held": state.rite_played,
        "reading": state.options.vigil_reading,
        "over": None if state.result is None else state.result.winners,
        **{name: getattr(state, name) for name in ("first", "active", "turn", "round", "vigil")},
    }


def same(table, state):
    """Whether the slow rules' table is what the state says. Once it is over nobody has the turn."""
    theirs = table_of(state) | ({"active": table["active"]} if state.result is not None else {})
    return table == theirs


def words(command):
    """A command as the slow rules write it."""
    match command:
        case asked.PlayMove():
            escort = command.escort and (command.escort.piece, command.escort.square)
            return "move", NAMES[command.card], command.piece, command.square, escort
        case asked.PlayAttack():
            return "attack", NAMES[command.card], command.piece, command.step, command.targets, command.roll
        case asked.Rally():
            return "rally", NAMES[command.card], command.piece, command.square
        case asked.PlayRite():
            return "rite", NAMES[command.card], command.piece, command.square
        case asked.SwapCard():
            return "swap", NAMES[command.card]
        case asked.Step():
            return "step", command.square
        case asked.SwapWith():
            return "swap_with", command.piece
        case asked.Recall():
            return "recall", command.square
        case asked.Decline():
            return ("no",)


GAMBLES = {CODES["Ordeal"], CODES["Rapture"]}


def commands(state):
    """Every legal command of whoever is to act, in one command a play; a gamble once for each roll of the die."""
    found = []
    for seat in DECIDER.to_act(state):
        for command in legal_commands(state, seat, small=False):
            if isinstance(command, asked.PlayAttack) and command.card in GAMBLES:
                found += [msgspec.structs.replace(command, roll=roll) for roll in range(1, 7)]
            else:
                found.append(command)
    return found


def after(state, command):
    for event in DECIDER.decide(state, command, None):
        state = DECIDER.evolve(state, event)
    return state


def perft(state, depth):
    """How many sequences of so many commands there are."""
    found = commands(state)
    return len(found) if depth == 1 else sum(perft(after(state, command), depth - 1) for command in found)
