"""A person puts the clock of a match right on a phone; it stands in the record with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.events import TimeGiven
from engine.match import TimeControl
from engine.table.commands import TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

TIMES = TimeControl(12.0, 360.0)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "box", running=lambda: 5.0)
    made.table.start(match_setup(3, times=TIMES))
    made.table.do(TakeThrow(Dice((3, 1))))
    yield made
    made.close()


def given(house: House) -> list[object]:
    return [one.event for one in house.journal.events(since=0) if isinstance(one.event, TimeGiven)]


def test_a_program_gives_time_and_takes_it(house: House) -> None:
    phone = house.player()
    status, state = phone.do("times", player=1, minutes=1, seconds=5, why="a glass fell over")
    assert (status, state["clock"]["reserves_s"]) == (201, [360.0, 425.0])
    status, state = phone.do("times", player=0, seconds=30, less=True, why="late")
    assert state["clock"]["reserves_s"] == [330.0, 425.0]
    assert given(house) == [TimeGiven(1, 65, "a glass fell over"), TimeGiven(0, -30, "late")]
    assert "More time for Ravi: 1 minute and 5 seconds (a glass fell over)" in state["parts"]["events"]


def test_what_cannot_be_given_is_refused_in_words(house: House) -> None:
    for body, status, error in (
        ({"player": 2, "seconds": 5, "why": "so"}, 422, "There is no seat 2"),
        ({"player": 0, "why": "so"}, 422, "0 seconds cannot be given"),
        ({"player": 0, "minutes": 601, "why": "so"}, 422, "36060 seconds cannot be given"),
        ({"player": 0, "seconds": 5, "why": " "}, 422, "A reason stands in the record"),
        ({"player": 0, "seconds": 5, "why": "x" * 81}, 422, "at most 80 letters"),
        ({"player": 0, "seconds": 5}, 400, "'why' is missing"),
        ({"player": 0, "seconds": -5, "why": "so"}, 400, "whole number"),
        ({"player": 0, "seconds": 5, "why": "so\x00"}, 400, ""),
    ):
        answer = house.player().do("times", **body)
        assert (answer[0], error in answer[1]["error"]) == (status, True), body
    assert given(house) == []


def test_a_game_without_a_clock_has_no_time_to_give(house: House) -> None:
    house.start("backgammon")
    assert house.player().do("times", player=0, seconds=5, why="so")[0] == 409
    assert house.player().client.get("/clock").location == "/"
    assert house.player().client.get("/").text.count('href="/clock"') == 0


def test_the_form_gives_time_without_script(house: House) -> None:
    phone = house.player()
    page = phone.client.get("/clock").text
    assert "Asha has 6 minutes left. Ravi has 6 minutes left. Asha’s time runs." in page
    assert 'href="/clock"' in phone.client.get("/").text
    form = {"player": "1", "less": "true", "minutes": "2", "seconds": "", "why": "Late throws"}
    sent = phone.client.post("/act/times", data={**form, "csrf": phone.state()["csrf"]})
    assert sent.location == "/"
    assert given(house) == [TimeGiven(1, -120, "Late throws")]
