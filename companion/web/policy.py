"""The content security policy of the pages."""

from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PagesPolicy(CSPMiddleware):
    """Pages alone have one: answers of the API run nothing, and the pages of its document bring their own scripts."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The header, on every page."""
        if request.path_info.startswith("/api/"):
            return response
        return super().process_response(request, response)
