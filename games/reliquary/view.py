"""What a seat may see: of the state, and of an event. Spectators are seat ``None``."""

import msgspec

from games.decider import Seat
from games.reliquary import events as happened
from games.reliquary.events import AnyEvent
from games.reliquary.state import Relic, SeatState, State


def view(state: State, seat: Seat | None) -> State:
    """The state without the other seat's hidden Relic and its faction that is not shown yet."""
    one, two = (_seat_seen(own, own_seat == seat) for own_seat, own in enumerate(state.seats, 1))
    first, second = (_relic_seen(relic, relic.owner == seat) for relic in state.relics)
    return msgspec.structs.replace(state, seats=(one, two), relics=(first, second))


def _seat_seen(own: SeatState, mine: bool) -> SeatState:
    if mine or own.pick is None:
        return own
    return msgspec.structs.replace(own, pick=msgspec.structs.replace(own.pick, faction=None))


def _relic_seen(relic: Relic, mine: bool) -> Relic:
    return relic if mine or relic.place != "hidden" else msgspec.structs.replace(relic, square=None)


def redact(event: AnyEvent, seat: Seat | None) -> AnyEvent:
    """The event without what it hides from a seat."""
    match event:
        case happened.FactionPicked() if event.seat != seat:
            return msgspec.structs.replace(event, faction=None)
        case happened.RelicHidden() if event.seat != seat:
            return msgspec.structs.replace(event, square=None)
        case _:
            return event
