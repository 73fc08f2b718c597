"""Every event of every game is told by voice, lamps and page, or is silent there for a written reason."""

from __future__ import annotations

from typing import get_args

from engine.events import Event, Happened, event_type
from engine.facts import FactKind
from engine.move import Double
from engine.registry import games
from engine.table.commands import PlayMove
from ports_for_tests import House
from web.language.events import ROWS, row_of, signal_of
from web.language.speech import asks
from what_is_told import rows, samples


def test_every_event_and_every_consequence_has_a_row() -> None:
    assert ROWS.keys() == {kind for kind in get_args(Event) if kind is not Happened} | {*FactKind}
    for info in games():
        assert {id(row_of(event)) for event in samples(info.name)} == set(map(id, ROWS.values()))


def test_each_output_tells_every_event_or_is_silent_for_a_reason() -> None:
    assert [row for row in rows() if "" in row.told.values()] == []


def test_a_double_needs_an_answer_as_a_resignation_does(house: House) -> None:
    house.start("backgammon", "standard")
    house.table.do(PlayMove(Double()))
    offered = [one for one in house.journal.events(since=0) if event_type(one.event) == "doubled"]
    assert [signal_of(one.event) for one in offered] == ["question"]
    assert asks(house.table.model)
    state = house.player().state()
    assert "doubles" in state["aloud"]["alerts"]["text"]
    house.player().do("moves", move="take")
    assert not asks(house.table.model)
