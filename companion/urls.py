"""Every URL, from the parts that own them."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from companion import answering, health
from companion.web import errors

urlpatterns = [
    # The first is the one that is asked for most; each of the others is tried before the next.
    path("api/", include("companion.matches.urls")),
    path("api/", include("companion.accounts.urls")),
    path("api/", include("cards.urls")),
    path("api/", include("printing.urls")),
    path("api/schema/", SpectacularAPIView.as_view(permission_classes=[], authentication_classes=[])),
    path(
        "api/docs/",
        SpectacularSwaggerView.as_view(url="/api/schema/", permission_classes=[], authentication_classes=[]),
    ),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("problems/<slug:code>", answering.explain),
    path("", include("companion.web.urls")),
]
handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.page_not_found
handler500 = errors.server_error
