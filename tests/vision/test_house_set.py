"""What is remembered of a set of shells, and read back as a foreign thing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.house_set import HouseSet, ShownThrow
from vision.reading import Face
from vision.sides import UNKNOWN

THROW = ShownThrow(
    2, 1, (85.0, 2.0, 12.0, 20.0, 6.9, 0.04), (60.0, 8.0, 30.0, 3.0, -4.25, 0.4), strange=1, told=2, of=7
)


def test_a_throw_is_kept_as_the_means_of_its_sides() -> None:
    shown = np.array(
        [[80.0, 1, 10, 18, 6.8, 0.0], [60, 8, 30, 3, -4.25, 0.4], [90, 3, 14, 22, 7.0, 0.04], [9] * 6]
    )
    faces = [Face.MOUTH, Face.BACK, Face.MOUTH, Face.UNSURE]
    assert ShownThrow.of_shells(shown, faces, strange=1, told=2, number=7) == THROW


def test_of_an_unknown_set_the_usual_is_believed() -> None:
    believed = HouseSet().beliefs()
    for part in ("middle", "middles", "apart", "aparts"):
        assert getattr(believed, part) == pytest.approx(getattr(UNKNOWN, part))


def test_the_more_was_shown_the_nearer_is_what_is_believed() -> None:
    truth = (np.array(THROW.mouth) - np.array(THROW.back))[:4]
    away = []
    known = HouseSet()
    for _ in range(6):
        away.append(float(np.abs(known.beliefs().apart - truth).sum()))
        known = known.shown(THROW)
    assert away == sorted(away, reverse=True)
    assert away[-1] < 0.3 * away[0]
    assert (known.beliefs().aparts < UNKNOWN.aparts).all()


def known(times: int = 6, throw: ShownThrow = THROW) -> HouseSet:
    return HouseSet((throw,) * times)


def test_a_set_is_known_after_four_throws() -> None:
    assert [known(times).is_known for times in (0, 3, 4)] == [False, False, True]


def test_a_throw_is_taken_back_by_the_number_of_its_photograph() -> None:
    other = replace(THROW, of=8)
    assert HouseSet((THROW, other)).without(7) == HouseSet((other,))
    assert HouseSet((THROW, other)).without(9) == HouseSet((THROW, other))


def test_the_middle_between_mouths_and_backs_moves_with_the_set() -> None:
    pale = replace(THROW, mouth=(85.0, 2.0, 12.0, 20.0, 1.0, 0.1), back=(60.0, 8.0, 30.0, 3.0, -5.0, 0.1))
    assert known(12, pale).odds_of(-1.0) > HouseSet().odds_of(-1.0)
    assert known(12, pale).odds_of(-5.0) < -2
    for shown in (HouseSet(), known(), known(12, pale)):
        told = [shown.odds_of(one) for one in np.linspace(-7, 7, 15)]
        assert told == sorted(told)


def test_mouths_that_are_told_like_backs_say_nothing() -> None:
    alike = replace(THROW, mouth=(*THROW.mouth[:4], -4.0, 0.1), back=(*THROW.back[:4], -4.0, 0.1))
    assert abs(known(24, alike).odds_of(-4.0)) < 1.5


def test_one_wrong_word_moves_a_set_but_little() -> None:
    right = known(6).odds_of(-2.0)
    turned = replace(THROW, mouth=THROW.back, back=THROW.mouth)
    wrong = HouseSet((*known(6).throws, turned)).odds_of(-2.0)
    assert right < 0
    assert wrong < 0
    assert abs(wrong) > 0.5 * abs(right)


def test_a_colour_stays_in_weaker_light_and_another_set_has_another() -> None:
    back = np.array(THROW.back[:4])
    assert known().has_colour(back, Face.BACK)
    assert known().has_colour(back * 0.6, Face.BACK)
    assert not known().has_colour(back * (1, 1, -1, 1), Face.BACK)
    assert not HouseSet().has_colour(back, Face.BACK)


def test_how_much_a_flat_shell_may_seem_to_lean_is_not_told_by_one_throw() -> None:
    leaning = replace(THROW, back=(*THROW.back[:5], 0.9))
    assert HouseSet((THROW,) * 5).leaning(Face.BACK) == 0.4
    assert HouseSet((*[THROW] * 5, leaning)).leaning(Face.BACK) == 0.4
    assert HouseSet((*[THROW] * 5, leaning, leaning)).leaning(Face.BACK) == 0.9
    assert HouseSet((leaning,)).leaning(Face.BACK) == 0.0
