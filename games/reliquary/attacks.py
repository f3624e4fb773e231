"""Playing a card to ATTACK: whom an effect can reach, and what it puts on the agenda (RQ-T3, RQ-C1 to RQ-C3)."""

from typing import assert_never

from games.decider import Chance, Refused
from games.reliquary import commands as asked
from games.reliquary import events as happened
from games.reliquary.agenda import Aim, AnyTask, Hit, MayEnter, MayStep, MaySwap
from games.reliquary.board import Square, distance
from games.reliquary.cards import (
    Aegis,
    AgnosticMove,
    AnyEffect,
    Gale,
    Hook,
    MoveCard,
    Ordeal,
    Passage,
    Rapture,
    Strike,
    Veil,
)
from games.reliquary.events import AnyEvent
from games.reliquary.plays import begin, card_to_play, own_piece
from games.reliquary.resolving import run
from games.reliquary.sight import enemies_in_reach, friends_to_swap, steps_from
from games.reliquary.state import Piece, State
from games.reliquary.unfolding import Unfolding


def effect_of(state: State, card: MoveCard, piece: Piece) -> AnyEffect | None:
    """What a piece's attack with a card does: the card's own, or its faction's."""
    if isinstance(card, AgnosticMove):
        faction = state.faction_of(piece.owner)
        attacks = faction.attacks if faction is not None else ()
    else:
        attacks = card.attacks
    return next((attack.effect for attack in attacks if attack.who in ("any", piece.kind)), None)


def may_step_first(effect: AnyEffect) -> bool:
    """Whether the attacker may step before: adjacent attacks (RQ-X5), and Gale."""
    return isinstance(effect, Gale) or (isinstance(effect, Strike) and effect.adjacent)


def targets_of(state: State, piece: Piece, effect: AnyEffect, stand: Square) -> tuple[Piece, ...]:
    """The pieces that an effect may be aimed at from where its attacker stands."""
    match effect:
        case Strike() | Veil() | Ordeal():
            return enemies_in_reach(state, piece.owner, stand, effect.range)
        case Hook():
            return enemies_in_reach(state, piece.owner, stand, effect.range, through_ruins=False)
        case Gale():
            return enemies_in_reach(state, piece.owner, stand, 1)
        case Passage():
            return friends_to_swap(state, piece, effect.range, minions_only=False)
        case Aegis() | Rapture():
            return ()
        case _:
            assert_never(effect)


def target_counts(effect: AnyEffect, possible: int) -> tuple[int, int]:
    """The least and the greatest number of targets, of so many possible ones."""
    match effect:
        case Strike():
            return 1, effect.targets
        case Hook() | Veil() | Ordeal() | Passage():
            return 1, 1
        case Gale():
            return possible, possible
        case Aegis() | Rapture():
            return 0, 0
        case _:
            assert_never(effect)


def play_attack(state: State, command: asked.PlayAttack, chance: Chance) -> list[AnyEvent]:
    """One attacker does what the card says. Not in a seat's own first turn (RQ-X4)."""
    card = card_to_play(state, command)
    if state.round <= 1:
        raise Refused("RQ-X4", "There is no ATTACK in a seat's own first turn.")
    piece = own_piece(state, command.seat, command.piece, "RQ-T3")
    effect = effect_of(state, card, piece)
    if effect is None or piece.square is None:
        raise Refused("RQ-T3", f"{card.name} has no attack for a {piece.kind}.")
    _check_fields(command, effect)
    stand = _stand(state, command, piece, effect)
    _check_targets(state, command, piece, effect, stand)
    unfolding = begin(state, command, "attack", chance)
    if command.step is not None:
        unfolding.move(piece, command.step, "step")
    _attack(unfolding, command, effect)
    run(unfolding)
    return unfolding.events


def open_attack(state: State, command: asked.PlayAttack, chance: Chance) -> list[AnyEvent]:
    """An attack of which ``command`` says all but the targets: they are asked one by one, after the step.

    For the attacks that have a step before them (:func:`may_step_first`).
    """
    card = card_to_play(state, command)
    piece = own_piece(state, command.seat, command.piece, "RQ-T3")
    effect = effect_of(state, card, piece)
    if not isinstance(effect, Strike | Gale):
        raise Refused("RQ-T3", f"{card.name} asks for its target before.")
    stand = _stand(state, command, piece, effect)
    left = tuple(target.id for target in targets_of(state, piece, effect, stand))
    least, most = target_counts(effect, len(left))
    if len(left) < least:
        raise Refused("RQ-T3", f"Nobody can be attacked from {list(stand)}.")
    unfolding = begin(state, command, "attack", chance)
    if command.step is not None:
        unfolding.move(piece, command.step, "step")
    strike = effect if isinstance(effect, Strike) else Strike(push=effect.push)
    aim = Aim(
        seat=command.seat,
        piece=piece.id,
        left=left,
        least=least,
        most=most,
        damage=strike.damage,
        push=strike.push,
        pull=strike.pull,
        enter=strike.then == "step_into_freed",
    )
    unfolding.agenda[-1:-1] = [aim, *_afterwards(command, strike)]
    run(unfolding)
    return unfolding.events


def _check_fields(command: asked.PlayAttack, effect: AnyEffect) -> None:
    gamble = isinstance(effect, Ordeal | Rapture)
    if command.roll is not None and not gamble:
        raise Refused("RQ-T3", "This attack rolls no die.")
    if command.roll is not None and not 1 <= command.roll <= 6:
        raise Refused("RQ-T3", f"{command.roll} is no roll of a d6.")
    if command.step is not None and not may_step_first(effect):
        raise Refused("RQ-X5", "Only an adjacent attack, or Gale, has a step before it.")
    if command.then is None:
        return
    if isinstance(effect, Rapture):
        if command.roll is None:
            raise Refused("RQ-T3", "The steps are chosen when the die is known.")
    elif not isinstance(effect, Strike) or effect.then is None:
        raise Refused("RQ-T3", "Nothing follows this attack.")


def _stand(state: State, command: asked.PlayAttack, piece: Piece, effect: AnyEffect) -> Square:
    if piece.square is None:
        raise LookupError(f"piece {piece.id} is slain")
    if command.step is None:
        return piece.square
    if state.is_veiled(piece):
        raise Refused("RQ-C1", "A veiled piece may not step in this turn.")
    if command.step not in steps_from(state, piece):
        raise Refused("RQ-C1", f"Piece {piece.id} cannot step to {list(command.step)}.")
    return command.step


def _check_targets(state: State, command: asked.PlayAttack, piece: Piece, effect: AnyEffect, stand: Square) -> None:
    possible = {target.id for target in targets_of(state, piece, effect, stand)}
    for number in command.targets:
        if number not in possible:
            raise Refused(*_why_not(state, piece, effect, stand, number))
    if len(set(command.targets)) != len(command.targets):
        raise Refused("RQ-T3", "Each target is named once.")
    least, most = target_counts(effect, len(possible))
    if not least <= len(command.targets) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise Refused("RQ-T3", f"This attack takes {wanted} targets, not {len(command.targets)}.")


def _why_not(state: State, piece: Piece, effect: AnyEffect, stand: Square, number: int) -> tuple[str, str]:
    target = state.piece(number)
    friendly = isinstance(effect, Passage)
    if target is None or target.square is None or target.id == piece.id or (target.owner == piece.owner) != friendly:
        side = "other friendly" if friendly else "enemy"
        return "RQ-T3", f"Piece {number} is no {side} piece on the board."
    reach = getattr(effect, "range", 1)
    if distance(stand, target.square) > reach:
        return "RQ-C1", f"Piece {number} is {distance(stand, target.square)} squares away; the reach is {reach}."
    return "RQ-C2", f"No clear line leads to piece {number}."


def _attack(unfolding: Unfolding, command: asked.PlayAttack, effect: AnyEffect) -> None:
    """Put what the attack does before the end of the turn; what is sure happens at once."""
    seat, piece, state = command.seat, command.piece, unfolding.state
    tasks: list[AnyTask] = []
    match effect:
        case Strike():
            tasks = _strike(state, command, effect)
        case Hook():
            tasks = [Hit(seat=seat, attacker=piece, target=command.targets[0], pull=effect.range)]
        case Gale():
            tasks = [Hit(seat=seat, attacker=piece, target=one, push=effect.push) for one in command.targets]
        case Veil():
            unfolding.happen(happened.PieceVeiled(piece=command.targets[0], turn=state.turn + 1))
        case Passage():
            unfolding.swap(unfolding.piece(piece), unfolding.piece(command.targets[0]))
        case Aegis():
            unfolding.happen(happened.PieceWarded(piece=piece, until=state.turn + 2))
        case Ordeal():
            tasks = _ordeal(unfolding, command, effect)
        case Rapture():
            value = unfolding.roll(seat, command.roll)
            row = next(row for row in effect.rolls if row.low <= value <= row.high)
            tasks = [MayStep(seat=seat, piece=piece, steps=row.steps, must=not row.up_to, given=command.then)]
        case _:
            assert_never(effect)
    unfolding.agenda[-1:-1] = tasks


def _strike(state: State, command: asked.PlayAttack, strike: Strike) -> list[AnyTask]:
    seat, piece = command.seat, command.piece
    tasks: list[AnyTask] = [
        Hit(seat=seat, attacker=piece, target=one, damage=strike.damage, push=strike.push, pull=strike.pull)
        for one in command.targets
    ]
    if strike.then == "step_into_freed":
        target = state.piece(command.targets[0])
        if target is not None and target.square is not None:
            freed = MayEnter(seat=seat, piece=piece, target=target.id, square=target.square, given=command.then)
            tasks.append(freed)
    return [*tasks, *_afterwards(command, strike)]


def _afterwards(command: asked.PlayAttack, strike: Strike) -> list[AnyTask]:
    """What the attacker may do when all is struck."""
    if strike.then == "step":
        return [MayStep(seat=command.seat, piece=command.piece, given=command.then)]
    if strike.then == "swap":
        return [MaySwap(seat=command.seat, piece=command.piece, range=strike.swap_range, given=command.then)]
    return []


def _ordeal(unfolding: Unfolding, command: asked.PlayAttack, effect: Ordeal) -> list[AnyTask]:
    value = unfolding.roll(command.seat, command.roll)
    row = next(row for row in effect.rolls if row.low <= value <= row.high)
    if row.self_damage:
        unfolding.hurt(command.piece, row.self_damage, "ordeal")
        return []
    return [Hit(seat=command.seat, attacker=command.piece, target=command.targets[0], damage=row.damage)]
