"""A list as the body of a request: the bytes of a file, whatever its format is, or a form with a file in it."""

from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser, MultiPartParser

from cards.formats.decoding import MOST_BYTES

MOST_FORM_BYTES = MOST_BYTES + 64 * 1024


class PlainText(BaseParser):
    """``Content-Type: text/plain``: the bytes as they are, so that the reader finds out their encoding."""

    media_type = "text/plain"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The body, a byte more than a list may have at the most."""
        return stream.read(MOST_BYTES + 1)


class CsvText(PlainText):
    """``Content-Type: text/csv``. What the file is, it says itself."""

    media_type = "text/csv"


class AnyFile(PlainText):
    """``Content-Type: application/octet-stream``."""

    media_type = "application/octet-stream"


class ListForm(MultiPartParser):
    """A form with the file as ``file``; one that is larger than any list can be is not read."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The form. Raises ``RequestDataTooBig``, ``ParseError``."""
        length = parser_context["request"].META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit() or int(length) > MOST_FORM_BYTES:
            raise RequestDataTooBig
        return super().parse(stream, media_type, parser_context)
