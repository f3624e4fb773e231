"""Telling who follows a match that it has a new version."""

from uuid import UUID


def told(match_id: UUID, version: int) -> None:
    """That version N of a match exists: called after every append."""
