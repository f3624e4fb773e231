"""What every test has: an own database, a client of the API, people."""

import os
import shutil
from pathlib import Path

import hypothesis
import pytest

from tests import templates


def pytest_configure(config):
    """What costs time and is not what is tested is left out."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Every client of a test reads the middleware anew: it need not look at each static file of every package then.
    settings.WHITENOISE_AUTOREFRESH = True
    # How long an example takes says what else the machine is doing.
    hypothesis.settings.register_profile("house", deadline=None)
    hypothesis.settings.load_profile("house")
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        templates.begin()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """Two runs of the suite at once do not share a database; SQLite's is a file, as it is for who runs it."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    name = f"test_companion_{os.getpid()}"
    if on_postgres():
        # A pool would keep connections open that the end of the tests has to close.
        database["OPTIONS"] = {key: value for key, value in database["OPTIONS"].items() if key != "pool"}
        more = {"NAME": name, "TEMPLATE": templates.postgres_database(os.environ["DATABASE_URL"])}
    else:
        more = {"NAME": shutil.copyfile(templates.sqlite_file(), settings.VAR / f"{name}.sqlite3")}
    database["TEST"] = {**database.get("TEST", {}), **more}


def on_postgres() -> bool:
    """Whether the tests of this run are on PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


@pytest.fixture(scope="session")
def django_db_keepdb():
    """SQLite's is there already, and goes with the folder of the run."""
    return not on_postgres()


def pytest_collection_modifyitems(config, items):
    """On the services only the tests that touch a database run again."""
    if os.environ.get("ONLY_DATABASE") != "1":
        return
    names = {"db", "transactional_db", "client", "api", "person", "live_server", "services"}
    chosen = [item for item in items if item.get_closest_marker("django_db") or names & set(item.fixturenames)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


@pytest.fixture(autouse=True)
def _own_counters(request):
    """No test is refused for what another one asked; in Redis it is told by its address (a clear would be a flush)."""
    yield
    if not os.environ.get("REDIS_URL") and {"db", "transactional_db"} & set(request.fixturenames):
        from django.core.cache import cache

        cache.clear()


@pytest.fixture(autouse=True)
def _let_logs_go(request):
    """The flush behind a transactional test may delete the logs that the triggers guard."""
    marker = request.node.get_closest_marker("django_db")
    commits = marker is not None and marker.kwargs.get("transaction", False)
    if not commits and not {"transactional_db", "live_server"} & set(request.fixturenames):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from companion.matches.models import Match

    Match.objects.update(deleting=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for the files of one test."""
    return tmp_path


class Api:
    """A client of the JSON API, as a person with a bearer token (or nobody)."""

    def __init__(self, token: str | None = None) -> None:
        from django.test import Client

        self.client = Client(headers={"authorization": f"Bearer {token}"} if token else None)

    def _send(self, method: str, url: str, body=None, **headers):
        more = {"headers": {name.replace("_", "-"): value for name, value in headers.items()}}
        if body is not None:
            more |= {"data": body, "content_type": "application/json"}
        return getattr(self.client, method)(url, **more)

    def get(self, url, **headers):
        return self._send("get", url, **headers)

    def post(self, url, body=None, **headers):
        return self._send("post", url, {} if body is None else body, **headers)

    def put(self, url, body, **headers):
        return self._send("put", url, body, **headers)

    def delete(self, url, **headers):
        return self._send("delete", url, **headers)


@pytest.fixture
def stranger(db) -> Api:
    """Nobody whom the server knows."""
    return Api()


@pytest.fixture
def new_person(db):
    """Makes people: each call a new guest's client."""

    def make() -> Api:
        return Api(Api().post("/api/guests/").json()["token"]["token"])

    return make


@pytest.fixture
def api(new_person) -> Api:
    """A guest's client."""
    return new_person()
