"""Reading queries and forms."""

from django.http import QueryDict

from companion.problems import FieldError, unreadable


def number(form: QueryDict, name: str) -> int | None:
    """A whole number from 0; ``None`` where it is left out. Raises ``Problem`` ``unreadable``."""
    word = form.get(name, "").strip()
    if not word:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        message = f"{name} must be a whole number, not {word[:40]!r}."
        raise unreadable(message, FieldError(path=name, message=message))
    return int(word)
