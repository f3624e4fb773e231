"""Home: what this is, what can be begun, and what this device holds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from companion.web import mine
from companion.web.visitors import visitor


@require_GET
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """For anybody, known or not."""
    person = visitor(request)
    return render(request, "web/home.html", mine.of(person) if person else {})
