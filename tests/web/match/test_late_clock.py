"""The clock of a match as spectators see it: as it stood when what they see happened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.ending import Accept, Resign
from engine.match import Conduct, TimeControl
from engine.move import parse_move
from engine.table.commands import CloseTurn, EndPause, GiveTime, Pause, PlayMove, TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

LATE = Conduct(spectators_lag_s=300)
TIMES = TimeControl(12.0, 60.0)


class Timed:
    """A house whose clock a test sets, and what players saw of the clock at each second."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 1000.0
        self.house = House(folder, running=lambda: self.now_s)
        self.table = self.house.table
        self.seen: dict[float, Any] = {}

    def clock(self, *, watches: bool = True) -> Any:
        state = (
            self.house.watcher().get("/api/v1/state").get_json() if watches else self.house.player().state()
        )
        return state["clock"]

    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.seen[self.now_s] = self.clock(watches=False)
            self.now_s += 1.0


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[Timed]:
    made = Timed(tmp_path / "box")
    yield made
    made.house.close()


def test_spectators_see_the_clock_that_players_saw_the_lag_before(timed: Timed) -> None:
    timed.table.start(match_setup(3, conduct=LATE, times=TIMES))
    timed.table.do(TakeThrow(Dice((3, 1))))
    timed.wait(20)
    timed.table.do(PlayMove(parse_move("8/5 6/5")))
    timed.table.do(CloseTurn())
    timed.wait(30)
    timed.table.do(Pause())
    timed.wait(5)
    timed.table.do(EndPause())
    timed.table.do(TakeThrow(Dice((6, 2))))
    timed.wait(80)
    timed.table.do(GiveTime(1, 90, "a glass fell over"))
    timed.wait(5)
    timed.table.do(PlayMove(Resign(1, 1)))
    timed.table.do(PlayMove(Accept()))
    timed.wait(10)
    assert timed.clock() is None, "nothing has come out"
    for then_s in [1000.0 + at for at in range(0, 150, 7)]:
        timed.now_s = then_s + 300.0
        assert timed.clock() == timed.seen[then_s], then_s
    assert timed.seen[1149.0]["stands"] == "over"
    assert timed.seen[1134.0]["fallen"] == [1], "and before that time was given"


def test_a_page_without_script_shows_the_late_clock(timed: Timed) -> None:
    timed.table.start(match_setup(3, conduct=LATE, times=TIMES))
    timed.table.do(TakeThrow(Dice((3, 1))))
    timed.now_s += 300.0 + 22.0
    timed.table.do(PlayMove(parse_move("8/5 6/5")))
    assert '<b class="left">0:50</b>' in timed.house.watcher().get("/tv").text
    told = timed.house.watcher().get("/blind/clock").get_json()["text"]
    assert told == "Asha has 50 seconds left. Ravi has 1 minute left. Asha’s time runs."
