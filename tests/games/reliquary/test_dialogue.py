"""A play put together by small choices: what is asked, and that the very same happens as by one command."""

import random

import msgspec
import pytest

from games.decider import Refused, ScriptedChance
from games.reliquary import commands as asked
from games.reliquary.agenda import Aim, Compose, MayEscort, MayFind, MayRecall, MayStep
from games.reliquary.choices import legal_commands
from games.reliquary.events import PlayResumed, PlayTakenBack, PlayWaits
from games.reliquary.playing import DECIDER
from games.reliquary.state import with_piece
from tests.games.reliquary.chances import Playout
from tests.games.seeded import SeededChance

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


def test_a_move_asks_for_piece_and_square_and_then_for_the_escort(given, begin):
    start = given({1: (1, "minion", (4, 4)), 3: (1, "minion", (1, 4))}, card="Procession")
    now = start.after(begin("Procession", "move"))
    assert (asks(now), offered(now)) == ("piece", {1, 3, 91})
    now = now.after(piece(1))
    assert (asks(now), offered(now)) == ("square", {(3, 5), (4, 5), (5, 5)})
    assert now.state.piece(1).square == (4, 4)  # nothing has happened before the square is chosen
    now = now.after(square(4, 5))
    assert (now.state.piece(1).square, offered(now)) == ((4, 5), {3, 91, "no"})
    assert now.when(NO).state.active == 2
    now.refuses(piece(1), "RQ-T2")
    now = now.after(piece(3))
    end = now.when(asked.Step(seat=1, square=(2, 5)))
    assert (end.square(3), end.state.active, end.state.agenda) == ((2, 5), 2, ())


def test_the_escort_is_chosen_when_the_move_has_found_the_relic(given, begin):
    relics = ({"place": "hidden", "square": (1, 3)}, {"place": "hidden", "on_paper": True})
    start = given({1: (1, "minion", (4, 4)), 3: (1, "minion", (1, 4))}, card="Procession", relics=relics)
    now = start.after(begin("Procession", "move"), piece(1), square(4, 5))
    assert DECIDER.to_act(now.state) == (2,)
    now = now.after(asked.RevealRelic(seat=2, square=(4, 5)))
    assert (now.state.relics[1].carrier, offered(now)) == (1, {3, 91, "no"})


def test_an_attack_asks_for_the_step_and_then_for_the_target(given, begin):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "hero", (4, 6)), 3: (2, "minion", (5, 5))})
    now = start.after(begin("Litany", "attack"), piece(1))
    assert asks(now) == "step"
    assert offered(now) == {"no", (3, 5), (4, 5), (5, 4)}
    assert offered(now.after(NO)) == {3}
    now = now.after(square(4, 5))
    assert (now.state.piece(1).square, offered(now)) == ((4, 5), {2, 3})
    now.refuses(NO, "RQ-T3")
    now.refuses(piece(1), "RQ-T3")
    assert now.when(piece(2)).hp(2) == 3


def test_a_step_that_is_needed_cannot_be_declined(given, begin):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "hero", (4, 6))})
    start.after(begin("Litany", "attack"), piece(1)).refuses(NO, "RQ-T3")


def test_gale_s_targets_are_asked_one_after_the_other(given, begin, code):
    pieces = {1: HERO, 2: (2, "minion", (4, 5)), 3: (2, "minion", (5, 5)), 4: (2, "minion", (4, 6))}
    start = given(pieces, card="Gale").after(begin("Gale", "attack"), piece(1), NO)
    assert offered(start) == {2, 3}
    now = start.after(piece(3))
    assert (now.state.piece(3).square, offered(now)) == ((7, 7), {2})
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


def test_the_next_target_is_chosen_when_the_last_has_been_struck(given, begin):
    """Grave Tide's Minion returns before Ash Reapers strike again."""
    pieces = {1: HERO, 2: (2, "minion", (4, 5)), 3: (2, "minion", (5, 5))}
    start = given(pieces, factions=("Ash Reapers", "Grave Tide"))
    now = start.after(begin("Litany", "attack"), piece(1), NO, piece(2))
    assert DECIDER.to_act(now.state) == (2,)
    now = now.after(asked.Recall(seat=2, square=(1, 8)))
    assert offered(now) == {3, "no"}
    assert now.when(piece(3)).square(3) is None


def test_a_slayer_of_grave_tide_may_enter_the_square(given, begin):
    start = given({1: (1, "minion", (4, 4)), 2: (2, "minion", (4, 5))}, factions=("Grave Tide", "Hollow Kin"))
    now = start.after(begin("Litany", "attack"), piece(1), NO, piece(2))
    assert now.when(asked.Step(seat=1, square=(4, 5))).square(1) == (4, 5)


def test_what_follows_the_attack_is_asked_as_ever(given, begin):
    start = given({1: HERO, 2: (2, "hero", (4, 5))}, factions=("Veiled Hand", "Hollow Kin"))
    now = start.after(begin("Litany", "attack"), piece(1), NO, piece(2))
    now.refuses(square(3, 3), "RQ-T1")
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
    """The small commands that put a whole play together, each after the word for its question."""
    seat = play.seat
    no = asked.Decline(seat=seat)

    def chosen(number):
        return no if number is None else asked.ChoosePiece(seat=seat, piece=number)

    def stepped(square):
        return no if square is None else asked.ChooseSquare(seat=seat, square=square)

    match play:
        case asked.PlayMove():
            yield from (("piece", chosen(play.piece)), ("square", stepped(play.square)))
            yield "may_escort", chosen(play.escort and play.escort.piece)
            if play.escort is not None:
                yield "may_step", asked.Step(seat=seat, square=play.escort.square)
        case asked.PlayAttack():
            yield from (("piece", chosen(play.piece)), ("step", stepped(play.step)))
            yield from (("target", chosen(target)) for target in (*play.targets, None))
            yield "die", asked.RollDie(seat=seat, value=play.roll)
        case asked.Rally() | asked.PlayRite():
            yield from (("minion", chosen(play.piece)), ("square", stepped(play.square)))


MODE = {asked.PlayMove: "move", asked.PlayAttack: "attack", asked.Rally: "rally", asked.PlayRite: "rite"}


def question(state):
    """The word for what is asked."""
    task = state.agenda[0] if state.agenda else None
    if isinstance(task, Compose):
        return task.asks
    return "target" if isinstance(task, Aim) else task and task.__struct_config__.tag


def interrupted(state, seed):
    """The other seat answers what is asked of it in the middle of a play: the same in both ways."""
    state_now, events = state, []
    while state_now.agenda and isinstance(state_now.agenda[0], MayFind | MayRecall):
        choice = DECIDER.choices(state_now, state_now.agenda[0].seat)[-1]
        state_now = decided(state_now, choice, events, seed)
    return state_now, events


def decided(state, command, events, seed):
    assert command in DECIDER.choices(state, command.seat)
    new = DECIDER.decide(state, command, SeededChance(random.Random(seed)))
    for event in new:
        state = DECIDER.evolve(state, event)
    events += [event for event in new if not isinstance(event, OF_THE_DIALOGUE)]
    return state


def in_one(state, play, seed):
    events = []
    now, more = interrupted(decided(state, play, events, seed), seed)
    return now, events + more


def in_steps(state, play, seed):
    events = []
    now = decided(state, asked.BeginPlay(seat=play.seat, card=play.card, mode=MODE[type(play)]), events, seed)
    for word, answer in steps_of(play):
        if question(now) == word:
            now, more = interrupted(decided(now, answer, events, seed), seed)
            events += more
    return now, events


@pytest.mark.parametrize("seed", range(500, 504))
def test_the_same_happens_as_by_the_whole_command(seed, catalogue):
    """Any whole play, done as a dialogue, gives the same events of the game and the same state."""
    source = random.Random(seed)
    states = [state for state in Playout(seed, catalogue).settled if state.phase == "play" and not state.agenda]
    tried = 0
    for state in source.sample(states, min(8, len(states))):
        plays = [play for play in legal_commands(state, state.active, small=False) if type(play) in MODE]
        for play in source.sample(plays, min(12, len(plays))):
            assert in_steps(state, play, seed) == in_one(state, play, seed), (seed, play)
            tried += 1
    assert tried > 50


PUT_TOGETHER = (Compose, MayEscort, Aim)


@pytest.mark.parametrize("seed", range(510, 513))
def test_every_choice_can_be_carried_on_to_a_whole_play(seed, catalogue):
    """All ways through the dialogue lead to legal plays, and to all of them."""
    source = random.Random(seed)
    states = [s for s in Playout(seed, catalogue).settled if s.phase == "play" and not s.agenda]
    for state in source.sample(states, 2):
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
    new = DECIDER.decide(state, command, SeededChance(random.Random(1)))
    for event in new:
        state = DECIDER.evolve(state, event)
    escort = isinstance(path[-1], asked.ChoosePiece) and state.agenda and isinstance(state.agenda[0], MayStep)
    state, _ = interrupted(state, 1)
    if not (state.agenda and (isinstance(state.agenda[0], PUT_TOGETHER) or (escort and is_escort(new)))):
        yield path
        return
    for choice in DECIDER.choices(state, command.seat):
        declined = escort and isinstance(choice, asked.Decline)
        if not isinstance(choice, asked.TakeBack | asked.RevealRelic) and not declined:
            yield from ends_of(state, choice, path)


def is_escort(events):
    """Who escorts was chosen: nothing else has happened."""
    return all(isinstance(event, OF_THE_DIALOGUE) for event in events)


def refusal(given, command):
    with pytest.raises(Refused) as refused:
        DECIDER.decide(given.state, command, ScriptedChance())
    return refused.value.message


def test_a_refusal_says_what_is_asked_and_what_would_be_an_answer(given, begin):
    start = given({1: HERO, 2: (2, "hero", (4, 5))}, factions=("Veiled Hand", "Hollow Kin"))
    moving = start.after(begin("Litany", "move"))
    words = "Square 1,1 is no answer to “Which piece moves with Litany?”. Choose piece 1, or take the card back."
    assert refusal(moving, square(1, 1)) == words
    words = refusal(moving.after(piece(1)), square(8, 8))
    assert words.startswith("Square 8,8 is no answer to “Where does piece 1 go with Litany?”. Choose square ")
    aiming = start.after(begin("Litany", "attack"), piece(1))
    assert "“Where does piece 1 step before it attacks?”" in refusal(aiming, piece(2))
    following = aiming.after(NO, piece(2))
    words = refusal(following, square(3, 3))
    assert words.startswith("Square 3,3 is no answer to “Where does piece 1 step?”. Choose square ")
    assert words.endswith(", or let it be.")
