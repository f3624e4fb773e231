"""Loaded before settings are read (``-p tests.environment``): nothing that a test writes lands in the project's own
folder, no key of it is mistaken for a real one, and nobody's counters refuse a test."""

import os
import shutil
import tempfile

FIRST = "TEST_RUN" not in os.environ
if FIRST:
    # The processes that this one starts find what is made once for all of them here.
    os.environ["TEST_RUN"] = tempfile.mkdtemp(prefix="companion-test-")
FOLDER = tempfile.mkdtemp(dir=os.environ["TEST_RUN"])
os.environ.update(
    VAR_DIR=FOLDER,
    REDIS_PREFIX=f"companion-test-{os.getpid()}",
    SECRET_KEY="for-tests-only-" + "x" * 50,
    RATE_GUESTS="100000/hour",
    RATE_PASSWORDS="100000/hour",
    RATE_COPIES="100000/hour",
    RATE_JOINS="100000/hour",
)


def pytest_unconfigure(config):
    """Take away what the run has left: its folder and databases, and the keys with its prefix (never a flush)."""
    if FIRST:
        from tests import templates

        templates.forget()
        shutil.rmtree(os.environ.pop("TEST_RUN"), ignore_errors=True)
    address = os.environ.get("REDIS_URL")
    if not address:
        return
    import redis

    client = redis.Redis.from_url(address)
    keys = list(client.scan_iter(f"{os.environ['REDIS_PREFIX']}*"))
    if keys:
        client.delete(*keys)
    client.close()
