"""The app's name and place."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Catalogues and lists."""

    name = "cards"
    label = "cards"
    default_auto_field = "django.db.models.BigAutoField"
