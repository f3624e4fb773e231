"""The whole test suite: on SQLite, then on PostgreSQL and Redis where these answer.

``TEST_DATABASE_URL`` and ``TEST_REDIS_URL`` say where they are. Without them the second run is left out with one line;
with ``REQUIRE_SERVICES=1`` that is a failure. ``--soak`` runs the long versions of the random tests instead.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.services import missing_service  # noqa: E402


def run(words: list[str], **environment: str) -> int:
    command = [sys.executable, "-m", "pytest", *words]
    environment = {**os.environ, **environment}
    # Dozens of processes start: each would compile all of the house and the tests anew.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--soak", action="store_true")
    options, words = parser.parse_known_args()
    words += ["-m", "soak" if options.soak else "not soak", "-n", "3", "--dist", "worksteal", "-q"]
    environment = {name: os.environ.get(name, "") for name in ("TEST_DATABASE_URL", "TEST_REDIS_URL")}
    first = run(words, DATABASE_URL="", REDIS_URL="")
    if options.soak:
        return first
    reason = missing_service()
    if reason:
        required = os.environ.get("REQUIRE_SERVICES") == "1"
        sys.stdout.write(f"{'FAILED' if required else 'SKIPPED'}: the tests on PostgreSQL and Redis: {reason}\n")
        return first or int(required)
    second = run(
        words, DATABASE_URL=environment["TEST_DATABASE_URL"], REDIS_URL=environment["TEST_REDIS_URL"], ONLY_DATABASE="1"
    )
    return first or second


if __name__ == "__main__":
    sys.exit(main())
