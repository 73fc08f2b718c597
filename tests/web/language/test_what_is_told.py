"""Every event of every game is told by voice, lamps and page, or is silent there for a written reason."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.events import Event, Happened, event_type
from engine.facts import FactKind
from engine.move import Double
from engine.registry import games
from engine.table.commands import PlayMove
from ports_for_tests import House
from web.language.alerts import alert_of, asks
from what_is_told import OUTPUTS, SILENCE, Row, rows, samples


@pytest.fixture(scope="module")
def told() -> list[Row]:
    return rows()


def test_every_event_of_every_game_is_in_the_table(told: list[Row]) -> None:
    kinds = {kind for kind in get_args(Event) if kind is not Happened}
    for info in games():
        assert {type(event) for event in samples(info.name)} == {*kinds, Happened}
        events = [row.event for row in told if row.game == info.name]
        assert {kind.value for kind in FactKind} <= set(events)
        assert len(events) == len(kinds) + len(FactKind)


def test_no_cell_is_empty_without_a_reason_and_no_reason_is_left_over(told: list[Row]) -> None:
    for row in told:
        for output in OUTPUTS:
            assert bool(row.told[output]) != bool(SILENCE.get((row.event, output))), (row, output)
    assert {event for event, _output in SILENCE} <= {row.event for row in told}
    assert {output for _event, output in SILENCE} <= set(OUTPUTS)


def test_a_double_needs_an_answer_as_a_resignation_does(house: House) -> None:
    house.start("backgammon", "standard")
    house.table.do(PlayMove(Double()))
    offered = [one for one in house.journal.events(since=0) if event_type(one.event) == "doubled"]
    assert [alert_of(one) for one in offered] == ["question"]
    assert asks(house.table.model)
    state = house.player().state()
    assert "doubles" in state["aloud"]["alerts"]["text"]
    house.player().do("moves", move="take")
    assert not asks(house.table.model)
