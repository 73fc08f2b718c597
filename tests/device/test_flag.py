"""The flag of a match's clock is told at its moment, once, and never again by a box that is started anew."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from device.flag import LEAST_S, LOOK_S, FlagWatch
from device.store import Journal
from engine.errors import RecordError
from engine.events import FlagFell, Logged
from engine.match import TimeControl
from engine.table import Table
from engine.table.commands import EndPause, GiveTime, Pause, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import match_setup
from journals_for_tests import until
from web.house.clocks import MatchClocks

SHORT = TimeControl(1.0, 0.2)


class Box:
    """A journal with its table and what watches the flag, on a clock that a test sets."""

    def __init__(self, folder: Path, *, running: Callable[[], float] | None = None) -> None:
        self.running_s = 0.0
        self.journal = Journal(folder, running=running or (lambda: self.running_s))
        stamps = self.journal.stamps
        self.table = Table(
            record=self.journal.record, seq=self.journal.last_seq(), game=self.journal.last_game()
        )
        if last := self.journal.unfinished():
            self.table.resume(self.journal.game_events(last.number))
        self.watch = FlagWatch(
            self.table,
            MatchClocks(self.journal, lambda: stamps.now_s),
            library=self.journal,
            now=lambda: stamps.now_s,
        )

    @property
    def flags(self) -> list[Logged]:
        return [one for one in self.journal.events(since=0) if isinstance(one.event, FlagFell)]

    def look(self) -> float:
        return self.watch.look()[1]

    def close(self) -> None:
        self.journal.let_go()
        self.watch.close()
        self.journal.close()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path)
    yield made
    made.close()


def test_nothing_falls_where_no_clock_runs_and_nobody_is_asked_again_at_once(box: Box) -> None:
    assert box.look() == LOOK_S
    for setup in (match_setup(3), match_setup(3, times=SHORT)):
        box.table.start(setup)
        box.running_s += 50.0
        assert box.look() == LOOK_S
        box.table.do(TakeThrow(Dice((2, 2))))  # a tie: no clock runs
        seq, _wait_s = box.watch.look()
        assert not box.journal.wait(since=seq, timeout_s=0.0)
    assert box.flags == []


def test_a_flag_is_told_once_and_again_only_after_time_was_given(box: Box) -> None:
    box.table.start(match_setup(3, times=SHORT))
    box.table.do(TakeThrow(Dice((3, 1))))
    box.running_s += 1.0
    assert box.look() == pytest.approx(0.2)
    box.running_s += 0.2
    assert box.look() == LEAST_S
    assert [one.event for one in box.flags] == [FlagFell(0)]
    box.running_s += 10.0
    assert box.look() == LOOK_S
    box.table.do(Pause())
    box.table.do(EndPause())
    box.table.do(Undo())
    assert box.look() == LOOK_S
    assert len(box.flags) == 1
    box.table.do(GiveTime(0, 5, "so"))
    box.table.do(TakeThrow(Dice((3, 1))))
    box.running_s += 6.0
    box.look()
    assert len(box.flags) == 2


def test_a_box_that_is_started_again_tells_what_was_not_told_and_nothing_twice(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.table.start(match_setup(3, times=SHORT))
    box.table.do(TakeThrow(Dice((3, 1))))
    box.running_s += 5.0
    box.table.do(Pause())  # the flag fell before, and is told after it
    box.close()
    for _ in range(3):
        box = Box(tmp_path)
        box.look()
        assert [one.event for one in box.flags] == [FlagFell(0)]
        box.close()


def test_what_happens_while_a_flag_falls_counts_first(box: Box) -> None:
    box.table.start(match_setup(3, times=SHORT))
    box.table.do(TakeThrow(Dice((3, 1))))
    box.running_s += 1.1

    def meanwhile() -> float:
        box.table.do(Pause())
        return 5.0

    clocks = MatchClocks(box.journal, lambda: box.journal.stamps.now_s)
    watch = FlagWatch(box.table, clocks, library=box.journal, now=meanwhile)
    seq, _wait_s = watch.look()
    assert box.journal.wait(since=seq, timeout_s=0.0)
    assert box.table.model.paused
    box.running_s += 5.0
    assert box.look() == LOOK_S
    assert box.flags == []


def test_the_thread_tells_it_at_its_time_and_again_where_the_journal_cannot_take_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.flag.LOOK_S", 3600.0)
    monkeypatch.setattr("device.flag.AGAIN_S", 0.05)
    box = Box(tmp_path, running=time.monotonic)
    record, tries = box.table._record, []

    def full_twice(events: Sequence[Logged]) -> None:
        if isinstance(events[0].event, FlagFell):
            tries.append(events)
            if len(tries) < 3:
                raise RecordError("the disk is full")
        record(events)

    monkeypatch.setattr(box.table, "_record", full_twice)
    box.watch.start()
    box.table.start(match_setup(3, times=SHORT))
    box.table.do(TakeThrow(Dice((3, 1))))
    thrown = box.journal.events(since=box.journal.last_seq() - 1)[-1]
    until(lambda: box.flags)
    [fell] = box.flags
    assert fell.clock_s is not None
    assert thrown.clock_s is not None
    assert fell.clock_s - thrown.clock_s >= 1.2
    assert len(tries) == 3
    box.close()
    assert not any(thread.name == "flag" for thread in threading.enumerate())
