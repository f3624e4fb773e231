"""Whether a Relic Knights cadre may be played, as far as the catalogue tells.

The edition has no units, so the rules about units (faction, knights, cyphers, squads) have nothing to judge yet: a unit
in a text is an unknown card and said to be one, and only boosts are added up. Nothing else is passed off as checked.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.catalogue import Catalogue
from games.decider import Problem, Section
from games.list_rules import known_entries, problems_of_every_list
from games.lists import CardList, Entry
from games.relic_knights.cards import Boost, Objective, Size, tables_of

BOOSTS_OF_A_NAME = 2
OBJECTIVES = {"primary": 1, "secondary": 2}

SECTIONS = (
    Section("main", ("cadre", "units", "main")),
    Section("boosts", ("boosts", "boost markers")),
    Section("objectives", ("objectives", "objective markers")),
)

IN_A_CADRE = frozenset({"boost", "objective"})

Found = tuple[tuple[Entry, Any], ...]


def problems(cadre: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Every problem of a cadre that the known cards show; ``options["size"]`` is the size of the game."""
    found: Found = known_entries(cadre, catalogue)
    tables = tables_of(catalogue)
    size = tables.size_named(cadre.options.get("size", ""))
    return (
        *problems_of_every_list(cadre, catalogue, SECTIONS, IN_A_CADRE),
        *_size(cadre, size, tables.sizes),
        *_points(found, size),
        *_leader(cadre, found),
        *_boosts(found),
        *_objectives(found),
    )


def totals(cadre: CardList, catalogue: Catalogue) -> dict[str, int]:
    """Copies, and the points that the known cards cost together."""
    return {"cards": cadre.copies(), "points": _cost(known_entries(cadre, catalogue))}


def _cost(found: Found) -> int:
    return sum(entry.count * card.cost for entry, card in found if isinstance(card, Boost))


def _size(cadre: CardList, size: Size | None, sizes: tuple[Size, ...]) -> Iterator[Problem]:
    if size is None:
        named = cadre.options.get("size")
        said = "names no size of game" if named is None else f"names {named!r}, which is no size of game"
        names = ", ".join(one.name for one in sizes)
        yield Problem(
            rule="RK-SIZE",
            message=f"The cadre {said}; there are {names}.",
            have=named,
            need=names,
            source="Game Size",
        )


def _points(found: Found, size: Size | None) -> Iterator[Problem]:
    have = _cost(found)
    if size is not None and have > size.points:
        yield Problem(
            rule="RK-PTS",
            message=f"{size.name} allows {size.points} points; the boosts alone cost {have}.",
            entries=_codes(found, Boost),
            have=have,
            need=size.points,
            source="Recruit Cadre",
        )


def _leader(cadre: CardList, found: Found) -> Iterator[Problem]:
    if len(found) == len(cadre.entries):  # an unknown entry may be the knight
        yield Problem(
            rule="RK-LEAD",
            message="A cadre is led by a knight; here is none.",
            have=0,
            need=1,
            source="Choose a Leader",
        )


def _boosts(found: Found) -> Iterator[Problem]:
    copies: Counter[str] = Counter()
    for entry, card in found:
        if isinstance(card, Boost):
            copies[card.name] += entry.count
    for name, have in copies.items():
        if have > BOOSTS_OF_A_NAME:
            yield Problem(
                rule="RK-BST",
                message=f"A cadre has at most {BOOSTS_OF_A_NAME} boosts of one name; here are {have} of {name}.",
                entries=tuple(dict.fromkeys(card.code for _, card in found if card.name == name)),
                have=have,
                need=BOOSTS_OF_A_NAME,
                source="Boost Markers",
            )


def _objectives(found: Found) -> Iterator[Problem]:
    """They come by themselves, so a cadre need not name them; it cannot have more."""
    copies: Counter[str] = Counter()
    for entry, card in found:
        if isinstance(card, Objective):
            copies[card.rank] += entry.count
    for rank, need in OBJECTIVES.items():
        if copies[rank] > need:
            yield Problem(
                rule="RK-OBJ",
                message=f"Every cadre has {need} {rank} objective(s); here are {copies[rank]}.",
                entries=tuple(
                    dict.fromkeys(card.code for _, card in found if isinstance(card, Objective) and card.rank == rank)
                ),
                have=copies[rank],
                need=need,
                source="Objective Markers",
            )


def _codes(found: Found, kind: type[Boost]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.code for _, card in found if isinstance(card, kind)))
