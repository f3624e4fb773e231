"""Whether the process lives (``/healthz``) and whether all that it needs answers (``/readyz``)."""

from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse

from printing import jobs


def alive(request: HttpRequest) -> JsonResponse:
    """This process answers."""
    return JsonResponse({"status": "ok"})


def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, broker and worker answer; 503 tells which does not. Never why: that is in the log."""
    answers = {"database": _answers(_ask_database), "worker": _answers(jobs.expect_worker)}
    if settings.REDIS_URL:
        answers["broker"] = _answers(_ask_broker)
    good = all(answers.values())
    words = {name: "ok" if fine else "no answer" for name, fine in answers.items()}
    return JsonResponse({"status": "ok" if good else "not ready", **words}, status=200 if good else 503)


def _answers(ask: Callable[[], object]) -> bool:
    try:
        ask()
    except Exception:
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    # Only where there is a broker does a process carry its client.
    import redis

    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
    try:
        client.ping()
    finally:
        client.close()
