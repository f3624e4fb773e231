"""``manage.py verify_matches [MATCH …]``: is every stored log whole? Exit 0: yes, 1: no, 2: no such match."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from companion.matches import verifying
from companion.matches.models import Match
from companion.problems import Problem
from games.registry import UnknownGame

BROKEN = 1
UNKNOWN = 2


class Command(BaseCommand):
    """Walks every hash chain, folds every log, and compares what was made of it."""

    help = "Tells whether the stored logs are whole (exit 0: all of them, 1: not all, 2: there is no such match)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which matches; all by default."""
        parser.add_argument("match", nargs="*", type=UUID, help="id of a match; all of them where none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """A line for each fault, and one in sum."""
        wanted: list[UUID] = options["match"]
        found = Match.objects.filter(id__in=wanted) if wanted else Match.objects.all()
        ids = list(found.order_by("created", "id").values_list("id", flat=True))
        if missing := set(wanted) - set(ids):
            raise CommandError(f"there is no match {', '.join(sorted(map(str, missing)))}", returncode=UNKNOWN)
        faults = 0
        for id_ in ids:
            # Read anew for each: a log that grows meanwhile is not taken for one cut off.
            fault = _fault_of(id_)
            if fault is not None:
                faults += 1
                self.stdout.write(f"{id_}: {fault}")
        whole = len(ids) - faults
        self.stdout.write(f"{whole} of {len(ids)} {'match is' if len(ids) == 1 else 'matches are'} whole")
        if faults:
            raise SystemExit(BROKEN)


def _fault_of(id_: UUID) -> str | None:
    """The fault, where it is still there when the match is looked at once more."""
    for _ in range(3):
        match = Match.objects.filter(id=id_).first()
        if match is None:
            return None  # deleted meanwhile
        try:
            fault = verifying.fault_of(match)
        except UnknownGame as error:
            return str(error)
        except Problem as problem:
            return problem.detail
        now = Match.objects.filter(id=id_).values_list("version", flat=True).first()
        if fault is None or now == match.version:
            return fault
    return fault
