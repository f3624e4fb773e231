"""Commands of every match, given / when / then, on a small game."""

import msgspec
import pytest

from games import log, table
from games import match_commands as asked
from games import match_events as happened
from games.decider import Outcome, Refused, ScriptedChance
from tests.games import toy

STARTED = happened.MatchStarted(game="toy", edition="x", data_hash="", seats=2, options={})


class Given:
    """given(commands…).when(command).then(events…) or .refused(rule)."""

    def __init__(self, *commands, started=STARTED, rolls=()):
        self.versions = log.fold(toy.TOY, [started])
        self.chance = ScriptedChance(*rolls)
        for command in commands:
            self.play(command)

    def play(self, command):
        return table.play(toy.TOY, self.versions, command, self.chance)

    def when(self, command):
        before = self.versions[-1]
        try:
            self.events, self.refusal = self.play(command), None
        except Refused as refusal:
            self.events, self.refusal = (), refusal.rule
            assert self.versions[-1] == before
        return self

    def then(self, *events):
        assert self.refusal is None
        assert self.events == events
        return self

    def refused(self, rule):
        assert self.refusal == rule

    @property
    def now(self):
        return self.versions[-1]


def roll(seat, number):
    return toy.RollDie(seat=seat, roll=number)


def test_a_seat_outside_the_match_is_refused():
    Given().when(roll(3, 1)).refused("MT-SEAT")


def test_a_refusal_of_the_game_names_its_rule():
    Given().when(roll(2, 1)).refused("TOY-2")


def test_chance_is_written_into_the_event():
    Given(rolls=[4]).when(toy.RollDie(seat=1)).then(toy.DieRolled(seat=1, roll=4), toy.TurnPassed(to=2))


def test_the_table_may_bring_its_own_die():
    Given().when(roll(1, 5)).then(toy.DieRolled(seat=1, roll=5), toy.TurnPassed(to=2))


def test_an_undo_goes_back_and_deletes_nothing():
    given = Given(toy.Hide(seat=1, number=3)).when(asked.Undo(seat=1, to=1)).then(happened.Undone(to=1))
    assert given.now.version == 3
    assert given.now.state == given.versions[0].state


def test_a_redo_is_an_undo_of_the_undo():
    given = Given(toy.Hide(seat=1, number=3), asked.Undo(seat=2, to=1))
    given.when(asked.Undo(seat=1, to=2)).then(happened.Undone(to=2))
    assert given.now.state.players[0].hidden == 3


@pytest.mark.parametrize("to", [-1, 0, 2, 9])
def test_an_undo_goes_to_an_earlier_version(to):
    Given(toy.Hide(seat=1, number=3)).when(asked.Undo(seat=1, to=to)).refused("MT-UNDO")


def test_an_undo_past_a_roll_has_to_be_agreed():
    given = Given(roll(1, 6)).when(asked.Undo(seat=1, to=1)).then(happened.UndoAsked(to=1, by=1))
    given.when(asked.AnswerUndo(seat=1, agree=True)).refused("MT-UNDO")
    given.when(asked.AnswerUndo(seat=2, agree=True))
    given.then(happened.UndoAnswered(by=2, agree=True), happened.Undone(to=1))
    assert given.now.undo_asked is None
    assert given.now.state.players[0].score == 0


def test_an_undo_may_be_declined():
    given = Given(roll(1, 6), asked.Undo(seat=1, to=1)).when(asked.AnswerUndo(seat=2, agree=False))
    assert given.now.undo_asked is None
    assert given.now.state.players[0].score == 6
    given.when(asked.AnswerUndo(seat=2, agree=True)).refused("MT-UNDO")


def test_every_other_seat_has_to_agree():
    three = msgspec.structs.replace(STARTED, seats=3)
    given = Given(roll(1, 6), asked.Undo(seat=1, to=1), started=three)
    given.when(asked.AnswerUndo(seat=2, agree=True)).then(happened.UndoAnswered(by=2, agree=True))
    given.when(asked.AnswerUndo(seat=2, agree=True)).refused("MT-UNDO")
    given.when(asked.AnswerUndo(seat=3, agree=True))
    assert given.events[-1] == happened.Undone(to=1)


def test_a_table_may_want_agreement_for_every_undo():
    agreed = msgspec.structs.replace(STARTED, table=happened.TableOptions(undo="agreed"))
    given = Given(toy.Hide(seat=1, number=3), started=agreed)
    assert not table.can_undo(given.now, before=1)
    given.when(asked.Undo(seat=1, to=1)).then(happened.UndoAsked(to=1, by=1))


def test_a_correction_sets_a_value():
    given = Given().when(asked.Correct(seat=2, path="/players/0/score", value=7))
    given.then(happened.Corrected(path="/players/0/score", value=7, by=2))
    assert given.now.state.players[0].score == 7


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/players/0/score", "seven"),
        ("/players/0/score", None),
        ("/players/9/score", 1),
        ("/players/0/luck", 1),
        ("players", 1),
        ("/turn/0", 1),
        ("/players/0/score", -1),
        ("", 3),
    ],
)
def test_a_correction_that_makes_no_state_is_refused(path, value):
    Given().when(asked.Correct(seat=1, path=path, value=value)).refused("MT-CORRECT")


def test_a_correction_of_a_secret_is_not_shown_to_the_others():
    given = Given(toy.Hide(seat=1, number=3)).when(asked.Correct(seat=1, path="/players/0/hidden", value=4))
    assert given.events[0].hidden_from == (0, 2)
    assert log.redact(toy.TOY, given.events[0], 2).value is None
    assert log.redact(toy.TOY, given.events[0], 1).value == 4


def test_nobody_corrects_what_they_may_not_see():
    Given(toy.Hide(seat=1, number=3)).when(asked.Correct(seat=2, path="/players/0/hidden", value=4)).refused(
        "MT-CORRECT"
    )


def test_a_correction_may_end_the_match():
    given = Given().when(asked.Correct(seat=2, path="/players/0/score", value=60))
    assert given.now.ended == Outcome(winners=(1,), reason="TOY-GOAL")


def test_a_position_is_set_before_the_first_command_of_the_game():
    state = {"goal": 60, "turn": 2, "players": [{"score": 5}, {"score": 6, "has_hidden": True, "hidden": 2}]}
    given = Given(asked.Note(seat=1, text="from yesterday")).when(asked.SetPosition(seat=1, state=state))
    assert given.now.state.players[1].score == 6
    assert log.redact(toy.TOY, given.events[0], 1).state["players"][1]["hidden"] is None
    given.when(roll(2, 3))
    given.when(asked.SetPosition(seat=1, state=state)).refused("MT-POSITION")


@pytest.mark.parametrize("state", [{}, {"goal": 1, "turn": 1, "players": [{"score": -3}]}])
def test_an_impossible_position_is_refused(state):
    Given().when(asked.SetPosition(seat=1, state=state)).refused("MT-POSITION")


def test_no_match_is_opened_behind_its_end():
    """Nobody could play on there, and nothing would end it."""
    over = {"goal": 60, "turn": 2, "players": [{"score": 5}, {"score": 60}]}
    Given().when(asked.SetPosition(seat=1, state=over)).refused("MT-POSITION")


def test_nobody_plays_in_a_pause():
    given = Given(asked.Pause(seat=2)).when(roll(1, 3))
    given.refused("MT-PAUSE")
    given.when(asked.Pause(seat=1)).refused("MT-PAUSE")
    given.when(asked.Resume(seat=1)).then(happened.Resumed(by=1))
    given.when(asked.Resume(seat=1)).refused("MT-PAUSE")
    given.when(roll(1, 3))
    assert given.refusal is None


def test_who_concedes_leaves_the_victory_to_the_others():
    given = Given().when(asked.Concede(seat=1)).then(happened.Conceded(by=1), happened.SecretsOpened())
    assert given.now.ended == Outcome(winners=(2,), reason="conceded")
    given.when(roll(1, 3)).refused("MT-END")
    given.when(asked.Undo(seat=1, to=1)).refused("MT-END")
    given.when(asked.Note(seat=1, text="well played")).refused("MT-END")


def test_a_draw_is_offered_and_taken():
    given = Given(asked.OfferDraw(seat=1))
    given.when(asked.OfferDraw(seat=2)).refused("MT-DRAW")
    given.when(asked.AnswerDraw(seat=1, agree=True)).refused("MT-DRAW")
    given.when(asked.AnswerDraw(seat=2, agree=True))
    assert given.now.ended == Outcome(winners=(), reason="draw_agreed")


def test_a_draw_lapses_with_an_answer_or_a_play():
    given = Given(asked.OfferDraw(seat=1), asked.AnswerDraw(seat=2, agree=False))
    assert given.now.draw_offered is None
    given.when(asked.AnswerDraw(seat=2, agree=True)).refused("MT-DRAW")
    given = Given(asked.OfferDraw(seat=1), roll(1, 2))
    assert given.now.draw_offered is None


def test_an_abandoned_match_has_no_winner():
    given = Given().when(asked.Abandon(seat=2))
    assert given.now.ended == Outcome(winners=(), reason="abandoned")


def test_one_alone_undoes_freely_and_offers_no_draw():
    alone = msgspec.structs.replace(STARTED, seats=1)
    Given(roll(1, 3), started=alone).when(asked.Undo(seat=1, to=1)).then(happened.Undone(to=1))
    Given(started=alone).when(asked.OfferDraw(seat=1)).refused("MT-DRAW")


def test_the_game_ends_the_match():
    given = Given(asked.Correct(seat=1, path="/players/0/score", value=59)).when(roll(1, 1))
    assert given.now.ended == Outcome(winners=(1,), reason="TOY-GOAL")


def test_a_fold_needs_a_first_event():
    with pytest.raises(ValueError, match="first event"):
        log.fold(toy.TOY, [])
