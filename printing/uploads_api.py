"""The API of what people send to print from, and of their printers."""

from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.api import page_schema
from companion import preconditions
from companion.accounts.authentication import asker
from companion.openapi import struct_schema
from companion.paging import Pages
from companion.problems import FieldError, Problem, take, unreadable
from printing import printers, uploads
from printing.models import PrinterProfile, Upload
from printing.offers import Offer, offers_of
from printing.printers import NamedPrinter

FORM_OVERHEAD = 64 * 1024
"""What a multipart body has beside the file."""

UPLOAD_FORM = {
    "multipart/form-data": {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "format": "binary"}},
    }
}


class UploadOut(serializers.ModelSerializer[Upload]):
    """A kept file; its kind was told by its content."""

    class Meta:
        model = Upload
        fields = ("id", "kind", "name", "size", "created")


class PrinterOut(serializers.ModelSerializer[PrinterProfile]):
    """A printer profile; its ETag is its revision."""

    back = serializers.SerializerMethodField()
    scale = serializers.SerializerMethodField()

    class Meta:
        model = PrinterProfile
        fields = ("id", "name", "back", "scale", "created", "revision")

    def get_back(self, profile: PrinterProfile) -> list[float]:
        """Where the back is moved, mm."""
        return list(printers.numbers_of(profile).back)

    def get_scale(self, profile: PrinterProfile) -> list[float]:
        """How all is stretched, across and down."""
        return list(printers.numbers_of(profile).scale)


class Uploads(APIView):
    """Tables, pictures, fonts and layouts of the person who asks."""

    pagination_class = Pages

    parser_classes = [MultiPartParser]

    @extend_schema(responses=UploadOut(many=True))
    def get(self, request: Request) -> Response:
        """The newest first."""
        pages = Pages()
        rows = Upload.objects.filter(owner=asker(request)).order_by("-created", "id")
        return pages.get_paginated_response(
            UploadOut(pages.paginate_queryset(rows, request, view=self), many=True).data
        )

    @extend_schema(request=UPLOAD_FORM, responses={201: UploadOut})
    def post(self, request: Request) -> Response:
        """Send a file: 20 MiB at the most. 400, 413 or 415 where it cannot be taken, with what and why."""
        user = asker(request)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit() or int(length) > uploads.MOST_BYTES + FORM_OVERHEAD:
            raise Problem("too_large", f"A file has at most {uploads.MOST_BYTES} bytes.")
        file = request.FILES.get("file")
        if file is None:
            message = "The form has no file in a field called 'file'."
            raise unreadable(message, FieldError(path="$.file", message=message))
        kept = uploads.take_in(user=user, name=file.name or "", data=file.read())
        return Response(UploadOut(kept).data, status=201, headers={"Location": f"/api/uploads/{kept.id}/"})


class UploadDetail(APIView):
    """One kept file."""

    @extend_schema(responses=UploadOut)
    def get(self, request: Request, upload_id: UUID) -> Response:
        """What it is."""
        return Response(UploadOut(uploads.access_upload(asker(request), upload_id)).data)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, upload_id: UUID) -> Response:
        """Delete it; prints that need it can be made no more, those that are made stay."""
        uploads.delete(uploads.access_upload(asker(request), upload_id))
        return Response(status=204)


class ListPrints(APIView):
    """What can be printed of a cadre or a deck."""

    pagination_class = Pages

    @extend_schema(
        parameters=[OpenApiParameter("link", str, description="The link of a list that is shared by link.")],
        responses={200: page_schema(struct_schema(Offer))},
    )
    def get(self, request: Request, list_id: UUID) -> Response:
        """Each with its number of cards, and the body that asks for it."""
        pages = Pages()
        offers = offers_of(asker(request), list_id, request.query_params.get("link", "")[:60])
        page = pages.paginate_queryset(offers, request, view=self)
        return pages.get_paginated_response(msgspec.to_builtins(page))


def _printer(profile: PrinterProfile, status: int = 200) -> Response:
    return Response(PrinterOut(profile).data, status=status, headers={"ETag": f'"{profile.revision}"'})


class Printers(APIView):
    """Printer profiles of the person who asks."""

    pagination_class = Pages

    @extend_schema(responses=PrinterOut(many=True))
    def get(self, request: Request) -> Response:
        """By name."""
        pages = Pages()
        rows = PrinterProfile.objects.filter(owner=asker(request)).order_by("name", "id")
        return pages.get_paginated_response(
            PrinterOut(pages.paginate_queryset(rows, request, view=self), many=True).data
        )

    @extend_schema(request={"application/json": struct_schema(NamedPrinter)}, responses={201: PrinterOut})
    def post(self, request: Request) -> Response:
        """Keep what the calibration sheet has told of a printer."""
        return _printer(printers.create(user=asker(request), named=take(request.data, NamedPrinter)), 201)


class PrinterDetail(APIView):
    """One printer profile."""

    @extend_schema(responses=PrinterOut)
    def get(self, request: Request, printer_id: UUID) -> Response:
        """As it was saved last."""
        return _printer(printers.access_printer(asker(request), printer_id))

    @extend_schema(
        parameters=[preconditions.IF_MATCH],
        request={"application/json": struct_schema(NamedPrinter)},
        responses={200: PrinterOut, 412: OpenApiResponse(PrinterOut, "Stale; `current` is what it is now.")},
    )
    def put(self, request: Request, printer_id: UUID) -> Response:
        """Save it anew: 428 without If-Match, 412 *stale* with the current one."""
        profile, seen = printers.access_printer(asker(request), printer_id), preconditions.seen(request)
        try:
            return _printer(printers.save(profile=profile, seen=seen, named=take(request.data, NamedPrinter)))
        except printers.StalePrinter as stale:
            words = "The printer was saved in the meantime."
            raise Problem("stale", words, status=412, current=PrinterOut(stale.profile).data) from None

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, printer_id: UUID) -> Response:
        """Delete it; sheets that were for it are for any printer then."""
        printers.delete(printers.access_printer(asker(request), printer_id))
        return Response(status=204)
