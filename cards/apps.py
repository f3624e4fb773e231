"""The app's name and place."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from companion.accounts.parts import LEAVING, PARTS


class CardsConfig(AppConfig):
    """Catalogues and lists."""

    name = "cards"
    label = "cards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tells accounts what is kept of a person, what goes with one; puts the trigger back after migrations."""
        from cards import triggers

        PARTS["lists"] = "cards.personal.lists_of"
        PARTS["sets"] = "cards.sets.export_of"
        PARTS["collection"] = "cards.personal.collection_of"
        LEAVING.append("cards.sets.forget_person")
        post_migrate.connect(triggers.create_after_migrate, sender=self)
