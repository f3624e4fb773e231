"""The API of the sheets and of the jobs that print them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.http import FileResponse, HttpResponse
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion import preconditions
from companion.accounts.authentication import asker
from companion.accounts.throttles import Previews
from companion.openapi import struct_schema
from companion.paging import Pages
from companion.problems import FieldError, Problem, take, unreadable
from printing import jobs, sheets, shelf
from printing.kinds import AnySource
from printing.models import PrintJob, Sheet
from printing.options import Options
from printing.preview import Preview, preview
from printing.report import Report
from printing.wishes import NamedWish, Wish

PAGE = OpenApiParameter("page", int, description="Which page of the file, from 1.")


@extend_schema_field(struct_schema(AnySource))
class SourceField(serializers.JSONField):
    """What is printed."""


@extend_schema_field(struct_schema(Options))
class OptionsField(serializers.JSONField):
    """How it is printed."""


@extend_schema_field(struct_schema(Report))
class ReportField(serializers.JSONField):
    """What was printed, and what went wrong with it."""


class SheetOut(serializers.ModelSerializer[Sheet]):
    """A saved print; its ETag is its revision."""

    source = SourceField()  # type: ignore[assignment]
    options = OptionsField()
    images = serializers.ListField(child=serializers.UUIDField())
    fonts = serializers.ListField(child=serializers.UUIDField())
    printer = serializers.UUIDField(source="printer_id", allow_null=True)

    class Meta:
        model = Sheet
        fields = (
            "id", "name", "game", "source", "options", "layout", "images", "fonts", "printer", "created", "changed",
            "revision",
        )  # fmt: skip


class JobError(serializers.Serializer[Any]):
    """Why a job failed: a code, as those of the problem documents, and words."""

    code = serializers.CharField(source="error_code")
    detail = serializers.CharField(source="error_detail")


class JobOut(serializers.ModelSerializer[PrintJob]):
    """A print job: how far it is, what came of it, and where its file can be fetched when it is done."""

    report = ReportField(allow_null=True)
    error = serializers.SerializerMethodField()
    file = serializers.SerializerMethodField()

    class Meta:
        model = PrintJob
        fields = (
            "id", "title", "sheet", "state", "done", "total", "report", "error", "file", "attempts", "created",
            "finished",
        )  # fmt: skip

    @extend_schema_field(JobError(allow_null=True))
    def get_error(self, job: PrintJob) -> dict[str, Any] | None:
        """Null unless it failed."""
        return dict(JobError(job).data) if job.error_code else None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_file(self, job: PrintJob) -> str | None:
        """Null until it is done, and when the file is gone again."""
        return f"/api/print-jobs/{job.id}/file/" if job.path else None


class SentFile(FileResponse):
    """A file that is read in a thread while it is sent: no other request waits for the disk."""

    block_size = 1 << 16

    async def __aiter__(self) -> AsyncIterator[bytes]:
        stream = self.file_to_stream
        while stream and (block := await asyncio.to_thread(stream.read, self.block_size)):
            yield block


def _page_of(rows: QuerySet[Any], shape: type[serializers.ModelSerializer[Any]], view: APIView) -> Response:
    pages = Pages()
    page = pages.paginate_queryset(rows, view.request, view=view)
    return pages.get_paginated_response(shape(page, many=True).data)


def _sheet(sheet: Sheet, status: int = 200) -> Response:
    return Response(SheetOut(sheet).data, status=status, headers={"ETag": f'"{sheet.revision}"'})


def _asked(job: PrintJob) -> Response:
    """202: look again later. 200: it had been printed before, and is there."""
    status = 200 if job.state == PrintJob.State.DONE else 202
    return Response(JobOut(job).data, status=status, headers={"Location": f"/api/print-jobs/{job.id}/"})


def _page_asked(request: Request) -> int:
    """Raises ``Problem`` ``unreadable``."""
    word = request.query_params.get("page", "1")
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        message = f"page must be a whole number from 1, not {word[:40]!r}."
        raise unreadable(message, FieldError(path="page", message=message))
    return int(word)


class Sheets(APIView):
    """Saved prints of the person who asks."""

    pagination_class = Pages

    @extend_schema(responses=SheetOut(many=True))
    def get(self, request: Request) -> Response:
        """The last changed first."""
        return _page_of(Sheet.objects.filter(owner=asker(request)).order_by("-changed", "id"), SheetOut, self)

    @extend_schema(request={"application/json": struct_schema(NamedWish)}, responses={201: SheetOut})
    def post(self, request: Request) -> Response:
        """Save a print."""
        return _sheet(sheets.create(user=asker(request), named=take(request.data, NamedWish)), 201)


class SheetDetail(APIView):
    """One saved print."""

    @extend_schema(responses=SheetOut)
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """As it was saved last."""
        return _sheet(sheets.access_sheet(asker(request), sheet_id))

    @extend_schema(
        parameters=[preconditions.IF_MATCH],
        request={"application/json": struct_schema(NamedWish)},
        responses={200: SheetOut, 412: OpenApiResponse(OpenApiTypes.OBJECT, "Stale; `current` is what it is now.")},
    )
    def put(self, request: Request, sheet_id: UUID) -> Response:
        """Save it anew: 428 without If-Match, 412 *stale* with the current one."""
        sheet, seen = sheets.access_sheet(asker(request), sheet_id), preconditions.seen(request)
        try:
            return _sheet(sheets.save(sheet=sheet, seen=seen, named=take(request.data, NamedWish)))
        except sheets.Stale as stale:
            words = "The sheet was saved in the meantime."
            raise Problem("stale", words, status=412, current=SheetOut(stale.sheet).data) from None

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, sheet_id: UUID) -> Response:
        """Delete it; files that were printed of it stay for their time."""
        sheets.delete(sheets.access_sheet(asker(request), sheet_id))
        return Response(status=204)


class SheetJobs(APIView):
    """Jobs of a saved print."""

    @extend_schema(request=None, responses={200: JobOut, 202: JobOut})
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Print it: 202 with a job; 200 when exactly this had been printed before."""
        sheet = sheets.access_sheet(asker(request), sheet_id)
        return _asked(jobs.ask_for(user=asker(request), wish=sheets.wish_of(sheet), sheet=sheet))


class Jobs(APIView):
    """Print jobs of the person who asks."""

    pagination_class = Pages

    @extend_schema(responses=JobOut(many=True))
    def get(self, request: Request) -> Response:
        """The newest first."""
        return _page_of(PrintJob.objects.filter(owner=asker(request)).order_by("-created", "id"), JobOut, self)

    @extend_schema(request={"application/json": struct_schema(Wish)}, responses={200: JobOut, 202: JobOut})
    def post(self, request: Request) -> Response:
        """Print something once: 202 with a job; 200 when exactly this had been printed before."""
        return _asked(jobs.ask_for(user=asker(request), wish=take(request.data, Wish)))


class PagePreview(APIView):
    """A page of a print that is not asked for yet."""

    throttle_classes = (Previews,)

    @extend_schema(
        parameters=[PAGE],
        request={"application/json": struct_schema(Wish)},
        responses={(200, "application/json"): struct_schema(Preview)},
    )
    def post(self, request: Request) -> Response:
        """A page as it will be, how many there are, and what would be reported of it; nothing is kept or queued."""
        made = preview(take(request.data, Wish), asker(request), _page_asked(request))
        return Response(msgspec.to_builtins(made))


class JobDetail(APIView):
    """One print job."""

    @extend_schema(responses=JobOut)
    def get(self, request: Request, job_id: UUID) -> Response:
        """How far it is, and what came of it."""
        return Response(JobOut(jobs.access_job(asker(request), job_id)).data)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, job_id: UUID) -> Response:
        """Delete it and its file; cancels it where it has not ended."""
        jobs.delete(jobs.access_job(asker(request), job_id))
        return Response(status=204)


class JobCancel(APIView):
    """Cancelling a job."""

    @extend_schema(request=None, responses=JobOut)
    def post(self, request: Request, job_id: UUID) -> Response:
        """It is not run, or run no further; 409 *already_done* when it has ended before."""
        return Response(JobOut(jobs.cancel(jobs.access_job(asker(request), job_id))).data)


class JobFile(APIView):
    """The file of a job."""

    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, (200, "application/zip"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, job_id: UUID) -> SentFile:
        """A PDF, or a ZIP of several files; 409 *not_ready* until the job is done."""
        job = jobs.access_job(asker(request), job_id)
        path = jobs.file_of(job)
        name = f"{slugify(jobs.title_of(job)) or 'sheets'}{path.suffix}"
        kind = f"application/{path.suffix.removeprefix('.')}"
        return SentFile(path.open("rb"), as_attachment=True, filename=name, content_type=kind)


class JobPreview(APIView):
    """Pictures of the pages of a job's file."""

    @extend_schema(parameters=[PAGE], responses={(200, "image/png"): OpenApiTypes.BINARY})
    def get(self, request: Request, job_id: UUID) -> HttpResponse:
        """One page as PNG; 409 *not_ready* until the job is done, 404 for a page that there is not."""
        path = jobs.file_of(jobs.access_job(asker(request), job_id))
        return HttpResponse(shelf.picture(path, _page_asked(request)), content_type="image/png")
