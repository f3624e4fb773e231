"""The log of a match as a file: JSON Lines, a header and one line an event. Written, read, and checked here.

A *whole* file (of a match that is over) holds every secret with its salt. One for a seat holds what that seat may see,
and the commitments instead of the secrets: its chain can be checked all the same.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from companion.matches import chain, codec
from companion.matches.chain import Row
from games import log
from games.decider import Decider

MEDIA_TYPE = "application/jsonl"
MOST_EVENTS = 20_000
MOST_BYTES = 32 * 1024 * 1024
LONGEST_LINE = 1024 * 1024


NOTHING = msgspec.Raw(b"")

Time = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment, wherever it is read."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what was played, how far, and by which versions of its shapes."""

    format: Literal["companion match"] = "companion match"
    format_version: Literal[1] = 1
    match: UUID
    root: UUID
    """Id of the match in which the log was begun: the chain begins with it."""

    game: str
    edition: str
    seats: int
    created: Time
    version: int
    head: str
    whole: bool
    seat: int | None = None
    """Whose view it is; ``null``: a spectator's, or everything."""

    parent: UUID | None = None
    parent_version: int | None = None
    ended: dict[str, Any] | None = None
    schemas: dict[str, int] = {}
    """The newest schema version of each type of event in it."""

    fold_version: int
    log_fold_version: int


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the seat of the file sees it, where that is more than everybody does."""

    schema: int
    data: msgspec.Raw


class EventLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event. ``public`` is what everybody sees; ``sealed`` the commitment to the rest, ``salt`` what opens it."""

    version: int
    type: str
    schema: int
    seat: int | None
    at: Time
    command: UUID | None
    public: msgspec.Raw
    hash: str
    sealed: str | None = None
    seen: Seen | None = None
    salt: str | None = None
    secret: msgspec.Raw = NOTHING
    text: str = ""
    text_salt: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line that was read and checked: the row (its secret unknown in a seat's file), and the event."""

    row: Row
    event: Any


class Unfit(Exception):
    """A file that is no log: in which line, and at which version of the match where it came so far."""

    def __init__(self, message: str, *, line: int, version: int | None = None, broken: bool = False) -> None:
        super().__init__(message)
        self.message, self.line, self.version = message, line, version
        self.broken = broken
        """It could be read, but its chain or its fold does not hold."""


def encode_header(header: Header) -> bytes:
    """The first line."""
    return msgspec.json.encode(header) + b"\n"


def encode_row(decider: Decider, row: Row, seat: int | None, whole: bool) -> bytes:
    """A row as its line for a seat, or with everything that is in it."""
    given: dict[str, Any] = {name: getattr(row, name) for name in ("version", "type", "schema", "seat", "at", "hash")}
    given |= {"command": row.command, "public": msgspec.Raw(row.public.encode())}
    if whole:
        given["salt"] = row.salt
        if row.secret is not None:
            given["secret"] = msgspec.Raw(row.secret.encode())
        return _line(EventLine(**given, text=row.text, text_salt=row.text_salt))
    given["sealed"] = chain.commitment(row.salt, row.secret)
    if row.secret is None:
        return _line(EventLine(**given, text=row.text))
    event = log.redact(decider, codec.decode(decider, row.type, row.schema, row.secret), seat)
    seen = codec.encode(event)
    if seen != row.public:
        given["seen"] = Seen(schema=event.schema, data=msgspec.Raw(seen.encode()))
    return _line(EventLine(**given, text=row.text if getattr(event, "digest", "") else ""))


def _line(line: EventLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def lines_of(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file that comes in pieces. Raises :class:`Unfit` for a line or a file that is too long."""
    rest, total, number = b"", 0, 1
    for chunk in chunks:
        total += len(chunk)
        if total > MOST_BYTES:
            raise Unfit(f"the file is larger than {MOST_BYTES // 1024 // 1024} MiB", line=number)
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines
        number += len(lines)
        if len(rest) > LONGEST_LINE:
            raise Unfit("the line is longer than 1 MiB", line=number)
    if rest:
        yield rest


_HEADERS = msgspec.json.Decoder(Header)
_EVENTS = msgspec.json.Decoder(EventLine)


def read_header(line: bytes) -> Header:
    """The first line. Raises :class:`Unfit`."""
    header: Header = _read(_HEADERS, line, 1)
    return msgspec.structs.replace(header, created=_in_utc(header.created, 1))


def _read(decoder: msgspec.json.Decoder[Any], line: bytes, number: int) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unfit(f"the line cannot be read: {error}", line=number) from None


def read_entries(decider: Decider, header: Header, lines: Iterable[bytes]) -> Iterator[Entry]:
    """The events behind the header, each checked against the chain as it comes. Raises :class:`Unfit`."""
    walk = chain.Walk(str(header.root))
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        if walk.version == MOST_EVENTS:
            raise Unfit(f"a log of more than {MOST_EVENTS} events is not taken", line=number)
        read = _read(_EVENTS, line, number)
        row = _row(read, number)
        sealed = read.sealed if read.salt is None else None
        if header.whole and (read.salt is None or read.seen is not None):
            # What is kept of it is what was checked: the event itself, not what a seat has seen of it.
            raise Unfit("the log is whole, and this line is not", line=number, version=read.version)
        if read.salt is None and sealed is None:
            raise Unfit("the line has neither a salt nor a commitment", line=number)
        fault = walk.fault_of(row, sealed)
        if fault is not None:
            raise Unfit(fault, line=number, version=walk.version, broken=True)
        yield Entry(row=row, event=_event(decider, read, row, number))
    if (fault := walk.fault_of_end(header.version, header.head)) is not None:
        raise Unfit(fault, line=1, version=walk.version, broken=True)


def _row(read: EventLine, number: int) -> Row:
    public = _canonical(read.public, read.version, number)
    secret = None if bytes(read.secret) in (b"", b"null") else _canonical(read.secret, read.version, number)
    if any("\0" in word for word in (read.type, read.text, read.salt or "", read.text_salt, read.hash)):
        raise Unfit("a NUL character stands in the line", line=number, version=read.version)
    if not 1 <= read.schema <= 32_000 or (read.seat is not None and not 1 <= read.seat <= 100) or len(read.type) > 60:
        raise Unfit("schema, seat or type is out of bounds", line=number, version=read.version)
    return Row(
        version=read.version,
        type=read.type,
        schema=read.schema,
        public=public,
        secret=secret,
        salt=(read.salt or "")[:64],
        seat=read.seat,
        at=_in_utc(read.at, number, read.version),
        command=read.command,
        hash=read.hash,
        # A seat's file has no salt for its texts: their digests cannot be checked there.
        text=read.text if read.salt is not None else "",
        text_salt=read.text_salt[:64],
    )


def _in_utc(at: datetime, number: int, version: int | None = None) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise Unfit("the time is beyond all years", line=number, version=version) from None


def _canonical(raw: msgspec.Raw, version: int, number: int) -> str:
    try:
        canonical = codec.encode(msgspec.json.decode(raw))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unfit(f"the line cannot be read: {error}", line=number, version=version) from None
    # Two backslashes are one that somebody has written; what follows them is no escape.
    if "\\u0000" in canonical.replace("\\\\", ""):
        raise Unfit("a NUL character stands in the line", line=number, version=version)
    return canonical


def _event(decider: Decider, read: EventLine, row: Row, number: int) -> Any:
    shown = row.secret or row.public
    try:
        if read.seen is not None:
            return codec.decode(decider, row.type, read.seen.schema, bytes(read.seen.data).decode())
        return codec.decode(decider, row.type, row.schema, shown)
    except Exception as error:  # an upcaster may stumble over anything that is no event of its game
        raise Unfit(
            f"version {row.version} is no event of {decider.game}: {error}",
            line=number,
            version=row.version,
            broken=True,
        ) from None


def fold(decider: Decider, entries: Iterable[Entry], upto: int | None = None) -> list[log.Match]:
    """Every version of the log, or the first ``upto``. Raises :class:`Unfit` where an event cannot be folded."""
    found: list[log.Match] = []
    for entry in entries:
        if upto is not None and len(found) >= upto:
            continue
        try:
            if not found:
                found.append(log.start(decider, entry.event))
            else:
                found.append(log.evolve(decider, found[-1], entry.event, lambda to: found[to - 1]))
        except Exception as error:  # a file may say anything at all
            version = entry.row.version
            words = str(error) or type(error).__name__
            raise Unfit(
                f"version {version} cannot be folded: {words}", line=version + 1, version=version, broken=True
            ) from None
    if not found:
        raise Unfit("the log has no events", line=1, version=0, broken=True)
    return found
