"""The reader of lists as plain text, in the many ways that players and rulebooks write them.

Nothing is lost: each line is told with what it was read as, a name that no card has stays an entry of the list, and
copies read are always copies in the list. One text is one list.
"""

import re
from itertools import pairwise

from cards.formats.decoding import MOST_LINES, LineFault, Text, TextTooLarge, text_of
from cards.formats.entries import LONGEST_ENTRY, EntryFault, EntryRead, has_quantity, is_one_entry, read_entry
from cards.formats.read_list import Counts, LineRead, Reading, ReadList
from cards.names import fold, names_of
from games.catalogue import Catalogue
from games.decider import Game
from games.lists import CardList, Entry

LABEL = re.compile(r"^([^:;]{1,40}?) ?: ?(.*)$")
CLAIMED_COUNT = re.compile(r"^(.*\S) ?(?:\([0-9]+\)|\[[0-9]+\])$")
TOTAL = re.compile(r"^total(?: points)? ?[:=]? ?[0-9]+(?: ?/ ?[0-9]+)?(?: ?(?:pts?|points|cards))?$", re.IGNORECASE)
NAME_LABELS = ("name", "title", "deck name", "cadre name", "list name")
MOST_SUGGESTED = 100
"""So many unknown names of one text are compared with all names; behind them the text is in another game's words."""

ONE_LINE_LABEL = "sb"
"""Holds for its own line alone; every other label for all that follows."""


def read(data: bytes | str, game: Game, catalogue: Catalogue) -> ReadList:
    """The list that a text is. Raises :class:`~cards.formats.decoding.TextRefused`: it is no text, or too large."""
    text = text_of(data)
    reader = _Reader(game, catalogue, text)
    for number, line in enumerate(text.lines, 1):
        if line:
            reader.read_line(number, line)
    return reader.result()


def _plain(label: str) -> str:
    """A label as it is compared: folded, a hyphen or a space alike, without emphasis marks."""
    return fold(label.strip("*_= ")).replace("-", " ")


class _Reader:
    """The state of reading one text."""

    def __init__(self, game: Game, catalogue: Catalogue, text: Text) -> None:
        self.game, self.catalogue, self.text = game, catalogue, text
        self.names = names_of(catalogue)
        self.headings = {_plain(word): part.name for part in game.sections for word in part.headings}
        self.section = game.sections[0].name
        self.side = self.headings.get("sideboard", self.section)
        self.option_names = {_plain(name): name for name in game.list_options}
        self.title_line = self._title_line()
        self.gap = self._gap()
        self.name = ""
        self.about = False
        self.unknown = 0
        self.declared: dict[str, int] = {}
        self.options: dict[str, str] = {}
        self.entries: dict[tuple[str, str], Entry] = {}
        self.lines: list[LineRead] = []
        self.faults: list[LineFault] = []

    # What a line is

    def heading(self, line: str) -> str | None:
        """The known heading that a whole line is, with or without a count or a colon."""
        plain = _plain(line.rstrip(": "))
        if plain in self.headings:
            return plain
        counted = CLAIMED_COUNT.match(line.rstrip(": "))
        return _plain(counted[1]) if counted and _plain(counted[1]) in self.headings else None

    def label(self, line: str) -> tuple[str, str] | None:
        """A known label before a colon, and what stands behind it."""
        found = LABEL.match(line)
        if found is None:
            return None
        label = _plain(found[1])
        counted = CLAIMED_COUNT.match(found[1])
        if label not in self.headings and counted:
            label = _plain(counted[1])
        return (label, found[2]) if label in self.headings or label == ONE_LINE_LABEL else None

    def _opens_a_section(self, line: str) -> bool:
        return self.heading(line.strip("# ")) is not None or self.label(line) is not None

    def _title_line(self) -> int | None:
        """The line of the list's name: the first one, if a section or a gap follows it and it asks for no card."""
        content = [
            (number, line) for number, line in enumerate(self.text.lines, 1) if line and not line.startswith("//")
        ]
        if len(content) < 2:
            return None
        (number, line), (then, following) = content[:2]
        if self._opens_a_section(line) or has_quantity(line) or ";" in line or self._option(line) or line[0] == "#":
            return None
        if self._opens_a_section(following) or (then > number + 1 and self.names.find_quietly(line) is None):
            return number
        return None

    def _gap(self) -> int | None:
        """The one gap between entries of a text without headings: what follows it is the side part."""
        if any(self._opens_a_section(line) for line in self.text.lines):
            return None
        content = [
            number
            for number, line in enumerate(self.text.lines, 1)
            if line and not line.startswith("//") and number != self.title_line and not self._option(line)
        ]
        gaps = [after for before, after in pairwise(content) if after > before + 1]
        return gaps[0] if len(gaps) == 1 else None

    def _option(self, line: str) -> tuple[str, str] | None:
        found = LABEL.match(line)
        name = self.option_names.get(_plain(found[1])) if found else None
        return (name, found[2]) if found and name and found[2] else None

    # What is done with it

    def read_line(self, number: int, line: str) -> None:
        """One line that is not empty."""
        if number == self.gap:
            self.section = self.side
        if line.startswith("//"):
            self._comment(number, line)
        elif number == self.title_line:
            self._title(number, line, line)
        elif line.startswith("#"):
            self._marked(number, line, line.strip("# "))
        elif heading := self.heading(line):
            self._open(number, line, heading)
        elif label := self.label(line):
            self._labelled(number, line, *label)
        else:
            self._other(number, line)

    def _other(self, number: int, line: str) -> None:
        found = LABEL.match(line)
        if option := self._option(line):
            self._set_option(number, line, *option)
        elif found and _plain(found[1]) in NAME_LABELS and not self.name:
            self._title(number, line, found[2])
        elif _plain(line) == "about":
            self.about = True
            self._told(number, line, "heading")
        elif self.about and not self.name and line.lower().startswith("name "):
            self._title(number, line, line[5:])
        elif TOTAL.match(line):
            self._told(number, line, "claim")
        else:
            self._row(number, line, self.section, labelled=False)

    def _comment(self, number: int, line: str) -> None:
        words = line.lstrip("/ ")
        found = LABEL.match(words)
        if option := self._option(words):
            self._set_option(number, line, *option)
        elif found and _plain(found[1]) in (*NAME_LABELS, "deck", "cadre", "list") and not self.name and found[2]:
            self._title(number, line, found[2])
        else:
            self._told(number, line, "comment")

    def _marked(self, number: int, line: str, words: str) -> None:
        if heading := self.heading(words):
            self._open(number, line, heading)
        elif words and not self.name and not self.entries:
            self._title(number, line, words)
        else:
            self._told(number, line, "heading")

    def _labelled(self, number: int, line: str, label: str, rest: str) -> None:
        if is_one_entry(line, self.names):
            self._row(number, line, self.section, labelled=False)
        elif label == ONE_LINE_LABEL:
            self._row(number, rest, self.side, labelled=True)
        elif self._open(number, line, label, shown=line.removesuffix(rest).rstrip()):
            self._row(number, rest, self.section, labelled=True)

    def _open(self, number: int, line: str, heading: str, shown: str = "") -> bool:
        """A section begins, and this is told; or, where it has begun before, a fault is."""
        if heading in self.declared:
            message = (
                f"The section {shown or line!r} stands here again (first on line {self.declared[heading]}). "
                "One text is one list: if another list begins here, read it by itself."
            )
            self._fault(number, line, message)
            return False
        self.declared[heading] = number
        self.section = self.headings[heading]
        self._told(number, shown or line, "heading")
        return True

    def _row(self, number: int, row: str, section: str, *, labelled: bool) -> None:
        """One entry, or several with ``;`` between them."""
        # Told before the row is taken apart: a row of nothing but separators is work for nothing.
        parts = self._parts(row, labelled) if row.count(";") <= MOST_LINES else row.split(";")
        for at, part in enumerate(parts):
            if len(self.lines) >= MOST_LINES or len(parts) > MOST_LINES:
                message = f"The text has more than {MOST_LINES} entries; that is the most that a list has."
                raise TextTooLarge(LineFault(line=number, message=message))
            ends_a_row = at == len(parts) - 1 and (labelled or len(parts) > 1)
            try:
                self._add(number, part, section, read_entry(part, self.names, ends_a_row=ends_a_row))
            except EntryFault as fault:
                self._fault(number, part, str(fault))

    def _parts(self, row: str, labelled: bool) -> list[str]:
        parts = [part.strip() for part in row.split(";")]
        if len(parts) == 1 or not (labelled or any(map(has_quantity, parts)) or row.endswith(";")):
            return [row] if row else []
        if is_one_entry(row, self.names):
            return [row]
        return [part for part in parts if part and part != "."]

    def _add(self, number: int, text: str, section: str, entry: EntryRead) -> None:
        card = entry.match.card if entry.match else None
        name = card.name if card else entry.name
        code = card.code if card else None
        self.lines.append(
            LineRead(
                line=number,
                text=text,
                read_as=entry.match.how if entry.match else "unknown",
                code=code,
                name=name,
                count=entry.count,
                section=section,
                left_off=entry.match.left_off if entry.match else "",
                suggestions=() if card else self._suggestions(name),
            )
        )
        key = (code, section) if code else (f"line {number} {len(self.lines)}", section)
        before = self.entries.get(key)
        self.entries[key] = Entry(
            code=code,
            name=name,
            count=entry.count + (before.count if before else 0),
            section=section,
            line=before.line if before else number,
        )

    def _suggestions(self, name: str) -> tuple[str, ...]:
        self.unknown += 1
        return self.names.suggest(name) if self.unknown <= MOST_SUGGESTED else ()

    def _title(self, number: int, line: str, name: str) -> None:
        if len(name) > LONGEST_ENTRY:
            self._fault(number, line, f"A name has at most {LONGEST_ENTRY} characters; this one has {len(name)}.")
            return
        self.name = name
        self._told(number, line, "title")

    def _set_option(self, number: int, line: str, name: str, value: str) -> None:
        if name in self.options:
            self._fault(number, line, f"The option {name!r} is set a second time.")
            return
        if len(value) > LONGEST_ENTRY:
            self._fault(number, line, f"An option has at most {LONGEST_ENTRY} characters; {name!r} has {len(value)}.")
            return
        self.options[name] = value
        self._told(number, line, "option")

    def _told(self, number: int, line: str, read_as: Reading) -> None:
        self.lines.append(LineRead(line=number, text=line, read_as=read_as))

    def _fault(self, number: int, line: str, message: str) -> None:
        self.faults.append(LineFault(line=number, message=message))
        self._told(number, line, "fault")

    def result(self) -> ReadList:
        """What was read."""
        unknown = sum(line.count for line in self.lines if line.code is None)
        matched = sum(line.count for line in self.lines if line.code is not None)
        card_list = CardList(
            game=self.game.slug,
            edition=self.catalogue.edition,
            name=self.name,
            entries=tuple(self.entries.values()),
            options=self.options,
        )
        return ReadList(
            format="plain_text",
            encoding=self.text.encoding,
            list=card_list,
            lines=tuple(self.lines),
            faults=tuple(self.faults),
            counts=Counts(read=matched + unknown, matched=matched, unknown=unknown),
        )
