"""The language of searches: a text becomes a tree, or is refused with the place of its fault. Pure."""

import re
from typing import Any, Literal

import msgspec
from lark import Lark, Token, Transformer, UnexpectedInput

from cards.formats.decoding import fault_of

LONGEST = 500
MOST_TERMS = 30
MOST_BRACKETS = 20

GRAMMAR = r"""
start: either?
either: every (_OR every)*
every: one+
?one: _NOT one -> negated
    | "(" either ")"
    | QUOTED -> phrase
    | WORD -> word
    | FIELD (VALUE | QUOTED) -> field

_OR.4: /or(?=[\s()"]|$)/i
_NOT.3: /-(?=[^\s)])/
FIELD.2: /[^\W\d][\w.]*\s*(?:<=|>=|[:=<>])\s*/
QUOTED: /"[^"]*"/
VALUE: /[^\s()"]+/
WORD: /[^\s()"-][^\s()"]*/
%ignore /\s+/
"""

QUOTES = str.maketrans(dict.fromkeys("“”„‟«»", '"'))
FIELD = re.compile(r"([\w.]+)\s*(<=|>=|[:=<>])\s*$")

Operator = Literal[":", "=", "<", "<=", ">", ">="]


class NotUnderstood(Exception):
    """A search that cannot be read: words, and the column (from 1) of the fault."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.message, self.column = message, column


class Word(msgspec.Struct, frozen=True):
    """A word of a card, or the beginning of one; anywhere in its name."""

    text: str


class Phrase(msgspec.Struct, frozen=True):
    """Words that follow each other."""

    text: str


class Field(msgspec.Struct, frozen=True):
    """One value of a card: has it this text in it (``:``), is it this (``=``), is it so large."""

    name: str
    operator: Operator
    value: str
    column: int
    """Where the field is named, from 1."""

    value_column: int


class Not(msgspec.Struct, frozen=True):
    """All cards but those."""

    inner: "Term"


class All(msgspec.Struct, frozen=True):
    """Cards that all of these find; with none of these, every card."""

    inner: tuple["Term", ...]


class Either(msgspec.Struct, frozen=True):
    """Cards that one of these finds."""

    inner: tuple["Term", ...]


Term = Word | Phrase | Field | Not | All | Either


class _Tree(Transformer[Token, Term]):
    """Builds the tree while the text is parsed, so that no depth of it is recursed into."""

    def start(self, inner: list[Term]) -> Term:
        """The whole search."""
        return inner[0] if inner else All(())

    def either(self, inner: list[Term]) -> Term:
        """What ``or`` stands between."""
        return inner[0] if len(inner) == 1 else Either(tuple(inner))

    def every(self, inner: list[Term]) -> Term:
        """What stands side by side."""
        return inner[0] if len(inner) == 1 else All(tuple(inner))

    def negated(self, inner: list[Term]) -> Term:
        """What a minus stands before."""
        return inner[0].inner if isinstance(inner[0], Not) else Not(inner[0])

    def phrase(self, inner: list[Token]) -> Term:
        """What stands in quotes."""
        return Phrase(inner[0][1:-1])

    def word(self, inner: list[Token]) -> Term:
        """A word by itself."""
        return Word(str(inner[0]))

    def field(self, inner: list[Token]) -> Term:
        """A field with its value."""
        named, value = inner
        match = FIELD.match(named)
        name, operator = (match[1], match[2]) if match else (str(named), ":")
        text = value[1:-1] if value.type == "QUOTED" else str(value)
        return Field(name.lower(), operator, text, named.column or 1, value.column or 1)  # type: ignore[arg-type]


_PARSER = Lark(GRAMMAR, parser="lalr", transformer=_Tree(), maybe_placeholders=False)


def parse(text: str) -> Term:
    """The tree of a search. Raises :class:`NotUnderstood`."""
    _check(text)
    plain = text.translate(QUOTES)
    try:
        tree: Any = _PARSER.parse(plain)
    except UnexpectedInput as error:
        raise _why(error, plain) from None
    if (count := _terms(tree)) > MOST_TERMS:
        raise NotUnderstood(f"A search has at most {MOST_TERMS} terms; this one has {count}.", 1)
    found: Term = tree
    return found


def _check(text: str) -> None:
    if len(text) > LONGEST:
        raise NotUnderstood(f"A search has at most {LONGEST} characters; this one has {len(text)}.", LONGEST + 1)
    if fault := fault_of(1, text):
        raise NotUnderstood(fault.message, 1)
    depth = 0
    for column, sign in enumerate(text, 1):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth > MOST_BRACKETS:
            raise NotUnderstood(f"Brackets stand at most {MOST_BRACKETS} deep.", column)


def _why(error: UnexpectedInput, text: str) -> NotUnderstood:
    """The words for a fault of the grammar, and its column."""
    at = getattr(error, "pos_in_stream", None)
    if at is None or at < 0 or at >= len(text) or _at_end(error):
        return NotUnderstood("The search ends where a value, a term or a bracket has still to come.", len(text) + 1)
    sign = text[at]
    if sign == '"':
        return NotUnderstood("This quotation has no end, or no place here.", at + 1)
    if sign == ")":
        return NotUnderstood("Nothing stands in this bracket, or none was opened.", at + 1)
    if sign == "-":
        return NotUnderstood("A minus stands right before what is left out.", at + 1)
    return NotUnderstood(f"{text[at : at + 20]!r} has no meaning here.", at + 1)


def _at_end(error: UnexpectedInput) -> bool:
    token = getattr(error, "token", None)
    return token is not None and token.type == "$END"


def _terms(tree: Term) -> int:
    match tree:
        case Not(inner):
            return _terms(inner)
        case All(inner) | Either(inner):
            return sum(map(_terms, inner))
        case _:
            return 1


def fields_in(tree: Term) -> tuple[Field, ...]:
    """Every field that a search names."""
    match tree:
        case Field():
            return (tree,)
        case Not(inner):
            return fields_in(inner)
        case All(inner) | Either(inner):
            return tuple(field for one in inner for field in fields_in(one))
        case _:
            return ()
