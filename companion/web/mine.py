"""What a person has here, the newest first: matches, lists and prints."""

from typing import Any

from cards import lists
from cards.list_answers import heads_out
from cards.list_models import ListDraft, PlayerList
from companion.accounts.models import User
from companion.matches import seats
from companion.matches.models import Match
from companion.web.tables import name_of
from printing import jobs
from printing.models import PrintJob

FEW = 5


def of(person: User, most: int = FEW) -> dict[str, Any]:
    """Of each kind, ``most`` at the most."""
    return {"matches": matches_of(person, most), "lists": lists_of(person, most), "prints": prints_of(person, most)}


def matches_of(person: User, most: int) -> list[dict[str, Any]]:
    """Matches with the name of their game and the seats that the person holds."""
    found = Match.objects.filter(seats.visible_to(person)).prefetch_related("seats")[:most]
    return [
        {
            "match": match,
            "game_name": name_of(match.game),
            "held": [seat.number for seat in match.seats.all() if seat.user_id == person.id],
            "free": [seat.number for seat in match.seats.all() if seat.user_id is None],
        }
        for match in found
    ]


def lists_of(person: User, most: int) -> list[dict[str, Any]]:
    """Lists, each with today's verdict, and whether it has a draft."""
    found = list(lists.own_and_public(person, public=False)[:most])
    drafted = set(ListDraft.objects.filter(list__in=found).values_list("list_id", flat=True))
    heads = heads_out(person, found)
    return [{"head": head, "game_name": name_of(head.game), "draft": head.id in drafted} for head in heads]


def prints_of(person: User, most: int) -> list[dict[str, Any]]:
    """Print jobs with what they print."""
    found = PrintJob.objects.filter(owner=person).select_related("sheet").order_by("-created", "id")[:most]
    return [{"job": job, "title": name_of(jobs.title_of(job))} for job in found]


def holds(person: User) -> dict[str, int]:
    """How many things of each kind are a person's."""
    return {
        "matches": Match.objects.filter(seats.visible_to(person)).count(),
        "lists": PlayerList.objects.filter(owner=person).count(),
        "prints": PrintJob.objects.filter(owner=person).count(),
    }


def in_words(held: dict[str, int]) -> str:
    """``2 matches, 1 list``; ``nothing yet`` of nobody's things."""
    one = {"matches": "match", "lists": "list", "prints": "print"}
    return ", ".join(f"{n} {one[kind] if n == 1 else kind}" for kind, n in held.items() if n) or "nothing yet"
