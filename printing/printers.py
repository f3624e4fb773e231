"""Printer profiles: what a person's printers do wrong, kept under names."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F
from msgspec import Meta

from companion.accounts.models import User
from companion.problems import FieldError, Problem, not_found, unreadable
from printing.models import PrinterProfile
from printing.options import Printer

MOST_PRINTERS = 50


class NamedPrinter(Printer, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A printer's numbers under a name."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]


class StalePrinter(Exception):
    """The profile was saved by another in the meantime: ``profile`` is what it is now."""

    def __init__(self, profile: PrinterProfile) -> None:
        super().__init__(f"revision {profile.revision}")
        self.profile = profile


def access_printer(user: User, printer_id: UUID) -> PrinterProfile:
    """A person's own profile. Raises ``Problem`` ``not_found``."""
    found = PrinterProfile.objects.filter(owner=user, id=printer_id).first()
    if found is None:
        raise not_found("You have no such printer.")
    return found


def numbers_of(profile: PrinterProfile) -> Printer:
    """What it does to a print."""
    return Printer(back=(profile.back_x, profile.back_y), scale=(profile.scale_x, profile.scale_y))


def create(*, user: User, named: NamedPrinter) -> PrinterProfile:
    """A new one. Raises ``Problem``: ``too_large`` for one too many, ``unreadable`` for a name that is taken."""
    if user.printers.count() >= MOST_PRINTERS:
        raise Problem("too_large", f"You have {MOST_PRINTERS} printers; that is the most that a person has.")
    try:
        with transaction.atomic():
            return PrinterProfile.objects.create(owner=user, **_columns(named))
    except IntegrityError:
        raise _taken(named.name) from None


def save(*, profile: PrinterProfile, seen: int | None, named: NamedPrinter) -> PrinterProfile:
    """Other numbers; ``seen`` is the revision that its writer saw, None for any. Raises :class:`StalePrinter`."""
    rows = PrinterProfile.objects.filter(id=profile.id)
    if seen is not None:
        rows = rows.filter(revision=seen)
    try:
        with transaction.atomic():
            changed = rows.update(**_columns(named), revision=F("revision") + 1)
    except IntegrityError:
        raise _taken(named.name) from None
    now = access_printer(profile.owner, profile.id)
    if not changed:
        raise StalePrinter(now)
    return now


def delete(profile: PrinterProfile) -> None:
    """It goes; sheets that were for it are for any printer then."""
    profile.delete()


def shown(profile: PrinterProfile) -> dict[str, Any]:
    """As the API shows it."""
    return {"id": str(profile.id), **msgspec.to_builtins(numbers_of(profile)), "name": profile.name}


def _columns(named: NamedPrinter) -> dict[str, Any]:
    (back_x, back_y), (scale_x, scale_y) = named.back, named.scale
    return {"name": named.name, "back_x": back_x, "back_y": back_y, "scale_x": scale_x, "scale_y": scale_y}


def _taken(name: str) -> Problem:
    message = f"You have a printer called {name!r} already."
    return unreadable(message, FieldError(path="$.name", message=message))
