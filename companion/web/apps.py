"""The pages a person uses at the table."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Templates, static files and views; no models, no rules."""

    name = "companion.web"
    label = "web"
