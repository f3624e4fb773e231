"""The catalogue that a list is judged by: its own edition with its own sets, or as much of them as is there."""

from uuid import UUID

from cards.merging import merged_of
from cards.set_models import OwnSet
from cards.sets import visible
from companion.accounts.models import User
from companion.problems import Problem as Trouble
from games.catalogue import Catalogue
from games.decider import Problem
from games.lists import CardList
from games.registry import UnknownGame, catalogue_of

SOURCE = "Companion"


def catalogue_for(content: CardList, owner: User | None) -> tuple[Catalogue, tuple[Problem, ...]]:
    """Its catalogue, and a problem for each part of it that is gone: a list outlives what it was built with.

    A set counts as there while the list's owner may see it. Raises UnknownGame.
    """
    found: list[Problem] = []
    try:
        printed = catalogue_of(content.game, content.edition)
    except UnknownGame:
        printed = catalogue_of(content.game)
        message = f"The edition {content.edition!r} is not here; the list is looked at by {printed.edition!r}."
        found.append(_problem("LS-EDITION", message, content.edition, printed.edition))
    if not content.sets:
        return printed, tuple(found)
    sets = _sets(content, owner)
    missing = tuple(one for one in content.sets if one not in sets)
    if missing:
        message = f"Sets that the list was built with are not there for its owner: {', '.join(missing)}."
        found.append(_problem("LS-SET", message, len(sets), len(content.sets)))
    try:
        return merged_of(content.game, printed.edition, tuple(sets.values())), tuple(found)
    except Trouble as trouble:
        found.append(_problem("LS-SET", trouble.detail, None, None))
        return printed, tuple(found)


def _sets(content: CardList, owner: User | None) -> dict[str, OwnSet]:
    rows = OwnSet.objects.filter(visible(owner), game=content.game).in_bulk([UUID(one) for one in content.sets])
    return {one: rows[UUID(one)] for one in content.sets if UUID(one) in rows}


def _problem(rule: str, message: str, have: int | str | None, need: int | str | None) -> Problem:
    return Problem(rule=rule, message=message, have=have, need=need, source=SOURCE)
