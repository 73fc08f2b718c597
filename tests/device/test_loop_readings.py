"""What a reading of the eye is worth: the throw that it is, or the answers that it leaves."""

from __future__ import annotations

import pytest

from device.loop import alternatives, throw_of
from devices.scripted_loop import dice, seen, shells
from engine.throw import Cowries, Dice, Throw, ThrowKind
from vision import Doubt, Face, Reading

FOUR_SHELLS, TWO_DICE, ONE_DIE = ThrowKind("cowries", 4), ThrowKind("dice", 2), ThrowKind("dice", 1)


@pytest.mark.parametrize(
    ("reading", "wanted", "throw"),
    [
        (shells(0), FOUR_SHELLS, Cowries(0, 4)),
        (shells(2, 3), FOUR_SHELLS, None),
        (dice(3, 1), FOUR_SHELLS, None),
        (dice(1, 3), TWO_DICE, Dice((1, 3))),
        (dice(1, 3, xs=(9, 2)), TWO_DICE, Dice((3, 1))),
        (dice(5), TWO_DICE, None),
        (dice(5), ONE_DIE, Dice((5,))),
        (shells(2, 2), TWO_DICE, None),
        (Reading("nothing", (), False), TWO_DICE, None),
        (Reading("cowries", (seen(Face.UNSURE), *shells(1, 3).seen), False), FOUR_SHELLS, None),
    ],
)
def test_a_reading_is_a_throw_only_of_the_wanted_kind(
    reading: Reading, wanted: ThrowKind, throw: Throw | None
) -> None:
    assert throw_of(reading, wanted) == throw


def test_no_answer_is_offered_twice() -> None:
    reading = Reading("dice", (seen(Face.ONE), seen(Face.THREE)), False, (Doubt("they touch"),))
    offered = alternatives(reading, TWO_DICE)
    assert len(offered) == len(set(offered))
    assert offered[0] == Dice((3, 1))
