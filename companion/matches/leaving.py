"""Leaving: a seat, a match, the house. What stays of a match never names who has left."""

from uuid import UUID

import msgspec
from django.db import transaction

from companion.accounts.models import User
from companion.matches import codes, event_log, live, seats
from companion.matches.models import Match, Seat
from companion.problems import Problem, not_found

FREE = {"user": None, "agrees_to_delete": False, **codes.CLOSED}


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a match may be deleted: seats of others whose holders agree, and those whose holders do not (yet)."""

    agreed: tuple[int, ...]
    missing: tuple[int, ...]


def free_seat(user: User, match_id: UUID, number: int) -> None:
    """Nobody holds the seat any longer; its code is closed. The act of its holder or of the match's owner."""
    with transaction.atomic():
        match = seats.access_match(user, match_id, locked=True)
        seat = seats.seat_of(match, number)
        if user.id not in (match.owner_id, seat.user_id):
            raise Problem("forbidden", f"Only its holder and the match's owner may free seat {number}.")
        match.seats.filter(number=number).update(**FREE, former=False)
        live.people_changed(match.id)


def hand_over(user: User, match_id: UUID, number: int) -> Match:
    """Make the holder of a seat the owner of the match. The owner's act."""
    with transaction.atomic():
        match = seats.access_owned(user, match_id, locked=True)
        seat = seats.seat_of(match, number)
        if seat.user_id is None:
            raise Problem("not_ready", f"Seat {number} is free: there is nobody to hand the match over to.")
        match.owner = seat.user
        match.save(update_fields=["owner"])
        live.people_changed(match.id)
    return match


def put_out_spectators(user: User, match_id: UUID) -> None:
    """All of them, and their code, by the owner; themselves, by anybody else. Raises ``Problem`` ``not_found``."""
    with transaction.atomic():
        match = seats.access_match(user, match_id, locked=True)
        if match.owner_id == user.id:
            match.spectators.all().delete()
            Match.objects.filter(id=match.id).update(**codes.WATCH_CLOSED)
        elif not match.spectators.filter(user=user).delete()[0]:
            raise not_found("You are no spectator of this match.")
        live.people_changed(match.id)


def agreement_of(match: Match) -> Agreement:
    """Who of the others agrees that the match be deleted."""
    others = match.seats.exclude(user=None).exclude(user=match.owner_id)
    answers = list(others.order_by("number").values_list("number", "agrees_to_delete"))
    return Agreement(
        agreed=tuple(number for number, agrees in answers if agrees),
        missing=tuple(number for number, agrees in answers if not agrees),
    )


def agree_to_delete(user: User, match_id: UUID, agrees: bool) -> Agreement:
    """What the holder of a seat, or of several, says. Raises ``Problem`` ``forbidden`` for who holds none."""
    with transaction.atomic():
        match = seats.access_match(user, match_id, locked=True)
        if not match.seats.filter(user=user).update(agrees_to_delete=agrees):
            raise Problem("forbidden", "You hold no seat of this match.")
        return agreement_of(match)


def delete_match(user: User, match_id: UUID) -> None:
    """The match goes, with its log. The owner's act; raises ``Problem`` ``not_agreed`` while others hold seats."""
    with transaction.atomic():
        match = seats.access_owned(user, match_id, locked=True)
        missing = agreement_of(match).missing
        if missing:
            words = ", ".join(map(str, missing))
            raise Problem("not_agreed", f"These seats have not agreed: {words}.", seats=missing)
        Match.objects.filter(id=match.id).update(deleting=True)
        live.people_changed(match.id)
        match.delete()


def forget_person(user: User) -> None:
    """Before an account goes: its seats are free, its texts are gone, its matches belong to somebody who sits there."""
    event_log.forget_texts(user.id)
    seen = list(Match.objects.filter(seats.visible_to(user)).values_list("id", flat=True))
    Seat.objects.filter(user=user).update(**FREE, former=True)
    for match in Match.objects.filter(owner=user):
        heir = match.seats.exclude(user=None).order_by("number").first()
        Match.objects.filter(id=match.id).update(owner=heir.user_id if heir else None)
    for match_id in seen:
        live.people_changed(match_id)


def texts_of(user: User) -> list[dict[str, object]]:
    """The free texts that a person has written, for their export."""
    return event_log.texts_of(user.id)
