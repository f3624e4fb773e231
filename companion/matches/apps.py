"""The Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from companion.accounts.parts import LEAVING, PARTS


class MatchesConfig(AppConfig):
    """Matches and their log."""

    name = "companion.matches"
    label = "matches"

    def ready(self) -> None:
        """What is kept of a person joins their export; the log's triggers are put back after every migration."""
        from companion.matches import triggers

        PARTS["matches"] = "companion.matches.play.export_of"
        PARTS["texts"] = "companion.matches.leaving.texts_of"
        LEAVING.append("companion.matches.leaving.forget_person")
        # A rebuilt SQLite table silently loses its triggers.
        post_migrate.connect(triggers.create_after_migrate, sender=self)
