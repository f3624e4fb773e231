"""Entries of formats that have fields: which card a code or a name in them means, and what is told of each."""

from typing import Any

import msgspec

from cards.formats.read_list import Counts, LineRead, Reading
from cards.names import names_of
from games.catalogue import Catalogue
from games.lists import Entry

MOST_SUGGESTED = 100
"""So many unknown names of one file are compared with all names."""


class Matcher:
    """Reads the entries of one file."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.names = names_of(catalogue)
        self.catalogue = catalogue
        self.entries: list[Entry] = []
        self.lines: list[LineRead] = []
        self.unknown = 0

    def add(self, entry: Entry, text: str, *, by_name: bool) -> None:
        """An entry as the file has it; ``by_name``: where it has no code, its name is looked for.

        A code is never exchanged for another: one that no card has stays, unknown. Raises :class:`CodeOfAnother`.
        """
        card = self.catalogue.by_code.get(entry.code or "")
        how: Reading = "code"
        left_off = ""
        if card is None and entry.code is None and by_name and (match := self.names.find(entry.name)):
            card, how, left_off = match.card, match.how, match.left_off
        if card is None:
            suggestions = self._suggestions(entry.name)
            told = LineRead(line=entry.line or 0, text=text, read_as="unknown", suggestions=suggestions, **_said(entry))
            nearest = tuple(self.catalogue.by_code[code].name for code in suggestions)
            self.entries.append(entry)
            self.lines.append(msgspec.structs.replace(told, nearest=nearest))
            return
        matched = msgspec.structs.replace(entry, code=card.code, name=card.name, text=None)
        told = LineRead(
            line=entry.line or 0, text=text, read_as=how, code=card.code, left_off=left_off, **_said(matched)
        )
        self.entries.append(matched)
        self.lines.append(told)

    def _suggestions(self, name: str) -> tuple[str, ...]:
        self.unknown += 1
        return self.names.suggest(name) if self.unknown <= MOST_SUGGESTED else ()

    def counts(self) -> Counts:
        """Copies read, and where they are."""
        read = sum(line.count for line in self.lines)
        matched = sum(line.count for line in self.lines if line.code is not None)
        return Counts(read=read, matched=matched, unknown=read - matched)


def _said(entry: Entry) -> dict[str, Any]:
    return {"name": entry.name, "count": entry.count, "section": entry.section}


def merged(entries: list[Entry]) -> tuple[Entry, ...]:
    """Entries of one card, section, options and note as one: copies add up, none is written over."""
    found: dict[object, Entry] = {}
    for number, entry in enumerate(entries):
        alike = (entry.code, entry.name, entry.section, entry.options, entry.note)
        key: object = alike if entry.code is not None else number
        before = found.get(key)
        found[key] = entry if before is None else msgspec.structs.replace(before, count=before.count + entry.count)
    return tuple(found.values())
