"""Another tray while the watch goes on: what lies in it is no throw; the next one is read all the same."""

from __future__ import annotations

import numpy as np
import pytest

from squares_on_a_table import FPS, ONCE, Squares, Table, after_a_throw, with_an_empty_tray
from vision import Expect, Face, Frame, FrameError, Reading, State, Tray, WatchStep

LEFT = Tray.from_corners([(0, 0), (0.45, 0), (0.45, 1), (0, 1)])
RIGHT = Tray.from_corners([(0.55, 0), (1, 0), (1, 1), (0.55, 1)])


class SquaresWithin(Squares):
    """Reads what lies in the tray alone, as the eye does."""

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None, **_: object) -> Reading:
        reading = super().read(frame, expect=expect)
        size = {"width": frame.shape[1], "height": frame.shape[0]}
        seen = tuple(one for one in reading.seen if tray is None or tray.contains(*one.centre, **size))
        return Reading("dice" if seen else "nothing", seen, bool(seen), () if seen else ("asked",))


def within(table: Table) -> Table:
    eye = SquaresWithin()
    table.eye = table.watch._eye = eye  # type: ignore[assignment]
    return table


def set_tray(table: Table, tray: Tray | None) -> WatchStep:
    step = table.watch.set_tray(tray, table.frame(), time_s=table.time_s)
    table.time_s += 1 / FPS
    table.steps.append(step)
    return step


def test_what_lies_in_another_tray_is_no_throw() -> None:
    table = within(with_an_empty_tray(tray=LEFT))
    table.dice = {(240, 80): Face.ONE, (250, 180): Face.TWO}  # out of sight
    table.run(15)
    assert set_tray(table, RIGHT).state is State.READ
    table.run(30)
    assert table.told() == []
    assert table.watch.state is State.READ


def test_a_throw_right_after_another_tray_was_set_is_read_once() -> None:
    table = within(with_an_empty_tray())
    assert set_tray(table, LEFT).state is State.EMPTY
    table.roll(a=(60, 80), b=(100, 150))  # not one frame of rest between
    table.run(20)
    assert table.told() == ONCE


def test_a_throw_that_was_read_is_not_read_again_for_another_tray_and_the_next_one_is() -> None:
    table = within(after_a_throw())
    assert table.told() == ONCE
    assert set_tray(table, None).state is State.READ
    table.run(20)
    assert table.told() == ONCE
    table.dice = {}
    table.run(20)
    assert table.watch.state is State.EMPTY
    table.roll(a=(60, 80), b=(200, 150))
    table.run(20)
    assert table.told() == 2 * ONCE


def test_only_what_is_thrown_into_the_new_tray_counts() -> None:
    table = within(with_an_empty_tray())
    set_tray(table, LEFT)
    table.run(10)
    for x in range(190, 300, 10):
        table.dice = {(x, 80): Face.ONE}
        table.run()
    table.run(15)
    assert table.told() == []
    table.dice = {}
    table.roll(a=(60, 80), b=(100, 150))
    table.run(20)
    assert table.told() == ONCE


def test_a_frame_that_is_none_changes_nothing() -> None:
    table = within(after_a_throw())
    with pytest.raises(FrameError):
        table.watch.set_tray(LEFT, np.zeros((240, 320), np.uint8), time_s=0)
    table.run(20)
    assert table.told() == ONCE
    assert table.watch.state is State.READ
