"""What a person has here, the newest first: matches and prints."""

from typing import Any

from companion.accounts.models import User
from companion.matches import seats
from companion.matches.models import Match
from companion.web.tables import name_of
from printing import jobs
from printing.models import PrintJob

FEW = 5


def of(person: User, most: int = FEW) -> dict[str, Any]:
    """Of each kind, ``most`` at the most."""
    return {"matches": matches_of(person, most), "prints": prints_of(person, most)}


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


def prints_of(person: User, most: int) -> list[dict[str, Any]]:
    """Print jobs with what they print."""
    found = PrintJob.objects.filter(owner=person).select_related("sheet").order_by("-created", "id")[:most]
    return [{"job": job, "title": name_of(jobs.title_of(job))} for job in found]


def holds(person: User) -> dict[str, int]:
    """How many things of each kind are a person's."""
    return {
        "matches": Match.objects.filter(seats.visible_to(person)).count(),
        "prints": PrintJob.objects.filter(owner=person).count(),
    }
