"""What can be printed of a list, ready to be asked for: what a button "print" offers beside it."""

from typing import Any
from uuid import UUID

import msgspec

from companion.accounts.models import User
from companion.problems import Problem
from printing import finding
from printing.kinds import ListSource


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One print of a list: ``body`` is what ``POST /api/print-jobs/`` or ``/api/sheets/`` takes."""

    title: str
    cards: int
    """Cards on paper: a unit is several, and what comes along is among them."""

    body: dict[str, Any]


def offers_of(user: User, list_id: UUID, link: str = "") -> tuple[Offer, ...]:
    """All of it, each of its sheets where it has several, what is not owned, what is new since the last revision.

    What would be empty, or all of it again, is left out. Raises ``Problem`` ``not_found``.
    """
    asked = ListSource(list=list_id, link=link)
    settled = finding.settle(asked, user)
    assert isinstance(settled, ListSource)  # noqa: S101 - settling changes no kind
    newest = settled.revision or 1
    try:
        whole = finding.cards_of(settled, user)
    except Problem as problem:
        if problem.code != "unreadable":
            raise
        return ()
    all_cards = sum(len(sheet.cards) for sheet in whole.sheets)
    offers = [_offer("All", asked, all_cards)]
    if len(whole.sheets) > 1:
        offers += [
            _offer(sheet.title, msgspec.structs.replace(asked, sheets=(sheet.number,)), len(sheet.cards))
            for sheet in whole.sheets
        ]
    parts = [("Not owned", msgspec.structs.replace(asked, not_owned=True))]
    if newest > 1:
        parts.append((f"New since revision {newest - 1}", msgspec.structs.replace(asked, since=newest - 1)))
    for title, part in parts:
        count = _count(part, user)
        if 0 < count < all_cards:
            offers.append(_offer(title, part, count))
    return tuple(offers)


def _count(asked: ListSource, user: User) -> int:
    """How many cards that is; 0 also where a revision is not this person's to see."""
    try:
        source = finding.cards_of(finding.settled_cards(asked, user), user)
    except Problem:
        return 0
    return sum(len(sheet.cards) for sheet in source.sheets)


def _offer(title: str, source: ListSource, cards: int) -> Offer:
    kept = {key: value for key, value in msgspec.to_builtins(source).items() if value not in (None, False, "", [], ())}
    return Offer(title=title, cards=cards, body={"source": kept})
