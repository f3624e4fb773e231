"""The reader of lists as plain text, in the many ways that players and rulebooks write them.

Nothing is lost: each line is told with what it was read as, a name that no card has stays an entry of the list, and
copies read are always copies in the list. One text is one list.
"""

from cards.formats import layout
from cards.formats.decoding import MOST_LINES, LineFault, Text, TextTooLarge, text_of
from cards.formats.entries import LONGEST_ENTRY, EntryFault, EntryRead, has_quantity, is_one_entry, read_entry
from cards.formats.read_list import Counts, LineRead, Reading, ReadList
from cards.names import names_of
from games.catalogue import Catalogue
from games.decider import Game
from games.lists import CardList, Entry

MOST_SUGGESTED = 100
"""So many unknown names of one text are compared with all names; behind them the text is in another game's words."""


def read(data: bytes | str, game: Game, catalogue: Catalogue) -> ReadList:
    """The list that a text is. Raises :class:`~cards.formats.decoding.TextRefused`: it is no text, or too large."""
    text = text_of(data)
    reader = _Reader(game, catalogue, text)
    for number, line in enumerate(text.lines, 1):
        if line:
            reader.read_line(number, line)
    return reader.result()


class _Reader:
    """The state of reading one text."""

    def __init__(self, game: Game, catalogue: Catalogue, text: Text) -> None:
        self.game, self.catalogue, self.text = game, catalogue, text
        self.names = names_of(catalogue)
        self.words = layout.Words(game)
        self.section = self.words.first
        self.title_line = layout.title_line(text.lines, self.words, self.names)
        self.gap = layout.side_gap(text.lines, self.words, self.title_line)
        self.name = ""
        self.about = False
        self.unknown = 0
        self.declared: dict[str, int] = {}
        self.options: dict[str, str] = {}
        self.entries: dict[tuple[str, str], Entry] = {}
        self.lines: list[LineRead] = []
        self.faults: list[LineFault] = []

    def read_line(self, number: int, line: str) -> None:
        """One line that is not empty."""
        if number == self.gap:
            self.section = self.words.side
        if line.startswith("//"):
            self._comment(number, line)
        elif number == self.title_line:
            self._title(number, line, line)
        elif line.startswith("#"):
            self._marked(number, line, line.strip("# "))
        elif heading := self.words.heading(line):
            self._open(number, line, heading)
        elif label := self.words.label(line):
            self._labelled(number, line, *label)
        else:
            self._other(number, line)

    def _other(self, number: int, line: str) -> None:
        name = None if self.name else self.words.list_name(line)
        if option := self.words.option(line):
            self._set_option(number, line, *option)
        elif name:
            self._title(number, line, name)
        elif layout.plain(line) == "about":
            self.about = True
            self._told(number, line, "heading")
        elif self.about and not self.name and line.lower().startswith("name "):
            self._title(number, line, line[5:])
        elif layout.TOTAL.match(line):
            self._told(number, line, "claim")
        else:
            self._row(number, line, self.section, labelled=False)

    def _comment(self, number: int, line: str) -> None:
        said = line.lstrip("/ ")
        name = None if self.name else self.words.list_name(said, layout.COMMENTED_NAME_LABELS)
        if option := self.words.option(said):
            self._set_option(number, line, *option)
        elif name:
            self._title(number, line, name)
        else:
            self._told(number, line, "comment")

    def _marked(self, number: int, line: str, words: str) -> None:
        if heading := self.words.heading(words):
            self._open(number, line, heading)
        elif words and not self.name and not self.entries:
            self._title(number, line, words)
        else:
            self._told(number, line, "heading")

    def _labelled(self, number: int, line: str, label: str, rest: str) -> None:
        if is_one_entry(line, self.names):
            self._row(number, line, self.section, labelled=False)
        elif label == layout.ONE_LINE_LABEL:
            self._row(number, rest, self.words.side, labelled=True)
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
        self.section = self.words.sections[heading]
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
