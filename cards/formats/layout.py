"""How a plain text is laid out: its headings and labels, the line of its name, the gap before its side part."""

import re
from itertools import pairwise

from cards.formats.entries import has_quantity
from cards.names import NameIndex, fold
from games.decider import Game

LABEL = re.compile(r"^([^:;]{1,40}?) ?: ?(.*)$")
CLAIMED_COUNT = re.compile(r"^(.*\S) ?(?:\([0-9]+\)|\[[0-9]+\])$")
TOTAL = re.compile(r"^total(?: points)? ?[:=]? ?[0-9]+(?: ?/ ?[0-9]+)?(?: ?(?:pts?|points|cards))?$", re.IGNORECASE)
NAME_LABELS = ("name", "title", "deck name", "cadre name", "list name")
COMMENTED_NAME_LABELS = (*NAME_LABELS, "deck", "cadre", "list")

ONE_LINE_LABEL = "sb"
"""Holds for its own line alone; every other label for all that follows."""

LONGEST_LABEL = 60


def plain(label: str) -> str:
    """A label as it is compared: folded, a hyphen or a space alike, without emphasis marks; a long line is none."""
    return fold(label.strip("*_= ")).replace("-", " ") if len(label) <= LONGEST_LABEL else label


class Words:
    """The words of one game that are no cards in a list: headings of its sections, names of its options."""

    def __init__(self, game: Game) -> None:
        self.sections = {plain(word): part.name for part in game.sections for word in part.headings}
        self.first = game.sections[0].name
        self.side = self.sections.get("sideboard", self.first)
        self.options = {plain(name): name for name in game.list_options}

    def heading(self, line: str) -> str | None:
        """The known heading that a whole line is, with or without a count, a colon or marks."""
        words = line.strip("# ").rstrip(": ")
        if plain(words) in self.sections:
            return plain(words)
        counted = CLAIMED_COUNT.match(words)
        return plain(counted[1]) if counted and plain(counted[1]) in self.sections else None

    def label(self, line: str) -> tuple[str, str] | None:
        """A known label before a colon, and what stands behind it."""
        found = LABEL.match(line)
        if found is None:
            return None
        label = plain(found[1])
        counted = CLAIMED_COUNT.match(found[1])
        if label not in self.sections and counted:
            label = plain(counted[1])
        return (label, found[2]) if label in self.sections or label == ONE_LINE_LABEL else None

    def section(self, line: str) -> str | None:
        """The section that a line begins, by a heading or a label."""
        label = self.label(line)
        heading = self.heading(line) or (label[0] if label else None)
        return self.sections.get(heading, self.side) if heading else None

    def option(self, line: str) -> tuple[str, str] | None:
        """An option of the game and its value: ``Size: Skirmish``."""
        found = LABEL.match(line)
        name = self.options.get(plain(found[1])) if found else None
        return (name, found[2]) if found and name and found[2] else None

    def list_name(self, line: str, labels: tuple[str, ...] = NAME_LABELS) -> str | None:
        """The name of the list behind a label that gives it: ``Name: Warband``."""
        found = LABEL.match(line)
        return found[2] if found and found[2] and plain(found[1]) in labels else None

    def may_be_an_entry(self, line: str) -> bool:
        """Whether a line is none of those that are known to be no entries."""
        if not line or line.startswith(("//", "#")) or TOTAL.match(line) or plain(line) == "about":
            return False
        return not (self.option(line) or self.list_name(line) or self.section(line))


def title_line(lines: tuple[str, ...], words: Words, names: NameIndex) -> int | None:
    """The line of the list's name: the first one, if a section or a gap follows it and it asks for no card."""
    content = [(number, line) for number, line in enumerate(lines, 1) if line and not line.startswith("//")]
    if len(content) < 2:
        return None
    (number, line), (then, following) = content[:2]
    if not words.may_be_an_entry(line) or has_quantity(line) or ";" in line:
        return None
    section = words.section(following)
    if names.find_quietly(line) is None:
        return number if section or then > number + 1 else None
    # A list may be called as a card is; a card before its side part is a card.
    return number if section == words.first else None


def side_gap(lines: tuple[str, ...], words: Words, title: int | None) -> int | None:
    """The line after the one gap between the entries of a text without headings: there its side part begins."""
    if any(words.section(line) for line in lines):
        return None
    content = [number for number, line in enumerate(lines, 1) if number != title and words.may_be_an_entry(line)]
    gaps = [after for before, after in pairwise(content) if not all(lines[before : after - 1])]
    return gaps[0] if len(gaps) == 1 else None
