"""Cards out of a list: each entry so often as it says, its sections as sheets; or only a part of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from games.catalogue import Catalogue
from games.decider import Game
from games.lists import CardList, Entry
from games.registry import game_named
from printing.faces.layout import ANY
from printing.sources import PrintedCard, Source, numbered, printed_as

ALONG = "comes along"
"""The title of the sheet with what a list has without naming it."""


def whole(content: CardList, catalogue: Catalogue) -> CardList:
    """A list with what comes along with it, in a section of that name."""
    along = game_named(content.game).comes_along(content, catalogue)
    added = tuple(msgspec.structs.replace(entry, section=ALONG) for entry in along)
    return msgspec.structs.replace(content, entries=(*content.entries, *added))


def source_of_list(content: CardList, catalogue: Catalogue, only: CardList | None = None) -> Source:
    """All that a list holds, with what comes along; or ``only`` a part of that. What is not legal says so."""
    game = game_named(content.game)
    stamp = "" if is_legal(game, content, catalogue) else ", not legal"
    name = f"{content.name or game.name}{stamp}"
    printed = whole(content, catalogue) if only is None else only
    titles = {section.name: section.headings[0].capitalize() for section in game.sections}
    named = dict.fromkeys([*titles, *(entry.section for entry in printed.entries)])
    makes = _Printed(game, catalogue)
    sheets = numbered(
        (f"{name}: {titles.get(section, section)}", makes.cards(_of_section(printed, section))) for section in named
    )
    return Source(name=name, edition=catalogue.name, layout=game.slug, sheets=sheets)


def is_legal(game: Game, content: CardList, catalogue: Catalogue) -> bool:
    """Whether no rule is broken."""
    return all(problem.severity != "error" for problem in game.problems(content, catalogue))


def _of_section(content: CardList, section: str) -> Iterator[Entry]:
    return (entry for entry in content.entries if entry.section == section)


class _Printed:
    """Catalogue cards as they are on paper, each made once."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self.game, self.catalogue = game, catalogue
        self._made: dict[str, tuple[PrintedCard, ...]] = {}

    def cards(self, entries: Iterable[Entry]) -> Iterator[PrintedCard]:
        for entry in entries:
            for _ in range(entry.count):
                yield from self._of(entry)

    def _of(self, entry: Entry) -> tuple[PrintedCard, ...]:
        card = self.catalogue.by_code.get(entry.code or "")
        if card is None:
            return (_unknown(entry),)
        if card.code not in self._made:
            self._made[card.code] = printed_as(self.game, self.catalogue, card)
        return self._made[card.code]


def _unknown(entry: Entry) -> PrintedCard:
    """A card that the catalogue has not: its name, and room to write."""
    code = entry.code or ""
    fields = {"kind": "unknown", "code": code, "name": entry.name or code}
    where = f"line {entry.line}" if entry.line else ""
    return PrintedCard(code=code or entry.name, face=ANY, fields=fields, where=where, unknown=True)


def added_since(now: CardList, before: CardList) -> CardList:
    """Only the copies that a list holds beyond what it held before."""
    return less(now, _copies(before))


def not_owned(now: CardList, owned: Mapping[str, int]) -> CardList:
    """Only the copies of which more are needed than a person owns; ``owned`` is by card code."""
    return less(now, {(code, ""): copies for code, copies in owned.items()})


def less(content: CardList, held: Mapping[tuple[str, str], int]) -> CardList:
    """A list without so many copies of each card, taken away from its first entries on."""
    left = dict(held)
    entries = []
    for entry in content.entries:
        key = _key(entry)
        taken = min(entry.count, left.get(key, 0))
        left[key] = left.get(key, 0) - taken
        if taken < entry.count:
            entries.append(msgspec.structs.replace(entry, count=entry.count - taken))
    return msgspec.structs.replace(content, entries=tuple(entries))


def _key(entry: Entry) -> tuple[str, str]:
    return (entry.code, "") if entry.code else ("", entry.name)


def _copies(content: CardList) -> Counter[tuple[str, str]]:
    counted: Counter[tuple[str, str]] = Counter()
    for entry in content.entries:
        counted[_key(entry)] += entry.count
    return counted
