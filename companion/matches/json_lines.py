"""Answers as JSON Lines, for who asks with ``Accept: application/jsonl``."""

from typing import Any

from rest_framework.renderers import BaseRenderer
from rest_framework.utils.encoders import JSONEncoder

from companion.matches.log_file import MEDIA_TYPE


class JsonLines(BaseRenderer):
    """Each result of a page on a line of its own; anything else (an error) as one JSON document."""

    media_type = MEDIA_TYPE
    format = "jsonl"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The bytes of the answer."""
        encode = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
        if isinstance(data, dict) and "results" in data:
            return "".join(encode(one) + "\n" for one in data["results"]).encode()
        return encode(data).encode()
