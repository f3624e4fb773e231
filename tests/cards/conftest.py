"""Every answer that a test of lists gets has its status in the OpenAPI document."""

import re

import pytest
from django.test import Client

LISTS = re.compile(r"^/api/(cadres|decks|lists|collection|me/archive)/")
_declared = {}


def declared():
    """(method, path as a pattern) -> statuses, of every operation of lists."""
    if not _declared:
        from drf_spectacular.generators import SchemaGenerator

        document = SchemaGenerator().get_schema(public=True)
        for path, operations in document["paths"].items():
            if LISTS.match(path):
                pattern = re.compile(re.sub(r"{\w+}", "[^/]+", path) + r"\Z")
                for method, operation in operations.items():
                    _declared[method.upper(), pattern] = set(operation["responses"])
    return _declared


def statuses(method, path):
    """What an operation may answer; None where the document has no such operation."""
    found = [codes for (one, pattern), codes in declared().items() if one == method and pattern.match(path)]
    return found[0] if found else None


@pytest.fixture(autouse=True)
def _answers_are_declared(monkeypatch):
    generic = Client.generic

    def asked(self, method, path, *args, **kwargs):
        answer = generic(self, method, path, *args, **kwargs)
        bare = str(path).partition("?")[0]
        if LISTS.match(bare):
            codes = statuses(method.upper(), bare)
            assert codes is None or str(answer.status_code) in codes, (method, bare, answer.status_code, codes)
            assert codes is not None or answer.status_code in (404, 405)
        return answer

    monkeypatch.setattr(Client, "generic", asked)
