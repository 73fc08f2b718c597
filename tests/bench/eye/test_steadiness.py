"""Pictures that are spoilt, and how their rows are ordered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from tests.bench.eye.steadiness import SPOILS, changes, spoilt
from tests.bench.score import Result, Row, Sample, worst_first
from vision import Doubt, Expect, Reading

FRAME = np.zeros((60, 80, 3), np.uint8)
FRAME[16:36, 30:50] = 200
ASKED = Reading("nothing", (), False, (Doubt("one shell leans: lay it flat"),))
CERTAIN = Reading("nothing", (), True)


def sample(name: str = "a", *, must_ask: bool = False) -> Sample:
    return Sample("some", name, FRAME, Expect("cowries", 4), shells=4, must_ask=must_ask)


@pytest.mark.parametrize("name", SPOILS)
def test_a_picture_is_spoilt_in_the_same_way_each_time(name: str) -> None:
    one, two = spoilt(sample(), name), spoilt(sample(), name)
    assert (one.frame == two.frame).all()
    assert one.frame.dtype == np.uint8
    assert one.frame.shape in ((60, 80, 3), (80, 60, 3))
    assert one.frame.shape != FRAME.shape or (one.frame != FRAME).any()
    assert one.expect == sample().expect


def test_blur_keeps_the_light_and_a_warm_lamp_takes_the_blue() -> None:
    blurred = spoilt(sample(), "motion blur 17 px").frame
    assert blurred.sum() == pytest.approx(FRAME.sum(), rel=0.02)
    assert 0 < blurred[26, 40].min() <= 200
    blue, green, red = spoilt(sample(), "2,700 K").frame[26, 40]
    assert blue < green < red
    assert spoilt(sample(), "brightness x 0.4").frame.max() == 80
    assert spoilt(sample(), "brightness x 1.6").frame.max() == 255


def test_a_change_is_told_in_points_and_the_worst_comes_first() -> None:
    def read(samples: Iterable[Sample]) -> list[Result]:
        # This eye is right about pictures as they are, wrong about others, and certain about dark ones.
        told = []
        for one in samples:
            upright = one.frame.shape == FRAME.shape and (one.frame == FRAME).all()
            reading = ASKED if upright or one.frame.max() != 80 else CERTAIN
            told.append(Result(replace(one, must_ask=upright), reading, 1.0))
        return told

    plain, rows = changes(lambda: [sample(), sample("b")], read)
    assert plain.points == 0
    assert rows[0].name == "brightness x 0.4"
    assert (rows[0].lies, rows[0].points) == (2, -100)
    assert {one.lies for one in rows[1:]} == {0}
    assert "0/2" in str(rows[0])


def test_where_one_must_ask_a_certain_reading_is_a_lie() -> None:
    asked = Result(sample(must_ask=True), ASKED, 1.0)
    told = Result(sample(must_ask=True), CERTAIN, 1.0)
    assert (asked.right, asked.lie, told.right, told.lie) == (True, False, False, True)


def test_rows_are_told_worst_first() -> None:
    lies = Row("lies", [Result(sample(must_ask=True), CERTAIN, 1.0)])
    wrong = Row("wrong", [Result(sample(), ASKED, 1.0)])
    fine = Row("fine", [Result(sample(must_ask=True), ASKED, 1.0)])
    assert [row.name for row in worst_first([fine, wrong, lies])] == ["lies", "wrong", "fine"]
