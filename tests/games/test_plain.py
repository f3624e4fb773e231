"""Plain values: JSON Pointers into them, and names that stand twice in their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.plain import NameTwice, expect_names_once, first_twice, set_at

KEYS = st.text(max_size=4)
TREES = st.recursive(
    st.integers(), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


def places(value, path=""):
    found = [(path, value)]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, f"{path}/{key.replace('~', '~0').replace('/', '~1')}")
    if isinstance(value, list):
        for n, inner in enumerate(value):
            found += places(inner, f"{path}/{n}")
    return found


@given(TREES)
def test_every_place_can_be_set_and_set_back(tree):
    for path, value in places(tree):
        changed = set_at(tree, path, "new")
        assert ("new" in [found for _, found in places(changed)]) or changed == "new"
        assert set_at(changed, path, value) == tree


@pytest.mark.parametrize("pointer", ["a", "/b", "/a/3", "/a/-", "/a/x", "/a/0/0", "/a/²"])
def test_what_is_not_there_cannot_be_set(pointer):
    tree = {"a": [1, 2]}
    with pytest.raises(LookupError):
        set_at(tree, pointer, 5)


@given(st.lists(st.text(max_size=2)))
def test_the_first_name_that_stood_before(names):
    before = [name for n, name in enumerate(names) if name in names[:n]]
    assert first_twice(names) == (before[0] if before else None)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"c": [], "\\u0061": 2, "a": 1}}]', b'{"":1,"":2}'])
def test_a_name_that_stands_twice_in_an_object(text):
    with pytest.raises(NameTwice):
        expect_names_once(text)


def test_names_of_different_objects_are_no_twins():
    expect_names_once('[{"a": {"a": 1}}, {"a": 2, "A": 3}, "a", "a"]')
