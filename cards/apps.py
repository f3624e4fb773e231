"""The app's name and place."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CardsConfig(AppConfig):
    """Catalogues and lists."""

    name = "cards"
    label = "cards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What is kept of a person joins their export; the revisions' trigger is put back after every migration."""
        from cards import personal, triggers
        from companion.accounts import people

        people.PARTS["lists"] = personal.lists_of
        people.PARTS["collection"] = personal.collection_of
        post_migrate.connect(triggers.create_after_migrate, sender=self)
