"""Files that are there whole or not at all: one, or several as a ZIP or a folder."""

import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from printing.paper import WrongOption

NO_CLOCK = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a ZIP: the same print gives the same bytes."""


class Bundle(Protocol):
    """What files can be put into."""

    def file(self, name: str) -> "_Opened":
        """A file of this name, to be written in a ``with``."""


class _Opened(Protocol):
    def __enter__(self) -> BinaryIO: ...
    def __exit__(self, *fault: object) -> bool | None: ...


class _Zip:
    """Its files are stored as they are: PDFs and pictures do not get smaller."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    @contextmanager
    def file(self, name: str) -> Iterator[BinaryIO]:
        entry = zipfile.ZipInfo(name, NO_CLOCK)
        entry.external_attr = 0o644 << 16
        with self._archive.open(entry, "w", force_zip64=True) as file:
            yield cast(BinaryIO, file)


class _Folder:
    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def file(self, name: str) -> Iterator[BinaryIO]:
        with (self._path / name).open("wb") as file:
            yield file


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """A file to write that takes its place when all is written; its folder is made where it is missing."""
    target = _replaceable(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _replaceable(target: Path) -> Path:
    """The file that a name leads to. Raises ``OSError`` for a folder, and for a device, which must stay one."""
    if target.is_dir():
        raise IsADirectoryError(f"{target} is a folder")
    if target.exists() and not target.is_file():
        raise FileExistsError(17, "it is a device or a pipe, and no file")
    return target.resolve() if target.is_symlink() else target


@contextmanager
def several(target: Path) -> Iterator[Bundle]:
    """A ZIP where the target is called so, a folder where it has no suffix.

    Raises :class:`WrongOption` (``output``) for any other name, ``OSError`` for what cannot be written.
    """
    suffix = target.suffix.lower()
    if suffix not in (".zip", ""):
        raise WrongOption("output", f"{target} would be several files: name a .zip, or a folder")
    if target.is_dir() and (suffix or any(target.iterdir())):
        raise FileExistsError(17, "it is a folder, and not an empty one" if not suffix else "it is a folder")
    target = target if target.is_dir() else _replaceable(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if suffix:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
                yield cast(Bundle, _Zip(archive))
        else:
            part.mkdir()
            yield cast(Bundle, _Folder(part))
        part.replace(target)
    finally:
        if part.is_dir():
            shutil.rmtree(part)
        part.unlink(missing_ok=True)
