"""What makes the pages an installed app: the manifest, and the worker that keeps what was last seen."""

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_GET

SHELL = (
    "web/companion.css",
    "web/table.css",
    "web/companion.js",
    "web/table.js",
    "web/offline.js",
    "django_htmx/htmx-2.min.js",
    "web/icon.svg",
)
"""Files that a page needs to be shown without a network."""


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest."""
    icon = {"src": static("web/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    pictures = [
        {"src": static(f"web/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in ((192, "any"), (512, "maskable"))
    ]
    body = {
        "name": "Companion",
        "short_name": "Companion",
        "description": "Build lists, track matches, print cards.",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f1e7",
        "theme_color": "#7a2327",
        "icons": [icon, *pictures],
    }
    return JsonResponse(body, content_type="application/manifest+json")


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker, from the root so that all pages are its; it is told the names of the files that it keeps."""
    path = finders.find("web/worker.js")
    with open(str(path), encoding="utf-8") as file:
        source = file.read()
    shell = ", ".join(f'"{static(name)}"' for name in SHELL)
    source = source.replace('"SHELL"', shell).replace("VERSION", settings.VERSION)
    return HttpResponse(source, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network where the page was never seen."""
    return render(request, "web/offline.html")
