"""What a reading says, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import Doubt, Expect, ExpectError, Face, FrameError, Reading, Seen, VisionError, check_frame


def one(face: Face, confidence: float = 0.99, *alternatives: tuple[Face, float]) -> Seen:
    return Seen(face, confidence, 10, 20, 30, 30, alternatives)


def test_the_values_of_dice_are_told_from_high_to_low_and_mouths_are_counted() -> None:
    reading = Reading("dice", (one(Face.TWO), one(Face.SIX), one(Face.TWO)), True)
    assert reading.values == (6, 2, 2)
    assert (reading.mouths, reading.shells, reading.total) == (0, 0, 3)
    shells = tuple(map(one, (Face.MOUTH, Face.BACK, Face.MOUTH, Face.UNSURE)))
    reading = Reading("cowries", shells, False, ("?",))
    assert (reading.mouths, reading.shells, reading.total, reading.values) == (2, 4, 4, ())
    assert Reading("nothing", (), True).alternatives() == (), "an empty tray has no other answer"


def test_the_likeliest_other_answer_comes_first_and_the_own_one_never() -> None:
    doubtful = one(Face.FIVE, 0.6, (Face.SIX, 0.3), (Face.FOUR, 0.05))
    reading = Reading(
        "dice", (one(Face.TWO, 0.98, (Face.THREE, 0.01)), doubtful), False, (Doubt("one die leans"),)
    )
    others = reading.alternatives()
    assert others[0].values == (6, 2)
    assert all(answer.values != (5, 2) for answer in others)
    assert [answer.probability for answer in others] == sorted((a.probability for a in others), reverse=True)
    assert others[0].probability == pytest.approx(0.98 * 0.3)


def test_two_ways_to_the_same_answer_count_together() -> None:
    shell = one(Face.MOUTH, 0.7, (Face.BACK, 0.3))
    answers = Reading("cowries", (shell, shell), False, ("?",)).alternatives()
    assert (answers[0].mouths, answers[0].shells) == (1, 2)
    assert answers[0].probability == pytest.approx(2 * 0.7 * 0.3)


def test_a_missing_shell_is_filled_in_with_both_sides() -> None:
    reading = Reading("cowries", (one(Face.MOUTH),), False, ("1 shell seen, 2 expected",), missing=1)
    assert {(answer.mouths, answer.shells) for answer in reading.alternatives()} >= {(2, 2), (1, 2)}


def test_many_doubtful_shells_are_answered_quickly() -> None:
    shell = one(Face.MOUTH, 0.5, (Face.BACK, 0.4))
    answers = Reading("cowries", (shell,) * 30, False, ("?",)).alternatives(limit=3)
    assert len(answers) == 3


@pytest.mark.parametrize("text", ["dice", "dice:2", "cowries", "cowries:7", "auto"])
def test_what_is_expected_reads_back_as_it_was_written(text: str) -> None:
    assert str(Expect.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "die", "dice:", "dice:0", "dice:-1", "auto:2", "cowries:x", "dice:1000", "dice:²"]
)
def test_an_expectation_that_is_none_is_refused_with_what_would_work(text: str) -> None:
    with pytest.raises(ExpectError, match="dice:2"):
        Expect.parse(text)


@given(st.text(max_size=12))
def test_no_text_breaks_the_reading_of_expectations(text: str) -> None:
    understood = None
    try:
        understood = Expect.parse(text)
    except VisionError as error:
        message = str(error)
    if understood is None:
        assert repr(text) in message
    else:
        assert text.split(":")[0] == understood.kind


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (np.zeros((48, 64), np.uint8), "shape"),
        (np.zeros((48, 64, 4), np.uint8), "shape"),
        (np.zeros((48, 64, 3), np.float32), "uint8"),
        (np.zeros((4, 64, 3), np.uint8), "pixels"),
        (np.zeros((16, 9000, 3), np.uint8), "pixels"),
        ([[1, 2]], "array"),
    ],
)
def test_a_picture_of_a_wrong_kind_is_refused_in_words(picture: object, words: str) -> None:
    with pytest.raises(FrameError, match=words):
        check_frame(picture)  # type: ignore[arg-type]
    assert issubclass(FrameError, ValueError)


def test_faces_know_their_pips_and_kind() -> None:
    assert [face.pips for face in Face] == [1, 2, 3, 4, 5, 6, None, None, None]
    assert [face.is_die for face in Face].count(True) == 6
    assert [face for face in Face if face.is_shell] == [Face.MOUTH, Face.BACK]
