"""Any request at all: no 5xx, and no answer that the OpenAPI document does not tell."""

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.house.test_interface import URLS, shape

OPERATIONS = [(url, method) for url, methods in URLS.items() for method in sorted(methods)]


@pytest.fixture(scope="module")
def operations(django_db_setup, django_db_blocker):
    """Of the document as it is served. Read when it is needed: every process of a run imports this file, few ask."""
    import schemathesis

    schemathesis.serializer.alias(["application/jsonl", "application/x-ndjson"], "text/plain")

    @schemathesis.serializer("application/zip")
    def archive(context, value):
        """An archive is bytes, mostly bad ones."""
        return value if isinstance(value, bytes) else str(value).encode()

    with django_db_blocker.unblock():
        document = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    every = [one.ok() for one in document.get_all_operations()]
    return {(shape(one.path), one.method): one for one in every}


def checks():
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as conformance

    return (
        not_a_server_error,
        conformance.content_type_conformance,
        conformance.response_schema_conformance,
        conformance.status_code_conformance,
    )


@pytest.fixture
def _one_connection(db):
    """The end of a request closes connections; the test's transaction lives on one."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("_one_connection")
@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.parametrize(("url", "method"), OPERATIONS)
@pytest.mark.parametrize("examples", [5, pytest.param(200, marks=pytest.mark.soak)])
def test_no_request_breaks_it(operations, url, method, examples):
    from companion.accounts import people
    from companion.accounts.models import Token

    guest = people.make_guest()
    operation = operations[shape(url), method]
    _, key = people.give_token(user=guest, kind=Token.Kind.BEARER)

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=operation.as_strategy())
    def try_it(case):
        if url != "/api/me/":
            case.headers["Authorization"] = f"Bearer {key}"
        case.call_and_validate(checks=checks())

    try_it()
