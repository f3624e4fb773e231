"""Reliquary as it is played: its decider."""

import msgspec

from games.catalogue import Card, Catalogue
from games.decider import Decider, Outcome
from games.reliquary.cards import AgnosticMove, Aid, AnyCard, BoardRow, Faction, Rite, UniqueMove
from games.reliquary.check import check
from games.reliquary.choices import choices
from games.reliquary.commands import AnyCommand
from games.reliquary.decide import decide
from games.reliquary.events import AnyEvent
from games.reliquary.picture import draw, drawn_board
from games.reliquary.setup import seats_to_act
from games.reliquary.state import Options, State, evolve
from games.reliquary.view import redact, view
from games.reliquary.vigil import running_scores


def cards_used(options: Options, catalogue: Catalogue) -> tuple[AnyCard, ...]:
    """The move cards, the factions, the aid with the table of boards, and the Rites where they are in."""
    return tuple(card for card in catalogue.cards if _is_used(card, options))


def _is_used(card: AnyCard, options: Options) -> bool:
    if isinstance(card, Aid):
        return bool(card.table)
    return isinstance(card, AgnosticMove | UniqueMove | Faction) or (isinstance(card, Rite) and options.rites)


def initial(options: Options, seats: int, cards: tuple[Card, ...]) -> State:
    """The state before the first command. Raises ``ValueError`` where the cards have no line for this board."""
    figures = _figures(options, cards)
    if options.ruins is not None:
        figures = msgspec.structs.replace(figures, ruins=options.ruins)
    kept = {card.code: card for card in cards if isinstance(card, AgnosticMove | UniqueMove | Faction | Rite)}
    return State(options=options, figures=figures, cards=kept)


def _figures(options: Options, cards: tuple[Card, ...]) -> BoardRow:
    for card in cards:
        for row in card.table if isinstance(card, Aid) else ():
            if options.board in row.boards:
                return row
    raise ValueError(f"these cards do not say how a board of {options.board} squares is set up")


def phase(state: State) -> str:
    """The part that the match is in."""
    return state.phase


def sides(state: State) -> tuple[str | None, ...]:
    """The faction of each seat, once both are shown."""
    return tuple(seat.faction for seat in state.seats)


def outcome(state: State) -> Outcome | None:
    """How the match ended, or ``None``."""
    return state.result


DECIDER = Decider(
    game="reliquary",
    fold_version=1,
    seats=(2, 2),
    options=Options,
    command=AnyCommand,
    event=AnyEvent,
    state=State,
    card=AnyCard,
    cards_used=cards_used,
    initial=initial,
    decide=decide,
    evolve=evolve,
    view=view,
    redact=redact,
    phase=phase,
    to_act=seats_to_act,
    outcome=outcome,
    check=check,
    choices=choices,
    sides=sides,
    scores=running_scores,
    draw=draw,
    board=drawn_board,
)
