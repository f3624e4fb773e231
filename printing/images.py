"""Pictures for cards: what is taken, told by content and never by name, and what a PDF keeps of it.

PNG, JPEG and WebP, at most 20 MiB and 50 megapixels. A JPEG goes into the file as it is, a plain PNG as well; all
others without loss. What a picture's EXIF says of its orientation is obeyed.
"""

import hashlib
import io
import struct
import warnings
import zlib
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cards.metadata import orientation_of

MOST_BYTES = 20 * 1024 * 1024
MOST_PIXELS = 50_000_000
FORMATS = ("PNG", "JPEG", "WEBP")
MODES = {"1": "L", "L": "L", "I": "L", "I;16": "L", "F": "L", "LA": "LA", "La": "LA", "RGB": "RGB", "CMYK": "CMYK"}
"""What is kept of a picture that is not taken as it is; all others as RGB, with transparency where they have it."""


class BadImage(ValueError):
    """A file that is not taken as a picture: words that say what is wrong with it."""


class ImageFile(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A picture that was looked at: its kind, its size in pixels as stored, and how it is turned to stand upright."""

    content: Path | bytes
    kind: str
    mode: str
    width: int
    height: int
    orientation: int = 1
    """As EXIF has it: 1 upright, 3 upside down, 6 and 8 on a side, even and 5, 7 mirrored."""

    inverted: bool = False
    """Of a CMYK JPEG: whether 0 is full ink, as one common program writes them."""

    clear: bool = False
    """Whether parts of it may be transparent."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as it is seen, pixels."""
        upright = (self.width, self.height)
        return upright if self.orientation < 5 else (self.height, self.width)

    def read(self) -> bytes:
        """The file. Raises ``OSError``."""
        return self.content if isinstance(self.content, bytes) else self.content.read_bytes()

    @cached_property
    def digest(self) -> str:
        """Names its content: the same picture under two names is kept once. Raises ``OSError``."""
        return hashlib.sha256(self.read()).hexdigest()


def look_at(content: Path | bytes, whole: bool = False) -> ImageFile:
    """A picture by its content. ``whole``: to the last pixel, as for what a stranger sends. Raises :class:`BadImage`.

    Without ``whole`` only its head and its end are looked at, which takes a fraction of a millisecond.
    """
    from PIL import Image, UnidentifiedImageError

    if _length(content) > MOST_BYTES:
        raise BadImage(f"{_length(content) / 2**20:.1f} MiB; a picture has 20 MiB at the most")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what stands beside the pixels nothing but the orientation is wanted
            with Image.open(io.BytesIO(content) if isinstance(content, bytes) else content, formats=FORMATS) as image:
                found = _found(image, content)
                if whole:
                    image.load()
    except BadImage:
        raise
    except UnidentifiedImageError:
        raise BadImage("no picture: a PNG, a JPEG or a WebP is taken") from None
    except Image.DecompressionBombError:
        raise BadImage(f"more than {MOST_PIXELS // 10**6} megapixels") from None
    except OSError as error:
        raise BadImage(error.strerror or f"damaged: {error}") from None
    except (ValueError, SyntaxError, EOFError, struct.error, zlib.error, OverflowError) as error:
        raise BadImage(f"damaged: {error}") from None
    return found


def _length(content: Path | bytes) -> int:
    if isinstance(content, bytes):
        return len(content)
    try:
        return content.stat().st_size
    except OSError as error:
        raise BadImage(error.strerror or "cannot be read") from None


def _found(image: Any, content: Path | bytes) -> ImageFile:
    if image.width * image.height > MOST_PIXELS:
        raise BadImage(
            f"{image.width} × {image.height} pixels; a picture has {MOST_PIXELS // 10**6} megapixels at the most"
        )
    kind = "JPEG" if image.format == "MPO" else image.format
    if kind == "JPEG" and not _ends_well(content):
        raise BadImage("damaged: a JPEG that ends too early")
    orientation = orientation_of(image)
    return ImageFile(
        content=content,
        kind=kind,
        mode=image.mode,
        width=image.width,
        height=image.height,
        orientation=orientation if orientation in range(1, 9) else 1,
        inverted=image.mode == "CMYK" and "adobe" in image.info,
        clear=image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info,
    )


def _ends_well(content: Path | bytes) -> bool:
    """Whether a JPEG has an end; some programs write a little more after it."""
    if isinstance(content, bytes):
        return b"\xff\xd9" in content[-4096:]
    with content.open("rb") as file:
        file.seek(max(0, content.stat().st_size - 4096))
        return b"\xff\xd9" in file.read()


class Stored(NamedTuple):
    """What a PDF keeps of a picture: the stream and how to read it, 8 bits a colour where ``parameters`` do not say."""

    stream: bytes
    filter: str
    space: str
    decode: tuple[int, ...] = ()
    parameters: Mapping[str, int] = {}
    palette: bytes = b""


_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


def stored(image: ImageFile) -> Stored:
    """The pixels of a picture, as they lie in the file. Raises :class:`BadImage`, ``OSError``."""
    if image.kind == "JPEG" and image.mode in _SPACES:
        decode = (1, 0) * 4 if image.inverted else ()
        return Stored(image.read(), "DCTDecode", _SPACES[image.mode], decode=decode)
    plain = _plain_png(image.read()) if image.kind == "PNG" and not image.clear else None
    return plain or _flat(image)


def mask_of(image: ImageFile) -> bytes:
    """The transparency of a picture, a byte for each pixel, deflated."""
    return zlib.compress(_opened(image).convert("RGBA").getchannel("A").tobytes(), 6)


def _flat(image: ImageFile) -> Stored:
    opened = _opened(image)
    mode = MODES.get(opened.mode, "RGB")
    if opened.mode in ("I", "I;16", "F"):
        opened = opened.point(lambda value: value / 256) if opened.mode != "F" else opened
    mode = {"LA": "L"}.get(mode, mode)
    flat = opened.convert("RGBA").convert(mode) if opened.mode == "P" else opened.convert(mode)
    return Stored(zlib.compress(flat.tobytes(), 6), "FlateDecode", _SPACES[mode])


def _opened(image: ImageFile) -> Any:
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            opened = Image.open(io.BytesIO(image.read()), formats=FORMATS)
            opened.load()
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error) as error:
        raise BadImage(f"damaged: {error}") from None
    return opened


def _plain_png(data: bytes) -> Stored | None:
    """The stream of a PNG without interlacing and transparency, which a PDF can read; ``None`` for any other."""
    chunks = _chunks(data)
    if chunks is None:
        return None
    head, palette, stream = chunks
    width, _height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    if interlaced or bits > 8 or colour not in (0, 2, 3) or (colour == 3 and not palette):
        return None
    colours = 3 if colour == 2 else 1
    parameters = {"Predictor": 15, "Colors": colours, "BitsPerComponent": bits, "Columns": width}
    space = {0: "DeviceGray", 2: "DeviceRGB", 3: "Indexed"}[colour]
    return Stored(stream, "FlateDecode", space, (), parameters, palette if colour == 3 else b"")


def _chunks(data: bytes) -> tuple[bytes, bytes, bytes] | None:
    """Head, palette and joined pixels of a PNG; ``None`` where it lacks one. Raises :class:`BadImage`."""
    at, head, palette, parts = 8, b"", b"", []
    while at + 12 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if len(body) < length or zlib.crc32(data[at + 4 : at + 8 + length]) != int.from_bytes(
            data[at + 8 + length :][:4]
        ):
            raise BadImage(f"damaged: a PNG whose part {name.decode('latin-1')} does not add up")
        if name == b"IHDR":
            head = body
        elif name == b"PLTE":
            palette = body
        elif name == b"IDAT":
            parts.append(body)
        elif name == b"IEND":
            return (head, palette, b"".join(parts)) if len(head) == 13 and parts else None
        at += 12 + length
    return None


def by_names(files: Mapping[str, Path]) -> dict[str, Path]:
    """Pictures by the names that a table or a layout calls them: as they are called, and without what follows the last
    dot where no other is called so."""
    short = Counter(Path(name).stem for name in files)
    return {stem: path for name, path in files.items() if short[stem := Path(name).stem] == 1} | dict(files)


class Images:
    """The pictures of a print by their names; each is looked at when it is first asked for."""

    def __init__(self, files: Mapping[str, Path | bytes]) -> None:
        self._files = files
        self._found: dict[str, ImageFile | None] = {}
        self.faults: dict[str, str] = {}
        """Name -> why there is no such picture."""

    def __bool__(self) -> bool:
        return bool(self._files)

    def file(self, name: str) -> ImageFile | None:
        """The picture of a name; ``None`` where there is none, or none that can be taken."""
        if name not in self._found:
            self._found[name] = self._look(name)
        return self._found[name]

    def size_of(self, name: str) -> tuple[float, float] | None:
        """Its width and height as it is seen, pixels; ``None`` where there is none."""
        found = self.file(name)
        return found.size if found else None

    def _look(self, name: str) -> ImageFile | None:
        if name not in self._files:
            alike = sorted(one for one in self._files if Path(one).stem == name)
            several = f"it may be {' or '.join(alike)}: name it in full"
            self.faults[name] = several if alike else "there is no such picture"
            return None
        try:
            return look_at(self._files[name])
        except BadImage as error:
            self.faults[name] = str(error)
            return None


UPRIGHT = {
    1: "",
    2: "-1 0 0 1 1 0 cm ",
    3: "-1 0 0 -1 1 1 cm ",
    4: "1 0 0 -1 0 1 cm ",
    5: "0 -1 -1 0 1 1 cm ",
    6: "0 -1 1 0 0 1 cm ",
    7: "0 1 1 0 0 0 cm ",
    8: "0 1 -1 0 1 0 cm ",
}
"""EXIF orientation -> what sets the picture upright in the unit square of a PDF."""

BLEEDS = (0.0, 3.0, 3.175)
"""Bleeds that pictures of cards are made with, mm on each side."""


def bleed_in(size: tuple[float, float], width: float, height: float) -> float:
    """The bleed that a picture brings along, told by its proportions: it was made for a card of this size (mm).

    0 where its proportions are those of the card, or none that a bleed gives it.
    """

    def off(bleed: float) -> float:
        return abs(size[0] / size[1] * (height + 2 * bleed) / (width + 2 * bleed) - 1)

    nearest = min(BLEEDS, key=off)
    return nearest if off(nearest) < 0.003 else 0.0
