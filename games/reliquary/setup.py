"""Setting a match up, in its order: sides, Ruins, factions, cards, Rites, pieces, Relics (RQ-S1 to RQ-S6)."""

from collections.abc import Iterable

from games.decider import Chance, Refused, Seat
from games.reliquary import commands as asked
from games.reliquary import events as happened
from games.reliquary.board import Square, other, rows_from_edge, squares, turned
from games.reliquary.cards import AgnosticMove, Faction, Stamp, UniqueMove
from games.reliquary.events import AnyEvent, Phase
from games.reliquary.sight import may_hide
from games.reliquary.state import State
from games.reliquary.vigil import hero_hp

HAND = 3
DEALT = 2 * HAND + 1
RULE_OF: dict[Phase, str] = {
    "sides": "RQ-S1",
    "ruins": "RQ-S2",
    "factions": "RQ-S3",
    "deal": "RQ-S4",
    "rites": "RQ-S4m",
    "deployment": "RQ-S5",
    "relics": "RQ-S6",
    "play": "RQ-T1",
    "over": "RQ-W",
}


def require(state: State, phase: Phase) -> None:
    """Refuse what belongs to another part of the match."""
    if state.phase != phase:
        raise Refused(RULE_OF[phase], f"This belongs to the part {phase!r}; the match is at {state.phase!r}.")


def seats_to_act(state: State) -> tuple[Seat, ...]:
    """Who is to do something now: in setup, by its order; in play, who is asked, or has the turn."""
    match state.phase:
        case "sides" | "deal":
            return (1, 2)
        case "ruins":
            key = 1 if state.seat(1).side == "key" else 2
            return (key if len(state.ruins) % 4 == 0 else other(key),)
        case "factions":
            waits = all(seat.pick is not None for seat in state.seats)
            return tuple(n for n in (1, 2) if (p := state.seat(n).pick) is None or (waits and p.on_paper))
        case "rites":
            first = state.first or 1
            return (first if any(seat.rite for seat in state.seats) else other(first),)
        case "deployment":
            return _to_deploy(state)
        case "relics":
            return tuple(n for n in (1, 2) if state.relics[n - 1].place == "aside")
        case "play":
            return (state.agenda[0].seat,) if state.agenda else (state.active or 1,)
        case _:
            return ()


def _to_deploy(state: State) -> tuple[Seat, ...]:
    first = state.first or 1
    stand = {seat: sum(piece.owner == seat for piece in state.pieces) for seat in (1, 2)}
    return (first if stand[first] <= stand[other(first)] else other(first),)


def take_side(state: State, command: asked.TakeSide) -> list[AnyEvent]:
    """One seat is Key, the other Skull."""
    require(state, "sides")
    taken = happened.SideTaken(seat=command.seat, side=command.side)
    following: Phase = "ruins" if state.figures.ruins else "factions"
    return [taken, happened.PhaseBegan(phase=following)]


def ruin_squares(state: State) -> Iterable[Square]:
    """Where a pair of Ruins may be placed: not in a back row, not in the exact centre, not on a Ruin."""
    for square in squares(state.board):
        back = square[1] in (1, state.board)
        if not back and square != turned(square, state.board) and square not in state.ruins:
            yield square


def place_ruins(state: State, command: asked.PlaceRuins) -> list[AnyEvent]:
    """A Ruin and its twin; Key places the first pair."""
    require(state, "ruins")
    if command.seat not in seats_to_act(state):
        raise Refused("RQ-S2", "The seats place pairs in turn, and Key begins.")
    if command.square not in ruin_squares(state):
        raise Refused("RQ-S2", f"No Ruin may stand on {list(command.square)}.")
    pair = (command.square, turned(command.square, state.board))
    events: list[AnyEvent] = [happened.RuinsPlaced(seat=command.seat, squares=pair)]
    if len(state.ruins) + 2 >= state.figures.ruins:
        events.append(happened.PhaseBegan(phase="factions"))
    return events


def pick_faction(state: State, command: asked.PickFaction) -> list[AnyEvent]:
    """A secret choice; when both are known they are shown together, and two equal ones are chosen again."""
    require(state, "factions")
    if (command.faction is None) is not command.on_paper:
        raise Refused("RQ-S3", "Name a faction, or say that it stands on paper.")
    if command.seat not in seats_to_act(state):
        raise Refused("RQ-S3", "This seat has chosen.")
    if command.faction is not None and not isinstance(state.cards.get(command.faction), Faction):
        raise Refused("RQ-S3", f"{command.faction!r} is no faction of this match.")
    pick = state.seat(command.seat).pick
    if pick is not None and command.on_paper:
        raise Refused("RQ-X23", "Both have chosen: the faction on paper is to be shown.")
    picked = happened.FactionPicked(seat=command.seat, faction=command.faction, on_paper=command.on_paper)
    theirs = state.seat(other(command.seat)).pick
    if command.faction is None or theirs is None or theirs.faction is None:
        return [picked]
    pair = (command.faction, theirs.faction) if command.seat == 1 else (theirs.faction, command.faction)
    equal = pair[0] == pair[1]
    shown = happened.FactionsRevealed(factions=pair, equal=equal)
    return [picked, shown, *([] if equal else [happened.PhaseBegan(phase="deal")])]


def deal(state: State, command: asked.Deal, chance: Chance) -> list[AnyEvent]:
    """Seven different move cards: three each, one waits; the waiting stamp names who begins."""
    require(state, "deal")
    by_table = command.hands is not None
    if by_table is not (command.waiting is not None) or (by_table and command.seven is not None):
        raise Refused("RQ-S4", "Tell both hands and the waiting card, or leave all of it to chance.")
    if command.hands is not None and command.waiting is not None:
        if [len(hand) for hand in command.hands] != [HAND, HAND]:
            raise Refused("RQ-S4", "Each of the two seats is dealt three cards.")
        dealt = (*command.hands[0], *command.hands[1], command.waiting)
    else:
        dealt = chance.shuffle(_to_deal(state, command))[:DEALT]
    _check_moves(state, dealt)
    return _dealt(state, dealt, command.stamp, by_table=by_table)


def _to_deal(state: State, command: asked.Deal) -> tuple[str, ...]:
    if command.seven is None:
        return tuple(card.code for card in state.cards.values() if isinstance(card, AgnosticMove | UniqueMove))
    if len(command.seven) != DEALT:
        raise Refused("RQ-S4", f"A match is played with seven move cards, not {len(command.seven)}.")
    _check_moves(state, command.seven)
    return command.seven


def _check_moves(state: State, codes: tuple[str, ...]) -> None:
    unknown = [code for code in codes if state.move_card(code) is None]
    if unknown:
        raise Refused("RQ-S4", f"Only move cards are dealt, not {', '.join(unknown)}.")
    if len(set(codes)) != len(codes) or len(codes) < DEALT:
        raise Refused("RQ-S4", "Seven different move cards are needed.")


def _dealt(state: State, dealt: tuple[str, ...], stamp: Stamp | None, *, by_table: bool) -> list[AnyEvent]:
    waiting = state.move_card(dealt[-1])
    starts: Stamp = stamp or (waiting.stamp if waiting is not None else "key")
    event = happened.CardsDealt(
        hands=(dealt[:HAND], dealt[HAND : 2 * HAND]),
        waiting=dealt[-1],
        stamp=starts,
        first=1 if state.seat(1).side == starts else 2,
        by_table=by_table,
    )
    return [event, happened.PhaseBegan(phase="rites" if state.options.rites else "deployment")]


def take_rite(state: State, command: asked.TakeRite) -> list[AnyEvent]:
    """The second player takes one of the three, then the first one of two; the last is out."""
    require(state, "rites")
    if command.seat not in seats_to_act(state):
        raise Refused("RQ-S4m", "The second player takes a Rite first, then the first player.")
    if command.rite not in state.rites_left:
        raise Refused("RQ-S4m", f"{command.rite!r} is no Rite that is left.")
    taken = happened.RiteTaken(seat=command.seat, rite=command.rite)
    done = state.seat(other(command.seat)).rite is not None
    return [taken, *([happened.PhaseBegan(phase="deployment")] if done else [])]


def deploy_squares(state: State, seat: Seat) -> Iterable[Square]:
    """The free squares of a seat's deploy rows."""
    for square in squares(state.board):
        near = rows_from_edge(square, seat, state.board) <= state.figures.deploy_rows
        if near and not state.blocked(square):
            yield square


def deploy(state: State, command: asked.Deploy) -> list[AnyEvent]:
    """One piece; the Hero is each seat's last. The starting player begins (RQ-X17)."""
    require(state, "deployment")
    if command.seat not in seats_to_act(state):
        raise Refused("RQ-S5", "The seats deploy in turn, one piece at a time.")
    if command.square not in deploy_squares(state, command.seat):
        raise Refused("RQ-S5", f"{list(command.square)} is no free square of this seat's deploy rows.")
    own = sum(piece.owner == command.seat for piece in state.pieces)
    hero = own >= state.figures.minions
    event = happened.PieceDeployed(
        seat=command.seat,
        piece=next_piece(state),
        kind="hero" if hero else "minion",
        hp=hero_hp(state.faction_of(command.seat)) if hero else 1,
        square=command.square,
    )
    last = len(state.pieces) + 1 == 2 * (state.figures.minions + 1)
    return [event, *([happened.PhaseBegan(phase="relics")] if last else [])]


def next_piece(state: State) -> int:
    """The number that a new piece gets."""
    return max((piece.id for piece in state.pieces), default=0) + 1


def relic_squares(state: State, seat: Seat) -> Iterable[Square]:
    """Where a seat may hide its Relic: free squares of its half, off its back row."""
    for square in squares(state.board):
        if may_hide(state, seat, square) and not state.blocked(square):
            yield square


def hide_relic(state: State, command: asked.HideRelic) -> list[AnyEvent]:
    """Hidden here or on paper; when both are, the first turn begins."""
    require(state, "relics")
    if (command.square is None) is not command.on_paper:
        raise Refused("RQ-S6", "Name a square, or say that it stands on paper.")
    if command.seat not in seats_to_act(state):
        raise Refused("RQ-S6", "This seat has hidden its Relic.")
    if command.square is not None and command.square not in relic_squares(state, command.seat):
        raise Refused("RQ-S6", f"No Relic may be hidden on {list(command.square)}.")
    hidden = happened.RelicHidden(seat=command.seat, square=command.square, on_paper=command.on_paper)
    if state.relics[other(command.seat) - 1].place == "aside":
        return [hidden]
    return [hidden, happened.PlayBegan(first=state.first or 1)]
