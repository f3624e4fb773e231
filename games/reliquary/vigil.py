"""The end of a turn: the win in the own back row, the Vigil die, and the scores when it comes to 0."""

from games.decider import Seat
from games.reliquary import events as happened
from games.reliquary.board import back_row, half_of, other
from games.reliquary.cards import AnyCard, Faction
from games.reliquary.sight import standing
from games.reliquary.state import VIGIL_TOP, Piece, State
from games.reliquary.unfolding import Unfolding

VIGIL = "RQ-V2"
"""Why a match ends whose Vigil has come to its end."""


def carrier_of(state: State, seat: Seat) -> Piece | None:
    """A seat's piece that carries the opposing Relic."""
    piece = state.piece(state.relics[other(seat) - 1].carrier)
    return piece if piece is not None and piece.owner == seat else None


def end_turn(unfolding: Unfolding, seat: Seat) -> None:
    """Close a seat's turn, the round with it where it was the second one, and begin what follows."""
    unfolding.happen(happened.TurnEnded(seat=seat))
    state = unfolding.state
    carrier = carrier_of(state, seat)
    if carrier is not None and carrier.square is not None and carrier.square[1] == back_row(seat, state.board):
        unfolding.happen(happened.MatchDecided(winners=(seat,), reason="RQ-W"))
        return
    if seat != state.first:
        _end_round(unfolding)
        if unfolding.state.vigil == 0:
            _score(unfolding)
            return
    following = other(seat)
    number = state.round + (1 if following == state.first else 0)
    unfolding.happen(happened.TurnBegan(seat=following, turn=state.turn + 1, round=number))


def _end_round(unfolding: Unfolding) -> None:
    state = unfolding.state
    quiet = not state.hp_lost and not state.relic_moved
    if not quiet:
        vigil = VIGIL_TOP
    elif state.rite_played:
        vigil = state.vigil
    else:
        vigil = max(state.vigil - 1, 0)
    unfolding.happen(happened.RoundEnded(round=state.round, quiet=quiet, vigil=vigil))


def _score(unfolding: Unfolding) -> None:
    scored = scores(unfolding.state)
    unfolding.happen(scored)
    unfolding.happen(happened.MatchDecided(winners=_better(scored), reason=VIGIL))


def scores(state: State) -> happened.VigilScored:
    """What is compared when the Vigil die is at 0 (RQ-V2), by the reading that the match has chosen (RQ-X8)."""
    return happened.VigilScored(
        scores=(_score_of(state, 1), _score_of(state, 2)),
        hero_damage=(_hero_damage(state, 1), _hero_damage(state, 2)),
        minions=(_minions(state, 1), _minions(state, 2)),
    )


def running_scores(state: State) -> tuple[int, int] | None:
    """What each seat would have if the Vigil ended now; None before the first turn, and where it did not decide."""
    if state.phase != "play" and (state.result is None or state.result.reason != VIGIL):
        return None
    return scores(state).scores


def _score_of(state: State, seat: Seat) -> int:
    own, theirs = _carrier_half(state, seat), _carrier_half(state, other(seat))
    costs = own == seat if state.options.vigil_reading == "own" else theirs == seat
    return (1 if own == other(seat) else 0) - (1 if costs else 0)


def _carrier_half(state: State, seat: Seat) -> Seat | None:
    carrier = carrier_of(state, seat)
    return None if carrier is None or carrier.square is None else half_of(carrier.square, state.board)


def hero_hp(faction: AnyCard | None) -> int:
    """HP of a faction's Hero at the start."""
    return faction.hp if isinstance(faction, Faction) else 4


def _hero_damage(state: State, seat: Seat) -> int:
    heroes = (piece for piece in state.pieces if piece.owner == seat and piece.kind == "hero")
    return sum(hero_hp(state.faction_of(seat)) - hero.hp for hero in heroes)


def _minions(state: State, seat: Seat) -> int:
    return sum(piece.kind == "minion" for piece in standing(state, seat))


def _better(scored: happened.VigilScored) -> tuple[Seat, ...]:
    one, two = ((scored.scores[n], -scored.hero_damage[n], scored.minions[n]) for n in (0, 1))
    if one == two:
        return ()
    return (1,) if one > two else (2,)
