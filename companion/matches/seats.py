"""Who sits where, and who may see a match: every way to a match goes through here."""

from uuid import UUID

from django.db.models import Q, QuerySet

from companion.accounts.models import User
from companion.matches.models import Match, Seat, Spectator
from companion.problems import Problem, not_found


def visible_to(user: User | UUID) -> Q:
    """The matches that a person may see: their own, those where they sit, and those that they watch."""
    sits = Seat.objects.filter(user=user).values("match")
    watches = Spectator.objects.filter(user=user).values("match")
    return Q(owner=user) | Q(id__in=sits) | Q(id__in=watches)


def no_such_match() -> Problem:
    """What is answered about a match that is not there for who asks, or not any more."""
    return not_found("You have no such match.")


def access_match(user: User, match_id: UUID, *, locked: bool = False) -> Match:
    """A match that a person may see; ``locked``: nobody else changes it before the transaction ends.

    Raises ``Problem`` ``not_found``.
    """
    matches: QuerySet[Match] = Match.objects.select_for_update(of=("self",)) if locked else Match.objects.all()
    match = matches.filter(visible_to(user), id=match_id).first()
    if match is None:
        raise no_such_match()
    return match


def access_owned(user: User, match_id: UUID, *, locked: bool = False) -> Match:
    """A match that a person owns. Raises ``Problem``: ``forbidden`` for one that they may only see."""
    match = access_match(user, match_id, locked=locked)
    if match.owner_id != user.id:
        raise Problem("forbidden", "Only the owner of a match may do this.")
    return match


def seat_of(match: Match, number: int) -> Seat:
    """One of its seats. Raises ``Problem`` ``not_found``."""
    seat = match.seats.filter(number=number).first()
    if seat is None:
        raise not_found(f"This match has no seat {number}.")
    return seat


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
