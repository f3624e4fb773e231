"""The Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, their devices and their tokens."""

    name = "companion.accounts"
    label = "accounts"
