"""The API of lists as files: reading and checking one, importing it, exporting a list, and which formats there are."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from cards import lists, reading
from cards.api import EDITION, known_queries
from cards.checking import Verdict, check
from cards.formats.decoding import MOST_BYTES, LineFault, TextRefused, TextTooLarge
from cards.formats.read_list import ReadList
from cards.formats.registry import Format, Outgoing, all_formats
from cards.list_answers import ListOut, list_out
from cards.list_requests import LINK, ListAPI, answer, errors, seen_list, who
from cards.list_shapes import content_of_list, settled
from cards.lists import Word, content_of
from cards.pinned import catalogue_for
from cards.text_parser import AnyFile, CsvText, ListForm, PlainText
from cards.verdicts import standing
from companion.accounts.authentication import asker
from companion.openapi import struct_schema
from companion.parsing import StrictJSON
from companion.problems import FieldError, Problem, take, unreadable
from games.registry import game_named

GAME = OpenApiParameter("game", str, description="The game, where the body is a file that does not name it.")
Slug = Annotated[str, msgspec.Meta(max_length=80)]


class ListText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list as text of any format, and what it is to be read by; what is left open, the text may say."""

    text: str
    game: Slug | None = None
    edition: Slug | None = None
    sets: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=20)] | None = None


class ImportedList(msgspec.Struct, frozen=True, kw_only=True):
    """The new list, and how it was read."""

    list: ListOut
    reading: ReadList


class FormatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A way to write a list down."""

    name: str
    media_type: str
    extension: str
    reads: bool
    writes: bool
    styles: tuple[str, ...]


FILE = {"type": "string", "format": "binary"}
FORM = {
    "type": "object",
    "required": ["file"],
    "properties": {"file": FILE, "game": {"type": "string"}, "edition": {"type": "string"}},
}
BODY = {
    "application/json": struct_schema(ListText),
    "text/plain": {"type": "string"},
    "text/csv": {"type": "string"},
    "application/octet-stream": FILE,
    "multipart/form-data": FORM,
}
READ_ERRORS = errors(400, 404, 413, 415)


class ListView(ListAPI):
    """What is done with the file of a list: as JSON with its text, as the file itself, or in a form."""

    parser_classes: tuple[type[BaseParser], ...] = (StrictJSON, PlainText, CsvText, AnyFile, ListForm)

    def sent(self, request: Request) -> tuple[bytes | str, dict[str, Any], str]:
        """What was sent, what it is to be read by, and the path by which errors call it. Raises ``Problem``."""
        kind = (request.content_type or "").partition(";")[0].strip()
        if kind == StrictJSON.media_type:
            known_queries(request, "game", "edition")
            if isinstance(request.data, dict) and "format" in request.data:
                return msgspec.json.encode(request.data), _queried(request), "$"
            body: ListText = take(request.data, ListText)
            asked = {"game": body.game, "edition": body.edition, "sets": body.sets}
            return body.text, asked | {name: value for name, value in _queried(request).items() if value}, "$.text"
        known_queries(request, "game", "edition")
        if kind == ListForm.media_type:
            return _of_form(request)
        # An empty body never reaches the parser.
        return request.data if isinstance(request.data, bytes) else b"", _queried(request), "$"

    def read(self, request: Request, ask: Any) -> Any:
        """What ``ask`` says of what was sent. Raises ``Problem``: why it cannot be read."""
        data, asked, path = self.sent(request)
        try:
            return ask(data, **asked, user=who(request))
        except TextTooLarge as error:
            raise Problem("too_large", str(error), errors=_errors(error.faults, path)) from None
        except TextRefused as error:
            raise unreadable("The list cannot be read.", *_errors(error.faults, path)) from None


class CheckList(ListView):
    """Whether a list is legal."""

    @extend_schema(
        request=BODY,
        parameters=[GAME, EDITION],
        responses={200: struct_schema(Verdict), **READ_ERRORS},
        operation_id="check_list",
    )
    def post(self, request: Request) -> Response:
        """Every problem at once, judged by the edition and the data that the answer names. Nothing is kept."""
        return answer(self.read(request, check))


class ReadText(ListView):
    """What a file says."""

    @extend_schema(
        request=BODY,
        parameters=[GAME, EDITION],
        responses={200: struct_schema(ReadList), **READ_ERRORS},
        operation_id="read_list",
    )
    def post(self, request: Request) -> Response:
        """The entries, what became of each line, and what of it cannot be read. Nothing is kept."""
        return answer(self.read(request, reading.read).found)


class ImportList(ListView):
    """Importing a list."""

    @extend_schema(
        request=BODY,
        parameters=[GAME, EDITION],
        responses={201: struct_schema(ImportedList), **READ_ERRORS, **errors(401)},
        operation_id="import_list",
    )
    def post(self, request: Request) -> Response:
        """A new list of yours; unknown lines stay in it as they were written. What cannot be read is refused whole."""
        user = asker(request)
        found = self.read(request, _whole)
        game = game_named(found.found.list.game)
        content = settled(content_of_list(found.found.list), game, found.catalogue)
        saved = lists.create(user=user, content=content)
        body = ImportedList(list=list_out(user, saved), reading=found.found)
        return answer(body, 201, ETag=f'"{saved.head}"', Location=f"/api/{game.list_word}s/{saved.id}/")


class Formats(ListAPI):
    """Formats of lists."""

    @extend_schema(responses={200: {"type": "array", "items": struct_schema(FormatOut)}}, operation_id="list_formats")
    def get(self, request: Request) -> Response:
        """Which can be read and written, in which styles."""
        known_queries(request)
        return answer([_format_out(one) for one in all_formats().values()])


class Export(ListAPI):
    """A list as a file."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[BaseRenderer, str]:
        """``?format=`` is ours here: it chooses no renderer of the framework."""
        return JSONRenderer(), JSONRenderer.media_type

    @extend_schema(
        parameters=[
            OpenApiParameter("format", str, description="text (the default), json, csv or markdown."),
            OpenApiParameter("style", str, description="Of text: own, plain, prefix, arena, packs, points, …"),
            LINK,
        ],
        responses={
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/markdown"): OpenApiTypes.STR,
            **errors(400, 404),
        },
    )
    def get(self, request: Request, word: Word, list_id: UUID) -> HttpResponse:
        """Stamped legal or illegal; what is written here is read back without loss (Markdown is for people)."""
        known_queries(request, "format", "style", "link")
        saved = seen_list(request, word, list_id)
        form = _format_of(request)
        style = request.query_params.get("style", form.styles[0])
        if style not in form.styles:
            message = (
                f"{form.name} has no style {style[:40]!r}; it has {', '.join(filter(None, form.styles)) or 'one'}."
            )
            raise unreadable(message, FieldError(path="?style", message=message))
        content = content_of(saved)
        catalogue, _ = catalogue_for(content, saved.owner)
        verdict = standing(saved, content).verdict
        out = Outgoing(
            list=content,
            game=game_named(saved.game),
            catalogue=catalogue,
            legal=verdict.legal,
            problems=verdict.problems,
            totals=verdict.totals,
            style=style,
            comes_along=game_named(saved.game).comes_along(content, catalogue),
        )
        name = slugify(content.name) or game_named(saved.game).list_word
        assert form.write is not None  # noqa: S101 - only such a format is chosen
        return HttpResponse(
            form.write(out).encode(),
            content_type=f"{form.media_type}; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name[:80]}.{form.extension}"'},
        )


def _whole(data: bytes | str, **asked: Any) -> reading.Reading:
    found = reading.read(data, **asked)
    if found.found.faults:
        raise TextRefused(*found.found.faults)
    return found


def _queried(request: Request) -> dict[str, Any]:
    return {name: request.query_params.get(name) or None for name in ("game", "edition")}


def _of_form(request: Request) -> tuple[bytes | str, dict[str, Any], str]:
    form: Any = request.data
    file = form.get("file")
    if not hasattr(file, "read"):
        message = "The form has no file called file."
        raise unreadable(message, FieldError(path="$.file", message=message))
    asked = {name: form.get(name) or value for name, value in _queried(request).items()}
    return file.read(MOST_BYTES + 1), asked, "$.file"


def _format_of(request: Request) -> Format:
    written = {one.name: one for one in all_formats().values() if one.write}
    asked = request.query_params.get("format", "text")
    if asked not in written:
        message = f"There is no format {asked[:40]!r}; lists are written as {', '.join(written)}."
        raise unreadable(message, FieldError(path="?format", message=message))
    return written[asked]


def _format_out(form: Format) -> FormatOut:
    return FormatOut(
        name=form.name,
        media_type=form.media_type,
        extension=form.extension,
        reads=form.read is not None,
        writes=form.write is not None,
        styles=tuple(filter(None, form.styles)),
    )


def _errors(faults: tuple[LineFault, ...], path: str) -> tuple[FieldError, ...]:
    of_query = {"$.game": "?game"} if path == "$" else {}
    return tuple(
        FieldError(path=of_query.get(fault.path or "", fault.path or path), line=fault.line, message=fault.message)
        for fault in faults
    )
