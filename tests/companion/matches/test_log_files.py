"""Logs as files: given out for a seat or whole, taken in again, replayed from the command line."""

import hashlib
import io
import json
import uuid

import pytest
from django.core.management import CommandError, call_command

from companion.matches import event_log, imports, log_file, verifying
from companion.matches.models import Match
from tests.companion.matches.test_forged_logs import END, STARTED, forged, lines_of, take_in
from tests.companion.matches.test_play import Table, expect


def played(table, *, over=True):
    """Secrets, a note, a shown number, an undo; and the end."""
    table.give("hide", seat=1, number=987654)
    table.give("roll_die", seat=1, roll=4)
    table.give("note", seat=1, text="a cup of tea")
    table.give("correct", seat=1, path="/players/0/hidden", value=123456, reason="I meant 123456")
    table.give("roll_die", seat=2, api=getattr(table, "other", None), roll=5)
    table.give("note", seat=1, text="oops")
    assert table.give("undo", seat=1, to=8).status_code == 201
    if over:
        table.give("concede", seat=2, api=getattr(table, "other", None))
    return table


def export(table, api=None, query=""):
    response = (api or table.api).get(f"{table.url}export/{query}")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/jsonl"
    return b"".join(response.streaming_content)


def test_the_header_says_what_it_is(two):
    header = lines_of(export(played(two, over=False)))[0]
    match = two.match
    assert (header["match"], header["root"], header["head"]) == (str(match.id), str(match.id), match.head)
    assert (header["game"], header["edition"], header["seats"], header["version"]) == ("toy", "x", 2, match.version)
    assert (header["whole"], header["seat"], header["ended"]) == (False, 1, None)
    assert header["schemas"]["die_rolled"] == 2


def test_a_seat_gets_what_it_may_see_and_no_more(two):
    played(two, over=False)
    own, other = export(two).decode(), export(two, two.other).decode()
    assert "987654" in own
    assert "I meant 123456" in own
    for secret in ("987654", "123456", "I meant", '"salt"'):
        assert secret not in other
    assert '"salt"' not in own
    assert "a cup of tea" in other


def test_anybody_can_check_the_chain_of_a_seat_s_file_with_sha256_alone(two):
    played(two, over=False)
    content = export(two, two.other)
    header, *events = lines_of(content)
    raw = list(content.splitlines()[1:])
    head = header["root"]
    for event, line in zip(events, raw, strict=True):
        public = line.split(b'"public":', 1)[1].split(b',"hash":', 1)[0].decode()
        fields = [head, *(event[name] for name in ("version", "type", "schema", "seat", "at", "command"))]
        text = json.dumps([*fields, public, event["sealed"]], separators=(",", ":"), ensure_ascii=False)
        head = hashlib.sha256(text.encode()).hexdigest()
        assert head == event["hash"]
    assert head == header["head"]


def test_after_the_end_the_file_is_whole(two):
    played(two)
    for api in (two.api, two.other):
        content = export(two, api)
        header, *events = lines_of(content)
        assert (header["whole"], header["seat"], header["ended"]["reason"]) == (True, None, "conceded")
        assert events[1]["secret"]["number"] == 987654
        assert all("salt" in event for event in events)
    assert events[-1]["type"] == "secrets_opened"


def test_after_the_end_every_secret_and_salt_is_open_to_both(two):
    played(two)
    events = two.events(two.other)["results"]
    assert events[1]["data"]["number"] == 987654
    assert all(len(event["salt"]) == 32 and len(event["hash"]) == 64 for event in events)
    assert two.state(two.other, at=2)["state"]["players"][0]["hidden"] == 987654
    assert two.state(two.other, at=6)["state"]["players"][0]["hidden"] == 123456
    assert "I meant 123456" in json.dumps(events)


def test_before_the_end_salts_are_nowhere(two):
    played(two, over=False)
    answers = [two.events(), two.events(two.other), two.state(), lines_of(export(two))]
    assert '"salt"' not in json.dumps(answers)


def test_what_is_given_out_is_taken_in_again(two, new_person):
    played(two)
    content = export(two)
    person = new_person()
    made = take_in(person, content)
    assert made.status_code == 201, made.json()
    copy = Match.objects.get(id=made.json()["id"])
    assert copy.id != two.match.id
    assert (copy.version, copy.head, copy.root) == (two.match.version, two.match.head, two.match.id)
    assert verifying.fault_of(copy) is None
    url = f"/api/matches/{copy.id}/"
    for version in range(1, copy.version + 1):
        one, other = person.get(f"{url}state/?at={version}").json(), two.state(at=version)
        assert one["state"] == other["state"]
    again = b"".join(person.get(f"{url}export/").streaming_content)
    assert again.splitlines()[1:] == content.splitlines()[1:]
    assert (
        person.get(f"{url}summary/").json()["score_over_time"]
        == two.api.get(f"{two.url}summary/").json()["score_over_time"]
    )
    assert person.get("/api/me/statistics/").json()["played"] == 0


def test_an_imported_match_is_over_and_can_be_forked(two, new_person):
    person = new_person()
    url = f"/api/matches/{take_in(person, export(played(two))).json()['id']}/"
    command = {"id": str(uuid.uuid4()), "seen": 1, "seat": 1, "type": "note", "text": "x"}
    expect(person.post(f"{url}commands/", command), "forbidden", 403)
    fork = person.post(f"{url}fork/", {"at": 4})
    assert fork.status_code == 201
    assert fork.json()["parent_version"] == 4


def test_a_file_with_other_blanks_and_another_name_is_the_same(two, new_person):
    content = b"\r\n".join(json.dumps(line, indent=None).encode() for line in lines_of(export(played(two))))
    assert take_in(new_person(), content + b"\n\n", "application/x-ndjson").status_code == 201


def test_what_a_seat_has_seen_is_not_taken_in(two):
    body = expect(take_in(two.api, export(played(two, over=False))), "unreadable", 400)
    assert body["errors"][0]["line"] == 1


def changed(content, number, change):
    lines = lines_of(content)
    change(lines[number])
    return b"\n".join(json.dumps(line).encode() for line in lines)


def without(content, number):
    lines = content.splitlines()
    return b"\n".join(lines[:number] + lines[number + 1 :])


BREAKS = {
    "a changed event": (lambda c: changed(c, 3, lambda line: line["public"].update(roll=6)), 3, 4),
    "a changed secret": (lambda c: changed(c, 2, lambda line: line["secret"].update(number=1)), 2, 3),
    "a changed salt": (lambda c: changed(c, 2, lambda line: line.update(salt="0" * 32)), 2, 3),
    "a changed seat": (lambda c: changed(c, 3, lambda line: line.update(seat=2)), 3, 4),
    "a changed time": (lambda c: changed(c, 3, lambda line: line.update(at="2020-01-01T00:00:00Z")), 3, 4),
    "a changed text": (lambda c: changed(c, 5, lambda line: line.update(text="coffee")), 5, 6),
    "a missing event": (lambda c: without(c, 3), 3, 4),
    "swapped events": (lambda c: b"\n".join(c.splitlines()[n] for n in (0, 1, 3, 2, *range(4, 13))), 2, 3),
    "a log cut off": (lambda c: b"\n".join(c.splitlines()[:-1]), 11, 1),
    "another root": (lambda c: changed(c, 0, lambda line: line.update(root=str(uuid.uuid4()))), 1, 2),
    "another head": (lambda c: changed(c, 0, lambda line: line.update(head="0" * 64)), 12, 1),
}


@pytest.mark.parametrize("what", BREAKS)
def test_an_import_says_at_which_version_it_fails(two, what):
    breaks, version, line = BREAKS[what]
    content = export(played(two))
    before = Match.objects.count()
    body = expect(take_in(two.api, breaks(content)), "unreadable", 400)
    assert (body["version"], body["errors"][0]["line"]) == (version, line)
    assert Match.objects.count() == before


UNREADABLE = {
    "nothing": b"",
    "blank": b"\n\n",
    "no JSON": b"hello\n",
    "no header": b"{}\n",
    "another format": b'{"format":"x"}\n',
    "not UTF-8": b"\xff\xfe\x00",
    "deep": b"[" * 100_000,
    "a line without an end": b" " * (log_file.LONGEST_LINE + 2),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_file_that_cannot_be_read(api, what):
    expect(take_in(api, UNREADABLE[what]), "unreadable", 400)


def test_a_file_has_its_limits(api, monkeypatch):
    content = forged([STARTED, *[("turn_passed", {"to": 1})] * 10, *END])
    monkeypatch.setattr(log_file, "MOST_EVENTS", 5)
    expect(take_in(api, content), "unreadable", 400)
    monkeypatch.setattr(log_file, "MOST_BYTES", 1000)
    expect(take_in(api, content), "too_large", 413)


def test_a_game_that_cannot_be_played_is_not_taken_in(api):
    expect(take_in(api, forged([STARTED, *END], game="relic")), "not_playable", 422)
    expect(take_in(api, forged([STARTED, *END], game="chess")), "not_found", 404)
    expect(take_in(api, forged([STARTED, *END], edition="y")), "unreadable", 400)


def test_only_a_log_is_read_there(api):
    expect(api.post("/api/matches/import/", {"a": 1}), "unsupported", 415)


def test_a_nul_is_refused(api):
    content = forged([STARTED, ("corrected", {"path": "/x\0", "value": "\0", "by": 1}), *END])
    expect(take_in(api, content), "unreadable", 400)


def test_a_backslash_and_some_letters_are_no_nul(two, new_person):
    two.give("note", text="\\u0000 is how JSON writes it")
    two.give("concede")
    assert take_in(new_person(), export(two)).status_code == 201


def replay(path, *words):
    out = io.StringIO()
    call_command("replay", str(path), *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(two, folder):
    path = folder / "match.jsonl"
    path.write_bytes(export(played(two)))
    return path


def test_replay_prints_the_state(two, file):
    for at in (1, 4, 10):
        printed = json.loads(replay(file, "--at", str(at)))
        assert printed["state"] == two.state(at=at)["state"]
        assert printed["version"] == at
    assert json.loads(replay(file))["ended"] == {"winners": [1], "reason": "conceded"}


def test_replay_of_a_seat_s_file_is_the_seat_s_view(two, folder):
    played(two, over=False)
    path = folder / "seat.jsonl"
    for api in (two.api, two.other):
        path.write_bytes(export(two, api))
        assert json.loads(replay(path))["state"] == two.state(api)["state"]


def test_replay_as_text(file):
    text = replay(file, "--text", "--at", "4")
    assert "/players/0/score 4" in text.splitlines()
    assert "die_rolled" in text
    assert "conceded" not in text


@pytest.mark.parametrize(("words", "code"), [(["--at", "99"], 2), (["--at", "0"], 2)])
def test_replay_of_a_version_that_is_not_there(file, words, code):
    with pytest.raises(CommandError) as error:
        replay(file, *words)
    assert error.value.returncode == code


def test_replay_tells_what_is_broken_from_what_cannot_be_read(file, folder):
    content = file.read_bytes()
    cases = [(content.replace(b'"roll":4', b'"roll":5'), 1), (b"hello", 2), (content[:-300], 2), (None, 2)]
    for number, (bytes_, code) in enumerate(cases):
        path = folder / f"{number}.jsonl"
        if bytes_ is not None:
            path.write_bytes(bytes_)
        with pytest.raises(CommandError) as error:
            replay(path)
        assert error.value.returncode == code, error.value


def test_a_long_log_is_given_out_in_pieces(api):
    table = Table(api, hold=[1, 2])
    from django.utils import timezone

    from tests.games import toy

    match = table.match
    event_log.append(toy.TOY, match, [toy.TurnPassed(to=1 + n % 2) for n in range(1100)], now=timezone.now())
    from companion.matches import exports

    pieces = list(exports.pieces_of(match, None))
    assert len(pieces) == 4
    assert imports.log_file.read_header(pieces[0]).version == 1101
