"""What is wrong with a value, in words: whatever msgspec says of it, no word of a programmer is left."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.faults import fault_of

Meta = msgspec.Meta


class Inner(msgspec.Struct, tag="inner", frozen=True, forbid_unknown_fields=True):
    n: int = 0


class Other(msgspec.Struct, tag="other", frozen=True):
    pass


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    a: int
    least: Annotated[int, Meta(ge=0)] = 0
    most: Annotated[float, Meta(lt=5, multiple_of=0.5)] = 0
    word: Annotated[str, Meta(min_length=2, max_length=4, pattern="^x")] = "xx"
    kind: Literal["p", "q"] = "p"
    pair: tuple[int, int] = (1, 2)
    few: Annotated[list[int], Meta(max_length=1)] = []
    named: dict[Annotated[str, Meta(min_length=2)], int] = {}
    maybe: int | None = None
    inner: Inner | Other = Inner()
    id: UUID | None = None


CASES = [
    ({}, "$", "the field `a` is missing"),
    ({"a": 1, "z": 1}, "$", "there is no field `z`"),
    ({"a": "1"}, "$.a", "a whole number is wanted, not a text"),
    ({"a": 1, "maybe": []}, "$.maybe", "a whole number or null is wanted, not a list"),
    ({"a": 1, "least": -1}, "$.least", "0 is the least"),
    ({"a": 1, "most": 5}, "$.most", "it must be less than 5"),
    ({"a": 1, "most": 0.7}, "$.most", "only multiples of 0.5"),
    ({"a": 1, "word": "x"}, "$.word", "at least 2 characters"),
    ({"a": 1, "word": "xxxxx"}, "$.word", "at most 4 characters"),
    ({"a": 1, "word": "yy"}, "$.word", "it is not of the form '^x'"),
    ({"a": 1, "kind": "r"}, "$.kind", "'r' is none of what it may be"),
    ({"a": 1, "pair": [1]}, "$.pair", "it has to have 2 items, not 1"),
    ({"a": 1, "few": [1, 2]}, "$.few", "at most 1 item"),
    ({"a": 1, "named": {"x": 1}}, "$.named", "a name in it: at least 2 characters"),
    ({"a": 1, "inner": {"type": "third"}}, "$.inner.type", "'third' is none of what it may be"),
    ({"a": 1, "inner": {"type": "inner", "n": True}}, "$.inner.n", "a whole number is wanted, not true or false"),
    ({"a": 1, "id": "seven"}, "$.id", "invalid UUID"),
]


def told(value):
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, Shape)
    return fault_of(caught.value)


@pytest.mark.parametrize(("value", "path", "message"), CASES, ids=[path + message for _, path, message in CASES])
def test_a_fault_in_words(value, path, message):
    assert told(value) == (path, message)
    assert told(value).sentence == f"{message[0].upper()}{message[1:]}."


@given(st.dictionaries(st.text(max_size=5), st.none() | st.booleans() | st.text(max_size=5), min_size=1))
def test_no_fault_is_left_in_the_words_of_programmers(value):
    fault = told(value)
    assert fault.path.startswith("$")
    assert "Expected" not in fault.message
    assert "Object" not in fault.message
