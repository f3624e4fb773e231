"""Reading settings from the environment; what cannot be read is told by the setting's name."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """A setting as text; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """A setting that is on or off: 1, true, yes, on; 0, false, no, off. Raises ``ImproperlyConfigured``."""
    word = text(name).lower()
    if not word:
        return default
    if word in ("1", "true", "yes", "on"):
        return True
    if word in ("0", "false", "no", "off"):
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {word!r}")


def number(name: str, default: int) -> int:
    """A setting that is a whole number, not below zero. Raises ``ImproperlyConfigured``."""
    word = text(name)
    if not word:
        return default
    if not word.isascii() or not word.isdigit():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {word!r}")
    return int(word)


def words(name: str, default: str = "") -> list[str]:
    """A setting that is a list, separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret_key(file: Path) -> str:
    """``SECRET_KEY``, or one that is made once and kept in ``file``, readable by its owner alone."""
    given = text("SECRET_KEY")
    if given:
        return given
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _kept(file)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(made := secrets.token_urlsafe(64))
    return made


def _kept(file: Path) -> str:
    kept = file.read_text(encoding="ascii").strip()
    if len(kept) < 50:
        raise ImproperlyConfigured(f"{file} holds no secret key; delete it to have a new one made")
    return kept
