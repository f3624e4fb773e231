"""What differs between two contents: cards, what they add up to, problems, and all else that a revision keeps. Pure."""

from collections.abc import Iterator
from typing import Any

import msgspec

from cards.verdicts import Judged, ListProblem
from games.lists import CardList, Entry


class CardDiff(msgspec.Struct, frozen=True, kw_only=True):
    """A card (or an unknown name) of which one section holds another number of copies, or other options or notes."""

    code: str | None
    name: str
    section: str
    before: int
    after: int
    options: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]] | None = None
    """Options of its entries before and after, where these differ."""

    notes: tuple[tuple[str, ...], tuple[str, ...]] | None = None


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """From one content to another."""

    same: bool
    cards: tuple[CardDiff, ...]
    totals: dict[str, tuple[int | None, int | None]]
    """Points and whatever else the game counts, before and after, where they differ."""

    new_problems: tuple[ListProblem, ...]
    gone_problems: tuple[ListProblem, ...]
    legal: tuple[bool, bool]
    fields: dict[str, tuple[Any, Any]]
    """Name, edition, sets, options, notes, tags, vendor: before and after, where they differ."""


FIELDS = ("game", "edition", "sets", "name", "options", "notes", "tags", "vendor")
Key = tuple[str | None, str, str]


def diff(before: CardList, after: CardList, was: Judged, now: Judged) -> Diff:
    """What differs from one content to another; ``was`` and ``now`` are their verdicts."""
    totals = {
        name: (was.totals.get(name), now.totals.get(name))
        for name in dict.fromkeys((*was.totals, *now.totals))
        if was.totals.get(name) != now.totals.get(name)
    }
    return Diff(
        same=before == after,
        cards=tuple(_cards(before, after)),
        totals=totals,
        new_problems=tuple(one for one in now.problems if one not in was.problems),
        gone_problems=tuple(one for one in was.problems if one not in now.problems),
        legal=(was.legal, now.legal),
        fields={
            name: (getattr(before, name), getattr(after, name))
            for name in FIELDS
            if getattr(before, name) != getattr(after, name)
        },
    )


def _cards(before: CardList, after: CardList) -> Iterator[CardDiff]:
    old, new = _grouped(before), _grouped(after)
    for key in dict.fromkeys((*old, *new)):
        was, now = old.get(key, ()), new.get(key, ())
        copies = sum(entry.count for entry in was), sum(entry.count for entry in now)
        options = _options(was), _options(now)
        notes = _notes(was), _notes(now)
        if any(old_one != new_one for old_one, new_one in (copies, options, notes)):
            yield CardDiff(
                code=key[0],
                name=(now or was)[0].name,
                section=key[2],
                before=copies[0],
                after=copies[1],
                options=options if options[0] != options[1] else None,
                notes=notes if notes[0] != notes[1] else None,
            )


def _grouped(content: CardList) -> dict[Key, tuple[Entry, ...]]:
    found: dict[Key, tuple[Entry, ...]] = {}
    for entry in content.entries:
        key = (entry.code, "" if entry.code else entry.name, entry.section)
        found[key] = (*found.get(key, ()), entry)
    return found


def _options(entries: tuple[Entry, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(entry.options for entry in entries if entry.options))


def _notes(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    return tuple(entry.note for entry in entries if entry.note)
