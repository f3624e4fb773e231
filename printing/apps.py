"""The Django app of the sheets."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Sheets and the jobs that make them."""

    name = "printing"
    default_auto_field = "django.db.models.BigAutoField"
