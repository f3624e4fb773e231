"""Loaded before settings are read (``-p tests.environment``): nothing that a test writes lands in the project's own
folder, no key of it is mistaken for a real one, and nobody's counters refuse a test."""

import os
import shutil
import tempfile

FOLDER = tempfile.mkdtemp(prefix="companion-test-")
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
    """Take away what the run has left: its folder, and the keys with its prefix (never a flush)."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    address = os.environ.get("REDIS_URL")
    if not address:
        return
    import redis

    client = redis.Redis.from_url(address)
    keys = list(client.scan_iter(f"{os.environ['REDIS_PREFIX']}*"))
    if keys:
        client.delete(*keys)
    client.close()
