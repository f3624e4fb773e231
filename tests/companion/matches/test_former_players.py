"""Who deletes their account: their seats are free, their words are gone, the log is whole."""

import threading
import uuid

import pytest
from django.db import connection

from companion.accounts.models import User
from companion.matches import event_log, states, verifying
from companion.matches.event_table import StoredEvent
from companion.matches.models import Match
from tests.companion.matches.test_people_at_the_table import code_of, join
from tests.companion.matches.test_play import expect


def test_who_deletes_their_account_is_a_former_player_without_a_word(two):
    two.other.post("/api/accounts/", {"username": "ada", "password": "correct horse battery"})
    two.give("note", text="mine stays")
    two.give("note", api=two.other, text="my phone is 555-0100")
    two.give("correct", api=two.other, path="/players/1/score", value=2, reason="I forgot")
    assert two.api.get(two.url).json()["seats"][1]["player"] == {"kind": "account", "name": "ada"}
    assert [one["text"] for one in two.other.get("/api/me/export/").json()["texts"]] == [
        "my phone is 555-0100",
        "I forgot",
    ]
    before = two.state()
    assert two.other.delete("/api/me/").status_code == 204
    seat = two.api.get(two.url).json()["seats"][1]
    assert (seat["taken"], seat["player"]) == (False, {"kind": "former_player", "name": None})
    assert [one.get("text") for one in two.events()["results"][1:]] == ["mine stays", None, None]
    assert list(StoredEvent.objects.exclude(text="").values_list("text", flat=True)) == ["mine stays"]
    assert StoredEvent.objects.filter(text_salt="").count() == 3
    assert two.state() == before
    assert event_log.fault_of(two.match) is None
    assert not User.objects.filter(username="ada").exists()


def test_what_is_left_of_a_text_cannot_be_guessed_back(two):
    """Neither from the chain nor from the command remembered: whoever has all rows, and knows the text, cannot tell."""
    from hashlib import sha256

    from companion.matches import chain, codec
    from games.match_commands import Note

    two.give("note", api=two.other, text="yes")
    two.other.delete("/api/me/")
    row = StoredEvent.objects.get(version=2)
    digest = two.events()["results"][1]["data"]["digest"]
    assert digest not in {chain.digest_of_text(salt, "yes") for salt in ("", row.salt, row.text_salt)}
    assert row.asked != sha256(codec.encode(Note(seat=2, text="yes")).encode()).hexdigest()


def test_another_text_is_another_command(two):
    id_ = uuid.uuid4()
    first = two.give("note", id_=id_, seen=1, text="tea")
    assert two.give("note", id_=id_, seen=1, text="tea").json() == first.json()
    for text in ("coffee", ""):
        expect(two.give("note", id_=id_, seen=1, text=text), "reused_id", 409)
    silent = uuid.uuid4()
    path = {"path": "/players/0/score", "value": 1}
    assert two.give("correct", id_=silent, seen=2, **path).status_code == 201
    assert two.give("correct", id_=silent, seen=2, **path).status_code == 201
    expect(two.give("correct", id_=silent, seen=2, reason="so", **path), "reused_id", 409)


def test_a_seat_that_changes_hands_keeps_the_words_of_each(two, new_person):
    two.give("note", api=two.other, text="of the first")
    two.api.delete(f"{two.url}seats/2/")
    third = new_person()
    join(third, code_of(two))
    two.give("note", api=third, text="of the third")
    assert two.other.delete("/api/me/").status_code == 204
    assert list(StoredEvent.objects.exclude(text="").values_list("text", flat=True)) == ["of the third"]
    assert two.api.get(two.url).json()["seats"][1]["player"] == {"kind": "guest", "name": None}


def copy_of(content, person):
    made = person.client.post("/api/matches/import/", content, content_type="application/jsonl")
    assert made.status_code == 201
    return Match.objects.get(id=made.json()["id"])


def words_in(match):
    return list(StoredEvent.objects.filter(match=match).exclude(text="").values_list("text", flat=True))


def test_the_words_of_a_former_player_go_from_copies_that_were_taken_in(two, new_person):
    two.give("note", text="mine stays")
    two.give("note", api=two.other, text="my phone is 555-0100")
    two.give("concede")
    content, person = b"".join(two.api.get(f"{two.url}export/").streaming_content), new_person()
    before = copy_of(content, person)
    copy_of_copy = copy_of(content, new_person())
    assert words_in(before) == ["mine stays", "my phone is 555-0100"]
    two.other.delete("/api/me/")
    after = copy_of(content, person)
    for match in (two.match, before, copy_of_copy, after):
        assert words_in(match) == ["mine stays"]
        assert verifying.fault_of(match) is None


def test_who_follows_a_former_player_is_none(two, new_person):
    two.other.delete("/api/me/")
    join(new_person(), code_of(two))
    assert two.api.get(two.url).json()["seats"][1]["player"]["kind"] == "guest"


def test_the_match_of_an_owner_who_is_gone_belongs_to_who_sits_there(two):
    assert two.api.delete("/api/me/").status_code == 204
    assert two.other.get(two.url).json()["owner"] is True
    assert two.other.post(f"{two.url}seats/1/code/").status_code == 201


def test_nothing_of_a_person_goes_when_something_of_it_fails(two, monkeypatch):
    two.give("note", api=two.other, text="still here")
    monkeypatch.setattr(User, "delete", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        two.other.delete("/api/me/")
    assert StoredEvent.objects.exclude(text="").count() == 1
    assert two.api.get(two.url).json()["seats"][1]["taken"] is True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("type_", "text"), [("note", {"text": "x"}), ("correct", {"reason": "x"})])
def test_a_text_on_its_way_while_its_author_goes_is_not_written(two, monkeypatch, type_, text):
    """The account goes after the command has been judged, before it is written."""
    gone = []

    def leave():
        gone.append(two.other.delete("/api/me/").status_code)
        connection.close()

    def meanwhile(*_):
        if not gone:
            leaving = threading.Thread(target=leave)
            leaving.start()
            leaving.join()
        return False

    monkeypatch.setattr(states, "is_due", meanwhile)
    fields = {"path": "/players/0/score", "value": 3} if type_ == "correct" else {}
    expect(two.give(type_, api=two.other, **fields, **text), "not_authenticated", 401)
    assert gone == [204]
    assert two.state()["version"] == 1
    assert two.give("roll_die").status_code == 201


FORGED = {
    "another word": {"text": "never said", "text_salt": "", "author": None},
    "the salt alone": {"text_salt": ""},
    "the text alone": {"text": ""},
    "more than the text": {"text": "", "text_salt": "", "author": None, "seat": 2},
    "the event too": {"text": "", "text_salt": "", "author": None, "public": "{}"},
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_a_text_can_be_forgotten_and_nothing_else(table, change):
    from django.db import DatabaseError, transaction

    table.give("note", seat=1, text="so be it")
    row = StoredEvent.objects.filter(version=2)
    with pytest.raises(DatabaseError), transaction.atomic():
        row.update(**change)
    assert row.get().text == "so be it"
