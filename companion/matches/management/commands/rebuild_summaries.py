"""``manage.py rebuild_summaries [MATCH …]``: makes summaries anew from the logs. Exit 0: done, 1: not all could be."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from companion.matches import standings
from companion.matches.models import Match
from companion.matches.reading import decider_of

NOT_ALL = 1
UNKNOWN = 2


class Command(BaseCommand):
    """Result, sides, scores over time and the results of the seats, from the log alone."""

    help = (
        "Makes the summaries of matches anew (exit 0: done, 1: some logs cannot be folded, 2: there is no such match)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which matches; all by default."""
        parser.add_argument("match", nargs="*", type=UUID, help="id of a match; all of them where none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """A line for each that was changed or could not be made, and one in sum."""
        wanted: list[UUID] = options["match"]
        found = Match.objects.filter(id__in=wanted) if wanted else Match.objects.all()
        matches = list(found.order_by("created", "id"))
        if missing := set(wanted) - {match.id for match in matches}:
            raise CommandError(f"there is no match {', '.join(sorted(map(str, missing)))}", returncode=UNKNOWN)
        changed = faults = 0
        for match in matches:
            try:
                if standings.rebuild(decider_of(match.game), match):
                    changed += 1
                    self.stdout.write(f"{match.id}: made anew")
            except Exception as error:  # one broken log does not keep the others from theirs
                faults += 1
                self.stdout.write(f"{match.id}: cannot be folded: {type(error).__name__}: {error}")
        self.stdout.write(f"{len(matches)} looked at, {changed} made anew, {faults} that cannot be")
        if faults:
            raise SystemExit(NOT_ALL)
