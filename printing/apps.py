"""The Django app of the sheets."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Sheets and the jobs that make them."""

    name = "printing"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What is kept of a person joins their export."""
        from companion.accounts import people
        from printing import sheets

        people.PARTS["printing"] = sheets.export_of
