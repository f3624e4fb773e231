"""The event log: append guarded by what its writer had seen, and reading. The one module that touches its tables."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction

from companion.matches import codec
from companion.matches.codec import Line
from companion.matches.event_table import CommandReceipt, StoredEvent
from companion.matches.models import Match
from games.decider import Decider


class Stale(Exception):
    """Somebody else has appended since: nothing was written."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The accepted command of an id: the digest of its body, and the versions that it made."""

    digest: str
    first: int
    last: int


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """A command about to be written: id, digest of its body, seat, and free text that came with it, with its author."""

    id: UUID
    digest: str
    seat: int
    text: str = ""
    author: UUID | None = None


def append(
    decider: Decider,
    match: Match,
    events: Sequence[Any],
    *,
    now: datetime,
    command: Accepted | None = None,
    ended: Any = None,
) -> list[Line]:
    """Write events behind ``match.version``, all or none. ``match`` has the new version and head afterwards.

    Raises :class:`Stale` when the log has grown since ``match`` was read.
    """
    lines, rows, head = [], [], match.head
    for version, event in enumerate(events, match.version + 1):
        line, row = _row(decider, match, version, event, now, command, head)
        head = row.hash
        lines.append(line)
        rows.append(row)
    change = {"version": match.version + len(rows), "head": head, "changed": now, "ended": ended}
    try:
        with transaction.atomic():
            guard = Match.objects.filter(id=match.id, version=match.version, head=match.head, deleting=False)
            if guard.update(**change) != 1:
                raise Stale
            StoredEvent.objects.bulk_create(rows)
            if command is not None:
                CommandReceipt.objects.create(
                    match=match,
                    command=command.id,
                    digest=command.digest,
                    first=lines[0].version,
                    last=lines[-1].version,
                )
    except IntegrityError:
        raise Stale from None
    for field, value in change.items():
        setattr(match, field, value)
    return lines


def _row(
    decider: Decider, match: Match, version: int, event: Any, now: datetime, command: Accepted | None, head: str
) -> tuple[Line, StoredEvent]:
    text, salt, author = "", "", None
    if command and command.text and hasattr(event, "digest"):
        text, author = command.text, command.author
        event, salt = codec.with_text(event, text)
    sealed = codec.seal(decider, event)
    line = Line(
        version=version,
        event=event,
        seat=command.seat if command else None,
        at=now,
        command=str(command.id) if command else None,
        text=text,
    )
    row = StoredEvent(
        match=match,
        version=version,
        type=codec.tag_of(event),
        schema=event.schema,
        public=sealed.public,
        secret=sealed.secret,
        salt=sealed.salt,
        text=text,
        text_salt=salt,
        author=author,
        seat=line.seat,
        at=now,
        command=command.id if command else None,
    )
    row.hash = chain(head, row)
    return line, row


def chain(previous: str, row: StoredEvent) -> str:
    """The hash of a row: of the one before, of all that is public in it, and of H(salt, secret)."""
    inner = sha256(f"{row.salt}\n{row.secret or ''}".encode()).hexdigest()
    command = str(row.command) if row.command else None
    public = (
        previous,
        str(row.match_id),
        row.version,
        row.type,
        row.schema,
        row.seat,
        row.at,
        command,
        row.public,
        inner,
    )
    return sha256(msgspec.json.encode(public)).hexdigest()


def read(decider: Decider, match: Match, *, after: int = 0, upto: int | None = None) -> list[Line]:
    """The events behind version ``after``, in order, up to ``upto`` (included)."""
    rows = StoredEvent.objects.filter(match=match, version__gt=after)
    if upto is not None:
        rows = rows.filter(version__lte=upto)
    return [_line(decider, row) for row in rows.order_by("version")]


def _line(decider: Decider, row: StoredEvent) -> Line:
    return Line(
        version=row.version,
        event=codec.decode(decider, row.type, row.schema, row.secret or row.public),
        seat=row.seat,
        at=row.at,
        command=str(row.command) if row.command else None,
        text=row.text,
    )


def receipt_of(match: Match, command: UUID) -> Receipt | None:
    """What is remembered of a command's id."""
    kept = CommandReceipt.objects.filter(match=match, command=command).first()
    return Receipt(digest=kept.digest, first=kept.first, last=kept.last) if kept else None


def texts_of(author: UUID) -> list[dict[str, Any]]:
    """The free texts that a person has written: match, version, time, text."""
    rows = StoredEvent.objects.filter(author=author).order_by("at", "version")
    return [{"match": row.match_id, "version": row.version, "at": row.at, "text": row.text} for row in rows]


def forget_texts(author: UUID) -> None:
    """The free texts of a person go, and that they wrote them; the chain holds. The one change that triggers allow."""
    StoredEvent.objects.filter(author=author).update(text="", text_salt="", author=None)


def fault_of(match: Match) -> str | None:
    """Walk the hash chain: None when it holds, else the first version at which it does not, in words."""
    head, version = "", 0
    for row in StoredEvent.objects.filter(match=match).order_by("version").iterator(chunk_size=500):
        version += 1
        if row.version != version:
            return f"version {version} is missing"
        head = chain(head, row)
        if row.hash != head:
            return f"version {version} has been changed"
    if (version, head) != (match.version, match.head):
        return f"the log ends at version {version}, the match at {match.version}"
    return None
