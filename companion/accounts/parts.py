"""What each part of the house keeps of a person, for ``/api/me/export/``; each part adds its own."""

PARTS: dict[str, str] = {}
"""Name -> the dotted name of a function of the person: imported when somebody asks, not at every start."""
