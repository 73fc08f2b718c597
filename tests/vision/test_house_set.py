"""What is remembered of a set of shells, and read back as a foreign thing."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.house_set import MOST, HouseSet, ShownThrow
from vision.reading import Face
from vision.sides import UNKNOWN

THROW = ShownThrow(2, 1, (85.0, 2.0, 12.0, 20.0), (60.0, 8.0, 30.0, 3.0))
GOOD = THROW.to_dict()


def test_a_throw_is_kept_as_the_means_of_its_sides() -> None:
    looks = np.array([[80.0, 1, 10, 18], [60, 8, 30, 3], [90, 3, 14, 22]])
    assert ShownThrow.of(looks, [Face.MOUTH, Face.BACK, Face.MOUTH]) == THROW


def test_a_set_is_small_and_the_same_when_read_back() -> None:
    known = HouseSet()
    for _ in range(3 * MOST):
        known = known.shown(THROW)
    written = json.dumps(known.to_list())
    assert len(written) < 4096
    assert HouseSet.from_list(json.loads(written)) == known
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
        GOOD | {"mouth": [1.0] * 10**4},
        GOOD | {"mouth": []},
        GOOD | {"mouth": [1.0, 2.0, 3.0, float("nan")]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, float("inf")]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, 1e9]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, 10**400]},
        GOOD | {"mouth": [1.0, 2.0, 3.0, True]},
        GOOD | {"backs": 0},
    ],
)
def test_one_bad_throw_is_passed_over_and_the_others_stay(bad: Any) -> None:
    assert HouseSet.from_list([GOOD, bad, GOOD]) == HouseSet((THROW, THROW))


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip
def test_what_is_no_set_is_an_unknown_one(saved: object) -> None:
    assert HouseSet.from_list(saved).throws == ()


def test_of_an_unknown_set_the_usual_is_believed() -> None:
    believed = HouseSet().beliefs()
    for part in ("middle", "middles", "apart", "aparts"):
        assert getattr(believed, part) == pytest.approx(getattr(UNKNOWN, part))


def test_the_more_was_shown_the_nearer_is_what_is_believed() -> None:
    truth = np.array(THROW.mouth) - np.array(THROW.back)
    away = []
    known = HouseSet()
    for _ in range(6):
        away.append(float(np.abs(known.beliefs().apart - truth).sum()))
        known = known.shown(THROW)
    assert away == sorted(away, reverse=True)
    assert away[-1] < 0.3 * away[0]
    assert (known.beliefs().aparts < UNKNOWN.aparts).all()
