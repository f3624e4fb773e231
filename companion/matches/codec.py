"""Events as rows and as the API shows them."""

from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec

from companion.matches import chain
from companion.matches.chain import Row
from companion.matches.sources import SOURCES
from games import log
from games.decider import Decider
from games.plain import plain


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a log, read or about to be written; ``event`` is the whole one, secrets and all."""

    version: int
    event: Any
    seat: int | None
    at: datetime
    command: UUID | None
    text: str = ""
    opened: dict[str, Any] = {}
    """Once the match is over: what anybody needs to check the chain, the secret and the text for themselves."""


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """What a row holds of an event."""

    public: str
    secret: str | None
    salt: str


@lru_cache
def _decoder(decider: Decider) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(log.event_type(decider))


_encode = msgspec.json.Encoder(order="sorted").encode


def encode(event: Any) -> str:
    """Canonical JSON of an event."""
    return _encode(event).decode()


def tag_of(event: Any) -> str:
    """The word for its type."""
    return str(event.__struct_config__.tag)


def decode(decider: Decider, type_: str, schema: int, data: str) -> Any:
    """A stored event in its present shape; an older one goes through the game's upcasters first.

    Raises ``msgspec.DecodeError`` or ``msgspec.ValidationError``.
    """
    if (type_, schema) not in decider.upcasters:
        return _decoder(decider).decode(data)
    fields = msgspec.json.decode(data)
    while (step := decider.upcasters.get((type_, schema))) is not None:
        fields, schema = step(fields), schema + 1
        type_ = fields["type"]
    return msgspec.convert(fields, log.event_type(decider))


def line_of(decider: Decider, row: Row) -> Line:
    """A stored row as a line of the log."""
    return Line(
        version=row.version,
        event=decode(decider, row.type, row.schema, row.secret or row.public),
        seat=row.seat,
        at=row.at,
        command=row.command,
        text=row.text,
    )


def opened(line: Line, row: Row) -> Line:
    """The line with all that was kept beside it until the end."""
    shown = {"hash": row.hash, "salt": row.salt} | ({"text_salt": row.text_salt} if row.text else {})
    return msgspec.structs.replace(line, opened=shown)


def seal(decider: Decider, event: Any) -> Sealed:
    """What a row holds of an event; the salt is new each time."""
    whole, shown = encode(event), log.redact(decider, event, None)
    public = whole if shown is event else encode(shown)
    return Sealed(public=public, secret=None if whole == public else whole, salt=SOURCES.new_salt())


def with_text(event: Any, text: str) -> tuple[Any, str]:
    """An event whose free text stands beside it, with the text's salted digest; and that salt."""
    salt = SOURCES.new_salt()
    return msgspec.structs.replace(event, digest=chain.digest_of_text(salt, text)), salt


def show(decider: Decider, line: Line, seat: int | None) -> dict[str, Any]:
    """An event as a seat (None: a spectator) gets it; whole, once its match is over."""
    seen = line.event if line.opened else log.redact(decider, line.event, seat)
    data = plain(seen)
    data.pop("type")
    shown = {
        "version": line.version,
        "type": tag_of(seen),
        "schema": seen.schema,
        "seat": line.seat,
        "at": line.at,
        "data": data,
    }
    # A text whose digest is not shown is that of a correction that this seat may not see.
    tells = line.text and getattr(seen, "digest", "")
    return shown | ({"text": line.text} if tells else {}) | line.opened
