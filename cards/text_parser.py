"""A list as the body of a request: the bytes of a text file."""

from typing import IO, Any

from rest_framework.parsers import BaseParser

from cards.formats.decoding import MOST_BYTES


class PlainText(BaseParser):
    """``Content-Type: text/plain``: the bytes as they are, so that the reader finds out their encoding."""

    media_type = "text/plain"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The body, a byte more than a list may have at the most."""
        return stream.read(MOST_BYTES + 1)
