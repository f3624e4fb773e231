"""The Django app of the sheets."""

from django.apps import AppConfig

from companion.accounts.parts import LEAVING, PARTS


class PrintingConfig(AppConfig):
    """Sheets and the jobs that make them."""

    name = "printing"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What is kept of a person joins their export."""
        PARTS["printing"] = "printing.sheets.export_of"
        LEAVING.append("printing.uploads.forget_person")
