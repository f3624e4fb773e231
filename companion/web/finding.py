"""Finding cards for a list: the search with its facets, and for each card what adding it would do."""

from typing import Any
from uuid import UUID

from django.http import QueryDict

from cards import sets
from cards.adding import default_section, may_add
from cards.search.answers import UnknownFacet, search
from cards.search.language import NotUnderstood
from companion.accounts.models import User
from companion.problems import Problem
from games.catalogue import Catalogue
from games.lists import CardList, Entry
from games.registry import game_named

MOST = 24


def cards_found(content: CardList, catalogue: Catalogue, owner: User | None, form: QueryDict) -> dict[str, Any]:
    """The first cards that ``q`` finds, and how many there are of which values in all that it finds."""
    query = form.get("q", "")[:200]
    game = game_named(content.game)
    shown: dict[str, Any] = {"query": query, "cards": [], "facets": [], "found": 0, "query_fault": ""}
    try:
        answer = search(catalogue, _sets(content, owner), query, game.curves)
    except (NotUnderstood, UnknownFacet) as fault:
        return shown | {"query_fault": str(fault)}
    cards = [_with_verdict(card, content, catalogue) for card in answer.cards[:MOST]]
    facets = [facet for facet in answer.facets if 1 < len(facet.values) <= MOST]
    return shown | {"cards": cards, "facets": facets, "found": len(answer.cards)}


def _sets(content: CardList, owner: User | None) -> tuple[Any, ...]:
    try:
        return sets.access_sets(owner, tuple(UUID(one) for one in content.sets))
    except Problem:
        return ()


def _with_verdict(card: Any, content: CardList, catalogue: Catalogue) -> dict[str, Any]:
    section = default_section(card.code, content, catalogue)
    verdict = may_add(content, catalogue, Entry(code=card.code, name=card.name, section=section))
    have = sum(entry.count for entry in content.entries if entry.code == card.code)
    return {"card": card, "verdict": verdict, "have": have}
