"""The runner of the benchmarks judges rows by their targets."""

import pytest

from benchmarks.run import meets, shown

ROW = {"name": "n", "value": 1.4, "unit": "s", "floor": 2.0, "ratio": 0.7}


@pytest.mark.parametrize(
    ("target", "good"),
    [("<= 1.5", True), ("<= 1.3", False), (">= 0.5x", True), (">= 0.8x", False), ("<= 0.7x", True), (None, True)],
)
def test_a_row_is_judged_by_its_target(target, good):
    row = ROW | {"target": target}
    assert meets(row) is good
    assert ("MISSED" in shown(row)) is (not good)


def test_a_row_without_a_floor_is_shown():
    assert "floor" not in shown(ROW | {"floor": None, "ratio": None, "target": None})
