"""Playing a card to MOVE, to RALLY, for a Rite, or for nothing; what every play has in common."""

from typing import assert_never

from games.decider import Chance, Refused, Seat
from games.reliquary import commands as asked
from games.reliquary import events as happened
from games.reliquary.agenda import EndTurn, MayEscort, MayStep, Mode, Then
from games.reliquary.board import Square, half_of, other
from games.reliquary.cards import MoveCard, Rite, RiteName
from games.reliquary.events import AnyEvent
from games.reliquary.resolving import run
from games.reliquary.setup import next_piece, require
from games.reliquary.sight import free_back_row, moves_of, slain_minions, standing, steps_from
from games.reliquary.state import VIGIL_TOP, Piece, State
from games.reliquary.unfolding import Unfolding


def card_to_play(state: State, command: asked.Play | asked.BeginPlay) -> MoveCard:
    """The card of a play. Refused out of turn, while a choice is open, and for a card that the seat has not."""
    require(state, "play")
    if state.agenda:
        raise Refused("RQ-T1", "A play waits for a choice first.")
    if command.seat != state.active:
        raise Refused("RQ-T1", f"It is seat {state.active}'s turn.")
    card = state.move_card(command.card)
    if card is None or command.card not in state.seat(command.seat).cards:
        raise Refused("RQ-T1", f"Seat {command.seat} has no card {command.card!r}.")
    return card


def begin(state: State, command: asked.Play, mode: Mode, chance: Chance) -> Unfolding:
    """The card goes to wait, the waiting one comes; the end of the turn is the last thing to do."""
    unfolding = Unfolding(state, chance)
    piece = command.piece if isinstance(command, asked.PlayMove | asked.PlayAttack) else None
    took = state.waiting or command.card
    played = happened.CardPlayed(seat=command.seat, card=command.card, mode=mode, took=took, piece=piece)
    unfolding.happen(played)
    unfolding.agenda = [EndTurn(seat=command.seat, lantern=command.lantern)]
    return unfolding


def own_piece(state: State, seat: Seat, number: int, rule: str) -> Piece:
    """A seat's own piece on the board, or a refusal by ``rule``."""
    piece = state.piece(number)
    if piece is None or piece.owner != seat or piece.square is None:
        raise Refused(rule, f"Seat {seat} has no piece {number} on the board.")
    return piece


def play_move(state: State, command: asked.PlayMove, chance: Chance, *, ask_escort: bool = False) -> list[AnyEvent]:
    """One piece by the card's pattern; with Escort another friendly piece may step 1 (RQ-T2).

    ``ask_escort``: who escorts is asked once the piece has moved, and not part of the command.
    """
    card = card_to_play(state, command)
    piece = own_piece(state, command.seat, command.piece, "RQ-T2")
    if state.is_veiled(piece):
        raise Refused("RQ-T2", "A veiled piece may not MOVE in this turn.")
    if command.square not in moves_of(state, piece, card):
        raise Refused("RQ-T2", f"{card.name} does not lead piece {piece.id} to {list(command.square)}.")
    unfolding = begin(state, command, "move", chance)
    unfolding.move(piece, command.square, "move")
    if command.escort is not None:
        unfolding.agenda.insert(-1, _escort(unfolding.state, card, command, command.escort))
    elif ask_escort and card.escort:
        unfolding.agenda.insert(-1, MayEscort(seat=command.seat, moved=piece.id))
    run(unfolding)
    return unfolding.events


def _escort(state: State, card: MoveCard, command: asked.PlayMove, escort: asked.Escort) -> MayStep:
    """The escorting step: it comes when what the MOVE has found is settled."""
    if not card.escort:
        raise Refused("RQ-T2", f"{card.name} has no Escort.")
    if escort.piece == command.piece:
        raise Refused("RQ-T2", "Escort is a step of another piece than the one that moved.")
    piece = own_piece(state, command.seat, escort.piece, "RQ-T2")
    if escort.square not in steps_from(state, piece):
        raise Refused("RQ-C1", f"Piece {piece.id} cannot step to {list(escort.square)}.")
    return MayStep(seat=command.seat, piece=piece.id, given=Then(steps=(escort.square,)))


def rally(state: State, command: asked.Rally, chance: Chance) -> list[AnyEvent]:
    """A slain Minion returns to the own back row; the Vigil does not heed it (RQ-T4)."""
    card_to_play(state, command)
    minion = _slain(state, command.seat, command.piece, "RQ-T4")
    _free_back_row(state, command.seat, command.square, "RQ-T4")
    unfolding = begin(state, command, "rally", chance)
    back = happened.PieceReturned(seat=command.seat, piece=minion.id, square=command.square, how="rally")
    unfolding.happen(back)
    run(unfolding)
    return unfolding.events


def _slain(state: State, owner: Seat, number: int | None, rule: str) -> Piece:
    slain = slain_minions(state, owner)
    found = next((piece for piece in slain if number in (None, piece.id)), None)
    if found is None:
        raise Refused(rule, f"Seat {owner} has no slain Minion" + ("." if number is None else f" {number}."))
    return found


def _free_back_row(state: State, seat: Seat, square: Square, rule: str) -> None:
    if square not in free_back_row(state, seat):
        raise Refused(rule, f"{list(square)} is no empty square of seat {seat}'s back row.")


def swap_card(state: State, command: asked.SwapCard, chance: Chance, *, stuck: bool) -> list[AnyEvent]:
    """Nothing else can be played (``stuck``): a card changes places with the waiting one (RQ-X6)."""
    card_to_play(state, command)
    if not stuck:
        raise Refused("RQ-X6", "A card is swapped without effect only where nothing else can be played.")
    unfolding = begin(state, command, "swap", chance)
    run(unfolding)
    return unfolding.events


def rite_of(state: State, seat: Seat) -> Rite | None:
    """The Rite that a seat may still play."""
    own = state.seat(seat)
    card = state.cards.get(own.rite or "")
    return card if isinstance(card, Rite) and not own.rite_used else None


def rite_squares(state: State, seat: Seat, rite: RiteName) -> tuple[Square, ...]:
    """Where a seat's Rite may be used now; none where it cannot be."""
    match rite:
        case "exhumation":
            return free_back_row(state, seat)
        case "desecration":
            return tuple(ruin for ruin in state.ruins if half_of(ruin, state.board) == seat)
        case "harrow":
            return free_back_row(state, seat) if slain_minions(state, other(seat)) else ()
        case _:
            assert_never(rite)


def play_rite(state: State, command: asked.PlayRite, chance: Chance) -> list[AnyEvent]:
    """A card is spent for the own Rite; the Vigil die goes to 6 (RQ-T5)."""
    card_to_play(state, command)
    rite = rite_of(state, command.seat)
    if rite is None:
        raise Refused("RQ-T5", f"Seat {command.seat} has no Rite to play.")
    if rite.rite == "harrow":
        _slain(state, other(command.seat), command.piece, "RQ-T5")
    elif command.piece is not None:
        raise Refused("RQ-T5", f"{rite.name} takes no piece.")
    if command.square not in rite_squares(state, command.seat, rite.rite):
        raise Refused("RQ-T5", f"{rite.name} cannot be used on {list(command.square)}.")
    unfolding = begin(state, command, "rite", chance)
    unfolding.happen(happened.RitePlayed(seat=command.seat, rite=rite.code, vigil=VIGIL_TOP))
    _do_rite(unfolding, command, rite.rite)
    run(unfolding)
    return unfolding.events


def _do_rite(unfolding: Unfolding, command: asked.PlayRite, rite: RiteName) -> None:
    state, seat = unfolding.state, command.seat
    if rite == "harrow":
        minion = _slain(state, other(seat), command.piece, "RQ-T5")
        unfolding.happen(happened.PieceHarrowed(seat=seat, piece=minion.id, square=command.square))
        return
    if rite == "desecration":
        unfolding.happen(happened.RuinRemoved(square=command.square))
    new = happened.PieceDeployed(seat=seat, piece=next_piece(state), kind="minion", hp=1, square=command.square)
    unfolding.happen(new)


def any_mode(state: State, seat: Seat) -> bool:
    """Whether a seat can MOVE with some card, RALLY or play its Rite now; attacks are not asked."""
    pieces = tuple(standing(state, seat))
    for code in state.seat(seat).cards:
        card = state.move_card(code)
        if card is not None and any(moves_of(state, piece, card) for piece in pieces):
            return True
    rite = rite_of(state, seat)
    if rite is not None and rite_squares(state, seat, rite.rite):
        return True
    return bool(slain_minions(state, seat) and free_back_row(state, seat))
