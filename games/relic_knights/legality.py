"""Whether a Relic Knights cadre may be played: every problem of it, by the rulebook's Recruit Cadre.

Only what is certain is an error: an unknown card may be the missing knight, and a value that nobody knows yet breaks
no rule. What could not be judged for want of a value is told as a warning.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from games.catalogue import Card, Catalogue
from games.decider import Problem, Section
from games.list_rules import problems_of_every_list
from games.lists import CardList
from games.relic_knights.allegiance import allegiance
from games.relic_knights.cadre import OBJECTIVES, Cadre, cost_of, models_of
from games.relic_knights.cards import Boost, Esper, Objective

BOOSTS_OF_A_NAME = 2

SECTIONS = (
    Section("main", ("cadre", "units", "main", "knights", "uniques", "minions", "squads")),
    Section("boosts", ("boosts", "boost markers")),
    Section("objectives", ("objectives", "objective markers")),
    Section("esper", ("esper", "esper deck")),
)

IN_A_CADRE = frozenset({"unit", "boost", "objective", "esper"})


def problems(list_: CardList, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Every problem of a cadre; none that is an error: it is legal."""
    cadre = Cadre(list=list_, catalogue=catalogue)
    return (
        *problems_of_every_list(list_, catalogue, SECTIONS, IN_A_CADRE),
        *(problem for rule in RULES for problem in rule(cadre)),
    )


def totals(list_: CardList, catalogue: Catalogue) -> dict[str, int]:
    """Copies, models of all units (cyphers, which come by themselves, only where they are named), and points."""
    cadre = Cadre(list=list_, catalogue=catalogue)
    models = sum(entry.count * (models_of(entry, unit) or 0) for entry, unit in cadre.units)
    return {"cards": list_.copies(), "models": models, "points": _points_of(cadre)}


def _points_of(cadre: Cadre) -> int:
    return sum(cost_of(entry, card) or 0 for entry, card in cadre.found)


def _size(cadre: Cadre) -> Iterator[Problem]:
    if cadre.size is None:
        named = cadre.list.options.get("size")
        said = "names no size of game" if named is None else f"names {named!r}, which is no size of game"
        names = ", ".join(one.name for one in cadre.tables.sizes)
        yield Problem(
            rule="RK-SIZE",
            message=f"The cadre {said}; there are {names}.",
            have=named,
            need=names,
            source="Game Size",
        )


def _points(cadre: Cadre) -> Iterator[Problem]:
    have = _points_of(cadre)
    if cadre.size is not None and have > cadre.size.points:
        yield Problem(
            rule="RK-PTS",
            message=f"{cadre.size.name} allows {cadre.size.points} points; units and boosts cost {have}.",
            entries=_codes(card for entry, card in cadre.found if cost_of(entry, card)),
            have=have,
            need=cadre.size.points,
            source="Recruit Cadre",
        )
    for entry, unit in cadre.units:
        if models_of(entry, unit) is not None and cost_of(entry, unit) is None:
            yield Problem(
                rule="RK-PTS",
                severity="warning",
                message=f"What {unit.name} costs is not known, so its points are not counted.",
                entries=(unit.code,),
                source="Recruit Cadre",
            )


def _knights(cadre: Cadre) -> Iterator[Problem]:
    have = sum(entry.count for entry, _ in cadre.knights)
    if cadre.size is not None and have > cadre.size.knights[1]:
        yield Problem(
            rule="RK-KN",
            message=f"{cadre.size.name} has room for {cadre.size.knights[1]} knight(s); here are {have}.",
            entries=_codes(unit for _, unit in cadre.knights),
            have=have,
            need=cadre.size.knights[1],
            source="Game Size",
        )


def _uniques(cadre: Cadre) -> Iterator[Problem]:
    copies: Counter[str] = Counter()
    for entry, unit in cadre.units:
        if unit.type == "unique":
            copies[unit.name] += entry.count
    for name, have in copies.items():
        if have > 1:
            yield Problem(
                rule="RK-UNQ",
                message=f"A cadre has one {name} at the most; here are {have}.",
                entries=_codes(unit for _, unit in cadre.units if unit.name == name),
                have=have,
                need=1,
                source="Unique",
            )


def _squads(cadre: Cadre) -> Iterator[Problem]:
    for entry, unit in cadre.units:
        models = models_of(entry, unit)
        least, greatest = (unit.squad.least, unit.squad.greatest) if unit.squad else (1, 1)
        if models is None or not least <= models <= greatest:
            sizes = str(least) if least == greatest else f"{least} to {greatest}"
            said = "options that say two numbers of models" if models is None else f"{models} models"
            yield Problem(
                rule="RK-SQ",
                message=f"{unit.name} has {sizes} model(s); here stands {said}.",
                entries=(unit.code,),
                have=models,
                need=sizes,
                source="Squad Size",
            )


def _cyphers(cadre: Cadre) -> Iterator[Problem]:
    bound: Counter[str] = Counter()
    for entry, knight in cadre.knights:
        bound[knight.cypher or ""] += entry.count
    named: Counter[str] = Counter()
    for entry, unit in cadre.units:
        if unit.type == "cypher":
            named[unit.name] += entry.count
    for name, have in named.items():
        # Of a knight that is not known, nor is the cypher.
        if have > bound[name] and (bound[name] or (cadre.complete and not bound[""])):
            yield Problem(
                rule="RK-CYP",
                message=f"{name} comes with its knight and not by itself; here are {have} for {bound[name]} knight(s).",
                entries=_codes(unit for _, unit in cadre.units if unit.name == name),
                have=have,
                need=bound[name],
                source="Cyphers",
            )


def _boosts(cadre: Cadre) -> Iterator[Problem]:
    copies: Counter[str] = Counter()
    for entry, card in cadre.found:
        if isinstance(card, Boost):
            copies[card.name] += entry.count
    for name, have in copies.items():
        if have > BOOSTS_OF_A_NAME:
            yield Problem(
                rule="RK-BST",
                message=f"A cadre has at most {BOOSTS_OF_A_NAME} boosts of one name; here are {have} of {name}.",
                entries=_codes(card for _, card in cadre.found if card.name == name),
                have=have,
                need=BOOSTS_OF_A_NAME,
                source="Boost Markers",
            )


def _objectives(cadre: Cadre) -> Iterator[Problem]:
    """They come by themselves, so a cadre need not name them; it cannot have more."""
    copies: Counter[str] = Counter()
    for entry, card in cadre.found:
        if isinstance(card, Objective):
            copies[card.rank] += entry.count
    for rank, need in OBJECTIVES.items():
        if copies[rank] > need:
            yield Problem(
                rule="RK-OBJ",
                message=f"Every cadre has {need} {rank} objective(s); here are {copies[rank]}.",
                entries=_codes(card for _, card in cadre.found if isinstance(card, Objective) and card.rank == rank),
                have=copies[rank],
                need=need,
                source="Objective Markers",
            )


def _esper_deck(cadre: Cadre) -> Iterator[Problem]:
    """A list need not hold it; one that does holds exactly the deck that everybody has."""
    fixed = {card.code: card.copies for card in cadre.catalogue.cards if isinstance(card, Esper)}
    copies: Counter[str] = Counter()
    for entry, card in cadre.found:
        if isinstance(card, Esper):
            copies[card.code] += entry.count
    if copies and dict(copies) != fixed:
        yield Problem(
            rule="RK-DECK",
            message="The esper deck is the same for everybody; a list leaves it out, or holds exactly its 42 cards.",
            entries=tuple(code for code, have in copies.items() if have != fixed[code]),
            have=sum(copies.values()),
            need=sum(fixed.values()),
            source="Esper Deck",
        )


def _codes(cards: Iterator[Card]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.code for card in cards))


RULES: tuple[Callable[[Cadre], Iterator[Problem]], ...] = (
    _size,
    _points,
    _knights,
    allegiance,
    _cyphers,
    _uniques,
    _squads,
    _boosts,
    _objectives,
    _esper_deck,
)
"""RK-MIN is not among them: of a minion, any number is legal."""
