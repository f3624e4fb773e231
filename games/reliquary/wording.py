"""A position in words: the text alternative of its picture, and the names on it."""

from collections.abc import Sequence
from typing import Any

from games.decider import Seat
from games.reliquary import events as happened
from games.reliquary.board import Square, other
from games.reliquary.setup import seats_to_act
from games.reliquary.state import Piece, Relic, State
from games.reliquary.vigil import hero_hp

PHASES = {
    "sides": "choosing sides",
    "ruins": "placing Ruins",
    "factions": "choosing factions",
    "deal": "dealing the cards",
    "rites": "drafting Rites",
    "deployment": "deployment",
    "relics": "hiding the Relics",
    "over": "the end",
}


def at(square: Square | None) -> str:
    """A square in words."""
    return "nowhere" if square is None else f"{square[0]},{square[1]}"


def most_hp(state: State, piece: Piece) -> int:
    """The HP that a piece began with."""
    return hero_hp(state.faction_of(piece.owner)) if piece.kind == "hero" else 1


def name_of(state: State, code: str | None) -> str:
    """A card's name; a dash for none."""
    card = state.cards.get(code or "")
    return card.name if card is not None else "–"


def shortened(text: str, most: int) -> str:
    """A text that has at most so many letters; cut ones end in dots."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def seat_name(state: State, seat: Seat) -> str:
    """A seat, with its faction and its side where they are known."""
    faction, side = state.faction_of(seat), state.seat(seat).side
    parts = [f"Seat {seat}", faction.name if faction else "", side.capitalize() if side else ""]
    return " · ".join(part for part in parts if part)


def turn_words(state: State) -> str:
    """Who is to do something, or how it ended."""
    if state.result is not None:
        winners = state.result.winners
        return f"Seat {winners[0]} has won" if winners else "A draw"
    seats = seats_to_act(state)
    who = f"Seat {seats[0]}" if len(seats) == 1 else "Both seats"
    if state.phase != "play":
        return f"{who}: {PHASES[state.phase]}"
    return f"{who} {'chooses' if state.agenda else 'to play'}"


def piece_words(state: State, piece: Piece) -> str:
    """A piece with all that is true of it."""
    kind = "Hero" if piece.kind == "hero" else "Minion"
    return ", ".join([f"{kind} {piece.id} of seat {piece.owner} on {at(piece.square)}", *_condition(state, piece)])


def square_words(state: State, square: Square, seat: Seat | None) -> str:
    """A square and all that is on it, for who looks: ``4,1, your Hero, 3 of 4 HP``."""
    words = [at(square)]
    piece = state.at(square)
    if piece is not None:
        named = "Hero" if piece.kind == "hero" else f"Minion {piece.id}"
        words += [f"your {named}" if piece.owner == seat else f"{named} of seat {piece.owner}"]
        words += _condition(state, piece)
    words += ["Ruin"] if square in state.ruins else []
    for relic in state.relics:
        if relic.square == square:
            whose = "your Relic" if relic.owner == seat else f"Relic of seat {relic.owner}"
            words.append(f"{whose}, {relic.place}")
    return ", ".join(words)


def _condition(state: State, piece: Piece) -> list[str]:
    """HP and marks of a piece."""
    words = [f"{piece.hp} of {most_hp(state, piece)} HP"] if piece.kind == "hero" else []
    relic = state.carried_by(piece)
    marks = [
        (f"carries the Relic of seat {relic.owner}" if relic else "", relic is not None),
        ("under Aegis", state.is_warded(piece)),
        ("veiled", piece.veiled_in is not None and piece.veiled_in >= state.turn),
        ("harrowed", piece.marked),
    ]
    return words + [word for word, holds in marks if holds]


def relic_words(relic: Relic) -> str:
    """Where a Relic is, as far as it may be known."""
    whose = f"Relic of seat {relic.owner}"
    if relic.place == "hidden":
        where = "on paper" if relic.on_paper else f"on {at(relic.square)}" if relic.square else "unseen"
        return f"{whose} hidden, {where}"
    if relic.place == "open":
        return f"{whose} open on {at(relic.square)}"
    return f"{whose} carried" if relic.place == "carried" else f"{whose} not yet hidden"


def described(state: State, last: str = "") -> str:
    """A whole position in sentences."""
    sentences = [f"{turn_words(state)}."]
    if state.phase in ("play", "over"):
        sentences.append(f"Round {state.round}; the Vigil die shows {state.vigil}.")
    for seat in (1, 2):
        own = [piece for piece in state.pieces if piece.owner == seat]
        standing = "; ".join(piece_words(state, piece) for piece in own if piece.square is not None)
        slain = sum(piece.square is None for piece in own)
        cards = ", ".join(name_of(state, code) for code in state.seat(seat).cards)
        sentences.append(f"{seat_name(state, seat)}. {standing or 'No piece on the board'}. {slain} slain.")
        sentences += [f"Cards: {cards}."] if cards else []
    if state.waiting:
        sentences.append(f"Waiting: {name_of(state, state.waiting)}.")
    if state.ruins:
        sentences.append(f"Ruins on {'; '.join(at(ruin) for ruin in state.ruins)}.")
    sentences += [f"{relic_words(relic)}." for relic in state.relics]
    return " ".join([*sentences, *([f"Last: {last}."] if last else [])])


def move_words(events: Sequence[Any]) -> str:
    """What happened on the board, in words."""
    return ", ".join(word for word in map(_event_words, events) if word)


def _event_words(event: Any) -> str:
    match event:
        case happened.PieceMoved():
            return f"piece {event.piece} from {at(event.origin)} to {at(event.square)} ({event.how})"
        case happened.PiecesSwapped():
            return f"pieces {event.pieces[0]} and {event.pieces[1]} swapped"
        case happened.DamageTaken():
            return f"piece {event.piece} lost {event.amount} HP"
        case happened.PieceSlain():
            return f"piece {event.piece} was slain on {at(event.square)}"
        case happened.PieceDeployed() | happened.PieceReturned() | happened.PieceHarrowed():
            return f"piece {event.piece} came to {at(event.square)}"
        case happened.RuinsPlaced():
            return f"Ruins on {at(event.squares[0])} and {at(event.squares[1])}"
        case happened.RuinRemoved():
            return f"the Ruin on {at(event.square)} is gone"
        case happened.RelicTaken():
            return f"piece {event.piece} took the Relic of seat {event.relic}"
        case happened.RelicDropped():
            return f"the Relic of seat {event.relic} was dropped on {at(event.square)}"
        case _:
            return ""


def opposite(seat: Seat | None) -> Seat:
    """The seat at the far edge of the picture: seat 2, unless it is seat 2 that looks."""
    return other(seat or 1)
