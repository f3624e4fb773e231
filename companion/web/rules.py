"""Rules and readings of the games, searchable, each with an address of its own."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from cards import catalogues
from cards.names import fold
from games.registry import GAMES, game_named


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    """The games whose rules there are."""
    counted = [(game, len(catalogues.rules_of(slug))) for slug, game in GAMES.items()]
    return render(request, "web/rules_games.html", {"games": counted})


@require_GET
def rules_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """All rules of a game, or those with every word of ``?q=`` in them; ``#RQ-T3`` is one rule's place."""
    found, query = game_named(game), request.GET.get("q", "")[:200]
    shown = {"game": found, "query": query, "rules": matching(game, query), "games": GAMES.values()}
    name = "web/rules.html#found" if getattr(request, "htmx", False) else "web/rules.html"
    return render(request, name, shown)


def matching(game: str, query: str) -> list[Any]:
    """Rules with every word of the query in their id, title or text."""
    wanted = fold(query).split()
    rules = catalogues.rules_of(game).values()
    return [rule for rule in rules if all(word in fold(f"{rule.id} {rule.title} {rule.text}") for word in wanted)]
