"""Events as rows and as the API shows them."""

import secrets
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from games import log
from games.decider import Decider
from games.plain import plain


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a log, read or about to be written; ``event`` is the whole one, secrets and all."""

    version: int
    event: Any
    seat: int | None
    at: datetime
    command: str | None
    text: str = ""


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """What a row holds of an event."""

    public: str
    secret: str | None
    salt: str


@lru_cache
def _decoder(decider: Decider) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(log.event_type(decider))


def encode(event: Any) -> str:
    """Canonical JSON of an event."""
    return msgspec.json.encode(event, order="deterministic").decode()


def tag_of(event: Any) -> str:
    """The word for its type."""
    return str(event.__struct_config__.tag)


def decode(decider: Decider, type_: str, schema: int, data: str) -> Any:
    """A stored event in its present shape; an older one goes through the game's upcasters first."""
    if (type_, schema) not in decider.upcasters:
        return _decoder(decider).decode(data)
    fields = msgspec.json.decode(data)
    while (step := decider.upcasters.get((type_, schema))) is not None:
        fields, schema = step(fields), schema + 1
    return msgspec.convert(fields, log.event_type(decider))


def seal(decider: Decider, event: Any) -> Sealed:
    """What a row holds of an event; the salt is new each time."""
    whole, public = encode(event), encode(log.redact(decider, event, None))
    return Sealed(public=public, secret=None if whole == public else whole, salt=secrets.token_hex(16))


def with_text(event: Any, text: str) -> tuple[Any, str]:
    """An event whose free text stands beside it, with the text's salted digest; and that salt."""
    salt = secrets.token_hex(16)
    return msgspec.structs.replace(event, digest=sha256(f"{salt}\n{text}".encode()).hexdigest()), salt


def show(decider: Decider, line: Line, seat: int | None) -> dict[str, Any]:
    """An event as a seat (None: a spectator) gets it."""
    seen = log.redact(decider, line.event, seat)
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
    return shown | ({"text": line.text} if line.text else {})
