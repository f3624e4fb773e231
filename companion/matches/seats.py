"""Who sits where, and who may see a match."""

import secrets
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from companion.accounts.models import User
from companion.accounts.people import digest_of
from companion.matches.models import Match, Seat, Spectator
from companion.problems import Problem, not_found, unreadable

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are mistaken for each other when read aloud or from a poor print."""

CODE_LENGTH = 12
CODE_HOURS = 24


def visible_to(user: User | UUID) -> Q:
    """The matches that a person may see: their own, those where they sit, and those that they watch."""
    sits = Seat.objects.filter(user=user).values("match")
    watches = Spectator.objects.filter(user=user).values("match")
    return Q(owner=user) | Q(id__in=sits) | Q(id__in=watches)


def access_match(user: User, match_id: UUID) -> Match:
    """A match that a person may see. Raises ``Problem`` ``not_found``."""
    match = Match.objects.filter(visible_to(user), id=match_id).first()
    if match is None:
        raise not_found("You have no such match.")
    return match


def held_by(user: User, match: Match) -> tuple[int, ...]:
    """Numbers of the seats that a person holds."""
    return tuple(match.seats.filter(user=user).order_by("number").values_list("number", flat=True))


def seat_for(user: User, match: Match, asked: int | None) -> int | None:
    """The seat through whose eyes a person looks: the one asked for, else the first that they hold, else none.

    Raises ``Problem`` ``forbidden`` for a seat that somebody else holds.
    """
    held = held_by(user, match)
    if asked is None:
        return held[0] if held else None
    if asked not in held:
        raise Problem("forbidden", f"You do not hold seat {asked} of this match.")
    return asked


def give_code(user: User, match: Match, number: int) -> tuple[str, Seat]:
    """A new join code for a free seat, shown this once; an older one is good no more. The owner's act."""
    if match.owner_id != user.id:
        raise Problem("forbidden", "Only the owner of a match gives out codes.")
    seat = match.seats.filter(number=number).first()
    if seat is None:
        raise not_found(f"This match has no seat {number}.")
    if seat.user_id not in (None, user.id):
        raise Problem("already_done", f"Seat {number} is taken.")
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    seat.code_digest = digest_of(code)
    seat.code_expires = timezone.now() + timedelta(hours=CODE_HOURS)
    seat.save(update_fields=["code_digest", "code_expires"])
    return code, seat


def join(user: User, code: str) -> Seat:
    """Take the seat of a code. The code is used up. Raises ``Problem`` ``not_found`` for a wrong or an old one."""
    plain = "".join(code.upper().split()).replace("-", "")
    if len(plain) != CODE_LENGTH:
        raise unreadable(f"A join code has {CODE_LENGTH} letters and digits.")
    with transaction.atomic():
        good = Seat.objects.select_for_update().filter(code_digest=digest_of(plain), code_expires__gt=timezone.now())
        seat = good.first()
        if seat is None:
            raise not_found("The code is wrong, or too old, or used already.")
        seat.user, seat.code_digest, seat.code_expires = user, None, None
        seat.save(update_fields=["user", "code_digest", "code_expires"])
    return seat
