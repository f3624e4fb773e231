"""May this card be added, and if not, why: from the same rules that judge the list, asked before and after. Pure."""

import msgspec

from cards.verdicts import ListProblem, judge
from games.catalogue import Catalogue
from games.lists import CardList, Entry
from games.registry import game_named


class MayAdd(msgspec.Struct, frozen=True, kw_only=True):
    """Whether so many copies of a card may be added to a list without breaking a rule that they keep now."""

    may: bool
    code: str
    name: str
    section: str
    count: int
    why: tuple[ListProblem, ...]
    """Errors that the list would have and has not now, or would have worse."""

    warnings: tuple[ListProblem, ...]
    solves: tuple[ListProblem, ...]
    """Problems that the list has now and would not have any more."""

    totals: dict[str, int]
    """What the list would add up to."""


def may_add(content: CardList, catalogue: Catalogue, card: Entry) -> MayAdd:
    """What adding a card would do; nothing is changed."""
    before = judge(content, catalogue)
    after = judge(added(content, card), catalogue)
    was = {(one.rule, one.severity, one.entries): one for one in before.problems}
    new = tuple(one for one in after.problems if _is_worse(was.get((one.rule, one.severity, one.entries)), one))
    rules = {(one.rule, one.entries) for one in after.problems}
    why = tuple(one for one in new if one.severity == "error")
    return MayAdd(
        may=not why,
        code=card.code or "",
        name=card.name,
        section=card.section,
        count=card.count,
        why=why,
        warnings=tuple(one for one in new if one.severity != "error"),
        solves=tuple(one for one in before.problems if (one.rule, one.entries) not in rules),
        totals=after.totals,
    )


def added(content: CardList, card: Entry) -> CardList:
    """The list with the card, in an entry that is there already where one is of its kind."""
    entries = list(content.entries)
    for at, entry in enumerate(entries):
        if (entry.code, entry.section, entry.options) == (card.code, card.section, card.options):
            entries[at] = msgspec.structs.replace(entry, count=entry.count + card.count)
            break
    else:
        entries.append(card)
    return msgspec.structs.replace(content, entries=tuple(entries))


def default_section(code: str, content: CardList, catalogue: Catalogue) -> str:
    """Where a card goes that no section is named for: the one in which it brings the fewest errors."""
    sections = [section.name for section in game_named(content.game).sections]
    card = Entry(code=code, name=catalogue.by_code[code].name)
    return min(
        sections,
        key=lambda name: len(may_add(content, catalogue, msgspec.structs.replace(card, section=name)).why),
    )


def _is_worse(was: ListProblem | None, now: ListProblem) -> bool:
    """Whether a problem is new, or further from what the rule needs than it was."""
    if was is None:
        return True
    figures = (was.have, was.need, now.have, now.need)
    if not all(isinstance(one, int) for one in figures):
        return False
    return abs(int(now.have or 0) - int(now.need or 0)) > abs(int(was.have or 0) - int(was.need or 0))
