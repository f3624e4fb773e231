"""The reader of lists as plain text, in the many ways that players and rulebooks write them.

Nothing is lost: each line is told with what it was read as, a name that no card has stays an entry of the list, and
copies read are always copies in the list. One text is one list.
"""

from typing import Any

from cards.formats import layout, plain_writing
from cards.formats.decoding import MOST_LINES, LineFault, Text, TextTooLarge, clean, text_of
from cards.formats.directives import Directive, DirectiveFault, directive_of, entry_of, vendor_of, with_directive
from cards.formats.entries import LONGEST_ENTRY, EntryFault, EntryRead, has_quantity, is_one_entry, read_entry
from cards.formats.matching import merged
from cards.formats.read_list import Counts, LineRead, Reading, ReadList
from cards.formats.registry import Format, Said
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


def says(text: str) -> Said:
    """What the comments of our own say: game, edition and sets."""
    found: dict[str, list[str]] = {"game": [], "edition": [], "set": []}
    for line in text.splitlines()[:MOST_LINES]:
        directive = directive_of(line)
        if directive and directive.label in found and directive.value:
            found[directive.label].append(directive.value.strip())
    return Said(
        game=next(iter(found["game"]), None),
        edition=next(iter(found["edition"]), None),
        sets=tuple(found["set"]),
    )


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
        self.entries: list[Entry] = []
        self.spoken: list[tuple[int, str, Directive]] = []
        self.notes: list[str] = []
        self.tags: list[str] = []
        self.vendor: dict[str, Any] = {}
        self.claims: dict[str, Any] = {}
        self.lines: list[LineRead] = []
        self.faults: list[LineFault] = []

    def read_line(self, number: int, line: str) -> None:
        """One line that is not empty."""
        if number == self.gap:
            self.section = self.words.side
        if line.startswith("//"):
            directive = directive_of(self.text.raw[number - 1])
            if directive is None or not self._directed(number, line, directive):
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
            self.notes.append(said)
            self._told(number, line, "comment")

    def _directed(self, number: int, line: str, directive: Directive) -> bool:
        """What a comment of our own says is done; False for one that speaks of an entry where none is."""
        try:
            match directive.kind:
                case "notes":
                    self.notes.append(directive.value)
                case "claim":
                    self.claims[directive.label] = directive.value
                case "Tag":
                    self.tags.append(clean(directive.value))
                case "Vendor":
                    self.vendor = vendor_of(directive.value)
                case "Entry":
                    self._written_out(number, line, entry_of(directive.value, self.game, number))
                    return True
                case _ if directive.entry is not None:
                    self.spoken.append((number, line, directive))
                case _ if self.entries:
                    self.entries[-1] = with_directive(self.entries[-1], directive)
                case _:
                    return False
        except DirectiveFault as fault:
            self._fault(number, line, str(fault))
            return True
        self._told(number, line, "claim" if directive.kind == "claim" else "comment")
        return True

    def _written_out(self, number: int, line: str, entry: Entry) -> None:
        card = self.catalogue.by_code.get(entry.code or "")
        told = LineRead(
            line=number,
            text=line,
            read_as="code" if card else "unknown",
            code=entry.code if card else None,
            name=entry.name,
            count=entry.count,
            section=entry.section,
        )
        self._count_entry(number)
        self.lines.append(told)
        self.entries.append(entry)

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
        raw = raw_parts(self.text.raw[number - 1], parts, labelled=labelled)
        for at, part in enumerate(parts):
            self._count_entry(number, len(parts))
            ends_a_row = at == len(parts) - 1 and (labelled or len(parts) > 1)
            try:
                entry = read_entry(part, self.names, ends_a_row=ends_a_row)
                self._add(number, part, section, entry, raw[at])
            except EntryFault as fault:
                self._fault(number, part, str(fault))

    def _count_entry(self, number: int, more: int = 0) -> None:
        if len(self.lines) >= MOST_LINES or more > MOST_LINES:
            message = f"The text has more than {MOST_LINES} entries; that is the most that a list has."
            raise TextTooLarge(LineFault(line=number, message=message))

    def _parts(self, row: str, labelled: bool) -> list[str]:
        parts = [part.strip() for part in row.split(";")]
        if len(parts) == 1 or not (labelled or any(map(has_quantity, parts)) or row.endswith(";")):
            return [row] if row else []
        if is_one_entry(row, self.names):
            return [row]
        return [part for part in parts if part and part != "."]

    def _add(self, number: int, text: str, section: str, entry: EntryRead, raw: str) -> None:
        card = entry.match.card if entry.match else None
        name = card.name if card else entry.name
        code = card.code if card else None
        suggestions = () if card else self._suggestions(name)
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
                suggestions=suggestions,
                nearest=tuple(self.catalogue.by_code[one].name for one in suggestions),
            )
        )
        written = None if card else raw
        self.entries.append(Entry(code=code, name=name, count=entry.count, section=section, line=number, text=written))

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

    def _speak(self) -> None:
        """The comments that name their entry by its number."""
        for number, line, directive in self.spoken:
            at = (directive.entry or 0) - 1
            if not 0 <= at < len(self.entries):
                self._fault(number, line, f"The text has no entry {directive.entry}.")
                continue
            try:
                self.entries[at] = with_directive(self.entries[at], directive)
                self._told(number, line, "comment")
            except DirectiveFault as fault:
                self._fault(number, line, str(fault))

    def result(self) -> ReadList:
        """What was read."""
        self._speak()
        unknown = sum(line.count for line in self.lines if line.code is None)
        matched = sum(line.count for line in self.lines if line.code is not None)
        card_list = CardList(
            game=self.game.slug,
            edition=self.catalogue.edition,
            name=self.name,
            entries=merged(self.entries),
            options=self.options,
            sets=says("\n".join(self.text.raw)).sets,
            notes="\n".join(self.notes),
            tags=tuple(dict.fromkeys(self.tags)),
            vendor=self.vendor,
        )
        return ReadList(
            format=FORMAT.name,
            encoding=self.text.encoding,
            list=card_list,
            lines=tuple(sorted(self.lines, key=lambda line: line.line)),
            faults=tuple(self.faults),
            counts=Counts(read=matched + unknown, matched=matched, unknown=unknown),
            claims=self.claims,
        )


def raw_parts(raw: str, parts: list[str], *, labelled: bool) -> list[str]:
    """The parts of a row exactly as they were written."""
    whole = raw.partition(":")[2] if labelled else raw
    if len(parts) == 1:
        return [whole]
    pieces = [piece for piece in whole.split(";") if clean(piece) and clean(piece) != "."]
    # A sign that is composed into a semicolon divides the row, and does not stand in it.
    return pieces if len(pieces) == len(parts) else parts


FORMAT = Format(
    name="text",
    media_type="text/plain",
    extension="txt",
    order=99,
    recognises=lambda text: True,
    says=says,
    read=read,
    write=plain_writing.write,
    styles=plain_writing.STYLES,
)
