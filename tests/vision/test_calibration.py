"""Teaching the eye a set: who is who, how sure, and what may be learnt of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frames_for_tests import TRUTH, picture
from vision import Expect, Eye, Face, Frame, Reading, Seen
from vision.calibration import CEILING, ENOUGH, FLOOR, USUAL, Lesson, Taught, TeachError, learnt
from vision.house_set import HouseSet, ShownThrow

COLOURS = {"white": (235, 235, 235), "brown": (60, 85, 120), "red": (30, 30, 200), "blue": (180, 70, 30)}
"""Blue, green, red."""


def throw(things: dict[str, tuple[Face, float]], *, seed: int, dark_back: str = "") -> tuple[Frame, Reading]:
    """Things of named colours at places of a seed, each with its face and sureness."""
    rng = np.random.default_rng(seed)
    frame = np.full((480, 640, 3), (70, 95, 40), np.uint8)
    seen = []
    for place, (colour, (face, sure)) in zip(rng.permutation(len(things)), things.items(), strict=True):
        x, y = 60 + 110 * int(place), int(rng.integers(60, 360))
        paint = np.array(COLOURS[colour])
        if colour == dark_back and face is Face.BACK:
            paint = paint // 3
        frame[y : y + 60, x : x + 60] = paint
        other = (Face.BACK if face is Face.MOUTH else Face.MOUTH, 1 - sure)
        seen.append(Seen(face, sure, x - 6, y - 6, 72, 72, (other,)))
    return frame, Reading("cowries", tuple(seen), True)


def test_each_shell_is_known_again_and_the_worst_is_named() -> None:
    lesson = Lesson()
    for seed in range(5):
        face = Face.MOUTH if seed % 2 else Face.BACK
        shells = {"white": (face, 0.98), "brown": (face, 0.71), "red": (Face.MOUTH, 0.97)}
        lesson.take(*throw(shells, seed=seed, dark_back="brown"))
    told = lesson.report()
    assert lesson.throws == 5
    assert len(told) == 3
    name, sure = told[0]
    assert name == "the brown shell with the dark back"
    assert sure == pytest.approx(0.71)
    assert [round(sure, 2) for _, sure in told[1:]] == [0.97, 0.98]
    [advice] = lesson.advice()
    assert "take the brown shell with the dark back out" in advice


def test_shells_that_look_alike_are_numbered() -> None:
    lesson = Lesson()
    frame, reading = throw({"white": (Face.MOUTH, 0.9), "red": (Face.BACK, 0.95)}, seed=1)
    frame[:] = 128
    lesson.take(frame, reading)
    assert [name for name, _ in lesson.report()] == [
        "the grey shell (1 of 2 alike)",
        "the grey shell (2 of 2 alike)",
    ]


def test_a_good_set_needs_no_advice_and_a_bad_light_hits_all() -> None:
    good, bad = Lesson(), Lesson()
    good.take(*throw({"white": (Face.MOUTH, 0.98), "red": (Face.MOUTH, 0.97)}, seed=1))
    bad.take(*throw({"white": (Face.MOUTH, 0.7), "red": (Face.MOUTH, 0.72)}, seed=1))
    assert good.advice() == []
    assert "cloth" in bad.advice()[0]


def test_a_reading_of_nothing_teaches_nothing() -> None:
    lesson = Lesson()
    lesson.take(np.zeros((48, 64, 3), np.uint8), Reading("nothing", (), True))
    assert (lesson.throws, lesson.report(), lesson.advice()) == (0, [], [])
    assert lesson.learnt() == USUAL


def test_one_wrong_reading_makes_the_eye_more_careful() -> None:
    lesson = Lesson()
    _, reading = throw({"white": (Face.MOUTH, 0.97), "red": (Face.MOUTH, 0.99)}, seed=1)
    for _ in range(40):
        lesson.judge(reading)
    lesson.judge(reading, [Face.MOUTH, Face.BACK])
    assert lesson.learnt() == pytest.approx(0.98)


def test_few_right_readings_change_nothing() -> None:
    assert learnt([(0.75, True)] * (ENOUGH - 1)) == USUAL
    assert learnt([(0.75, True)] * ENOUGH) < USUAL


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=80), st.floats(FLOOR, CEILING))
def test_no_teaching_makes_the_eye_guess(told: list[tuple[float, bool]], before: float) -> None:
    now = learnt(told, before=before)
    assert FLOOR <= now <= CEILING
    if any(not right for _, right in told):
        assert now >= round(before, 4)


def test_what_was_taught_is_kept_within_its_limits_whatever_was_written() -> None:
    assert Taught(0.1, 7) == Taught(FLOOR, CEILING)
    with pytest.raises(TeachError, match="dice"):
        Taught(float("nan"))


def test_a_taught_eye_asks_more_when_it_was_wrong() -> None:
    asked = []
    for sure in (FLOOR, CEILING):
        eye = Eye(taught=Taught(sure, sure))
        asked.append(sum(not eye.read(picture(name), expect=Expect("auto")).certain for name in TRUTH))
    assert asked[0] < asked[1]


def test_what_other_weights_learnt_of_shells_is_let_go() -> None:
    one = ShownThrow(1, 0, (85.0, 2.0, 12.0, 20.0, 6.9, 0.02))
    taught = Taught(0.9, 0.85, HouseSet((one,)), "12ab34cd")
    assert taught.of_eye("12ab34cd") is taught
    assert taught.of_eye("00000000") == Taught(0.9, 0.85, HouseSet(), "00000000")


def test_a_guess_that_the_other_shells_changed_teaches_no_lower_limit() -> None:
    lesson = Lesson()
    _, reading = throw({"white": (Face.MOUTH, 0.6), "red": (Face.MOUTH, 0.99)}, seed=1)
    for _ in range(ENOUGH):
        lesson.judge(reading)
    assert lesson.learnt() == USUAL
