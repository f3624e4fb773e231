"""The writer of lists as plain text, in every variant that the reader knows.

Rows are as other programs read them; what a variant has no place for stands in comments that our reader understands. An
entry that its own row would not be read back from is written out in such a comment, so that nothing is ever lost.
"""

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from cards.formats import layout
from cards.formats.layout import Words
from cards.formats.quantities import MOST_COPIES
from cards.formats.registry import Outgoing
from cards.names import names_of
from games.lists import CardList, Entry

STYLES = ("own", "plain", "prefix", "arena", "packs", "points", "bullets", "one_line")
"""``own`` has card codes; ``plain`` a gap before the side part; ``prefix`` a label on each of its lines; ``arena``
headings; ``packs`` and ``points`` brackets behind names; ``bullets`` is Markdown; ``one_line`` a rulebook's rows."""

SAFE = re.compile(r"^[^\W\d_][^;:<>()\[\]{}#*\"|]*[^\W\d_.,][!?]?$")
"""Names that no reader could take for anything else, whatever is written around them."""

CODE = re.compile(r"^[a-z]{2,8}-[0-9]{3,5}$")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """At most so many copies of an entry as one row may ask for."""

    entry: Entry
    count: int
    number: int = 0
    """Which entry of the text it is, 1-based; 0: it is written out in a comment."""


def write(out: Outgoing) -> str:
    """The list in a style. Reading it back gives the same list, entries grouped by their sections."""
    return Writer(out).text()


def tidy(content: CardList, sections: Iterable[str]) -> tuple[Entry, ...]:
    """Entries in the order in which a text has them: by section, those of no section of the game last."""
    order = {name: at for at, name in enumerate(sections)}
    return tuple(sorted(content.entries, key=lambda entry: order.get(entry.section, len(order))))


class Writer:
    """The state of writing one text."""

    def __init__(self, out: Outgoing) -> None:
        self.out, self.style = out, out.style or STYLES[0]
        self.words = Words(out.game)
        self.names = names_of(out.catalogue)
        self.packs = {one.code: one.name for one in out.catalogue.sets}
        self.lines: list[str] = []
        self.comments: list[str] = []
        self.written = 0

    def text(self) -> str:
        """All of it."""
        self._head()
        rows = [row for entry in tidy(self.out.list, self._sections()) for row in self._rows(entry)]
        self._body([row for row in rows if row.number])
        self.lines += self.comments
        if self.style == "points" and "points" in self.out.totals:
            self.lines += ["", f"TOTAL POINTS: {self.out.totals['points']}"]
        return "\n".join(self.lines) + "\n"

    def _sections(self) -> tuple[str, ...]:
        return tuple(section.name for section in self.out.game.sections)

    def _head(self) -> None:
        content, data = self.out.list, self.out.catalogue.hash[:12]
        count = len(self.out.problems)
        stamp = "Legal: " if self.out.legal else f"Illegal: {count} {'problem' if count == 1 else 'problems'}, "
        if content.name:
            self.lines.append(f"// {self.out.game.list_word.title()}: {content.name}")
        self.lines += [f"// Game: {content.game}", f"// Edition: {content.edition}"]
        self.lines += [f"// Set: {one}" for one in content.sets]
        self.lines.append(f"// {stamp}by {content.edition}, data {data}")
        self.lines += [f"// {name}: {value}" for name, value in content.options.items()]
        self.lines += [f"// Tag: {tag}" for tag in content.tags]
        if content.vendor:
            self.lines.append(f"// Vendor: {msgspec.json.encode(content.vendor).decode()}")
        if content.notes:
            self.lines += [f"// | {line}" if line else "// |" for line in content.notes.split("\n")]

    def _rows(self, entry: Entry) -> Iterator[Row]:
        """The rows of an entry, numbered, with their comments where these do not stand right below them."""
        if not self._is_read_back(entry):
            plain = {key: value for key, value in msgspec.structs.asdict(entry).items() if key != "line" and value}
            plain |= {"code": entry.code, "name": entry.name}
            self.comments.append(f"// Entry: {msgspec.json.encode(plain).decode()}")
            yield Row(entry=entry, count=entry.count)
            return
        left = entry.count
        while left > 0:
            self.written += 1
            yield Row(entry=entry, count=min(left, MOST_COPIES), number=self.written)
            left -= MOST_COPIES

    def _body(self, rows: list[Row]) -> None:
        match self.style:
            case "plain" | "prefix":
                self._two_parts(rows)
            case "one_line":
                self._by_section(rows, self._one_line)
            case _:
                self._by_section(rows, self._headed)

    def _by_section(self, rows: list[Row], put: Callable[[str, list[Row]], None]) -> None:
        for section in self.out.game.sections:
            if found := [row for row in rows if row.entry.section == section.name]:
                put(section.headings[0].title(), found)

    def _headed(self, heading: str, rows: list[Row]) -> None:
        marks = "## " if self.style == "bullets" else ""
        count = f" ({sum(row.count for row in rows)})" if self.style == "own" else ""
        self.lines += ["", f"{marks}{heading}{count}"]
        for row in rows:
            self.lines.append(self._row(row.entry, row.count))
            self.lines += self._said(row, "")

    def _one_line(self, heading: str, rows: list[Row]) -> None:
        parts = "; ".join(self._row(row.entry, row.count) for row in rows)
        self.lines += ["", f"{heading}: {parts}."] if len(self.lines) and heading else []
        for row in rows:
            self.comments += self._said(row, f" @{row.number}")

    def _two_parts(self, rows: list[Row]) -> None:
        first = self.words.first
        main = [row for row in rows if row.entry.section == first]
        side = [row for row in rows if row.entry.section != first]
        prefix = "SB: " if self.style == "prefix" else ""
        lines = [self._row(row.entry, row.count) for row in main]
        if lines and side and not prefix:
            lines.append("")
        # Without a gap before it, or a mark, the side part would be read as the first one.
        marked = self.words.side if main or prefix else first
        self.lines += ["", *lines, *(prefix + self._row(row.entry, row.count) for row in side)]
        for row in rows:
            where = first if row.entry.section == first else marked
            if row.entry.section != where:
                self.comments.append(f"// Section @{row.number}: {row.entry.section}")
            self.comments += self._said(row, f" @{row.number}")

    def _said(self, row: Row, of: str) -> list[str]:
        note = row.entry.note.split("\n") if row.entry.note else []
        return [
            *(f"// Option{of}: {option}" for option in row.entry.options),
            *(f"// Note{of}: {line}" for line in note),
        ]

    def _row(self, entry: Entry, count: int) -> str:
        if entry.code is None and self._keeps_text(entry, count):
            return str(entry.text)
        if self.style == "bullets":
            return f"- {entry.name} x{count}"
        times = {"one_line": f"{count} x", "plain": f"{count}", "prefix": f"{count}", "arena": f"{count}"}
        # Behind a name with a semicolon the reader would look for a second entry.
        code = "" if ";" in entry.name else f" <{entry.code}>"
        behind = {"own": code, "packs": self._pack(entry), "points": self._points(entry)}
        more = behind.get(self.style, "") if entry.code else ""
        return f"{times.get(self.style, f'{count}x')} {entry.name}{more}"

    def _pack(self, entry: Entry) -> str:
        pack = self.packs.get((entry.code or "").partition("-")[0])
        return f" ({pack})" if pack and re.fullmatch(r"[^()]{2,60}", pack) else ""

    def _points(self, entry: Entry) -> str:
        cost, card = self.out.game.points, self.out.catalogue.by_code.get(entry.code or "")
        points = cost(entry, card) if cost and card else None
        return "" if points is None else f" ({points} pts)"

    def _keeps_text(self, entry: Entry, count: int) -> bool:
        """Whether the line as it was written still says what the entry is."""
        usable = self.style == "own" and entry.text and count == entry.count
        return bool(usable) and not re.search(r"[\r\n]", entry.text or "") and self._reads_as(str(entry.text), entry)

    def _is_read_back(self, entry: Entry) -> bool:
        if entry.section not in self._sections() or _is_odd(entry):
            return False
        row = self._row(entry, min(entry.count, MOST_COPIES))
        card = self.out.catalogue.by_code.get(entry.code or "")
        if card and card.name == entry.name and self.style == "own" and CODE.match(card.code) and SAFE.match(card.name):
            return True
        if self.style == "one_line" and ";" in row:
            return False
        return self._reads_as(row, msgspec.structs.replace(entry, count=min(entry.count, MOST_COPIES)))

    def _reads_as(self, row: str, entry: Entry) -> bool:
        """Whether a row, read by itself below a heading, is this entry."""
        from cards.formats import plain_text  # the reader, which knows this module as a part of its format

        heading = self.words_heading()
        text = f"{heading}: {row}." if self.style == "one_line" else f"{heading}\n{row}"
        if layout.LABEL.match(row) and self.style == "prefix":
            return False
        found = plain_text.read(text, self.out.game, self.out.catalogue)
        only = found.list
        if found.faults or len(only.entries) != 1 or only.name or only.notes or only.options:
            return False
        (one,) = only.entries
        if (one.code, one.name, one.count) != (entry.code, entry.name, entry.count):
            return False
        return self.style != "own" or one.code is not None or entry.text in (None, one.text)

    def words_heading(self) -> str:
        """The heading of the first section."""
        return self.out.game.sections[0].headings[0].title()


def _is_odd(entry: Entry) -> bool:
    """Texts that no line of a comment below the row could carry."""
    return any("\r" in one or "\n" in one for one in entry.options) or "\r" in entry.note or entry.note.startswith("\n")
