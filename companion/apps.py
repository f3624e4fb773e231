"""The project itself as a Django app: it brings the commands that belong to no other."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    """Commands ``up``, ``work``, ``demo``."""

    name = "companion"
