"""What a game is to the rest of the house: decide, evolve, view, redact; refusals, problems and chance.

A game's commands and events are unions of frozen msgspec structs, tagged by ``type``. *decide* is today's rules;
*evolve* is for ever: what it does to a stored event never changes.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, Protocol, TypeVar

import msgspec

from games.catalogue import GAMES_FOLDER, Card, Catalogue
from games.drawing import Drawing
from games.drawn import DrawnBoard
from games.lists import CardList, Entry

T = TypeVar("T")


def tag(name: str) -> str:
    """The word that stands for a struct in JSON: ``PlayMove`` -> ``play_move``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


Seat = int
"""A player's place in a match: 1, 2, … ; a spectator is ``None``."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=tag, tag_field="type", forbid_unknown_fields=True):
    """What a seat asks for, named by an imperative. A field left out may be given by the table or by chance."""

    seat: Seat

    simultaneous: ClassVar[bool] = False
    """Judged on the newest state whatever its sender had seen (a secret pick, for instance)."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=tag, tag_field="type"):
    """What has happened, named by a past participle. A field that may be secret is ``T | None``."""

    schema: ClassVar[int] = 1
    """Version of the event's shape; an older one goes through the game's upcasters before it is folded."""

    reveals: ClassVar[bool] = False
    """It makes known what was hidden, or what chance gave: an undo stops there unless all agree."""


class Refused(Exception):
    """The rules forbid a command: the rule's id (readable at ``/api/games/{game}/rules/{id}/``) and words."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One reason why a list is not legal. ``entries`` are card codes (or names, where a card is unknown)."""

    rule: str
    message: str
    severity: Literal["error", "warning"] = "error"
    entries: tuple[str, ...] = ()
    have: int | str | None = None
    need: int | str | None = None
    source: str = ""


class Chance(Protocol):
    """Where dice, shuffles and draws come from; what they gave is written into the event, never asked again."""

    def roll(self, sides: int) -> int:
        """A whole number from 1 to ``sides``."""

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """All items, in any order."""

    def pick(self, items: Sequence[T]) -> T:
        """One of the items; there must be one."""


class ScriptedChance:
    """Chance that gives what it was told, in order: a roll, a pick or a whole shuffled sequence. For tests.

    Raises ``ValueError`` when more is asked than was told, or when what was told is not possible.
    """

    def __init__(self, *results: Any) -> None:
        self.results = list(results)

    def _next(self, possible: Callable[[Any], bool], what: str) -> Any:
        if not self.results:
            raise ValueError("the script of this chance has ended")
        value = self.results.pop(0)
        if not possible(value):
            raise ValueError(f"{value!r} is no {what}")
        return value

    def roll(self, sides: int) -> int:
        """The next scripted number."""
        value: int = self._next(lambda one: isinstance(one, int) and 1 <= one <= sides, f"roll of a d{sides}")
        return value

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The next scripted order."""
        whole = sorted(map(repr, items))
        return tuple(self._next(lambda order: sorted(map(repr, order)) == whole, "order of these items"))

    def pick(self, items: Sequence[T]) -> T:
        """The next scripted item."""
        value: T = self._next(lambda one: one in items, "item to pick from")
        return value


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended: the seats that won (none: a draw) and why, a rule id or a word of the match itself."""

    winners: tuple[Seat, ...]
    reason: str


def nothing_to_tell(state: Any) -> None:
    """The answer of a game that has no scores, or no sides."""


class Decider(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One playable game, as the functions and types that the rest of the house calls."""

    game: str
    fold_version: int
    """Raised when *evolve* computes another state from the same events; snapshots of another number are refolded."""

    seats: tuple[int, int]
    """Least and greatest number of seats."""

    options: Any
    """A struct type: the options of a match, each with a default."""

    command: Any
    """The union of the game's command structs."""

    event: Any
    """The union of the game's event structs."""

    state: Any
    """The state's struct type; the view has the same."""

    cards_used: Callable[[Any, Catalogue], tuple[Card, ...]]
    """options, catalogue -> every public card that a match with these options uses; they go into its first event."""

    initial: Callable[[Any, int, tuple[Card, ...]], Any]
    """options, number of seats, resolved cards -> the state before the first command."""

    decide: Callable[[Any, Any, Chance], Sequence[Any]]
    """state, command, chance -> events; raises Refused. Never changes anything."""

    evolve: Callable[[Any, Any], Any]
    """state, event -> the next state; total over every stored event."""

    view: Callable[[Any, Seat | None], Any]
    """state, seat -> what that seat (None: a spectator) may see, of the state's own type."""

    redact: Callable[[Any, Seat | None], Any]
    """event, seat -> what that seat may see of it, of the event's own type."""

    phase: Callable[[Any], str]
    to_act: Callable[[Any], tuple[Seat, ...]]
    outcome: Callable[[Any], Outcome | None]

    check: Callable[[Any], str | None]
    """state -> why it cannot stand on a table (a corrected or set one), or None."""

    choices: Callable[[Any, Seat], tuple[Any, ...]]
    """state, seat -> commands that this seat may give now, where the game can list them."""

    scores: Callable[[Any], tuple[int, ...] | None] = nothing_to_tell
    """state as a spectator sees it -> each seat's score, where the game counts one; for summaries."""

    sides: Callable[[Any], tuple[str | None, ...] | None] = nothing_to_tell
    """state as a spectator sees it -> the faction (or the like) that each seat plays, by its card code."""

    card: Any
    """The union of the game's card structs: the cards in ``match_started`` are read back by it."""

    draw: Callable[[Any, Sequence[Any], Seat | None], str] | None = None
    """A seat's view, the latest events of its game as that seat may see them (the oldest first), the seat -> the board
    as SVG, whole in itself; where the game has a board to draw."""

    board: Callable[[Any, Sequence[Any], Seat | None], DrawnBoard] | None = None
    """The same board in layers, for a page on which it is tapped."""

    upcasters: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
    """(event type, schema version) -> its data in the next schema version."""


class Section(msgspec.Struct, frozen=True):
    """A part of a list: its word in the API, and the headings (lower case) that a text may give it."""

    name: str
    headings: tuple[str, ...]


def fields_of_card(card: Card, catalogue: Catalogue) -> dict[str, Any]:
    """A card's fields as plain values, as its JSON has them: what a face is drawn from."""
    fields: dict[str, Any] = msgspec.to_builtins(card)
    return fields


def copies_of_list(card_list: CardList, catalogue: Catalogue) -> dict[str, int]:
    """What a list adds up to where the game has nothing of its own to add up."""
    return {"cards": card_list.copies()}


def nothing_more(card_list: CardList, catalogue: Catalogue) -> tuple[Entry, ...]:
    """What comes along with a list where the game has no such thing."""
    return ()


def once(card: Card) -> tuple[tuple[str, int], ...]:
    """The faces of a card that is printed once, on a face called as its kind."""
    return ((card.kind, 1),)


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A published title as the house knows it. Without a decider it can be built and printed, not played."""

    slug: str
    name: str
    list_word: Literal["cadre", "deck"]
    """What the game calls a list."""

    edition: str
    """The edition that is meant where none is named."""

    card: Any
    """The union of its card structs, tagged by ``kind``."""

    sections: tuple[Section, ...]
    """Sections of a list; the first is meant where a text names none."""

    problems: Callable[[CardList, Catalogue], tuple[Problem, ...]]
    """Every problem of a list, never just the first; none: it is legal."""

    totals: Callable[[CardList, Catalogue], dict[str, int]] = copies_of_list
    """What a list adds up to by the game's way of counting; ``cards`` is always among it."""

    comes_along: Callable[[CardList, Catalogue], tuple[Entry, ...]] = nothing_more
    """What a list has without naming it (a knight's cypher, objectives), as entries; those that it names left out."""

    list_options: tuple[str, ...] = ()
    """Names of the options of a list; a text gives one as ``Size: Skirmish``."""

    curves: tuple[str, ...] = ("kind",)
    """Fields of its cards that a list is counted by."""

    points: Callable[[Entry, Any], int | None] | None = None
    """Entry, card -> what it costs in points, where lists of the game are built to points; ``None``: not known."""

    drawing: Drawing | None = None
    """How it draws cards, where a player draws any."""

    face_fields: Callable[[Any, Catalogue], dict[str, Any]] = fields_of_card
    """Card, its catalogue -> what its face shows: the values of its JSON, and others made for the eye."""

    prints: Callable[[Any], tuple[tuple[str, int], ...]] = once
    """card -> every face of the layout that it is printed as, each on a card of its own, and how many of each."""

    decider: Decider | None = None

    @property
    def editions(self) -> tuple[str, ...]:
        """Names of the edition files that are there."""
        return tuple(sorted(path.stem for path in (GAMES_FOLDER / self.slug / "editions").glob("*.yaml")))
