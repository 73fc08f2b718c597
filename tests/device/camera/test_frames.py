"""Frames for others than the loop: handed over by its thread, in the size that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest

from device.camera.frames import Frames
from device.cameras.camera import Shot
from vision import Frame
from waiting_for_tests import wait_until

until = partial(wait_until, within_s=10)


def frame(level: int, *, width: int = 64, height: int = 48) -> Frame:
    return np.full((height, width, 3), level, np.uint8)


@contextmanager
def asking(frames: Frames, *counts: int, longest: int | None = None) -> Iterator[list[list[Frame]]]:
    """Ask from other threads; the frames they got stand in the list after the block."""
    got: list[list[Frame]] = []
    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(frames.next, count, longest=longest) for count in counts]
        until(lambda: len(frames._wanted) == len(counts))
        yield got
        got += [one.result() for one in asked]


def test_each_who_asks_gets_the_next_frames_as_they_come() -> None:
    frames = Frames()
    with asking(frames, 1, 3) as got:
        for level in (10, 20, 30, 40):
            frames.take(Shot(frame(level), 0.0), None)
    assert [[int(one[0, 0, 0]) for one in some] for some in got] == [[10], [10, 20, 30]]
    last = frames.last
    assert last is not None
    assert last[0, 0, 0] == 40


@pytest.mark.parametrize(
    ("longest", "width", "level"), [(None, 256, 9), (64, 64, 5), (32, 32, 5), (128, 128, 9), (999, 256, 9)]
)
def test_the_full_picture_is_only_made_where_it_is_wanted(
    longest: int | None, width: int, level: int
) -> None:
    frames = Frames()
    made: list[int] = []

    def full() -> Frame:
        made.append(1)
        return frame(9, width=256, height=192)

    frames.take(Shot(frame(5), 0.0), full)
    assert made == []
    with asking(frames, 1, longest=longest) as got:
        frames.take(Shot(frame(5), 0.0), full)
    [[one]] = got
    assert one.shape == (width * 3 // 4, width, 3)
    assert one[0, 0, 0] == level
    assert made == ([1] if level == 9 else [])


def test_what_was_given_may_be_changed() -> None:
    frames, mine = Frames(), frame(5)
    with asking(frames, 1) as got:
        frames.take(Shot(mine, 0.0), None)
    got[0][0][:] = 200
    assert mine.max() == 5


def test_frames_of_another_size_are_left_out() -> None:
    frames = Frames()
    with asking(frames, 2) as got:
        frames.take(Shot(frame(5), 0.0), None)
        frames.take(Shot(frame(5, width=80), 0.0), None)
    assert [one.shape for one in got[0]] == [(48, 64, 3)]


def test_a_camera_that_gives_nothing_keeps_nobody_waiting() -> None:
    frames = Frames()
    assert frames.next(patience_s=0.05) == []
    assert frames._wanted == []
    assert frames.last is None


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_has_time_is_given_a_later_frame_and_wakes_once() -> None:
    clock = Clock()
    frames = Frames(clock=clock)
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(frames.next, pause_s=0.6)
        until(lambda: frames._wanted)
        for level in (10, 20, 30, 40):
            clock.now += 0.25
            frames.take(Shot(frame(level), clock.now), None)
        [one] = asked.result()
    assert one[0, 0, 0] == 30


def test_only_who_asks_for_the_next_frame_at_once_is_in_haste() -> None:
    clock = Clock()
    frames = Frames(clock=clock)
    assert not frames.in_haste
    frames.next(patience_s=0.0, pause_s=0.0)
    assert not frames.in_haste
    frames.next(patience_s=0.0)
    assert frames.in_haste
    clock.now += 2.0
    assert not frames.in_haste
