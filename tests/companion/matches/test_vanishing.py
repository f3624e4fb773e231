"""A match that is deleted while somebody looks at it, or plays: it is not there, and nothing of ours has failed."""

import uuid

import pytest
from django.core.management import call_command

from companion.matches import event_log, seats, sitting, standings, states
from companion.matches.models import Match
from tests.companion.matches.test_people_at_the_table import join, watch_code_of
from tests.companion.matches.test_play import expect
from tests.games import toy


def delete(match_id):
    Match.objects.filter(id=match_id).update(deleting=True)
    Match.objects.filter(id=match_id).delete()


@pytest.fixture
def vanishing(table, monkeypatch):
    """It goes as soon as it has been found."""
    table.give("roll_die", seat=1, roll=4)
    match_id = table.match.id

    def vanish(module, name):
        find = getattr(module, name)

        def find_the_last_time(*args, **how):
            found = find(*args, **how)
            delete(match_id)
            return found

        monkeypatch.setattr(module, name, find_the_last_time)

    vanish(seats, "access_match")
    vanish(sitting, "access")
    return table


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("path", ["state/", "state/?at=1", "state/?at=2&events=5", "commands/", "board.svg"])
def test_a_look_at_a_match_that_goes(vanishing, path, known):
    if not known:
        states.forget_all()
    assert vanishing.api.get(f"{vanishing.url}{path}").status_code in (404, 200 if known else 404)


@pytest.mark.parametrize("path", ["", "events/", "summary/", "export/", "deletion/"])
def test_what_is_read_in_parts_is_as_much_as_was_there(vanishing, path):
    assert vanishing.api.get(f"{vanishing.url}{path}").status_code == 200


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    "fields", [{"type": "roll_die", "roll": 3}, {"type": "undo", "to": 1}, {"type": "note", "text": "x"}]
)
def test_a_command_to_a_match_that_goes(vanishing, known, fields):
    if not known:
        states.forget_all()
    command = {"id": str(uuid.uuid4()), "seen": 3, "seat": 2, **fields}
    expect(vanishing.api.post(f"{vanishing.url}commands/", command), "not_found", 404)


@pytest.mark.parametrize("known", [True, False])
def test_a_fork_of_a_match_that_goes(vanishing, known):
    if not known:
        states.forget_all()
    expect(vanishing.api.post(f"{vanishing.url}fork/", {"at": 2}), "not_found", 404)
    assert not Match.objects.exists()


def test_a_command_sent_again_to_a_match_that_goes(table, monkeypatch):
    id_ = uuid.uuid4()
    table.give("roll_die", seat=1, roll=4, id_=id_)
    receipt_of = event_log.receipt_of

    def find(match, command):
        found = receipt_of(match, command)
        delete(match.id)
        return found

    monkeypatch.setattr(event_log, "receipt_of", find)
    expect(table.give("roll_die", seat=1, roll=4, id_=id_, seen=1), "not_found", 404)


def test_the_summary_of_a_match_that_has_gone_is_none(table):
    match = table.match
    delete(match.id)
    assert standings.rebuild(toy.TOY, match) is False
    call_command("rebuild_summaries")


def test_a_code_still_gives_what_it_gave(table, new_person):
    person = new_person()
    code = watch_code_of(table)
    assert [join(person, code).status_code for _ in range(2)] == [201, 201]
    delete(table.match.id)
    expect(join(person, code), "not_found", 404)
