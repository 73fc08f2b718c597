"""Shells of a set that people taught, and what a throw teaches of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from vision.candidates import Candidate
from vision.faces import AllRound, Faces
from vision.find import Spot
from vision.house_set import HouseSet, ShownThrow
from vision.pyramid import Pyramid
from vision.reading import Frame
from vision.recognition import OVERRULED, lesson, recognised
from vision.sides import Floats

MOUTH, BACK = (85.0, 2.0, 12.0, 20.0), (60.0, 8.0, 30.0, 3.0)
TAUGHT = HouseSet((ShownThrow(2, 2, (*MOUTH, 6.5, 0.1), (*BACK, -4.0, 0.3), strange=1, told=2),) * 6)
CLOTH: Frame = np.full((480, 640, 3), (60, 110, 60), np.uint8)


@dataclass
class Told(Faces):
    """A network that tells what it was told to tell, all round, one after the other."""

    seen: list[AllRound] = field(default_factory=list)
    asked: int = 0

    def all_round(self, picture: Pyramid, spots: object) -> list[AllRound]:
        self.asked += len(list(spots))  # type: ignore[call-overload]
        return self.seen[: len(list(spots))]  # type: ignore[call-overload]


def shell(place: int, mouth: float, *, strange: float = 0.0, size: float = 60.0) -> Candidate:
    """A shell with a probability of "mouth"."""
    faces = np.array([0.0] * 6 + [mouth, 1 - mouth])
    return Candidate(Spot(80.0 + 100 * place, 200.0, size, 0.9, 0.1), 0.95, faces, strange=strange)


def throw(unclear: Candidate) -> tuple[list[Candidate], Floats]:
    """Two mouths, a back and something unclear that looks like a back."""
    clear = [shell(1, 0.99), shell(2, 0.99), shell(3, 0.01)]
    return [unclear, *clear], np.array([BACK, MOUTH, MOUTH, BACK])


SEEN = AllRound(odds=-3.0, die=0.1, neither=0.02, leans=0.3)
STRANGE = shell(0, 0.25, strange=0.95)


def told(
    unclear: Candidate, seen: AllRound, known: HouseSet = TAUGHT, looks: Floats | None = None
) -> Candidate:
    shells, usual = throw(unclear)
    return recognised(Pyramid(CLOTH), shells, usual if looks is None else looks, known, Told(seen=[seen]))[0]


def test_a_back_that_was_taken_for_a_die_is_known_again() -> None:
    one = told(STRANGE, SEEN)
    assert one.strange == 0.0
    assert one.faces[7] > 0.8


@pytest.mark.parametrize(
    "seen",
    [
        replace(SEEN, die=0.97),
        replace(SEEN, neither=0.6),
        replace(SEEN, leans=0.99),
        replace(SEEN, odds=3.0),
    ],
    ids=["a face of a die however it is turned", "nothing", "more leaning than the set", "a mouth by colour"],
)
def test_what_speaks_against_a_shell_leaves_it_strange(seen: AllRound) -> None:
    assert told(STRANGE, seen).strange == STRANGE.strange


def test_another_colour_or_size_leaves_it_strange() -> None:
    _, looks = throw(STRANGE)
    looks[0, 1:3] = (30.0, -20.0)
    assert told(STRANGE, SEEN, looks=looks).strange == STRANGE.strange
    large = replace(STRANGE, spot=replace(STRANGE.spot, size=95.0))
    assert told(large, SEEN).strange == STRANGE.strange


def test_a_strange_thing_is_known_again_only_where_people_said_so_of_one() -> None:
    plain = HouseSet(tuple(replace(one, strange=0) for one in TAUGHT.throws))
    assert told(STRANGE, SEEN, plain).strange == STRANGE.strange


def test_an_unclear_side_becomes_surer_in_a_set_that_is_known() -> None:
    doubtful = shell(0, 0.35)
    assert told(doubtful, replace(SEEN, odds=-5.0)).faces[7] > 0.85
    against = told(doubtful, replace(SEEN, odds=6.0))
    assert against.faces[6:].max() <= max(OVERRULED, 0.9)


def test_a_side_that_was_told_otherwise_at_first_is_asked_about_still() -> None:
    turned = told(shell(0, 0.7), replace(SEEN, odds=-6.0))
    assert 0.5 < turned.faces[7] <= OVERRULED


def test_a_side_that_would_be_asked_about_is_told_only_where_it_becomes_very_sure() -> None:
    little = told(shell(0, 0.35), replace(SEEN, odds=0.15))
    assert 0.65 < little.faces[7] <= OVERRULED
    assert told(shell(0, 0.35), replace(SEEN, odds=-5.0)).faces[7] > 0.9


@pytest.mark.parametrize("other", [True, False], ids=["shells of another house", "all is clear"])
def test_what_is_not_of_the_house_or_clear_is_not_looked_at_again(other: bool) -> None:
    shells, looks = throw(STRANGE if other else shell(0, 0.005))
    if other:
        looks[:, 1:3] = (-30.0, -30.0)
    faces = Told(seen=[SEEN])
    assert recognised(Pyramid(CLOTH), shells, looks, TAUGHT, faces) == shells
    assert faces.asked == 0


def shown(odds: list[float], mouths: int, *, strange: int = 0, answered: bool = True) -> ShownThrow | None:
    shells = [shell(i, 0.5, strange=0.9 if i < strange else 0.0) for i in range(len(odds))]
    faces = Told(seen=[replace(SEEN, odds=one) for one in odds])
    return lesson(Pyramid(CLOTH), shells, mouths, faces, answered=answered, number=3)


def counted(one: ShownThrow | None) -> tuple[int, int] | None:
    return None if one is None else (one.mouths, one.backs)


def test_the_likeliest_are_the_mouths_that_a_person_counted() -> None:
    one = shown([6.0, -5.0, 1.0, -4.0], 2)
    assert counted(one) == (2, 2)
    assert one is not None
    assert (one.told, one.of) == (2, 3)


def test_shells_between_which_the_count_does_not_choose_teach_nothing() -> None:
    assert counted(shown([6.0, 0.3, 0.1, -5.0], 2)) == (1, 1)
    assert shown([2.0, 1.9, 1.8], 2) is None


def test_a_count_that_the_shells_speak_against_teaches_little() -> None:
    assert counted(shown([6.5, 6.4, -5.0, -5.5], 1)) == (0, 2)
    assert counted(shown([6.5, -5.0, -5.1], 3)) == (1, 0)
    assert shown([6.5, 6.6, 6.4], 0) is None


def test_what_shows_a_face_of_a_die_all_round_is_never_a_lesson() -> None:
    shells = [shell(0, 0.5), shell(1, 0.5)]
    faces = Told(seen=[replace(SEEN, odds=-4.0, die=0.98), replace(SEEN, odds=-4.0)])
    assert counted(lesson(Pyramid(CLOTH), shells, 0, faces)) == (0, 1)


def test_the_eye_does_not_teach_itself_what_it_took_for_something_else() -> None:
    assert counted(shown([6.0, -5.0, -4.0], 1, strange=1)) == (1, 2)
    assert counted(shown([6.0, -5.0, -4.0], 1, strange=1, answered=False)) == (0, 2)
    assert (shown([6.0, -5.0], 1, strange=1) or ShownThrow(0, 0)).strange == 1
