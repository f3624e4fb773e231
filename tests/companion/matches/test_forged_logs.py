"""Logs that somebody has made up: the chain holds, and what it is around may be anything."""

import json
import uuid
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from companion.matches import chain
from companion.matches.models import Match
from tests.companion.matches.test_play import expect


def lines_of(content):
    return [json.loads(line) for line in content.splitlines()]


def take_in(api, content, media_type="application/jsonl"):
    return api.client.post("/api/matches/import/", content, content_type=media_type)


def forged(events, **header):
    """A file whose chain holds, whatever its events say."""
    root, rows, head = uuid.uuid4(), [], ""
    for version, (type_, data) in enumerate(events, 1):
        row = chain.Row(
            version=version,
            type=type_,
            schema=1,
            public=json.dumps({**data, "type": type_}, sort_keys=True, separators=(",", ":")),
            secret=None,
            salt="0" * 32,
            seat=None,
            at=datetime(2026, 1, 1, tzinfo=UTC),
            command=None,
        )
        head = chain.link(head or str(root), row, chain.commitment(row.salt, None))
        rows.append({**{n: getattr(row, n) for n in ("version", "type", "schema", "seat", "command", "salt")}})
        rows[-1] |= {"at": "2026-01-01T00:00:00Z", "public": json.loads(row.public), "hash": head}
    first = {
        "format": "companion match",
        "format_version": 1,
        "match": str(root),
        "root": str(root),
        "game": "toy",
        "edition": "x",
        "seats": 2,
        "created": "2026-01-01T00:00:00Z",
        "version": len(rows),
        "head": head,
        "whole": True,
        "fold_version": 1,
        "log_fold_version": 2,
        **header,
    }
    return b"\n".join(json.dumps(line).encode() for line in (first, *rows))


STARTED = ("match_started", {"game": "toy", "edition": "x", "data_hash": "", "seats": 2, "options": {}})
END = [("abandoned", {"by": 1}), ("secrets_opened", {})]
NONSENSE = {
    "no beginning": ([("turn_passed", {"to": 1}), *END], 1),
    "two beginnings": ([STARTED, STARTED, *END], 2),
    "seats without end": ([("match_started", {**STARTED[1], "seats": 10**9}), *END], 1),
    "another game": ([("match_started", {**STARTED[1], "game": "chess"}), *END], 1),
    "options of no game": ([("match_started", {**STARTED[1], "options": {"goal": "x"}}), *END], 1),
    "an undo into the future": ([STARTED, ("undone", {"to": 9}), *END], 2),
    "an undo before the beginning": ([STARTED, ("undone", {"to": 0}), *END], 2),
    "a seat that is not there": ([STARTED, ("number_hidden", {"seat": 77, "number": 1}), *END], 2),
    "an unknown event": ([STARTED, ("moon_landed", {}), *END], 2),
    "a path that is not there": ([STARTED, ("corrected", {"path": "/x", "value": 1, "by": 1}), *END], 2),
    "an answer that nobody waits for": ([STARTED, ("draw_answered", {"by": 1, "agree": True})], 2),
    "a match that is not over": ([STARTED, ("turn_passed", {"to": 1})], 2),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_a_chain_that_holds_around_nonsense(api, what):
    events, version = NONSENSE[what]
    body = expect(take_in(api, forged(events)), "unreadable", 400)
    assert body["version"] == version
    assert not Match.objects.exists()


def test_a_forged_log_that_could_be_one_is_taken(api):
    assert take_in(api, forged([STARTED, *END])).status_code == 201


BEYOND = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-01-01T00:00:00")


@pytest.mark.parametrize("at", BEYOND)
@pytest.mark.parametrize("number", [0, 1])
def test_a_time_that_is_none_is_told(api, folder, at, number):
    lines = lines_of(forged([STARTED, *END]))
    lines[number]["at" if number else "created"] = at
    content = b"\n".join(json.dumps(line).encode() for line in lines)
    body = expect(take_in(api, content), "unreadable", 400)
    assert body["errors"][0]["line"] == number + 1
    (folder / "odd.jsonl").write_bytes(content)
    with pytest.raises(CommandError):
        call_command("replay", str(folder / "odd.jsonl"))


UNFIT_FOR_A_WHOLE = {
    "a commitment instead of its salt": lambda line: line.update(sealed=commitment_of(line), salt=None),
    "another event than the one that is kept": lambda line: line.update(
        seen={"schema": 1, "data": {"type": "turn_passed", "to": 2}}
    ),
    "a NUL in its salt": lambda line: line.update(salt="\0"),
}


def commitment_of(line):
    return chain.commitment(line["salt"], None)


@pytest.mark.parametrize("what", UNFIT_FOR_A_WHOLE)
def test_of_a_whole_file_is_kept_what_was_checked(api, what):
    lines = lines_of(forged([STARTED, ("turn_passed", {"to": 1}), *END]))
    UNFIT_FOR_A_WHOLE[what](lines[2])
    body = expect(take_in(api, b"\n".join(json.dumps(line).encode() for line in lines)), "unreadable", 400)
    assert body["errors"][0]["line"] == 3
    assert not Match.objects.exists()
