"""The cards of Reliquary: moves, factions, table aids, Rites. What an attack does is data, not text.

Distances are king steps. Pattern offsets are ``(dx, dy)`` as its player sees them: ``dx`` to the right, ``dy`` away
from the player's own back row.
"""

from typing import Annotated, ClassVar, Literal, Union

import msgspec
from msgspec import Meta

from games.catalogue import Card

Squares = Annotated[int, Meta(ge=1, le=12)]
"""A distance: a range, or how far something goes."""

Figure = Annotated[int, Meta(ge=0, le=12)]
Face = Annotated[int, Meta(ge=1, le=6)]
Offset = tuple[int, int]
Stamp = Literal["key", "skull"]
RiteName = Literal["exhumation", "desecration", "harrow"]
PassiveName = Literal["hardy", "recall", "lantern_step"]


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="does", forbid_unknown_fields=True):
    """What one attack does to the board."""


class Strike(Effect, frozen=True, kw_only=True, tag="strike"):
    """Harms or shoves an enemy. Range 1 is "adjacent": no line needed, and the attacker may step 1 first."""

    damage: Figure = 0
    range: Squares = 1
    push: Figure = 0
    pull: Figure = 0
    targets: Annotated[int, Meta(ge=1, le=8)] = 1
    """The most enemies that it may strike, each with the same effect."""

    then: Literal["step", "step_into_freed", "swap"] | None = None
    """What the attacker does afterwards: step 1; step where it has slain; swap with a friendly Minion."""

    swap_range: Figure = 0
    """How far away that Minion may be, in a clear line."""

    def __post_init__(self) -> None:
        if self.push and self.pull:
            raise ValueError("a strike pushes or pulls, not both")
        if not self.damage + self.push + self.pull:
            raise ValueError("a strike does damage, pushes or pulls")

    @property
    def adjacent(self) -> bool:
        """Whether the target must stand on one of the 8 squares around the attacker."""
        return self.range == 1

    @property
    def line_of_sight(self) -> bool:
        """Whether it needs a clear straight line."""
        return self.range > 1


class Hook(Effect, frozen=True, kw_only=True, tag="hook"):
    """Draws an enemy along a clear line until it stands beside the attacker; Ruins block even toward a carrier."""

    range: Squares


class Gale(Effect, frozen=True, kw_only=True, tag="gale"):
    """The attacker steps, then pushes every adjacent enemy, one after the other."""

    step: Literal[1]
    push: Squares


class Veil(Effect, frozen=True, kw_only=True, tag="veil"):
    """An enemy may not MOVE nor step in its owner's coming turn."""

    range: Squares


class Passage(Effect, frozen=True, kw_only=True, tag="passage"):
    """The attacker swaps with another friendly piece in a clear line."""

    range: Squares


class Aegis(Effect, frozen=True, kw_only=True, tag="aegis"):
    """The attacker is safe from damage, push and pull until its owner has the turn again."""


class OrdealRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What Ordeal does on the rolls ``low`` to ``high``."""

    low: Face
    high: Face
    damage: Figure = 0
    self_damage: Figure = 0


class Ordeal(Effect, frozen=True, kw_only=True, tag="ordeal"):
    """A d6 says whether an enemy in a clear line is hurt, or the attacker."""

    range: Squares
    rolls: tuple[OrdealRow, ...]

    def __post_init__(self) -> None:
        _check_rolls([(row.low, row.high) for row in self.rolls])


class RaptureRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many steps on the rolls ``low`` to ``high``."""

    low: Face
    high: Face
    steps: Squares
    up_to: bool = False
    """Whether fewer will do; otherwise each step that is possible is taken."""


class Rapture(Effect, frozen=True, kw_only=True, tag="rapture"):
    """A d6 says how many steps the attacker takes; each may go another way."""

    rolls: tuple[RaptureRow, ...]

    def __post_init__(self) -> None:
        _check_rolls([(row.low, row.high) for row in self.rolls])


def _check_rolls(rows: list[tuple[int, int]]) -> None:
    faces = sorted(face for low, high in rows for face in range(low, high + 1))
    if faces != [1, 2, 3, 4, 5, 6]:
        raise ValueError("each roll of a d6 stands in one row")


AnyEffect = Union[Strike, Hook, Gale, Veil, Passage, Aegis, Ordeal, Rapture]


class Attack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack, and which pieces may make it."""

    who: Literal["hero", "minion", "any"]
    effect: AnyEffect
    text: str | None = None
    """A sentence for the face where the terse line made from the effect would not do."""


class Passive(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a faction has without playing a card."""

    id: PassiveName
    text: str


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A headed paragraph on a card for the table; some have no heading."""

    heading: str = ""
    text: str


class BoardRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the table of boards: sizes (squares a side), and what they need. A match is set up by it."""

    boards: tuple[int, ...]
    minions: Annotated[int, Meta(ge=1, le=8)]
    """Minions of each seat."""

    ruins: Annotated[int, Meta(ge=0, le=16, multiple_of=2)]
    """Ruins in all, an even number."""

    deploy_rows: Annotated[int, Meta(ge=1, le=3)]
    """Rows, the back row among them, in which a seat deploys."""


class AgnosticMove(Card, frozen=True, kw_only=True, tag="agnostic_move"):
    """A move card whose ATTACK is that of the player's faction."""

    pattern: tuple[Offset, ...]
    stamp: Stamp
    escort: bool = False
    """After its MOVE another friendly piece may step 1."""


class UniqueMove(Card, frozen=True, kw_only=True, tag="unique_move"):
    """A move card with an ATTACK of its own."""

    pattern: tuple[Offset, ...]
    stamp: Stamp
    attacks: tuple[Attack, ...]
    escort: ClassVar[bool] = False

    @property
    def gamble(self) -> bool:
        """Whether a die decides what its attack does."""
        return any(isinstance(attack.effect, Ordeal | Rapture) for attack in self.attacks)


class Faction(Card, frozen=True, kw_only=True, tag="faction"):
    """A faction: its Hero's HP, its attacks, and what it has besides."""

    hp: Literal[4, 5]
    attacks: tuple[Attack, ...]
    passive: Passive | None = None


class Aid(Card, frozen=True, kw_only=True, tag="aid"):
    """A card that reminds the table of the rules."""

    parts: tuple[Part, ...]
    table: tuple[BoardRow, ...] = ()
    steps: tuple[int, ...] = ()
    """The track on which the Vigil die stands."""


class Rite(Card, frozen=True, kw_only=True, tag="rite"):
    """A one-time act, played with any move card in place of what that card does."""

    rite: RiteName
    parts: tuple[Part, ...]


class Module(Card, frozen=True, kw_only=True, tag="module"):
    """A card that says how an optional part of the game joins it."""

    parts: tuple[Part, ...]


MoveCard = Union[AgnosticMove, UniqueMove]
AnyCard = Union[AgnosticMove, UniqueMove, Faction, Aid, Rite, Module]
