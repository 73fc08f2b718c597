"""The row of the bench that says what teaching saves."""

from __future__ import annotations

import numpy as np

from tests.bench.eye.teaching import TAUGHT, Change, change
from tests.bench.score import Sample
from vision.calibration import Taught
from vision.eye import Eye
from vision.house_set import ShownThrow
from vision.reading import Doubt, Expect, Face, Frame, Reading, Seen
from vision.tray import Tray


class Learning(Eye):
    """Asks about all until it was shown four throws; one mouth of two shells, always."""

    def __init__(self) -> None:
        self.known = Taught()
        self.answers: list[tuple[int, bool]] = []

    @property
    def name(self) -> str:
        return "12ab34cd"

    def use(self, taught: Taught) -> None:
        self.known = taught.of_eye(self.name)

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None) -> Reading:
        sides = (Face.MOUTH, Face.BACK)
        seen = tuple(Seen(side, 0.9, 40 * i, 0, 30, 30) for i, side in enumerate(sides))
        is_known = self.known.shells.is_known
        return Reading("cowries", seen, is_known, () if is_known else (Doubt("look at it"),))

    def lesson(
        self,
        frame: Frame,
        *,
        count: int,
        mouths: int,
        answered: bool = True,
        tray: Tray | None = None,
        number: int = 0,
    ) -> ShownThrow | None:
        self.answers.append((mouths, answered))
        return ShownThrow(0, 1, (), (60.0, 8.0, 30.0, 3.0, -4.0, 0.1), told=mouths)


def test_six_throws_are_shown_with_their_count_and_the_others_read_before_and_after() -> None:
    eye, frame = Learning(), np.zeros((8, 8, 3), np.uint8)
    throws = [
        Sample("looks", f"{i}", frame, Expect("cowries", 2), mouths=mouths, shells=2)
        for i, mouths in enumerate([1, 2, 1, 1, 1, 1, 1, 1, 2])
    ]
    row = change(eye, "a look", throws)
    assert row == Change("a look", 3, asked=(3, 0), lies=(0, 1), right=(2, 2), is_hard=True)
    assert eye.answers == [(1, True), (2, True), (1, True), (1, True), (1, False), (1, False)]
    assert len(eye.answers) == TAUGHT
    assert eye.known.shells.throws == ()
    assert sum([row, row], Change("both")) == Change("both", 6, (6, 0), (0, 2), (4, 4))
