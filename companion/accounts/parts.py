"""What the rest of the house has to do with a person; each part adds its own."""

PARTS: dict[str, str] = {}
"""What a part keeps of a person, for ``/api/me/export/``: its name there -> the dotted name of a function of the
person, which is imported when somebody asks, not at every start.
"""

LEAVING: list[str] = []
"""What a part does before an account goes: dotted names of functions of the person."""
