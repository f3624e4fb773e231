"""Codes by which people come to a match: one for a free seat, used once; one for spectators, used by any number.

A code is the match's prefix, which is no secret to who has seen one of its codes, and eight secret letters. By the
prefix a wrong code is counted for the match that it was meant for. See docs/decisions/ on codes.
"""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from companion.accounts.models import User
from companion.matches import live, seats
from companion.matches.models import Match, Seat, Spectator
from companion.problems import Problem, not_found, unreadable

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are mistaken for each other when read aloud or from a poor print."""

PREFIX_LENGTH = 4
SECRET_LENGTH = 8
CODE_LENGTH = PREFIX_LENGTH + SECRET_LENGTH
CODE_HOURS = 24

WRONG_CODES = 50
"""So many wrong codes close all codes of a match until its owner gives out a new one."""

CLOSED = {"code_digest": None, "code_expires": None}
WATCH_CLOSED = {"watch_digest": None, "watch_expires": None}


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """A new code, which is shown this once."""

    code: str
    expires: datetime


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """What a code gave: a seat, or none to a spectator."""

    match: UUID
    seat: int | None


def _letters(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def _digest(code: str) -> str:
    """What is stored of a code. It has too few letters for a hash that everybody can compute."""
    return salted_hmac("companion.matches.codes", code, algorithm="sha256").hexdigest()


def _new(match: Match) -> Given:
    """A code of a match whose row is locked. What was counted before is forgotten: the new secret was not tried."""
    changed = {"wrong_codes": 0, "code_prefix": match.code_prefix}
    if not match.code_prefix or match.wrong_codes >= WRONG_CODES:
        # Who has closed the codes knows the prefix, and could close the next ones.
        changed["code_prefix"] = _letters(PREFIX_LENGTH)
        match.seats.update(**CLOSED)
        changed |= WATCH_CLOSED
    Match.objects.filter(id=match.id).update(**changed)
    expires = timezone.now() + timedelta(hours=CODE_HOURS)
    return Given(code=f"{changed['code_prefix']}{_letters(SECRET_LENGTH)}", expires=expires)


def give_seat_code(user: User, match_id: UUID, number: int) -> Given:
    """A new code for a free seat, or one of the owner's own; an older one is good no more. The owner's act."""
    with transaction.atomic():
        match = seats.access_owned(user, match_id, locked=True)
        seat = seats.seat_of(match, number)
        if seat.user_id not in (None, user.id):
            raise Problem("already_done", f"Seat {number} is taken.")
        given = _new(match)
        match.seats.filter(number=number).update(code_digest=_digest(given.code), code_expires=given.expires)
    return given


def give_watch_code(user: User, match_id: UUID) -> Given:
    """A new code for spectators; an older one is good no more. The owner's act."""
    with transaction.atomic():
        match = seats.access_owned(user, match_id, locked=True)
        given = _new(match)
        Match.objects.filter(id=match.id).update(watch_digest=_digest(given.code), watch_expires=given.expires)
    return given


def close_seat_code(user: User, match_id: UUID, number: int) -> None:
    """The code of a seat is good no more. The owner's act."""
    seat = seats.seat_of(seats.access_owned(user, match_id), number)
    Seat.objects.filter(id=seat.id).update(**CLOSED)


def close_watch_code(user: User, match_id: UUID) -> None:
    """The code for spectators is good no more; those who came by it stay. The owner's act."""
    Match.objects.filter(id=seats.access_owned(user, match_id).id).update(**WATCH_CLOSED)


def join(user: User, words: str) -> Joined:
    """Take the seat of a code, or watch. The same again by the same person gets the same answer.

    Raises ``Problem``: ``unreadable``; ``not_found`` for a wrong or an old code; ``too_many`` once too many wrong
    ones have been tried for its match.
    """
    code = "".join(words.upper().split()).replace("-", "")
    if len(code) != CODE_LENGTH:
        raise unreadable(f"A join code has {CODE_LENGTH} letters and digits.")
    prefix = code[:PREFIX_LENGTH]
    if Match.objects.filter(code_prefix=prefix, wrong_codes__gte=WRONG_CODES).exists():
        raise Problem("too_many", "Too many wrong codes were tried for this match; its owner can give out a new one.")
    digest = _digest(code)
    joined = _sit(user, digest) or _watch(user, digest)
    if joined is None:
        Match.objects.filter(code_prefix=prefix).update(wrong_codes=F("wrong_codes") + 1)
        raise not_found("The code is wrong, or too old, or used already.")
    return joined


def _sit(user: User, digest: str) -> Joined | None:
    with transaction.atomic():
        # The match's row first, as everybody else locks it: nobody waits for the other.
        matches = Match.objects.select_for_update().filter(seats__code_digest=digest, deleting=False)
        seat = Seat.objects.filter(match__in=list(matches), code_digest=digest).first()
        if seat is None:
            return None
        if seat.code_expires is None:
            return _again(user, seat)
        if seat.code_expires <= timezone.now():
            return None
        before, seat.user = seat.user_id, user
        # The digest stays, so that a join whose answer was lost can be sent again.
        seat.code_expires, seat.former, seat.agrees_to_delete = None, False, False
        seat.save(update_fields=["user", "code_expires", "former", "agrees_to_delete"])
        Spectator.objects.filter(match=seat.match_id, user=user).delete()
        if before is not None:
            live.people_changed(seat.match_id)
    return Joined(match=seat.match_id, seat=seat.number)


def _again(user: User, seat: Seat) -> Joined | None:
    return Joined(match=seat.match_id, seat=seat.number) if seat.user_id == user.id else None


def _watch(user: User, digest: str) -> Joined | None:
    with transaction.atomic():
        # Locked, as for a seat: it is not deleted meanwhile.
        open_ones = Match.objects.select_for_update().filter(watch_expires__gt=timezone.now(), deleting=False)
        match = open_ones.filter(watch_digest=digest).first()
        if match is None:
            return None
        if not Match.objects.filter(seats.visible_to(user), id=match.id).exists():
            Spectator.objects.get_or_create(match=match, user=user)
    return Joined(match=match.id, seat=None)
