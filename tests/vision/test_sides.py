"""The shells of one throw, told together."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.house_set import HouseSet, ShownThrow
from vision.reading import Face
from vision.sides import Floats, look, odds

MOUTH = np.array([85.0, 2.0, 12.0, 20.0])
BACK = np.array([60.0, 8.0, 30.0, 3.0])


def throw(*sides: str, seed: int = 1) -> Floats:
    """Looks of shells of one set, a little different from each other."""
    rng = np.random.default_rng(seed)
    return np.array([(MOUTH if side == "m" else BACK) + rng.normal(0, (3, 1, 2, 2)) for side in sides])


def test_an_unclear_shell_is_what_it_looks_like() -> None:
    clear = np.array([4.0, 4.0, -4.0, -4.0])
    for side, right in (("m", 1), ("b", -1)):
        for doubtful in (0.0, -0.8 * right):
            told = odds(throw("m", "m", "b", "b", side), np.array([*clear, doubtful]))
            assert np.sign(told[-1]) == right
            assert abs(told[-1]) > 1


def test_shells_that_all_look_alike_say_nothing_of_each_other() -> None:
    alone = np.array([2.0, -2.0, 1.5, -1.5, 0.3])
    told = odds(np.tile(BACK, (5, 1)), alone)
    assert np.abs(told - alone).max() < 1.0


def test_a_shell_that_is_clear_by_itself_is_not_overruled() -> None:
    for side, alone in (("m", -3.5), ("b", 3.5)):
        told = odds(throw("m", "m", "b", "b", side), np.array([4, 4, -4, -4, alone]))
        assert np.sign(told[-1]) == np.sign(alone)
        assert abs(told[-1]) < abs(alone)


def test_the_order_of_the_shells_does_not_matter() -> None:
    looks, alone = throw("m", "b", "m", "b", "b"), np.array([3.0, -1.0, 0.2, -4.0, 0.1])
    order = np.array([3, 0, 4, 2, 1])
    assert odds(looks[order], alone[order]) == pytest.approx(odds(looks, alone)[order])


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.floats(-99, 99), st.sampled_from("mb")), min_size=2, max_size=20),
    st.integers(0, 99),
)
def test_whatever_lies_there_the_others_count_only_so_much(
    shells: list[tuple[float, str]], seed: int
) -> None:
    alone = np.array([one for one, _ in shells])
    told = odds(throw(*(side for _, side in shells), seed=seed), alone)
    assert np.isfinite(told).all()
    assert np.abs(told - alone).max() <= 2.0 + 1e-9


def test_a_known_set_tells_a_shell_that_nothing_else_tells() -> None:
    known = HouseSet()
    for seed in range(6):
        faces = [Face.MOUTH, Face.MOUTH, Face.BACK, Face.BACK]
        looks = throw("m", "m", "b", "b", seed=seed)
        shown = np.column_stack([looks, [6.0, 6.0, -6.0, -6.0], np.zeros(4)])
        known = known.shown(ShownThrow.of_shells(shown, faces))
    alone = np.zeros(3)
    for side, right in (("m", 1), ("b", -1)):
        looks = throw(side, side, side, seed=9)
        assert (right * odds(looks, alone, known.beliefs()) > 1.2).all()
    assert not (odds(looks, alone) < -1.2).any()


def test_a_look_is_the_colour_and_the_darkest_line() -> None:
    plain = np.full((36, 36, 3), (90, 140, 190), np.uint8)
    slit = plain.copy()
    cv2.line(slit, (4, 16), (32, 20), (20, 30, 40), 2)
    lightness, red, yellow, line = look(plain)
    assert (lightness > 55, red > 5, yellow > 20, line < 1) == (True, True, True, True)
    assert look(slit)[3] > 20
    assert look(slit)[:3] == pytest.approx([lightness, red, yellow], abs=3)
    turned = np.ascontiguousarray(np.rot90(slit))
    assert look(turned) == pytest.approx(look(slit), abs=3)


def test_a_mirrored_lamp_does_not_change_the_colour() -> None:
    plain = np.full((36, 36, 3), (90, 140, 190), np.uint8)
    shiny = plain.copy()
    cv2.circle(shiny, (18, 18), 4, (255, 255, 255), -1)
    assert look(shiny)[:3] == pytest.approx(look(plain)[:3], abs=2)
