"""JSON Pointers into plain values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.plain import set_at

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
