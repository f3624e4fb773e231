"""``manage.py load_catalogue``: the search index has exactly the cards of the data files; once more does nothing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards import images, index
from games.catalogue import Unreadable


class Command(BaseCommand):
    """Brings the search index up to the data files, and clears away files that no card has any more."""

    help = "Makes the search index of all built-in catalogues anew where their data has changed."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Tells what it did, one line an edition."""
        try:
            loaded = index.load_built_in()
        except Unreadable as error:
            raise CommandError(str(error)) from None
        swept = images.sweep()
        if options["verbosity"]:
            for one in loaded:
                self.stdout.write(
                    f"{one.game} {one.edition}: {one.cards} cards, {'made anew' if one.made else 'unchanged'}"
                )
            if swept:
                self.stdout.write(f"{swept} pictures that no card has were cleared away")
