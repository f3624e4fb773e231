"""Every command that a seat may give now: in setup, whole plays and small ones, answers to what is asked."""

from collections.abc import Iterator

from games.decider import Seat
from games.reliquary import commands as asked
from games.reliquary.agenda import Aim, AnyTask, Compose, MayEnter, MayEscort, MayRecall, MayStep, MaySwap
from games.reliquary.board import other
from games.reliquary.cards import Faction
from games.reliquary.commands import AnyCommand
from games.reliquary.dialogue import choices_of
from games.reliquary.resolving import aim_pieces, escort_pieces, recall_squares, step_squares, swap_pieces
from games.reliquary.setup import deploy_squares, relic_squares, ruin_squares, seats_to_act
from games.reliquary.sight import may_hide, standing
from games.reliquary.state import State
from games.reliquary.whole import MODES, plays_in_mode, whole_plays


def choices(state: State, seat: Seat) -> tuple[AnyCommand, ...]:
    """What a seat may do now; nothing where it is not its turn and nothing is asked of it."""
    return legal_commands(state, seat)


def legal_commands(state: State, seat: Seat, *, whole: bool = True, small: bool = True) -> tuple[AnyCommand, ...]:
    """Every legal command of a seat: ``whole`` plays, and the ``small`` ones that a play can be put together by."""
    found: list[AnyCommand] = []
    if seat in seats_to_act(state):
        in_play = state.phase == "play"
        found.extend(_plays(state, seat, whole=whole, small=small) if in_play else _setup(state, seat))
    if state.phase == "play":
        found.extend(_reveals(state, seat))
    return tuple(found)


def _setup(state: State, seat: Seat) -> Iterator[AnyCommand]:
    match state.phase:
        case "sides":
            yield asked.TakeSide(seat=seat, side="key")
            yield asked.TakeSide(seat=seat, side="skull")
        case "ruins":
            yield from (asked.PlaceRuins(seat=seat, square=square) for square in ruin_squares(state))
        case "factions":
            factions = (card.code for card in state.cards.values() if isinstance(card, Faction))
            yield from (asked.PickFaction(seat=seat, faction=code) for code in factions)
            if state.seat(seat).pick is None:
                yield asked.PickFaction(seat=seat, on_paper=True)
        case "deal":
            yield asked.Deal(seat=seat)
        case "rites":
            yield from (asked.TakeRite(seat=seat, rite=rite) for rite in state.rites_left)
        case "deployment":
            yield from (asked.Deploy(seat=seat, square=square) for square in deploy_squares(state, seat))
        case "relics":
            yield from (asked.HideRelic(seat=seat, square=square) for square in relic_squares(state, seat))
            yield asked.HideRelic(seat=seat, on_paper=True)
        case _:
            return


def _reveals(state: State, seat: Seat) -> Iterator[AnyCommand]:
    relic = state.relics[seat - 1]
    if relic.place != "hidden" or not relic.on_paper:
        return
    for piece in standing(state, other(seat)):
        square = piece.square
        if square is not None and may_hide(state, seat, square):
            yield asked.RevealRelic(seat=seat, square=square)


def _plays(state: State, seat: Seat, *, whole: bool, small: bool) -> Iterator[AnyCommand]:
    if state.agenda:
        yield from answers_of(state, state.agenda[0])
        return
    if whole:
        yield from whole_plays(state, seat)
    if small:
        for card in state.seat(seat).cards:
            for mode in MODES:
                if any(True for _ in plays_in_mode(state, seat, card, mode)):
                    yield asked.BeginPlay(seat=seat, card=card, mode=mode)


def answers_of(state: State, task: AnyTask) -> Iterator[AnyCommand]:
    """Every answer to what a play waits for."""
    seat = task.seat
    match task:
        case Compose():
            yield from choices_of(state, task)
            yield asked.TakeBack(seat=seat)
            return
        case MayEscort():
            yield from (asked.ChoosePiece(seat=seat, piece=number) for number in escort_pieces(state, task))
        case Aim():
            numbers = aim_pieces(state, task)
            yield from (asked.ChoosePiece(seat=seat, piece=number) for number in numbers)
            if task.least > 0 and numbers:
                return
        case MayStep() | MayEnter():
            squares = step_squares(state, task)
            yield from (asked.Step(seat=seat, square=square) for square in squares)
            if isinstance(task, MayStep) and task.must and squares:
                return
        case MaySwap():
            yield from (asked.SwapWith(seat=seat, piece=piece.id) for piece in swap_pieces(state, task))
        case MayRecall():
            yield from (asked.Recall(seat=seat, square=square) for square in recall_squares(state, task))
        case _:
            pass
    yield asked.Decline(seat=seat)
