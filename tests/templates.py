"""Migrated databases, made once for all processes of a run and copied: migrating takes longer than most tests.

SQLite's is a file in the folder of the run; PostgreSQL's is a database that others name as their template.
"""

import contextlib
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg

ROOT = Path(__file__).resolve().parent.parent
_begun: list[subprocess.Popen] = []


def run_folder() -> Path:
    """What the processes of a run share (see ``tests.environment``)."""
    return Path(os.environ["TEST_RUN"])


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One process of the run at a time; the others wait."""
    with (run_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrate(url: str, folder: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(folder), "REDIS_URL": ""}
    command = [sys.executable, "manage.py", "migrate", "-v", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=120)


def sqlite_file() -> Path:
    """A migrated database, to be copied."""
    file = run_folder() / "migrated" / "companion.sqlite3"
    with _alone():
        if not file.exists():
            making = run_folder() / "making"
            _migrate("", making)
            making.rename(file.parent)
    return file


def postgres_database(server: str) -> str:
    """The name of a migrated database at a server, ``postgres://…/any``, to be a template."""
    name, made = _name(), run_folder() / "migrated-postgres"
    with _alone():
        if not made.exists():
            with psycopg.connect(server, autocommit=True) as link:
                link.execute(f'CREATE DATABASE "{name}"')
            _migrate(f"{server.rpartition('/')[0]}/{name}", run_folder() / "making-postgres")
            made.write_text(server)
    return name


def _name() -> str:
    return f"test_{run_folder().name.replace('-', '_')}"


def forget() -> None:
    """Take PostgreSQL's away; the file goes with the folder of the run."""
    for process in _begun:
        process.wait()
    made = run_folder() / "migrated-postgres"
    if made.exists():
        with psycopg.connect(made.read_text(), autocommit=True) as link:
            link.execute(f'DROP DATABASE IF EXISTS "{_name()}" WITH (FORCE)')


def begin() -> None:
    """Make them while the tests are being collected; who needs one meanwhile waits."""
    _begun.append(subprocess.Popen([sys.executable, "-m", "tests.templates"], cwd=ROOT))


def main() -> None:
    """All that this run needs: the tests with processes of their own have SQLite's in any run."""
    server = os.environ.get("DATABASE_URL", "")
    if server.startswith("postgres"):
        postgres_database(server)
    sqlite_file()


if __name__ == "__main__":
    main()
