"""Given a position, when a seat asks for something, then these events follow, or that rule refuses it."""

import msgspec
import pytest

from games.catalogue import GAMES_FOLDER, load_edition
from games.decider import Refused, ScriptedChance
from games.reliquary.game import RELIQUARY
from games.reliquary.playing import DECIDER
from games.reliquary.state import Piece, Relic, SeatState


class Result:
    """What a command gave."""

    def __init__(self, events, state):
        self.events = events
        self.state = state

    def then(self, *events):
        """These events follow, in this order, after the card was played and before the turn ends."""
        skipped = ("card_played", "turn_ended", "round_ended", "turn_began")
        assert [one for one in self.events if word(one) not in skipped] == list(events)
        return self

    def words(self):
        return [word(event) for event in self.events]

    def square(self, piece):
        return self.state.piece(piece).square

    def hp(self, piece):
        return self.state.piece(piece).hp


def word(event):
    return event.__struct_config__.tag


class Given:
    """A position, and the commands that are tried in it."""

    def __init__(self, state):
        fault = DECIDER.check(state)
        assert fault is None, fault
        self.state = state

    def when(self, command, *chance):
        script = ScriptedChance(*chance)
        events = list(DECIDER.decide(self.state, command, script))
        assert not script.results, "chance was asked less than expected"
        state = self.state
        for event in events:
            state = DECIDER.evolve(state, event)
        fault = DECIDER.check(state)
        assert fault is None, fault
        return Result(events, state)

    def refuses(self, command, rule):
        before = msgspec.json.encode(self.state)
        with pytest.raises(Refused) as refused:
            DECIDER.decide(self.state, command, ScriptedChance())
        assert refused.value.rule == rule
        assert msgspec.json.encode(self.state) == before
        return self

    def after(self, *commands):
        """The position some commands later; chance is not asked."""
        given = self
        for command in commands:
            given = Given(given.when(command).state)
        return given


@pytest.fixture(scope="session")
def catalogue():
    return load_edition(GAMES_FOLDER / "reliquary" / "editions" / "house-1.yaml", RELIQUARY.card)


@pytest.fixture(scope="session")
def code(catalogue):
    """Name of a card -> its code."""
    names = {card.name: card.code for card in catalogue.cards if card.kind != "aid"}
    return names.__getitem__


@pytest.fixture
def fresh(catalogue):
    """A match before its first command."""

    def make(**options):
        chosen = DECIDER.options(**options)
        return Given(DECIDER.initial(chosen, 2, DECIDER.cards_used(chosen, catalogue)))

    return make


CORNERS = {1: (1, 1), 2: (8, 8)}
HIDDEN = ({"place": "hidden", "square": (1, 3)}, {"place": "hidden", "square": (8, 6)})


@pytest.fixture
def given(catalogue, code):
    """A position in play, seat 1 to act in round 2.

    ``pieces``: number -> (owner, "hero" or "minion", square or None); a seat without a Hero gets one in its corner, as
    piece 91 or 92. ``card`` is one that seat 1 holds, ``card2`` one of seat 2.
    """

    def make(pieces, card="Litany", card2="Vault", factions=("Pyre Choir", "Ash Reapers"), ruins=(), **changes):
        options = DECIDER.options(**changes.pop("options", {}))
        state = DECIDER.initial(options, 2, DECIDER.cards_used(options, catalogue))
        rites = changes.pop("rites", (None, None))
        filling = [c for c in ("Crossroads", "Requiem", "Pilgrim", "Serpent", "Procession") if c not in (card, card2)]
        hands = ((card, *filling[:2]), (card2, *filling[2:4]))
        seats = tuple(
            SeatState(
                side=side,
                faction=code(faction),
                cards=tuple(code(name) for name in hand),
                rite=rite and code(rite),
            )
            for side, faction, hand, rite in zip(("key", "skull"), factions, hands, rites, strict=True)
        )
        made = [
            Piece(id=number, owner=owner, kind=kind, square=square, hp=hp_of(kind, square, factions[owner - 1]))
            for number, (owner, kind, square) in pieces.items()
        ]
        for seat, corner in CORNERS.items():
            if not any(piece.owner == seat and piece.kind == "hero" for piece in made):
                hp = hp_of("hero", corner, factions[seat - 1])
                made.append(Piece(id=90 + seat, owner=seat, kind="hero", square=corner, hp=hp))
        relics = changes.pop("relics", HIDDEN)
        state = msgspec.structs.replace(
            state,
            phase="play",
            seats=seats,
            ruins=tuple(ruins),
            pieces=tuple(made),
            relics=tuple(Relic(owner=n, **relic) for n, relic in enumerate(relics, 1)),
            waiting=code("Ascension"),
            first=changes.pop("first", 1),
            active=changes.pop("active", 1),
            turn=changes.pop("turn", 3),
            round=changes.pop("round", 2),
            **changes,
        )
        return Given(state)

    return make


def hp_of(kind, square, faction):
    if square is None:
        return 0
    return (5 if faction == "Bone Wardens" else 4) if kind == "hero" else 1
