"""The clock that the box keeps up with its journal is the one that the whole record adds up to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from device.store import Journal
from engine.ending import Accept, Resign
from engine.match import TimeControl
from engine.table import Table, games_before
from engine.table.commands import BeginNextGame, EndPause, GiveTime, Pause, PlayMove, Redo, TakeThrow, Undo
from engine.table.match_clock import clock_of, match_events
from engine.throw import Dice
from engines.random_matches import act, lose, match_setup
from journals_for_tests import SETUP
from web.house import clocks as match_clock
from web.house.clocks import MatchClocks

TIMES = TimeControl(12.0, 600.0)


class Kept:
    """A journal with its table and a clock that a test sets, as a box has them after a start."""

    def __init__(self, folder: Path, *, running_s: float = 0.0) -> None:
        self.running_s = running_s
        self.journal = Journal(folder, running=lambda: self.running_s)
        self.clocks = MatchClocks(self.journal, lambda: self.journal.stamps.now_s)
        self.table = Table(
            record=self.journal.record, seq=self.journal.last_seq(), game=self.journal.last_game()
        )
        if last := self.journal.unfinished():
            self.lay(last.number)

    def lay(self, game: int, *, announce: bool = False) -> None:
        events = self.journal.game_events
        self.table.resume(events(game), earlier=games_before(events, game), announce=announce)

    @property
    def left(self) -> tuple[float, float]:
        reading = self.clocks.read(self.table.model)
        assert reading is not None
        return reading.reserves_s

    def check(self) -> None:
        """Compare with the clock that the whole record adds up to."""
        place = self.table.model.setup.match
        assert place is not None
        games = [(line.number, line.setup.match.first) for line in self.journal.games() if line.setup.match]
        first = place.first or self.table.model.game
        whole = clock_of(match_events(games, self.journal.game_events, first=first))
        found = self.clocks.latest(self.table.model)
        assert whole is not None
        assert found is not None
        assert (found[0], found[1].clock, found[1].move) == (
            self.journal.last_seq(),
            whole.clock,
            whole.move,
        )
        reading = self.clocks.read(self.table.model)
        assert reading is not None
        now_s = self.journal.stamps.now_s
        assert (reading.now_s, reading.reserves_s) == (now_s, whole.clock.remaining(now_s))
        assert (reading.free_s, reading.running) == (whole.clock.free(now_s), whole.clock.running)
        assert reading.fallen == whole.fallen_at(now_s)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path / "data")
    yield made
    made.journal.close()


@pytest.mark.parametrize("near", [0, 5000])
def test_by_chance_the_clock_of_the_box_is_that_of_the_whole_record(
    tmp_path: Path, near: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_clock, "NEAR", near)
    chance, kept = Random(5), Kept(tmp_path)
    kept.table.start(SETUP)
    for _ in range(2):
        kept.table.start(match_setup(3, times=TimeControl(12.0, 200.0)))
        while kept.table.model.outcome is None or kept.table.model.game_follows:
            kept.running_s += chance.choice((0.5, 3.0, 20.0))
            model = kept.table.model
            if chance.random() < 0.15 and (model.actions or model.before):
                kept.table.do(Undo())
            elif chance.random() < 0.03:
                kept.table.do(GiveTime(chance.randint(0, 1), chance.choice((-30, 60)), "so"))
            else:
                act(kept.table, chance)
            if chance.random() < 0.3:
                kept.check()
            if chance.random() < 0.05:
                kept.journal.close()
                kept = Kept(tmp_path, running_s=kept.running_s)
                if kept.table.has_game and kept.table.model.setup.match:
                    kept.check()
                else:  # a game that is over is not laid on the table again
                    kept.lay(kept.journal.last_game())
    kept.check()
    kept.journal.close()


def test_a_game_without_a_match_or_a_match_without_a_clock_has_none(kept: Kept) -> None:
    kept.table.start(SETUP)
    assert kept.clocks.read(kept.table.model) is None
    kept.table.start(match_setup(3))
    assert kept.clocks.latest(kept.table.model) is None


def test_the_clock_of_a_match_stands_while_another_one_lies_on_the_table(kept: Kept) -> None:
    kept.table.start(match_setup(3, times=TIMES))
    kept.table.do(TakeThrow(Dice((3, 1))))
    kept.running_s += 20.0
    kept.table.do(GiveTime(1, 5, "so"))
    assert kept.left == (592.0, 605.0)
    kept.table.start(match_setup(5, times=TimeControl(12.0, 900.0)))
    assert kept.left == (900.0, 900.0)
    kept.running_s += 500.0
    kept.lay(1, announce=True)
    kept.running_s += 2.0
    assert kept.left == (590.0, 605.0)
    kept.check()


def test_an_undo_over_the_end_of_a_game_and_a_game_in_vain_cost_what_they_took(kept: Kept) -> None:
    kept.table.start(match_setup(3, times=TIMES))
    lose(kept.table, 0)
    kept.table.do(TakeThrow(Dice((4, 1))))
    kept.running_s += 22.0
    kept.table.do(Undo())
    kept.table.do(Undo())
    assert kept.table.model.game == 1
    assert kept.left == (590.0, 600.0)
    kept.check()
    kept.table.do(Redo())
    kept.table.do(BeginNextGame())
    kept.check()
    assert kept.table.model.game == 3


def test_who_sees_the_match_later_sees_the_clock_of_then(kept: Kept) -> None:
    kept.table.start(match_setup(3, times=TIMES))
    kept.table.do(TakeThrow(Dice((3, 1))))
    then, begun_s = kept.table.model, kept.running_s
    kept.running_s += 30.0
    kept.table.do(Undo())
    kept.running_s += 30.0
    reading = kept.clocks.read(then, lag_s=40.0)
    assert reading is not None
    assert (reading.now_s, reading.reserves_s, reading.running) == (begun_s + 20.0, (592.0, 600.0), 0)
    now = kept.clocks.read(kept.table.model)
    assert now is not None
    assert (now.reserves_s, now.running) == ((582.0, 600.0), None)


def test_a_wall_clock_that_jumps_costs_nobody_time(tmp_path: Path) -> None:
    wall_s, running_s = 1.8e9, 0.0
    with Journal(tmp_path, clock=lambda: wall_s, running=lambda: running_s) as journal:
        clocks = MatchClocks(journal, lambda: journal.stamps.now_s)
        table = Table(record=journal.record)
        table.start(match_setup(3, times=TIMES))
        table.do(TakeThrow(Dice((3, 1))))
        for jump_s in (-40 * 3.2e7, 3600.0, -1.0, 60 * 3.2e7):
            wall_s += jump_s
            running_s += 5.0
            table.do(Pause())
            running_s += 100.0
            table.do(EndPause())
        reading = clocks.read(table.model)
        assert reading is not None
        assert reading.reserves_s == (592.0, 600.0)
    with Journal(tmp_path, clock=lambda: 0.0) as again:
        fresh = MatchClocks(again, lambda: again.stamps.now_s).read(table.model)
        assert fresh is not None
        assert fresh.reserves_s[0] == pytest.approx(592.0, abs=1.0)


def test_of_a_match_whose_first_game_is_lost_the_rest_counts(kept: Kept) -> None:
    kept.table.start(match_setup(3, times=TIMES))
    kept.running_s += 1.0
    kept.table.do(TakeThrow(Dice((1, 3))))
    kept.running_s += 100.0
    kept.table.do(PlayMove(Resign(1, 1)))
    kept.table.do(PlayMove(Accept()))
    kept.table.do(TakeThrow(Dice((3, 1))))
    kept.running_s += 20.0
    kept.table.do(Pause())

    def forget(writer: sqlite3.Connection) -> None:
        writer.execute("DELETE FROM event WHERE game = 1")

    kept.journal.write(forget)
    fresh = MatchClocks(kept.journal, lambda: kept.journal.stamps.now_s)
    reading = fresh.read(kept.table.model)
    assert reading is not None
    assert reading.reserves_s == (592.0, 600.0)
