"""Pictures of cards: checked by what they are, kept under the hash of their content, given to who may see the set."""

import hashlib
import os
import time
import uuid
import warnings
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from threading import Lock

import msgspec
from django.conf import settings
from django.db.models import Sum

from cards.metadata import orientation_of, without_metadata
from cards.set_models import OwnSet, SetCard
from companion.accounts.models import User
from companion.problems import FieldError, Problem, unreadable

MOST_BYTES = 20 * 1024 * 1024
MOST_PIXELS = 50_000_000
MOST_SIDE = 20_000
MOST_BYTES_OF_A_PERSON = 1024**3
TYPES = {"PNG": ("png", "image/png"), "JPEG": ("jpg", "image/jpeg"), "WEBP": ("webp", "image/webp")}
FORGOTTEN_AFTER = 24 * 3600
"""Seconds after which a file that no card has is swept away: whoever sent it may still be writing the row."""

_one_at_a_time = Lock()
"""A picture of 50 megapixels takes 200 MB while it is looked at."""


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A picture that may be kept: its file, what that is called, its size in pixels."""

    name: str
    width: int
    height: int
    data: bytes
    """Without what stood beside the pixels, but for its colour profile and how it is turned."""


def check(data: bytes) -> Picture:
    """What a file is, whatever it calls itself. Raises ``Problem``: ``too_large``, ``unsupported``, ``unreadable``."""
    if len(data) > MOST_BYTES:
        raise Problem("too_large", f"A picture has at most {MOST_BYTES} bytes.")
    from PIL import Image, UnidentifiedImageError

    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _looked_at(data)
        except Image.DecompressionBombError:
            raise Problem("too_large", f"A picture has at most {MOST_PIXELS} pixels.") from None
        except UnidentifiedImageError:
            raise Problem("unsupported", "The file is no PNG, JPEG or WebP picture.") from None
        except Problem:
            raise
        except Exception as error:  # the readers of damaged files raise whatever they stumble over
            raise _odd(f"The picture is damaged and cannot be read ({type(error).__name__}).") from None


def _looked_at(data: bytes) -> Picture:
    """What is left of a file without its metadata, read to the last pixel."""
    from PIL import Image

    with Image.open(BytesIO(data), formats=list(TYPES)) as picture:
        width, height = picture.size
        if width * height > MOST_PIXELS or max(width, height) > MOST_SIDE:
            message = f"A picture has at most {MOST_PIXELS} pixels; this one has {width} × {height}."
            raise Problem("too_large", message)
        plain = without_metadata(data, str(picture.format), orientation_of(picture))
    with Image.open(BytesIO(plain), formats=list(TYPES)) as picture:
        if getattr(picture, "n_frames", 1) > 1:
            raise _odd("The picture moves; only one that stands still is taken.")
        ending = TYPES[str(picture.format)][0]
        picture.load()
    return Picture(name=f"{hashlib.sha256(plain).hexdigest()}.{ending}", width=width, height=height, data=plain)


def _odd(message: str) -> Problem:
    return unreadable(message, FieldError(path="$", message=message))


def check_room(user: User, more: int) -> None:
    """Raises ``Problem`` ``too_large`` where a person's pictures would be too many."""
    kept = SetCard.objects.filter(set__owner=user).aggregate(all=Sum("image_bytes"))["all"] or 0
    if kept + more > MOST_BYTES_OF_A_PERSON:
        raise Problem("too_large", f"All your pictures together have at most {MOST_BYTES_OF_A_PERSON} bytes.")


def path_of(name: str) -> Path:
    """Where a picture lies."""
    return Path(settings.CARD_IMAGE_DIR) / name[:2] / name


def media_type(name: str) -> str:
    """The type of a picture's content, by the ending that its check gave it."""
    return next(media for ending, media in TYPES.values() if name.endswith(f".{ending}"))


def store(name: str, data: bytes) -> None:
    """The file is there, whole, once this returns."""
    path = path_of(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{name}.{uuid.uuid4().hex}.draft")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def names_of(own: OwnSet) -> set[str]:
    """The pictures of a set."""
    return set(own.cards.exclude(image="").values_list("image", flat=True))


def drop_unused(names: Iterable[str]) -> None:
    """The files go, but for those that another card has as well."""
    wanted = set(names)
    used = set(SetCard.objects.filter(image__in=wanted).values_list("image", flat=True))
    for name in wanted - used:
        path_of(name).unlink(missing_ok=True)


def sweep() -> int:
    """Files that no card has any more go (of a person who has left, say); how many went."""
    oldest = time.time() - FORGOTTEN_AFTER
    used = set(SetCard.objects.exclude(image="").values_list("image", flat=True).distinct())
    gone = 0
    with suppress(FileNotFoundError):
        for folder in os.scandir(settings.CARD_IMAGE_DIR):
            for file in Path(folder.path).iterdir() if folder.is_dir(follow_symlinks=False) else ():
                if file.name not in used and file.stat().st_mtime < oldest:
                    file.unlink(missing_ok=True)
                    gone += 1
    return gone
