"""Saved prints: what a person does with them."""

from typing import Any
from uuid import UUID

import msgspec
from django.db.models import F
from django.utils import timezone

from companion.accounts.models import User
from companion.problems import not_found, take
from printing import finding, printers, uploads, wishes
from printing.models import Sheet
from printing.wishes import NamedWish, Wish


class Stale(Exception):
    """The sheet was saved by another in the meantime: ``sheet`` is what it is now."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(f"revision {sheet.revision}")
        self.sheet = sheet


def access_sheet(user: User, sheet_id: UUID) -> Sheet:
    """A person's own sheet. Raises ``Problem`` ``not_found``."""
    sheet = Sheet.objects.filter(owner=user, id=sheet_id).first()
    if sheet is None:
        raise not_found("You have no such sheet.")
    return sheet


def wish_of(sheet: Sheet) -> Wish:
    """What it asks for."""
    wish: Wish = take(
        {
            "source": sheet.source,
            "options": sheet.options,
            "layout": sheet.layout,
            "images": sheet.images,
            "fonts": sheet.fonts,
            "printer": None if sheet.printer_id is None else str(sheet.printer_id),
        },
        Wish,
    )
    return wish


def create(*, user: User, named: NamedWish) -> Sheet:
    """A new one. Raises ``Problem`` ``unreadable`` for what cannot be printed."""
    return Sheet.objects.create(owner=user, **_columns(named, user))


def save(*, sheet: Sheet, seen: int | None, named: NamedWish) -> Sheet:
    """Another content for it; ``seen`` is the revision that its writer saw, None for any. Raises :class:`Stale`."""
    row = Sheet.objects.filter(id=sheet.id)
    if seen is not None:
        row = row.filter(revision=seen)
    changed = row.update(**_columns(named, sheet.owner), changed=timezone.now(), revision=F("revision") + 1)
    now = access_sheet(sheet.owner, sheet.id)
    if not changed:
        raise Stale(now)
    return now


def delete(sheet: Sheet) -> None:
    """It goes; the jobs that it was printed by stay for their time."""
    sheet.delete()


def export_of(user: User) -> dict[str, Any]:
    """All that is kept of a person here. A file itself is at its job's address."""
    jobs = user.print_jobs.order_by("created").values("id", "sheet", "request", "state", "created", "finished")
    fields = ("id", "name", "source", "options", "layout", "images", "fonts", "printer", "created", "changed")
    return {
        "sheets": list(user.sheets.order_by("created").values(*fields)),
        "print_jobs": list(jobs),
        "printers": [printers.shown(one) for one in user.printers.order_by("created")],
        "uploads": uploads.export_of(user),
    }


def _columns(named: NamedWish, user: User) -> dict[str, Any]:
    """What is kept: checked as it would be printed now. A list is printed in its newest revision each time."""
    wish = wishes.plain(named)
    wishes.meaning(wishes.settle(wish, user), user)
    kept = wishes.settle(wish, user, pin=False)
    return {
        "name": named.name,
        "game": finding.game_of(kept.source, user),
        "source": msgspec.to_builtins(kept.source),
        "options": msgspec.to_builtins(kept.options),
        "layout": kept.layout,
        "images": list(map(str, kept.images)),
        "fonts": list(map(str, kept.fonts)),
        "printer_id": kept.printer,
    }
