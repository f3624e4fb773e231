"""Any mix of commands, retries, undos, corrections, forks and restarts, beside a simple model in memory."""

import uuid

import pytest
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.accounts import people
from companion.accounts.models import Token
from companion.matches import states, verifying
from companion.matches.models import Match

SEATS = st.sampled_from([1, 2])
GOAL = 60


class Told:
    """The simple model of a match: what everybody would write down on paper after each version."""

    def __init__(self, history, ended=None, floor=1):
        self.history, self.ended = history, ended
        self.answers = {}

    @property
    def now(self):
        return self.history[-1]

    @property
    def version(self):
        return len(self.history)


def fresh():
    return {"turn": 1, "scores": (0, 0), "hidden": (None, None), "floor": 1, "asked": None}


def with_item(pair, seat, value):
    return (value, pair[1]) if seat == 1 else (pair[0], value)


class Machine(RuleBasedStateMachine):
    """Both persons use the API; the model says what must come of it."""

    def __init__(self):
        super().__init__()
        self.matches = []

    @initialize()
    def begin(self):
        self.clients = []
        for _ in range(2):
            person = people.make_guest()
            _, key = people.give_token(user=person, kind=Token.Kind.BEARER)
            self.clients.append((person, Client(headers={"authorization": f"Bearer {key}"})))
        made = self.clients[0][1].post("/api/matches/", {"game": "toy"}, content_type="application/json").json()
        Match.objects.get(id=made["id"]).seats.filter(number=2).update(user=self.clients[1][0])
        told = Told([fresh()])
        told.ends = {1}
        self.matches = [(f"/api/matches/{made['id']}/", told)]

    def client(self, seat):
        return self.clients[seat - 1][1]

    def give(self, place, seat, type_, seen=None, id_=None, **fields):
        url, told = self.matches[place % len(self.matches)]
        body = {"id": id_ or str(uuid.uuid4()), "seen": told.version if seen is None else seen, "type": type_, **fields}
        answer = self.client(seat).post(f"{url}commands/", body, content_type="application/json")
        return told, body, answer

    def accepted(self, told, seat, body, answer, *states_, ended=None):
        """It is: these states follow, one for each event."""
        assert answer.status_code == 201, answer.content
        told.history.extend(states_)
        if ended:
            told.ended = ended
            told.history.append(told.now)
        assert answer.json()["version"] == told.version
        told.ends.add(told.version)
        told.answers[body["id"]] = (seat, body, answer.json())

    def refused(self, told, answer, rule_):
        assert answer.status_code == 422, answer.content
        assert answer.json()["rule"] == ("MT-END" if told.ended else rule_)

    @rule(place=st.integers(0, 3), seat=SEATS, roll=st.integers(1, 6))
    def roll(self, place, seat, roll):
        told, body, answer = self.give(place, seat, "roll_die", roll=roll)
        now = told.now
        if told.ended or now["turn"] != seat:
            return self.refused(told, answer, "TOY-2")
        scores = with_item(now["scores"], seat, now["scores"][seat - 1] + roll)
        rolled = now | {"scores": scores, "floor": told.version + 1, "asked": None}
        ended = f"won by {seat}" if scores[seat - 1] >= GOAL else None
        return self.accepted(told, seat, body, answer, rolled, rolled | {"turn": 3 - seat}, ended=ended)

    @rule(place=st.integers(0, 3), seat=SEATS, number=st.integers(1, 9), seen=st.none() | st.integers(0, 99))
    def hide(self, place, seat, number, seen):
        """Simultaneous: judged on the newest state, whatever was seen."""
        told, body, answer = self.give(place, seat, "hide", seen=seen, number=number)
        if told.ended or told.now["hidden"][seat - 1] is not None:
            return self.refused(told, answer, "TOY-1")
        hidden = told.now | {"hidden": with_item(told.now["hidden"], seat, number), "asked": None}
        return self.accepted(told, seat, body, answer, hidden)

    @rule(place=st.integers(0, 3), seat=SEATS)
    def show(self, place, seat):
        told, body, answer = self.give(place, seat, "show")
        number = told.now["hidden"][seat - 1]
        if told.ended or number is None:
            return self.refused(told, answer, "TOY-3")
        scores = with_item(told.now["scores"], seat, told.now["scores"][seat - 1] + number)
        hidden = with_item(told.now["hidden"], seat, None)
        shown = told.now | {"scores": scores, "hidden": hidden, "floor": told.version + 1, "asked": None}
        ended = f"won by {seat}" if scores[seat - 1] >= GOAL else None
        return self.accepted(told, seat, body, answer, shown, ended=ended)

    @rule(place=st.integers(0, 3), seat=SEATS, whose=SEATS, value=st.integers(-1, 50))
    def correct(self, place, seat, whose, value):
        path = f"/players/{whose - 1}/score"
        told, body, answer = self.give(place, seat, "correct", path=path, value=value, reason="by hand")
        if told.ended or value < 0:
            return self.refused(told, answer, "MT-CORRECT")
        return self.accepted(
            told, seat, body, answer, told.now | {"scores": with_item(told.now["scores"], whose, value)}
        )

    @rule(place=st.integers(0, 3), seat=SEATS, value=st.integers(1, 9))
    def correct_the_other_s_secret(self, place, seat, value):
        other = 3 - seat
        told, _, answer = self.give(place, seat, "correct", path=f"/players/{other - 1}/hidden", value=value)
        self.refused(told, answer, "MT-CORRECT")

    @rule(place=st.integers(0, 3), seat=SEATS, back=st.integers(0, 12))
    def undo(self, place, seat, back):
        told = self.matches[place % len(self.matches)][1]
        to = max(told.version - back, 0)
        told, body, answer = self.give(place, seat, "undo", to=to)
        if told.ended or not 1 <= to < told.version or to not in told.ends:
            return self.refused(told, answer, "MT-UNDO")
        if to >= told.now["floor"]:
            return self.accepted(told, seat, body, answer, told.history[to - 1] | {"asked": None})
        return self.accepted(told, seat, body, answer, told.now | {"asked": (to, seat)})

    @rule(place=st.integers(0, 3), seat=SEATS, agree=st.booleans())
    def answer_undo(self, place, seat, agree):
        told, body, answer = self.give(place, seat, "answer_undo", agree=agree)
        asked = told.now["asked"]
        if told.ended or asked is None or asked[1] == seat:
            return self.refused(told, answer, "MT-UNDO")
        if not agree:
            return self.accepted(told, seat, body, answer, told.now | {"asked": None})
        answered, back = told.now, told.history[asked[0] - 1] | {"asked": None}
        return self.accepted(told, seat, body, answer, answered, back)

    @rule(place=st.integers(0, 3), seat=SEATS)
    def note(self, place, seat):
        told, body, answer = self.give(place, seat, "note", text="hm")
        if told.ended:
            return self.refused(told, answer, "MT-END")
        return self.accepted(told, seat, body, answer, told.now)

    @rule(place=st.integers(0, 3), seat=SEATS)
    def late(self, place, seat):
        told, _, answer = self.give(place, seat, "roll_die", seen=0, roll=1)
        assert answer.status_code == 409
        assert answer.json()["type"] == "/problems/stale"
        assert answer.json()["missed"][-1]["version"] == told.version

    @precondition(lambda self: any(told.answers for _, told in self.matches))
    @rule(data=st.data(), seen=st.integers(0, 50))
    def again(self, data, seen):
        """The same command gets the first answer; another under its id gets none."""
        url, told = data.draw(st.sampled_from([one for one in self.matches if one[1].answers]))
        seat, body, first = told.answers[data.draw(st.sampled_from(sorted(told.answers)))]
        again = self.client(seat).post(f"{url}commands/", body | {"seen": seen}, content_type="application/json")
        assert (again.status_code, again.json()) == (201, first)
        other = {"id": body["id"], "seen": seen, "type": "note", "text": "another"}
        assert self.client(seat).post(f"{url}commands/", other, content_type="application/json").status_code == 409

    @rule()
    def restart(self):
        states.forget_all()

    @rule(place=st.integers(0, 3), seat=SEATS, back=st.integers(0, 9))
    def fork(self, place, seat, back):
        if len(self.matches) > 3:
            return
        url, told = self.matches[place % len(self.matches)]
        at = told.version - back
        answer = self.client(seat).post(f"{url}fork/", {"at": at}, content_type="application/json")
        if at < 1:
            assert answer.status_code == 400
            return
        if at not in told.ends or (told.ended and at >= told.version - 1):
            assert answer.json()["rule"] == "MT-FORK"
            return
        assert answer.status_code == 201, answer.content
        forked = Told([*told.history[:at], told.history[at - 1]])
        forked.ends = {end for end in told.ends if end <= at} | {at + 1}
        fork = f"/api/matches/{answer.json()['id']}/"
        if told.ended:
            Match.objects.get(id=answer.json()["id"]).seats.filter(number=2).update(user=self.clients[1][0])
            Match.objects.get(id=answer.json()["id"]).seats.filter(number=1).update(user=self.clients[0][0])
        else:
            body = {"id": str(uuid.uuid4()), "seen": at + 1, "type": "agree_to_fork"}
            agreed = self.client(3 - seat).post(f"{fork}commands/", body, content_type="application/json")
            assert agreed.status_code == 201, agreed.content
            forked.history.append(forked.now | {"floor": at + 2})
            forked.ends.add(at + 2)
        self.matches.append((fork, forked))

    @invariant()
    def everybody_sees_what_is_written_down(self):
        for url, told in self.matches:
            for seat in (1, 2):
                seen = self.client(seat).get(f"{url}state/").json()
                assert seen["version"] == told.version
                assert (seen["ended"] is not None) is (told.ended is not None)
                self.expect(seen["state"], told.now, None if told.ended else seat)

    def expect(self, state, now, seat):
        assert state["turn"] == now["turn"]
        assert tuple(player["score"] for player in state["players"]) == now["scores"]
        for number, player in enumerate(state["players"], 1):
            hidden = now["hidden"][number - 1]
            assert player["has_hidden"] is (hidden is not None)
            assert player["hidden"] == (hidden if seat in (None, number) else None)

    def teardown(self):
        for url, told in self.matches:
            match = Match.objects.get(id=url.split("/")[3])
            assert verifying.fault_of(match) is None
            for version in range(1, told.version + 1, 3):
                seen = self.client(1).get(f"{url}state/?at={version}").json()
                self.expect(seen["state"], told.history[version - 1], None if told.ended else 1)
        Match.objects.update(deleting=True)
        Match.objects.all().delete()


def run(examples, steps):
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.django_db
def test_any_mix_agrees_with_a_simple_model():
    run(examples=8, steps=30)


@pytest.mark.soak
@pytest.mark.django_db
def test_any_mix_agrees_with_a_simple_model_at_length():
    run(examples=150, steps=80)
