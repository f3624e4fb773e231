"""A play that is put together by small choices: what is asked, what may be answered, and the whole play in the end.

Nothing happens to the table until a choice settles what moves, steps or is rolled. Then it happens, and what follows
it (an Escort, the targets after a step) is asked when its outcome is known. In the end the very same has happened as by
the whole command. Every choice can be carried on to a legal play. A step that cannot be made is not asked for.
"""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from games.decider import Chance, Refused
from games.reliquary import commands as asked
from games.reliquary import events as happened
from games.reliquary.agenda import Compose, Mode
from games.reliquary.attacks import effect_of, may_step_first, open_attack, target_counts, targets_of
from games.reliquary.board import Square, other
from games.reliquary.cards import AnyEffect, Ordeal, Rapture
from games.reliquary.events import AnyEvent
from games.reliquary.plays import card_to_play, play_move, rite_of, rite_squares
from games.reliquary.questions import no_answer
from games.reliquary.sight import free_back_row, moves_of, slain_minions, standing, steps_from
from games.reliquary.state import Piece, State, evolve
from games.reliquary.whole import attacks_with, play_whole, plays_in_mode, target_lists

Choice = asked.ChoosePiece | asked.ChooseSquare | asked.RollDie | asked.Decline
RULE_OF: dict[Mode, str] = {
    "move": "RQ-T2",
    "attack": "RQ-T3",
    "rally": "RQ-T4",
    "rite": "RQ-T5",
    "swap": "RQ-X6",
}


def begin_play(state: State, command: asked.BeginPlay, chance: Chance) -> list[AnyEvent]:
    """Ask for the first choice. Refused where the card can be played in this mode in no way."""
    card = card_to_play(state, command)
    if command.mode == "attack" and state.round <= 1:
        raise Refused("RQ-X4", "There is no ATTACK in a seat's own first turn.")
    if not any(True for _ in plays_in_mode(state, command.seat, command.card, command.mode)):
        raise Refused(RULE_OF[command.mode], f"With {card.name} no {command.mode.upper()} is possible now.")
    if command.mode == "swap":
        return play_whole(state, asked.SwapCard(seat=command.seat, card=command.card), chance)
    return [happened.PlayWaits(agenda=(_begun(state, command),))]


def choose(state: State, command: asked.Choice | asked.Decline, task: Compose, chance: Chance) -> list[AnyEvent]:
    """Take a choice: the next one is asked, or the whole play is made."""
    if isinstance(command, asked.TakeBack):
        return [happened.PlayTakenBack(seat=command.seat)]
    if isinstance(command, asked.RollDie) and command.value is not None and not 1 <= command.value <= 6:
        raise Refused("RQ-T3", f"{command.value} is no roll of a d6.")
    answers = choices_of(state, task)
    if command not in answers:
        back = asked.TakeBack(seat=command.seat)
        raise Refused(RULE_OF[task.mode], no_answer(state, task, command, [*answers, back]))
    following = _after(state, task, command)
    if isinstance(following, Compose):
        return [happened.PlayWaits(agenda=(following,))]
    resumed = happened.PlayResumed(seat=command.seat)
    return [resumed, *_play(evolve(state, resumed), following, chance)]


def _play(state: State, play: asked.Play, chance: Chance) -> list[AnyEvent]:
    if isinstance(play, asked.PlayMove):
        return play_move(state, play, chance, ask_escort=True)
    if isinstance(play, asked.PlayAttack) and _is_open(state, play):
        return open_attack(state, play, chance)
    return play_whole(state, play, chance)


def _is_open(state: State, play: asked.PlayAttack) -> bool:
    card, piece = state.move_card(play.card), state.piece(play.piece)
    effect = None if card is None or piece is None else effect_of(state, card, piece)
    return effect is not None and may_step_first(effect)


def choices_of(state: State, task: Compose) -> tuple[Choice, ...]:
    """Every answer to what is asked. None where a correction has made the choices so far impossible."""
    return tuple(_choices(state, task)) if _holds(state, task) else ()


def _choices(state: State, task: Compose) -> Iterator[Choice]:
    seat, piece = task.seat, state.piece(task.piece)
    no = asked.Decline(seat=seat)
    match task.asks:
        case "piece" | "minion":
            yield from (asked.ChoosePiece(seat=seat, piece=number) for number in _pieces(state, task))
        case "square":
            yield from (asked.ChooseSquare(seat=seat, square=square) for square in _squares(state, task))
        case "step":
            stands = _stands(state, task)
            yield from (asked.ChooseSquare(seat=seat, square=square) for square in stands if square is not None)
            yield from (no for square in stands if square is None)
        case "target":
            possible, least, _ = _targets(state, task)
            yield from (asked.ChoosePiece(seat=seat, piece=number) for number in possible if number not in task.targets)
            if len(task.targets) >= least:
                yield no
        case "die":
            if piece is not None:
                yield from (asked.RollDie(seat=seat, value=value) for value in (None, 1, 2, 3, 4, 5, 6))
        case _:
            assert_never(task.asks)


def _pieces(state: State, task: Compose) -> tuple[int, ...]:
    """Who may move or attack, or which slain Minion may come back."""
    card, seat = state.move_card(task.card), task.seat
    if task.asks == "minion":
        return tuple(minion.id for minion in slain_minions(state, seat if task.mode == "rally" else other(seat)))
    if card is None:
        return ()
    if task.mode == "move":
        return tuple(piece.id for piece in standing(state, seat) if moves_of(state, piece, card))
    return tuple(piece.id for piece in standing(state, seat) if any(True for _ in attacks_with(state, piece, card)))


def _squares(state: State, task: Compose) -> tuple[Square, ...]:
    card, piece, rite = state.move_card(task.card), state.piece(task.piece), rite_of(state, task.seat)
    match task.mode:
        case "move":
            return () if card is None or piece is None else moves_of(state, piece, card)
        case "rally":
            return free_back_row(state, task.seat)
        case "rite":
            return () if rite is None else rite_squares(state, task.seat, rite.rite)
        case _:
            return ()


def _attacker(state: State, task: Compose) -> tuple[Piece, AnyEffect] | None:
    card, piece = state.move_card(task.card), state.piece(task.piece)
    if card is None or piece is None or piece.square is None:
        return None
    effect = effect_of(state, card, piece)
    return None if effect is None else (piece, effect)


def _stands(state: State, task: Compose) -> tuple[Square | None, ...]:
    """The steps before an attack from which it can go on; ``None``: no step."""
    attacker = _attacker(state, task)
    if attacker is None or attacker[0].square is None:
        return ()
    piece, effect = attacker
    here = attacker[0].square
    steps = steps_from(state, piece) if may_step_first(effect) else ()
    return tuple(step for step in (*steps, None) if any(True for _ in target_lists(state, piece, effect, step or here)))


def _targets(state: State, task: Compose) -> tuple[tuple[int, ...], int, int]:
    """Whom the attack may be aimed at from where its attacker will stand; how many at the least and at the most."""
    attacker = _attacker(state, task)
    if attacker is None or attacker[0].square is None:
        return (), 0, 0
    piece, effect = attacker
    possible = tuple(target.id for target in targets_of(state, piece, effect, attacker[0].square))
    return possible, *target_counts(effect, len(possible))


def _begun(state: State, command: asked.BeginPlay) -> Compose:
    rite = rite_of(state, command.seat)
    begun = Compose(seat=command.seat, card=command.card, mode=command.mode, asks="piece")
    if command.mode == "rally" or (command.mode == "rite" and rite is not None and rite.rite == "harrow"):
        return replace(begun, asks="minion")
    return replace(begun, asks="square") if command.mode == "rite" else begun


def _after(state: State, task: Compose, answer: Choice) -> Compose | asked.Play:
    """What follows a choice: the next question, or the whole play."""
    piece = answer.piece if isinstance(answer, asked.ChoosePiece) else None
    square = answer.square if isinstance(answer, asked.ChooseSquare) else None
    match task.asks:
        case "piece":
            chosen = replace(task, piece=piece)
            if task.mode == "move":
                return replace(chosen, asks="square")
            return replace(chosen, asks="step") if any(_stands(state, chosen)) else _aim(state, chosen)
        case "minion":
            return replace(task, piece=piece, asks="square")
        case "square" | "step":
            return _whole(task, square=square)
        case "target":
            return _loose(state, task) if piece is None else _aim(state, replace(task, targets=(*task.targets, piece)))
        case "die":
            return _whole(task, roll=answer.value if isinstance(answer, asked.RollDie) else None)
        case _:
            assert_never(task.asks)


def _aim(state: State, task: Compose) -> Compose | asked.Play:
    """Ask for the next target where one can be named before the attack."""
    attacker = _attacker(state, task)
    if attacker is None or may_step_first(attacker[1]):
        return _whole(task)
    possible, _, most = _targets(state, task)
    if len(task.targets) < min(most, len(possible)):
        return replace(task, asks="target")
    return _loose(state, task)


def _loose(state: State, task: Compose) -> Compose | asked.Play:
    attacker = _attacker(state, task)
    if attacker is not None and isinstance(attacker[1], Ordeal | Rapture):
        return replace(task, asks="die")
    return _whole(task)


def _whole(task: Compose, *, square: Square | None = None, roll: int | None = None) -> asked.Play:
    seat, card, piece, end = task.seat, task.card, task.piece or 0, square or (0, 0)
    match task.mode:
        case "move":
            return asked.PlayMove(seat=seat, card=card, piece=piece, square=end)
        case "attack":
            return asked.PlayAttack(seat=seat, card=card, piece=piece, step=square, targets=task.targets, roll=roll)
        case "rally":
            return asked.Rally(seat=seat, card=card, square=end, piece=task.piece)
        case "rite":
            return asked.PlayRite(seat=seat, card=card, square=end, piece=task.piece)
        case "swap":
            return asked.SwapCard(seat=seat, card=card)
        case _:
            assert_never(task.mode)


def _holds(state: State, task: Compose) -> bool:
    """Whether the choices so far could be made again now: a correction may have changed the table since."""
    begin = asked.BeginPlay(seat=task.seat, card=task.card, mode=task.mode)
    if task.seat != state.active or not any(True for _ in plays_in_mode(state, task.seat, task.card, task.mode)):
        return False
    probe: Compose | asked.Play = _begun(state, begin)
    while isinstance(probe, Compose) and probe != task:
        made = _made(task, probe)
        if made is None or made not in tuple(_choices(state, probe)):
            return False
        probe = _after(state, probe, made)
    return probe == task


def _made(task: Compose, probe: Compose) -> Choice | None:
    """The answer that was given to an earlier question; after a square or a die there is no further one."""
    piece: int | None = None
    if probe.asks in ("piece", "minion"):
        piece = task.piece
    elif probe.asks == "target":
        piece = next(iter(task.targets[len(probe.targets) :]), None)
    return None if piece is None else asked.ChoosePiece(seat=task.seat, piece=piece)
