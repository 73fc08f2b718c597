"""The clock of a match on every page, and in the state that programs read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.ending import Accept, Resign
from engine.events import ThrowAsked
from engine.match import TimeControl
from engine.table.commands import AskThrow, BeginNextGame, DropThrow, Pause, PlayMove, TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

TIMES = TimeControl(12.0, 360.0)


class Timed:
    """A house whose clock a test sets."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.house = House(folder, running=lambda: self.now_s)
        self.table = self.house.table

    @property
    def clock(self) -> dict[str, object]:
        return dict(self.house.watcher().get("/api/v1/state").get_json()["clock"])

    def text(self, page: str) -> str:
        answer = self.house.watcher().get(page)
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[Timed]:
    made = Timed(tmp_path / "box")
    made.table.start(match_setup(3, times=TIMES))
    yield made
    made.house.close()


def test_the_state_has_the_clock_of_this_moment_and_not_that_of_the_last_change(timed: Timed) -> None:
    timed.table.do(TakeThrow(Dice((3, 1))))
    assert timed.clock == {
        "now_s": 0.0,
        "reserves_s": [360.0, 360.0],
        "free_s": 12.0,
        "running": 0,
        "stands": None,
        "fallen": [],
    }
    timed.now_s += 7.25
    assert (timed.clock["now_s"], timed.clock["free_s"]) == (7.25, 4.75)
    timed.now_s += 300.0
    assert (timed.clock["reserves_s"], timed.clock["free_s"]) == ([64.75, 360.0], 0.0)
    timed.now_s += 64.75
    assert (timed.clock["reserves_s"], timed.clock["fallen"]) == ([0.0, 360.0], [0])


@pytest.mark.parametrize("page", ["/", "/tv"])
def test_a_page_without_script_shows_the_clock_as_it_was_when_it_was_loaded(timed: Timed, page: str) -> None:
    assert "The clock runs from the throw that decides who begins." in timed.text(page)
    timed.table.do(TakeThrow(Dice((3, 1))))
    timed.now_s += 7.2
    shown = timed.text(page)
    assert "As it was when this page was loaded." in shown
    assert 'class="time runs"' in shown
    assert "delay <span>5</span>" in shown
    timed.now_s += 310.0
    shown = timed.text(page)
    assert 'class="time runs low"' in shown
    assert '<b class="left">0:55</b>' in shown
    assert '<strong class="up" hidden>' in shown
    timed.now_s += 100.0
    assert '<strong class="up">time is up</strong>' in timed.text(page)


def test_the_part_for_the_script_changes_only_with_the_game(timed: Timed) -> None:
    timed.table.do(TakeThrow(Dice((3, 1))))
    phone = timed.house.player()
    before = phone.state()["parts"]["clock"]
    assert "–:––" in before
    timed.now_s += 500.0
    assert phone.state()["parts"]["clock"] == before
    timed.table.do(Pause())
    after = phone.state()["parts"]["clock"]
    assert "A pause: the clock stands." in after


def test_why_the_clock_stands_is_told(timed: Timed) -> None:
    timed.table.do(TakeThrow(Dice((3, 1))))
    timed.table.do(AskThrow(ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 2)), Dice((6, 3))))))
    assert "The clock stands while the eye asks." in timed.text("/")
    assert timed.clock["stands"] == "question"
    timed.table.do(DropThrow(timed.table.model.waiting[0].seq))
    timed.table.do(Pause())
    assert timed.clock["stands"] == "pause"
    timed.table.do(PlayMove(Resign(0, 1)))
    timed.table.do(PlayMove(Accept()))
    assert "The clock stands between games." in timed.text("/tv")
    timed.table.do(BeginNextGame())
    assert timed.clock["stands"] == "beginning"
    timed.table.do(TakeThrow(Dice((3, 1))))
    timed.table.do(PlayMove(Resign(0, 2)))
    timed.table.do(PlayMove(Accept()))
    assert "The match is over: the clock stands." in timed.text("/")


def test_who_does_not_see_is_told_the_clock_when_asking(timed: Timed) -> None:
    timed.table.do(TakeThrow(Dice((3, 1))))
    timed.now_s += 11.0

    def told() -> str:
        return str(timed.house.watcher().get("/blind/clock").get_json()["text"])

    assert told() == (
        "Asha has 6 minutes left. Ravi has 6 minutes left. Asha’s time runs. 1 second of the delay is left."
    )
    timed.now_s += 62.0
    assert told() == "Asha has 4 minutes and 59 seconds left. Ravi has 6 minutes left. Asha’s time runs."
    assert 'id="clock"' in timed.text("/blind")
    assert "4 minutes and 59 seconds" in timed.text("/blind")
    timed.now_s += 400.0
    assert told() == "Asha’s time is up. Ravi has 6 minutes left. Asha’s time runs."
    timed.table.do(Pause())
    assert told() == "Asha’s time is up. Ravi has 6 minutes left. A pause: the clock stands."


def test_a_game_without_a_clock_shows_none(timed: Timed) -> None:
    timed.house.start("backgammon")
    assert timed.house.watcher().get("/api/v1/state").get_json()["clock"] is None
    for page in ("/", "/tv"):
        assert "data-clock" not in timed.text(page)
    assert 'id="clock"' not in timed.text("/blind")
    answer = timed.house.watcher().get("/blind/clock")
    assert (answer.status_code, "without a clock" in answer.text) == (404, True)


def test_in_an_empty_house_the_state_has_no_clock(house: House) -> None:
    assert house.watcher().get("/api/v1/state").get_json()["clock"] is None


def test_where_plays_are_said_the_delay_is_longer(timed: Timed) -> None:
    setup = match_setup(3, times=TIMES)
    assert setup.match is not None
    conduct = replace(setup.match.conduct, spoken=True)
    timed.table.start(replace(setup, match=replace(setup.match, conduct=conduct)))
    timed.table.do(TakeThrow(Dice((3, 1))))
    assert timed.clock["free_s"] == 15.0
