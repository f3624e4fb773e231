"""What a match takes from the world: the time, new ids, new salts. Here alone, so that a test can give its own."""

import secrets
from collections.abc import Callable
from datetime import datetime
from uuid import UUID, uuid4

import msgspec
from django.utils import timezone


def _salt() -> str:
    return secrets.token_hex(16)


class Sources(msgspec.Struct, kw_only=True):
    """Where they come from; each can be replaced."""

    now: Callable[[], datetime] = timezone.now
    new_id: Callable[[], UUID] = uuid4
    new_salt: Callable[[], str] = _salt
    """128 random bits as 32 hexadecimal digits: what keeps a hash from telling what it is of."""


SOURCES = Sources()
