"""The ASGI application that uvicorn serves: Django, and in front of it the open streams, which need no thread."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
django.setup(set_prefix=False)

from companion.handler import Handler  # noqa: E402
from companion.matches.streams import Streams  # noqa: E402

# The event loop would wait five milliseconds for a thread that computes; half a one is enough for that thread.
sys.setswitchinterval(0.0005)
application = Streams(Handler())
