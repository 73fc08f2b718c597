"""What is kept of the set that an eye was taught."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import device.eye.taught  # noqa: F401  how a set is written
from engine.record import read, write
from vision.house_set import MOST, HouseSet, ShownThrow

THROW = ShownThrow(
    2, 1, (85.0, 2.0, 12.0, 20.0, 6.9, 0.04), (60.0, 8.0, 30.0, 3.0, -4.25, 0.4), strange=1, told=2, of=7
)
GOOD = write(THROW)


def test_a_set_is_small_and_the_same_when_read_back() -> None:
    known = HouseSet()
    for _ in range(3 * MOST):
        known = known.shown(replace(THROW, back=(-60.5, -18.1, -30.2, 13.4, -4.25, 0.44), of=1_234_567))
    written = json.dumps(write(known))
    assert len(written) < 4096
    assert read(HouseSet, json.loads(written)) == known
    assert len(known.throws) == MOST


@pytest.mark.parametrize(
    "bad",
    [
        None,
        7,
        "x",
        [],
        {},
        GOOD | {"more": 1},
        GOOD | {"mouths": True},
        GOOD | {"mouths": 2.0},
        GOOD | {"mouths": -1},
        GOOD | {"mouths": 10**9},
        GOOD | {"mouth": "85"},
        GOOD | {"mouth": [1.0] * 5},
        GOOD | {"strange": -1},
        GOOD | {"of": 1.0},
        GOOD | {"of": 2**60},
        GOOD | {"mouth": [1.0] * 10**4},
        GOOD | {"mouth": []},
        GOOD | {"mouth": [1.0, 2.0, 3.0, 4.0, 5.0, float("nan")]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, 4.0, 5.0, float("inf")]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, 4.0, 5.0, 1e9]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, 4.0, 5.0, 10**400]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, 4.0, 5.0, True]},
        GOOD | {"backs": 0},
    ],
)
def test_one_bad_throw_is_passed_over_and_the_others_stay(bad: Any) -> None:
    assert read(HouseSet, [GOOD, bad, GOOD]) == HouseSet((THROW, THROW))


@settings(max_examples=50)
@given(st.lists(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=4),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=4), inner),
                    max_leaves=12)))  # fmt: skip
def test_what_is_no_set_is_an_unknown_one(saved: list[object]) -> None:
    assert read(HouseSet, saved).throws == ()
