"""The one reader of JSON bodies: strict, and nothing that a database could not keep gets past it."""

from typing import IO, Any

import msgspec
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from games.plain import NameTwice, expect_names_once


class StrictJSON(BaseParser):
    """UTF-8 JSON without NaN, lone surrogates, NUL characters, numbers beyond 64 bits, or a name twice in an object."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """The body's value. Raises ``ParseError`` that tells what and where, ``RequestDataTooBig``."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise RequestDataTooBig
        if not body:
            raise ParseError("The body is empty; JSON is expected.")
        try:
            value = msgspec.json.decode(body)
            path = _path_of_fault(value)
            if path is not None:
                raise ParseError(f"A NUL character or a number beyond 64 bits stands at {path}.")
            _expect_once(body, value)
        except NameTwice as error:
            raise ParseError(str(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ParseError(f"The body is no JSON: {error}") from None
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        return value


def _expect_once(body: bytes, value: Any) -> None:
    """Raise :class:`NameTwice` for a name that stands twice in an object.

    Only the last of them is in the value; what was meant by the others would be lost without a word. A value written
    anew has then fewer colons, unless one of them was written as an escape; all else is not read a second time.
    """
    if b"\\u003" in body or msgspec.json.encode(value).count(b":") != body.count(b":"):
        expect_names_once(body)


def _path_of_fault(value: Any, path: str = "$") -> str | None:
    match value:
        case str():
            return path if "\0" in value else None
        case int():
            return None if -(2**63) <= value < 2**63 else path
        case dict():
            inner = ((f"{path}.{key}", item) for key, item in value.items())
            if any("\0" in key for key in value):
                return path
        case list():
            inner = ((f"{path}[{n}]", item) for n, item in enumerate(value))
        case _:
            return None
    return next((found for where, item in inner if (found := _path_of_fault(item, where)) is not None), None)
