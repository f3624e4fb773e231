"""The ASGI application that uvicorn serves: Django, and in front of it the open streams, which need no thread."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
_django = get_asgi_application()

from companion.matches.streams import Streams  # noqa: E402

application = Streams(_django)
