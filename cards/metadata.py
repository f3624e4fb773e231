"""Pictures without what cameras and programs write beside the pixels: where it was taken, when, by whom. Pure.

Nothing is encoded anew: parts of the file are left out. What is needed to show it stays: pixels, colour profile,
resolution, and of EXIF how it is turned. Where things stand in the files: ITU T.81, the PNG specification, RFC 9649.
"""

import re
import struct
import zlib
from collections.abc import Iterator
from typing import Any

_EXIF = b"Exif\0\0"
_PNG_PARTS = frozenset(
    b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT".split()
)  # fmt: skip
_WEBP_PARTS = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP", b"ANIM", b"ANMF"))
_NEXT_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
"""What ends the pixels of a scan: neither a stuffed zero nor a restart."""

START, END, SCAN = 0xD8, 0xD9, 0xDA
_WITHOUT_LENGTH = (0x01, *range(0xD0, 0xD8))


def without_metadata(data: bytes, kind: str, orientation: int = 1) -> bytes:
    """A PNG, JPEG or WebP (``kind``, as Pillow calls it) with no more beside its pixels than that they are turned so.

    ``orientation``: as EXIF has it, 1 upright. Raises ``ValueError`` for a file that does not hold together.
    """
    try:
        return {"PNG": _png, "JPEG": _jpeg, "MPO": _jpeg, "WEBP": _webp}[kind](data, orientation)
    except (struct.error, IndexError):
        raise ValueError("it ends too early") from None


def _turned(orientation: int) -> bytes:
    """EXIF that says nothing else."""
    return struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, 0x0112, 3, 1, orientation, 0, 0)


def _png(data: bytes, orientation: int) -> bytes:
    kept = [data[:8]]
    for name, whole in _png_parts(data):
        if name in _PNG_PARTS:
            kept.append(whole)
        if name == b"IHDR" and orientation != 1:
            body = b"eXIf" + _turned(orientation)
            kept.append(struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body)))
    return b"".join(kept)


def _png_parts(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, name = 8, b""
    while name != b"IEND":
        length, name = struct.unpack_from(">I4s", data, at)
        yield name, data[at : at + 12 + length]
        at += 12 + length


def _webp(data: bytes, orientation: int) -> bytes:
    parts = []
    for name, body in _webp_parts(data):
        if name == b"VP8X":
            flags = body[0] & ~0x0C | (0x08 if orientation != 1 else 0)
            body = bytes([flags]) + body[1:]
        if name in _WEBP_PARTS:
            parts.append(_webp_part(name, body))
    if orientation != 1:
        parts.append(_webp_part(b"EXIF", _turned(orientation)))
    content = b"WEBP" + b"".join(parts)
    return struct.pack("<4sI", b"RIFF", len(content)) + content


def _webp_part(name: bytes, body: bytes) -> bytes:
    return struct.pack("<4sI", name, len(body)) + body + b"\0" * (len(body) % 2)


def _webp_parts(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, end = 12, min(len(data), 8 + struct.unpack_from("<I", data, 4)[0])
    while at + 8 <= end:
        name, length = struct.unpack_from("<4sI", data, at)
        yield name, data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _jpeg(data: bytes, orientation: int) -> bytes:
    kept, at = [b"\xff\xd8"], 2
    while True:
        found = _NEXT_MARKER.search(data, at)
        if found is None:
            raise ValueError("it has no end")
        marker, at = data[found.start() + 1], found.start()
        if marker in _WITHOUT_LENGTH:
            at += 2
            continue
        if marker in (START, END):
            break
        length: int = struct.unpack_from(">H", data, at + 2)[0]
        stop = at + 2 + length
        if marker == SCAN:
            stop = _end_of_scan(data, stop)
        if _is_shown(marker, data[at + 4 : at + 16]):
            kept.append(data[at:stop])
        at = stop
    if orientation != 1:
        body = _EXIF + _turned(orientation)
        first = 2 if kept[1:] and kept[1].startswith(b"\xff\xe0") else 1
        kept.insert(first, struct.pack(">BBH", 0xFF, 0xE1, len(body) + 2) + body)
    return b"".join(kept) + b"\xff\xd9"


def _end_of_scan(data: bytes, at: int) -> int:
    found = _NEXT_MARKER.search(data, at)
    return len(data) if found is None else found.start()


def _is_shown(marker: int, begin: bytes) -> bool:
    """Whether a segment has a part in what is seen: of those of programs only JFIF's, a colour profile, Adobe's."""
    if 0xE0 <= marker <= 0xEF:
        wanted = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}.get(marker)
        return wanted is not None and begin.startswith(wanted)
    return marker != 0xFE


def orientation_of(picture: Any) -> int:
    """How EXIF says that an open picture is turned: 1 (upright) to 8.

    Of a PNG only what stands before its pixels: to look behind them takes to read them all.
    """
    from PIL import Image

    if picture.format == "PNG":
        exif = Image.Exif()
        exif.load(picture.info.get("exif"))
    else:
        exif = picture.getexif()
    told = exif.get(0x0112, 1)
    return told if isinstance(told, int) and told in range(1, 9) else 1
