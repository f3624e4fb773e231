"""From bytes to clean lines of text: which encoding it was, and a clear refusal of what is no text."""

import codecs
import re
import unicodedata
from itertools import groupby

import msgspec

MOST_BYTES = 256 * 1024
MOST_LINES = 1000

MOST_MARKS = 30
"""Combining marks in a row, as in Unicode's stream-safe text (UAX 15): sorting more of them takes quadratic time."""

ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
BLOCKS = bytes([*range(7), 0x1E, 0x1F])
"""First bytes in UTF-16 of Latin (and all of ASCII), Greek and Cyrillic letters, and their neighbours."""

CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
SURROGATE = re.compile(r"[\ud800-\udfff]")


class LineFault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with one line (1-based) of a text, or with the whole of it (``None``)."""

    line: int | None
    message: str
    path: str | None = None
    """The field, in a format that has fields."""


class TextRefused(Exception):
    """A text that cannot be read as a list at all; ``faults`` say why, and where."""

    def __init__(self, *faults: LineFault) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


class TextTooLarge(TextRefused):
    """A text beyond the caps of a list: 256 KiB, 1,000 lines or entries."""


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a text, composed (NFC), each run of spaces one space, no spaces at either end."""

    encoding: str
    lines: tuple[str, ...]
    raw: tuple[str, ...] = ()
    """The same lines exactly as they were written."""


def decode(data: bytes | str) -> tuple[str, str]:
    """The encoding of a list's file, and its whole text. Raises :class:`TextRefused` and :class:`TextTooLarge`."""
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise TextTooLarge(LineFault(line=None, message=f"The text has {size} bytes; a list has at most {MOST_BYTES}."))
    encoding, text = decoded(data) if isinstance(data, bytes) else ("text", data)
    return encoding, text.removeprefix("\ufeff")


def lines_in(text: str) -> list[str]:
    """The lines of a text, however they are ended, without the empty ones at its end."""
    lines = re.split(r"\r\n|\n|\r", text)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def check_lines(lines: list[str]) -> None:
    """Raises :class:`TextRefused` with every line that is no text."""
    faults = tuple(fault for number, line in enumerate(lines, 1) if (fault := fault_of(number, line)))
    if faults:
        raise TextRefused(*faults)


def text_of(data: bytes | str) -> Text:
    """The clean lines of a list's text. Raises :class:`TextRefused` and :class:`TextTooLarge`."""
    encoding, text = decode(data)
    lines = lines_in(text)
    if len(lines) > MOST_LINES:
        message = f"The text has {len(lines)} lines; a list has at most {MOST_LINES}."
        raise TextTooLarge(LineFault(line=MOST_LINES + 1, message=message))
    check_lines(lines)
    return Text(encoding=encoding, lines=tuple(map(clean, lines)), raw=tuple(lines))


def clean(line: str) -> str:
    """One line, composed (NFC), without zero-width characters, each run of Unicode spaces one space."""
    return " ".join(unicodedata.normalize("NFC", line.translate(ZERO_WIDTH)).split())


def decoded(data: bytes) -> tuple[str, str]:
    """The encoding of a file's bytes, and their text. Raises :class:`TextRefused`."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return encoding, _strictly(data, encoding)
    if (unmarked := _unmarked(data)) is not None:
        return unmarked, _strictly(data, unmarked)
    try:
        return "utf-8", data.decode("utf-8")
    except UnicodeDecodeError:
        return "windows-1252", _strictly(data, "windows-1252")


def _unmarked(data: bytes) -> str | None:
    """UTF-16 that does not say so: every second byte of Latin, Greek and Cyrillic letters is one that no text has.

    Three quarters of them are enough (there are dashes and quotes too); what then is no text is told by its lines.
    """
    if b"\0" not in data or len(data) % 2:
        return None
    halves = {"utf-16-le": data[1::2], "utf-16-be": data[::2]}
    odd = {encoding: len(half) - len(half.translate(None, BLOCKS)) for encoding, half in halves.items()}
    likeliest = max(odd, key=odd.__getitem__)
    return likeliest if 4 * odd[likeliest] >= 3 * len(halves[likeliest]) else None


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = None if encoding.startswith("utf-16") else data[: error.start].count(b"\n") + 1
        message = (
            f"The text is neither UTF-8, UTF-16 nor Windows-1252: byte {error.start} has no meaning in {encoding}."
        )
        raise TextRefused(LineFault(line=line, message=message)) from None


def fault_of(number: int, line: str) -> LineFault | None:
    """What of a line no list may hold: control characters, half characters, endless marks."""
    if found := CONTROL.search(line):
        return LineFault(line=number, message=f"The control character U+{ord(found[0]):04X} is no text.")
    if found := SURROGATE.search(line):
        return LineFault(line=number, message=f"U+{ord(found[0]):04X} is half a character (a lone surrogate).")
    if not line.isascii() and _marks_in_a_row(line) > MOST_MARKS:
        return LineFault(line=number, message=f"More than {MOST_MARKS} combining marks stand in a row.")
    return None


def _marks_in_a_row(line: str) -> int:
    runs = groupby(line, key=lambda sign: unicodedata.combining(sign) > 0)
    return max((sum(1 for _ in run) for marks, run in runs if marks), default=0)
