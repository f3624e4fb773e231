"""ZIP files that are written piece by piece, and read with limits: how many files, how large, how tightly packed."""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import IO

from companion.problems import FieldError, Problem, unreadable

MOST_FILES = 60_000
MOST_UNPACKED = 1024 * 1024 * 1024
MOST_RATIO = 200
"""So many bytes may one packed byte become, over a whole file; what people type is packed far less tightly."""

FREE_BYTES = 64 * 1024
"""Files up to this size may be packed as tightly as they are."""

NAME = re.compile(r"^[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*){0,4}$")


class Pieces(io.RawIOBase):
    """Where a ZIP file is written to that is sent while it is made."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.at = 0

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: object) -> int:
        """Keeps a piece until it is taken."""
        piece = bytes(data)  # type: ignore[call-overload]
        self.pieces.append(piece)
        self.at += len(piece)
        return len(piece)

    def tell(self) -> int:
        """Bytes that went by; there is no way back."""
        return self.at

    def take(self) -> bytes:
        """What was written since it was taken last."""
        found = b"".join(self.pieces)
        self.pieces.clear()
        return found


def packed(files: Iterator[tuple[str, bytes]]) -> Iterator[bytes]:
    """A ZIP file of those files, in pieces; no more than one file is in memory."""
    target = Pieces()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
            if piece := target.take():
                yield piece
    yield target.take()


class Unpacked:
    """A ZIP file that was sent in. Nothing of it is ever written to a disk under a name of its own."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Raises ``Problem``: ``unreadable`` for what is no such file or has odd names, ``too_large``."""
        try:
            self.archive = zipfile.ZipFile(stream)
        except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, UnicodeError) as error:
            raise _odd(f"This is no ZIP file: {error}", "$") from None
        infos = self.archive.infolist()
        if len(infos) > MOST_FILES:
            raise Problem("too_large", f"The archive has {len(infos)} files; it has at most {MOST_FILES}.")
        for info in infos:
            _check(info)
        self.names = [info.filename for info in infos]
        if len(set(self.names)) != len(self.names):
            raise _odd("Two files of the archive have the same name.", "$")
        self.left = MOST_UNPACKED

    def read(self, name: str, most: int) -> bytes:
        """The content of a file. Raises ``Problem``: ``too_large`` where it is longer than ``most``, ``unreadable``."""
        try:
            with self.archive.open(name) as opened:
                data = opened.read(most + 1)
        except KeyError:
            raise _odd("The archive has no such file.", name) from None
        except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, EOFError, RuntimeError) as error:
            raise _odd(f"It is damaged: {error}", name) from None
        except Exception as error:  # zlib, lzma and bz2 have errors of their own
            raise _odd(f"It is damaged: {error}", name) from None
        self.left -= len(data)
        if len(data) > most or self.left < 0:
            raise Problem("too_large", f"{name} is larger than {most} bytes, or the archive than {MOST_UNPACKED}.")
        return data


def _check(info: zipfile.ZipInfo) -> None:
    if not NAME.match(info.filename) or len(info.filename) > 200:
        raise _odd("This is no name of a file in such an archive.", info.filename[:80])
    if info.flag_bits & 0x1:
        raise _odd("It is encrypted.", info.filename)
    if info.file_size > FREE_BYTES and info.file_size > MOST_RATIO * max(1, info.compress_size):
        raise Problem("too_large", f"{info.filename} is packed more than {MOST_RATIO} to 1.")


def _odd(message: str, path: str) -> Problem:
    return unreadable(message, FieldError(path=path, message=message))
