"""A play put together by small choices: what is asked, and that the very same happens as by one command."""

import random

import msgspec
import pytest

from games.decider import ScriptedChance
from games.reliquary import commands as asked
from games.reliquary.agenda import Compose
from games.reliquary.choices import legal_commands
from games.reliquary.events import PlayResumed, PlayTakenBack, PlayWaits
from games.reliquary.playing import DECIDER
from games.reliquary.state import with_piece
from tests.games.reliquary.chances import Playout, SeededChance

HERO = (1, "hero", (4, 4))
OF_THE_DIALOGUE = (PlayWaits, PlayResumed, PlayTakenBack)


@pytest.fixture
def begin(code):
    def make(card, mode, seat=1):
        return asked.BeginPlay(seat=seat, card=code(card), mode=mode)

    return make


def piece(number):
    return asked.ChoosePiece(seat=1, piece=number)


def square(x, y):
    return asked.ChooseSquare(seat=1, square=(x, y))


NO, BACK = asked.Decline(seat=1), asked.TakeBack(seat=1)


def offered(given):
    """What may be answered now, by its values."""
    found = set()
    for command in DECIDER.choices(given.state, 1):
        match command:
            case asked.ChoosePiece():
                found.add(command.piece)
            case asked.ChooseSquare():
                found.add(command.square)
            case asked.RollDie():
                found.add(("die", command.value))
            case asked.Decline():
                found.add("no")
    return found


def asks(given):
    (task,) = given.state.agenda
    return task.asks


def test_a_move_with_escort_asks_four_times(given, begin, code):
    start = given({1: (1, "minion", (4, 4)), 3: (1, "minion", (1, 4))}, card="Procession")
    now = start.after(begin("Procession", "move"))
    assert (asks(now), offered(now)) == ("piece", {1, 3, 91})
    now = now.after(piece(1))
    assert (asks(now), offered(now)) == ("square", {(3, 5), (4, 5), (5, 5)})
    now = now.after(square(4, 5))
    assert (asks(now), offered(now)) == ("escort", {3, 91, "no"})
    assert now.when(NO).square(1) == (4, 5)
    now = now.after(piece(3))
    assert (asks(now), (2, 5) in offered(now)) == ("escort_square", True)
    end = now.when(square(2, 5))
    assert (end.square(1), end.square(3), end.state.active, end.state.agenda) == ((4, 5), (2, 5), 2, ())
    assert now.state.piece(1).square == (4, 4)  # nothing had happened before the last choice


def test_an_attack_asks_for_the_step_and_the_target(given, begin):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "hero", (4, 6)), 3: (2, "minion", (5, 5))})
    now = start.after(begin("Litany", "attack"), piece(1))
    assert asks(now) == "step"
    assert offered(now) == {"no", (3, 5), (4, 5), (5, 4), (5, 3), (4, 3), (3, 4)} - {(5, 3), (4, 3), (3, 4)}
    assert offered(now.after(NO)) == {3}
    now = now.after(square(4, 5))
    assert (asks(now), offered(now)) == ("target", {2, 3})
    assert now.when(piece(2)).hp(2) == 3


def test_a_step_that_is_needed_cannot_be_declined(given, begin):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "hero", (4, 6))})
    start.after(begin("Litany", "attack"), piece(1)).refuses(NO, "RQ-T3")


def test_gale_s_targets_are_asked_one_after_the_other(given, begin, code):
    pieces = {1: HERO, 2: (2, "minion", (4, 5)), 3: (2, "minion", (5, 5)), 4: (2, "minion", (4, 6))}
    start = given(pieces, card="Gale").after(begin("Gale", "attack"), piece(1), NO)
    assert offered(start) == {2, 3}
    now = start.after(piece(3))
    assert (now.state.agenda[0].targets, offered(now)) == ((3,), {2})
    whole = asked.PlayAttack(seat=1, card=code("Gale"), piece=1, targets=(3, 2))
    assert now.when(piece(2)).state == given(pieces, card="Gale").when(whole).state


def test_the_second_of_two_enemies_may_be_left_out(given, begin):
    pieces = {1: HERO, 2: (2, "hero", (4, 5)), 3: (2, "minion", (5, 5)), 4: (2, "minion", (3, 3))}
    start = given(pieces, factions=("Ash Reapers", "Hollow Kin")).after(begin("Litany", "attack"), piece(1), NO)
    start.refuses(NO, "RQ-T3")
    now = start.after(piece(3))
    assert offered(now) == {2, 4, "no"}
    assert now.when(NO).hp(2) == 4
    assert now.when(piece(2)).hp(2) == 3


@pytest.mark.parametrize("value", [None, 5])
def test_a_gamble_asks_for_the_die_last(given, begin, value):
    start = given({1: HERO, 2: (2, "hero", (6, 4))}, card="Ordeal").after(begin("Ordeal", "attack"), piece(1), piece(2))
    assert (asks(start), len(offered(start))) == ("die", 7)
    chance = (5,) if value is None else ()
    result = start.when(asked.RollDie(seat=1, value=value), *chance)
    assert result.hp(2) == 2
    assert [event.by_table for event in result.events if event.__class__.__name__ == "DieRolled"] == [value is not None]
    for wrong in (0, 7):
        start.refuses(asked.RollDie(seat=1, value=wrong), "RQ-T3")


def test_what_follows_the_attack_is_asked_as_ever(given, begin):
    start = given({1: HERO, 2: (2, "hero", (4, 5))}, factions=("Veiled Hand", "Hollow Kin"))
    now = start.after(begin("Litany", "attack"), piece(1), NO, piece(2))
    assert now.state.agenda[0].__struct_config__.tag == "may_step"
    now.refuses(piece(1), "RQ-T1")
    now.refuses(BACK, "RQ-T1")
    assert now.when(asked.Step(seat=1, square=(3, 3))).state.active == 2


def test_rally_and_harrow_ask_which_minion(given, begin):
    pieces = {3: (1, "minion", None), 4: (1, "minion", None), 5: (2, "minion", None)}
    start = given(pieces, rites=("Harrow", None), options={"rites": True})
    rally = start.after(begin("Litany", "rally"))
    assert (asks(rally), offered(rally)) == ("minion", {3, 4})
    assert rally.after(piece(4)).when(square(5, 1)).square(4) == (5, 1)
    harrow = start.after(begin("Litany", "rite"))
    assert (asks(harrow), offered(harrow)) == ("minion", {5})
    assert harrow.after(piece(5)).when(square(5, 1)).state.piece(5).owner == 1


def test_other_rites_ask_for_the_square_alone(given, begin):
    start = given({}, rites=("Desecration", None), options={"rites": True}, ruins=((3, 3), (6, 6)))
    now = start.after(begin("Litany", "rite"))
    assert (asks(now), offered(now)) == ("square", {(3, 3)})
    assert now.when(square(3, 3)).state.ruins == ((6, 6),)


def test_a_card_is_taken_back(given, begin):
    start = given({1: HERO})
    now = start.after(begin("Litany", "move"), piece(1))
    taken = now.when(BACK)
    assert (taken.state, taken.words()) == (start.state, ["play_taken_back"])


def test_what_cannot_be_played_is_not_begun(given, begin, code):
    start = given({1: HERO})
    start.refuses(begin("Litany", "rally"), "RQ-T4")
    start.refuses(begin("Litany", "rite"), "RQ-T5")
    start.refuses(begin("Litany", "swap"), "RQ-X6")
    start.refuses(begin("Litany", "attack"), "RQ-T3")
    start.refuses(begin("Vault", "move"), "RQ-T1")
    start.refuses(begin("Vault", "move", seat=2), "RQ-T1")
    given({1: HERO, 2: (2, "hero", (4, 5))}, round=1, turn=1).refuses(begin("Litany", "attack"), "RQ-X4")
    start.refuses(piece(1), "RQ-T1")
    veiled = type(start)(with_piece(start.after(begin("Litany", "move")).state, 1, veiled_in=3))
    veiled.refuses(piece(1), "RQ-T2")


def test_one_play_at_a_time(given, begin, code):
    now = given({1: HERO}).after(begin("Litany", "move"))
    now.refuses(asked.PlayMove(seat=1, card=code("Litany"), piece=1, square=(4, 5)), "RQ-T1")
    now.refuses(begin("Litany", "move"), "RQ-T1")
    now.refuses(asked.Step(seat=1, square=(4, 5)), "RQ-T1")
    now.refuses(asked.ChoosePiece(seat=2, piece=1), "RQ-T1")


def test_after_a_correction_it_can_always_be_taken_back(given, begin):
    now = given({1: HERO, 2: (2, "hero", (4, 5))}).after(begin("Litany", "move"), piece(1))
    gone = type(now)(with_piece(now.state, 1, veiled_in=3))
    assert DECIDER.choices(gone.state, 1) == (BACK,)
    nonsense = Compose(seat=1, card="rq-036", mode="rite", asks="die", targets=(1, 1))
    odd = type(now)(msgspec.structs.replace(now.state, agenda=(nonsense,)))
    assert DECIDER.choices(odd.state, 1) == (BACK,)
    assert odd.when(BACK).state.agenda == ()


def steps_of(play):
    """The small commands that put a whole play together; a question that is not asked is passed over."""
    seat = play.seat

    def choice(value):
        if value is None:
            return asked.Decline(seat=seat)
        pair = isinstance(value, tuple)
        return asked.ChooseSquare(seat=seat, square=value) if pair else asked.ChoosePiece(seat=seat, piece=value)

    match play:
        case asked.PlayMove():
            escort = play.escort
            yield from (("piece", choice(play.piece)), ("square", choice(play.square)))
            yield "escort", choice(escort and escort.piece)
            yield "escort_square", choice(escort and escort.square)
        case asked.PlayAttack():
            yield from (("piece", choice(play.piece)), ("step", choice(play.step)))
            yield from (("target", choice(target)) for target in (*play.targets, None))
            yield "die", asked.RollDie(seat=seat, value=play.roll)
        case asked.Rally() | asked.PlayRite():
            yield from (("minion", choice(play.piece)), ("square", choice(play.square)))


MODE = {asked.PlayMove: "move", asked.PlayAttack: "attack", asked.Rally: "rally", asked.PlayRite: "rite"}


def decided(state, command, events, seed):
    assert command in DECIDER.choices(state, command.seat)
    new = DECIDER.decide(state, command, SeededChance(random.Random(seed)))
    for event in new:
        state = DECIDER.evolve(state, event)
    events += [event for event in new if not isinstance(event, OF_THE_DIALOGUE)]
    return state


@pytest.mark.parametrize("seed", range(500, 506))
def test_the_same_happens_as_by_the_whole_command(seed, catalogue):
    """Any whole play, done as a dialogue, gives the same events of the game and the same state."""
    source = random.Random(seed)
    states = [state for state in Playout(seed, catalogue).settled if state.phase == "play" and not state.agenda]
    tried = 0
    for state in source.sample(states, min(12, len(states))):
        plays = [play for play in legal_commands(state, state.active, small=False) if type(play) in MODE]
        for play in source.sample(plays, min(12, len(plays))):
            whole, small = [], []
            end = decided(state, play, whole, seed)
            begin = asked.BeginPlay(seat=play.seat, card=play.card, mode=MODE[type(play)])
            now = decided(state, begin, small, seed)
            for question, answer in steps_of(play):
                if now.agenda and isinstance(now.agenda[0], Compose) and now.agenda[0].asks == question:
                    now = decided(now, answer, small, seed)
            assert (small, now) == (whole, end), (seed, play)
            tried += 1
    assert tried > 50


@pytest.mark.parametrize("seed", range(510, 514))
def test_every_choice_can_be_carried_on_to_a_whole_play(seed, catalogue):
    """All ways through the dialogue lead to legal plays, and to all of them."""
    source = random.Random(seed)
    states = [s for s in Playout(seed, catalogue).settled if s.phase == "play" and not s.agenda]
    for state in source.sample(states, 3):
        card = source.choice(state.seat(state.active).cards)
        whole = [c for c in legal_commands(state, state.active, small=False) if getattr(c, "card", None) == card]
        begins = [c for c in legal_commands(state, state.active, whole=False) if getattr(c, "card", None) == card]
        ends = [end for begin in begins for end in ends_of(state, begin)]
        gambles = [play for play in whole if isinstance(play, asked.PlayAttack) and card in GAMBLES]
        assert len(set(ends)) == len(ends) == len(whole) + 6 * len(gambles), (seed, card)


GAMBLES = ("rq-017", "rq-018")
"""Their last question has seven answers: by chance, or what the table's die shows."""


def ends_of(state, command, path=()):
    """Every way through a dialogue, as the choices that were made."""
    path = (*path, command)
    new = DECIDER.decide(state, command, ScriptedChance(*[1] * 3))
    for event in new:
        state = DECIDER.evolve(state, event)
    if not (state.agenda and isinstance(state.agenda[0], Compose)):
        yield path
        return
    for choice in DECIDER.choices(state, command.seat):
        if not isinstance(choice, asked.TakeBack | asked.RevealRelic):
            yield from ends_of(state, choice, path)
