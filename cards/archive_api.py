"""The API of everything of a person in one file."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.core.exceptions import RequestDataTooBig
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from cards import archive
from cards.archive import Restored
from cards.list_requests import ListAPI, answer, errors
from cards.zip_files import Unpacked, packed
from companion.accounts.authentication import asker
from companion.openapi import struct_schema
from companion.problems import Problem

MOST_BYTES = 256 * 1024 * 1024
IN_MEMORY = 2 * 1024 * 1024


class ZipBody(BaseParser):
    """``Content-Type: application/zip``: the body in a file that is gone when it is closed."""

    media_type = "application/zip"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The file. Raises ``RequestDataTooBig``."""
        target = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the view closes it
        length = parser_context["request"].META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length) > MOST_BYTES:
            raise RequestDataTooBig
        shutil.copyfileobj(Limited(stream, MOST_BYTES), target)
        target.seek(0)
        return target


class Limited:
    """A stream that ends with an error where it goes on too long."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self.stream, self.left = stream, most

    def read(self, size: int = -1) -> bytes:
        """The next bytes. Raises ``RequestDataTooBig``."""
        data = self.stream.read(size)
        self.left -= len(data)
        if self.left < 0:
            raise RequestDataTooBig
        return data


class Streamed(StreamingHttpResponse):
    """Pieces that are made one by one while they are sent, under ASGI in a thread: no other request waits."""

    def __init__(self, pieces: Iterator[bytes], **more: Any) -> None:
        super().__init__(pieces, **more)
        self.pieces = pieces

    async def __aiter__(self) -> AsyncIterator[bytes]:
        after = sync_to_async(lambda: next(self.pieces, None))
        while (piece := await after()) is not None:
            yield piece


class Archive(ListAPI):
    """Everything of a person."""

    parser_classes = (ZipBody,)

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY, **errors(401)})
    def get(self, request: Request) -> Streamed:
        """A ZIP file, sent while it is made: lists with all revisions, collection, and all else that is kept of you."""
        user = asker(request)
        return Streamed(
            packed(archive.files_of(user)),
            content_type="application/zip",
            headers={"Content-Disposition": 'attachment; filename="companion.zip"'},
        )

    @extend_schema(
        request={"application/zip": {"type": "string", "format": "binary"}},
        responses={200: struct_schema(Restored), **errors(400, 401, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Bring such a file back: what is not there yet is added, all of it or nothing."""
        user = asker(request)
        body: Any = request.data
        if not hasattr(body, "read"):
            raise Problem("unreadable", "The body is empty; a ZIP file is expected.")
        with body as stream:
            return answer(archive.restore(user, Unpacked(stream)))
