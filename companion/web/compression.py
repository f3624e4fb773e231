"""Text is sent compressed: pages as Django does it, static files packed once and kept."""

import gzip
from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

PACKED = ("text/css", "text/javascript", "application/javascript", "application/manifest+json", "image/svg+xml")
PAGES = ("text/html", "image/svg+xml", "application/manifest+json", "text/javascript")


class Compression(GZipMiddleware):
    """Leaves the API, pictures and files for download as they are."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, packed where its kind is worth it."""
        kind = response.headers.get("Content-Type", "").split(";")[0]
        if (
            isinstance(response, FileResponse)
            and request.method == "GET"
            and request.path.startswith(f"/{settings.STATIC_URL.strip('/')}/")
        ):
            return _whole(response, kind in PACKED and "gzip" in request.headers.get("Accept-Encoding", ""))
        if kind not in PAGES or response.streaming or request.path.startswith("/api/"):
            return response
        return super().process_response(request, response)


def _whole(response: FileResponse, packed: bool) -> HttpResponseBase:
    """A static file in one piece: an ASGI server would read a stream of it in one piece as well, and warn."""
    if response.status_code != HTTPStatus.OK:
        return response
    body = b"".join(response.streaming_content)  # type: ignore[arg-type]
    response.close()
    whole = HttpResponse(body, headers=dict(response.headers.items()))
    if packed:
        whole.content = _zipped(body)
        whole["Content-Encoding"] = "gzip"
        patch_vary_headers(whole, ("Accept-Encoding",))
    whole["Content-Length"] = str(len(whole.content))
    return whole


@lru_cache(maxsize=64)
def _zipped(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)
