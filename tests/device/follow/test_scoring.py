"""How well positions explain a reading is one number, and the truth has the best."""

from __future__ import annotations

import random
from typing import Any

from boards.told_board import table_of, told
from device.follow.evidence import Evidence, Memory, Stills
from device.follow.odds import Odds
from device.follow.scoring import Positions, Stands
from engine.game import Rules
from engine.reachable import Appearance
from engine.table.commands import TakeThrow
from engine.throw import Dice


def rules_and_looks() -> tuple[Rules[Any], list[Appearance]]:
    """Return all positions that a double two leads to."""
    table = table_of("backgammon", "standard")
    table.do(TakeThrow(Dice((2, 2))))
    model = table.model
    return model.rules, [one.appearance for one in model.rules.reachable(model.state).appearances]


RULES, LOOKS = rules_and_looks()
FIVE = Stands("p6", (5, 0), (False, False))
"""What stands there in the first of these positions."""


def stands(name: str, *counts: int) -> Stands:
    return Stands(name, counts, (False, False))


def read(look: Appearance = LOOKS[0], *, owners: tuple[int, int] = (0, 1), **more: Any) -> Stills:
    stills = Stills(Odds())
    stills.add(told(look, RULES.layout, **more), owners, 2)
    return stills


def fits(stills: Stills, stands: Stands, memory: Memory | None = None) -> float:
    return Evidence(stills, memory or Memory(), Odds()).fits(stands)


def test_the_position_that_was_read_scores_best() -> None:
    places = [square.id for square in RULES.layout.squares if square.kind != "off"]
    positions = Positions(LOOKS, places=places, seats=2)
    assert len(positions) == len(LOOKS) > 100
    for number in random.Random(1).sample(range(len(LOOKS)), 20):
        scores = positions.scores(Evidence(read(LOOKS[number], sure=0.8), Memory(), Odds()).fits)
        assert scores.argmax() == number
        assert scores[number] == 0.0


def test_owners_of_readings_are_put_in_the_order_of_seats() -> None:
    assert read(owners=(1, 0)).reads["p6"].likeliest == (0, 5)


def test_a_hidden_place_says_nothing() -> None:
    stills = read(hidden=["p6"])
    for count in range(8):
        assert fits(stills, stands("p6", count, 0)) > -0.05
    assert fits(stills, stands("p8", 0, 0)) < -4


def test_a_pile_of_which_more_may_lie_hidden_may_be_higher() -> None:
    seen = told(LOOKS[0], RULES.layout)
    one = seen.place("p6")
    stills = Stills(Odds())
    stills.add(type(seen)((type(one)("p6", one.likely, 0.0, or_more=True),)), (0, 1), 2)
    assert fits(stills, stands("p6", 7, 0)) > -1.5
    assert fits(stills, stands("p6", 3, 0)) < -4
    assert fits(stills, stands("p6", 0, 7)) < -4


def test_more_pictures_of_one_rest_count_for_little_more_than_one() -> None:
    stills, found = Stills(Odds()), []
    for _ in range(8):
        stills.add(told(LOOKS[0], RULES.layout, sure=0.9), (0, 1), 2)
        found.append(fits(stills, stands("p6", 4, 0)))
    assert found[0] > found[1] > 2 * found[0]
    assert found[-1] == found[-2] > 2 * found[0]


def test_a_place_that_is_read_as_ever_has_not_changed_however_it_is_read() -> None:
    memory, stills = Memory(), read(otherwise={"p6": [((4, 0), 0.97), ((5, 0), 0.03)]})
    assert fits(stills, FIVE) < -3
    memory.keep(FIVE, stills.reads["p6"], steady=Odds().steady)
    assert fits(stills, FIVE, memory) > -0.8


def test_a_place_that_was_read_right_and_is_read_otherwise_has_changed() -> None:
    memory = Memory()
    memory.keep(FIVE, read().reads["p6"], steady=Odds().steady)
    stills = read(otherwise={"p6": [((4, 0), 0.9), ((5, 0), 0.1)]})
    assert fits(stills, FIVE, memory) < fits(stills, FIVE) - 2
