"""The hash chain over a log: what each row's hash is made of. Pure."""

from datetime import datetime
from hashlib import sha256
from uuid import UUID

import msgspec

_encode = msgspec.json.Encoder().encode


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it is stored. ``public`` and ``secret`` are canonical JSON: keys sorted, no blanks."""

    version: int
    type: str
    schema: int
    public: str
    secret: str | None
    salt: str
    seat: int | None
    at: datetime
    command: UUID | None
    hash: str = ""
    text: str = ""
    """Free text beside the chain; the event holds its salted digest."""

    text_salt: str = ""
    author: UUID | None = None


def commitment(salt: str, secret: str | None) -> str:
    """What stands in the chain for a secret: it binds, and tells nothing before the salt is known."""
    return sha256(f"{salt}\n{secret or ''}".encode()).hexdigest()


def digest_of_text(salt: str, text: str) -> str:
    """What stands in an event for the free text beside it."""
    return sha256(f"{salt}\n{text}".encode()).hexdigest()


def link(previous: str, row: Row, sealed: str) -> str:
    """The hash of a row: over the one before, all that is public in it, and the commitment to its secret.

    The first row's ``previous`` is the id of the match in which the log was begun.
    """
    return hash_of((previous, row.version, row.type, row.schema, row.seat, row.at, row.command, row.public, sealed))


def hash_of(public: tuple[str, int, str, int, int | None, datetime, UUID | None, str, str]) -> str:
    """The same, of the parts in the order of :func:`link`."""
    return sha256(_encode(public)).hexdigest()


class Walk:
    """Walks along a chain from its beginning, row by row."""

    def __init__(self, beginning: str) -> None:
        self.head, self.version = beginning, 0

    def fault_of(self, row: Row, sealed: str | None = None) -> str | None:
        """What is wrong with the next row. ``sealed``: its commitment, where its salt is not known."""
        self.version += 1
        if row.version != self.version:
            return f"version {self.version} is missing"
        self.head = link(self.head, row, sealed or commitment(row.salt, row.secret))
        if row.hash != self.head:
            return f"version {self.version} has been changed"
        if row.text and digest_of_text(row.text_salt, row.text) != _digest_in(row):
            return f"the text of version {self.version} has been changed"
        return None

    def fault_of_end(self, version: int, head: str) -> str | None:
        """What is wrong with where the chain has ended: beside it stands that it ends so."""
        if self.version != version:
            return f"the log ends at version {self.version}, it should at {version}"
        return None if self.head == head else f"the log ends at version {version} with another head than it should"


def _digest_in(row: Row) -> str | None:
    fields = msgspec.json.decode(row.secret or row.public)
    return str(fields.get("digest")) if isinstance(fields, dict) else None
