"""The index is made once, as it is where the house runs; a test that changes it is rolled back."""

import pytest


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    from cards.index import load_built_in

    with django_db_blocker.unblock():
        load_built_in()
