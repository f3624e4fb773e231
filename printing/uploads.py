"""What people send to print from: tables, pictures, fonts, layouts. Told by their content, refused with what and why.

A file lies under the hash of its content; two rows with the same content share it.
"""

import hashlib
import re
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Sum

from cards import images
from cards.formats.decoding import clean
from cards.tables.read_table import read_table
from cards.tables.table import TableRefused, TableTooLarge
from companion.accounts.models import User
from companion.problems import FieldError, Problem, not_found, unreadable
from games.catalogue import Unreadable
from printing.faces.guard import MOST_BYTES as MOST_LAYOUT_BYTES
from printing.faces.layout import load_layout
from printing.fonts import BadFont
from printing.fonts import look_at as look_at_font
from printing.images import by_names
from printing.models import Upload
from printing.sources import layout_text
from printing.tabled import fault_words

Kind = Upload.Kind

MOST_BYTES = 20 * 1024 * 1024
MOST_UPLOADS = 3_000
MOST_BYTES_OF_A_PERSON = 1024**3
LONGEST_NAME = 200
FORGOTTEN_AFTER = 24 * 3600

_PICTURE = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")
_FONT = (b"\x00\x01\x00\x00", b"true", b"OTTO", b"ttcf")
_LAYOUT = re.compile(rb"^layout:\s*\d", re.MULTILINE)
_FOREIGN = (
    (re.compile(rb"GIF8"), "a GIF picture", "a PNG, a JPEG or a WebP"),
    (re.compile(rb"BM.{4}\0\0\0\0", re.DOTALL), "a BMP picture", "a PNG, a JPEG or a WebP"),
    (re.compile(rb"II\*\0|MM\0\*"), "a TIFF picture", "a PNG, a JPEG or a WebP"),
    (
        re.compile(rb".{4}ftyp(heic|heix|mif1|msf1|avif|avis)", re.DOTALL),
        "a HEIF or AVIF picture",
        "a PNG, a JPEG or a WebP",
    ),
    (
        re.compile(rb"(\xef\xbb\xbf)?\s*<(\?xml|!doctype|!--|svg|html)", re.IGNORECASE),
        "an SVG, XML or HTML",
        "a PNG, a JPEG, a WebP or a table",
    ),
    (re.compile(rb"wOF[F2]"), "a font for the web", "a TrueType or an OpenType"),
    (re.compile(rb"%PDF-"), "a PDF", "a picture of it, or a table,"),
)
"""What people send in earnest and what is not taken: how it begins, what it is, what is taken in its place."""


def access_upload(user: User, upload_id: UUID, kind: str | None = None) -> Upload:
    """A person's own upload, of this kind. Raises ``Problem`` ``not_found``."""
    rows = Upload.objects.filter(owner=user, id=upload_id)
    found = (rows.filter(kind=kind) if kind else rows).first()
    if found is None:
        raise not_found(f"You have no such {kind or 'upload'}: {upload_id}.")
    return found


def access_uploads(user: User, ids: tuple[UUID, ...], kind: str) -> tuple[Upload, ...]:
    """Several of them, in this order. Raises ``Problem`` ``not_found``."""
    found = Upload.objects.filter(owner=user, kind=kind).in_bulk(list(ids))
    for one in ids:
        if one not in found:
            raise not_found(f"You have no such {kind}: {one}.")
    return tuple(found[one] for one in ids)


def take_in(*, user: User, name: str, data: bytes) -> Upload:
    """Keep a file, a picture without its metadata.

    Raises ``Problem``: ``too_large``, ``unsupported`` or ``unreadable`` with what is wrong with it.
    """
    if len(data) > MOST_BYTES:
        raise Problem("too_large", f"A file has at most {MOST_BYTES} bytes; {name!r} has more.")
    kind = kind_of(data)
    if kind == Kind.TABLE:
        _refuse_foreign(name, data)
    data = _checked_picture(name, data) if kind == Kind.IMAGE else data
    if kind in _CHECKS:
        _CHECKS[kind](name, data)
    rows = Upload.objects.filter(owner=user)
    kept = rows.aggregate(all=Sum("size"))["all"] or 0
    if rows.count() >= MOST_UPLOADS or kept + len(data) > MOST_BYTES_OF_A_PERSON:
        message = f"You keep {MOST_UPLOADS} files and {MOST_BYTES_OF_A_PERSON} bytes at the most; delete some."
        raise Problem("too_large", message)
    digest = hashlib.sha256(data).hexdigest()
    _store(digest, data)
    kept_now = Upload.objects.create(owner=user, kind=kind, name=named(name), digest=digest, size=len(data))
    if not kept_now.path.exists():  # the last other upload of this content went just now
        _store(digest, data)
    return kept_now


def kind_of(data: bytes) -> Upload.Kind:
    """What a file is, by how it begins; what is nothing else is read as a table."""
    if data.startswith(_PICTURE):
        return Kind.IMAGE
    if data.startswith(_FONT):
        return Kind.FONT
    return Kind.LAYOUT if _LAYOUT.search(data[:4096]) and not data.startswith(b"PK") else Kind.TABLE


def named(name: str) -> str:
    """A file's name as it is kept: without folders, on one line."""
    return clean(re.split(r"[/\\]", re.sub(r"[\x00-\x1f\x7f]", "", name))[-1])[:LONGEST_NAME] or "unnamed"


def content(upload: Upload) -> bytes:
    """The file. Raises ``Problem`` ``not_found`` when it is gone."""
    try:
        return upload.path.read_bytes()
    except OSError:
        raise not_found(f"The file of {upload.name} is gone; send it again.") from None


def delete(upload: Upload) -> None:
    """It goes; its file as well, unless somebody else keeps the same."""
    digest = upload.digest
    upload.delete()
    drop_unused({digest})


def drop_unused(digests: set[str]) -> None:
    """The files of these contents go that no row has any more."""
    used = set(Upload.objects.filter(digest__in=digests).values_list("digest", flat=True))
    for digest in digests - used:
        Upload(digest=digest).path.unlink(missing_ok=True)


def sweep() -> None:
    """Files that no row has (whoever sent one was stopped before it was written down) go after a day."""
    oldest = time.time() - FORGOTTEN_AFTER
    with suppress(FileNotFoundError):
        for path in Path(settings.UPLOAD_DIR).glob("??/*"):
            if path.stat().st_mtime < oldest and not Upload.objects.filter(digest=path.name).exists():
                path.unlink(missing_ok=True)


def forget_person(user: User) -> None:
    """Files of a person who leaves."""
    digests = set(Upload.objects.filter(owner=user).values_list("digest", flat=True))
    Upload.objects.filter(owner=user).delete()
    transaction.on_commit(lambda: drop_unused(digests))


def picture_files(uploads: tuple[Upload, ...]) -> dict[str, Path]:
    """Pictures by the names that a table or a layout calls them. Raises ``Problem`` where two are called the same."""
    files: dict[str, Path] = {}
    for n, one in enumerate(uploads):
        if files.setdefault(one.name, one.path) != one.path:
            message = f"Another picture is called {one.name} as well."
            raise unreadable(message, FieldError(path=f"$.images[{n}]", message=message))
    return by_names(files)


def export_of(user: User) -> list[dict[str, Any]]:
    """What is kept of a person here."""
    rows = Upload.objects.filter(owner=user).order_by("created")
    return [dict(row) for row in rows.values("id", "kind", "name", "size", "created")]


def _store(digest: str, data: bytes) -> None:
    path = Upload(digest=digest).path
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{digest}.{uuid.uuid4().hex}.draft")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _refuse_foreign(name: str, data: bytes) -> None:
    """What is known to be no table is not told that it is a bad one."""
    for sign, what, taken in _FOREIGN:
        if sign.match(data):
            raise Problem("unsupported", f"{name}: {what}; {taken} is taken.")


def _checked_picture(name: str, data: bytes) -> bytes:
    """A picture without its metadata."""
    try:
        return images.check(data).data
    except Problem as problem:
        detail = f"{name}: {problem.detail}"
        raise Problem(problem.code, detail, errors=(FieldError(path="$.file", message=detail),)) from None


def _check_table(name: str, data: bytes) -> None:
    try:
        read_table(data, name=name)
    except TableRefused as refused:
        errors = tuple(
            FieldError(path="$.file", line=one.row, column=one.column_number, message=fault_words(one))
            for one in refused.faults
        )
        words = f"{name}: {errors[0].message}" if errors else f"{name} cannot be read."
        code = "too_large" if isinstance(refused, TableTooLarge) else "unreadable"
        raise Problem(code, words, errors=errors) from None


def _check_font(name: str, data: bytes) -> None:
    try:
        look_at_font(data)
    except BadFont as error:
        raise _odd(f"{name}: {error}") from None


def _check_layout(name: str, data: bytes) -> None:
    if len(data) > MOST_LAYOUT_BYTES:
        raise Problem("too_large", f"A layout has at most {MOST_LAYOUT_BYTES} bytes.")
    try:
        load_layout(data.decode("utf-8"), name, layout_text)
    except UnicodeDecodeError:
        raise _odd(f"{name}: a layout is written in UTF-8.") from None
    except Unreadable as error:
        raise unreadable(str(error), FieldError(path="$.file", line=error.line, message=error.message)) from None


def _odd(message: str) -> Problem:
    return unreadable(message, FieldError(path="$.file", message=message))


_CHECKS = {Kind.TABLE: _check_table, Kind.FONT: _check_font, Kind.LAYOUT: _check_layout}
