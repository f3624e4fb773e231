"""The shape of a catalogue, and the one reader of the project's YAML data files.

A fault in a data file is told by file, line and field, as :class:`Unreadable`.
"""

import hashlib
import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import yaml

from games.faults import fault_of

T = TypeVar("T")

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The same as ``SafeLoader``, written in C where the package was built with it."""

GAMES_FOLDER = Path(__file__).parent
CODE = r"^[a-z]{2,8}-[0-9]{3,5}$"


class Unreadable(Exception):
    """A data file that cannot be read as what it should be: ``file``, ``line`` (1-based), ``path`` and words."""

    def __init__(self, file: str, message: str, line: int | None = None, path: str = "$") -> None:
        where = file if line is None else f"{file}:{line}"
        super().__init__(f"{where}: {message}" + ("" if path == "$" else f" (at {path})"))
        self.file, self.message, self.line, self.path = file, message, line, path


class Card(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """What the cards of every game have; each game adds its own fields, unknown values are ``None``."""

    code: str = msgspec.field()
    """``<set>-<nnn>``, unique in its game, immutable."""

    name: str
    """The full name: what makes two cards the same for copy limits."""

    @property
    def set(self) -> str:
        """The code of the set that the card is in."""
        return self.code.partition("-")[0]

    @property
    def kind(self) -> str:
        """The word for what kind of card it is (a field of its JSON as well)."""
        return str(self.__struct_config__.tag)


class CardSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named group of cards. ``origin`` says whose values they are: printed, made by this project, a person's own."""

    code: str
    name: str
    origin: Literal["printed", "project", "mixed", "training", "own"]
    note: str = ""


class SheetOfCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sheet of a print set: its number, its title, the codes of its cards in reading order."""

    number: int
    title: str
    cards: tuple[str, ...]


class EditionFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of ``editions/<name>.yaml``, its cards still untyped."""

    game: str
    edition: str
    name: str
    note: str
    sets: tuple[CardSet, ...]
    cards: tuple[dict[str, Any], ...]
    sheets: tuple[SheetOfCards, ...] = ()
    tables: dict[str, Any] = {}
    """Figures of the game that are no cards (board sizes, game sizes …), typed by the game that reads them."""


class Catalogue(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The cards of one game in one edition, in the order of the file; ``hash`` names exactly this data."""

    game: str
    edition: str
    name: str
    note: str
    hash: str
    sets: tuple[CardSet, ...]
    cards: tuple[Any, ...]
    sheets: tuple[SheetOfCards, ...]
    tables: dict[str, Any]
    removed: dict[str, str] = {}
    """Codes of cards that a person has taken out of a set, with the names that they had: no cards any more."""

    @cached_property
    def by_code(self) -> dict[str, Any]:
        """Card code -> card."""
        return {card.code: card for card in self.cards}


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule of a game in the project's own words; a refusal and a problem point to its id."""

    id: str
    title: str
    text: str
    source: str
    """Section of the rulebook, or what a reading rests on."""

    reading: bool = False
    """The source is silent or unclear here: this is how the project reads it."""

    option: str | None = None
    """The option of a match that chooses between readings."""


_STEPS = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
"""The keys and the numbers of a path."""


def parse_yaml(text: str, shape: type[T] | Any, file: str) -> Any:
    """The text of a YAML file as a value of ``shape``. Raises :class:`Unreadable` with file, line and field."""
    try:
        loaded = yaml.load(text, Loader=LOADER)  # noqa: S506 - a safe one
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise Unreadable(file, f"not YAML: {error.problem or error.context}", line) from None
    except yaml.YAMLError as error:
        raise Unreadable(file, f"not YAML: {error}") from None
    return convert(loaded, shape, file, text)


def convert(value: Any, shape: Any, file: str, text: str = "", prefix: str = "$") -> Any:
    """A loaded value as a value of ``shape``; ``text`` is the YAML that it came from, to tell lines."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        fault = fault_of(error)
        path = prefix + _with_keys(fault.path, value, shape)[1:]
        raise Unreadable(file, fault.message, line_of(text, path), path) from None


def _with_keys(said: str, value: Any, shape: Any) -> str:
    """``$.styles[...].size`` as ``$.styles.name.size``: the first value of each mapping that has this fault."""
    path = said
    while "[...]" in path:
        before, _, after = path.partition("[...]")
        steps = [int(index) if index else key for key, index in _STEPS.findall(before)]
        found = next((key for key in _keys(value, steps) if _has_fault(said, _only(value, steps, key), shape)), None)
        if found is None:
            break
        path = f"{before}.{found}{after}"
    return path


def _keys(value: Any, steps: Sequence[str | int]) -> tuple[Any, ...]:
    """Those of the mapping at the end of these steps; none where there is none."""
    try:
        for step in steps:
            value = value[step]
    except (LookupError, TypeError):
        return ()
    return tuple(value) if isinstance(value, dict) else ()


def _has_fault(said: str, value: Any, shape: Any) -> bool:
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        return fault_of(error).path == said
    return False


def _only(value: Any, steps: Sequence[str | int], key: Any) -> Any:
    """A value whose mapping at the end of these steps has this key alone."""
    if not steps:
        return {key: value[key]}
    step, inner = steps[0], _only(value[steps[0]], steps[1:], key)
    if isinstance(value, dict):
        return {**value, step: inner}
    return [inner if n == step else one for n, one in enumerate(value)]


def line_of(text: str, path: str) -> int | None:
    """The line (1-based) of the node at ``$.a[1].b`` in a YAML text; of the nearest node above it that exists."""
    if not text:
        return None
    node = yaml.compose(text, Loader=LOADER)
    for key, index in _STEPS.findall(path):
        child = None
        if isinstance(node, yaml.MappingNode) and key:
            child = next((v for k, v in node.value if k.value == key), None)
        elif isinstance(node, yaml.SequenceNode) and index.isdigit() and int(index) < len(node.value):
            child = node.value[int(index)]
        if child is None:
            break
        node = child
    return None if node is None else node.start_mark.line + 1


def read_text(path: Path) -> str:
    """A UTF-8 file's text. Raises :class:`Unreadable`, naming the file as the user gave it."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(str(path), error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise Unreadable(str(path), f"not UTF-8 at byte {error.start}") from None


def load_edition(path: Path, card: Any) -> Catalogue:
    """A catalogue file, each card checked by the game's ``card`` shape. Raises :class:`Unreadable`."""
    text = read_text(path)
    file = f"{path.parent.parent.name}/{path.parent.name}/{path.name}"
    head: EditionFile = parse_yaml(text, EditionFile, file)
    cards = tuple(convert(raw, card, file, text, f"$.cards[{n}]") for n, raw in enumerate(head.cards))
    _check_codes(cards, head, file, text)
    canonical = msgspec.json.encode(head, order="deterministic")
    return Catalogue(
        game=head.game,
        edition=head.edition,
        name=head.name,
        note=head.note,
        hash=hashlib.sha256(canonical).hexdigest(),
        sets=head.sets,
        cards=cards,
        sheets=head.sheets,
        tables=head.tables,
    )


def _check_codes(cards: tuple[Any, ...], head: EditionFile, file: str, text: str) -> None:
    sets = {one.code for one in head.sets}
    seen: set[str] = set()
    for n, card in enumerate(cards):
        path = f"$.cards[{n}].code"
        if not re.fullmatch(CODE, card.code):
            raise Unreadable(file, f"{card.code!r} is no card code", line_of(text, path), path)
        if card.set not in sets:
            raise Unreadable(file, f"{card.code!r} is in no set of this file", line_of(text, path), path)
        if card.code in seen:
            raise Unreadable(file, f"{card.code!r} stands twice", line_of(text, path), path)
        seen.add(card.code)
    for n, sheet in enumerate(head.sheets):
        for code in sheet.cards:
            if code not in seen:
                path = f"$.sheets[{n}]"
                raise Unreadable(file, f"sheet {sheet.number} has no card {code!r}", line_of(text, path), path)


@lru_cache
def load_rules(game: str) -> dict[str, Rule]:
    """Every rule of a game by its id, those of every match (``games/rules.yaml``) among them."""
    rules: dict[str, Rule] = {}
    for path in (GAMES_FOLDER / game / "rules.yaml", GAMES_FOLDER / "rules.yaml"):
        file = f"{path.parent.name}/{path.name}"
        found: tuple[Rule, ...] = parse_yaml(read_text(path), tuple[Rule, ...], file)
        for rule in found:
            if rule.id in rules:
                raise Unreadable(file, f"rule {rule.id!r} stands twice")
            rules[rule.id] = rule
    return rules
