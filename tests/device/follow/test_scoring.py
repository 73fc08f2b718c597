"""How well positions explain a reading is one number, and the truth has the best."""

from __future__ import annotations

import random

from boards.told_board import table_of, told
from device.follow.evidence import Evidence, Memory, Stills
from device.follow.odds import Odds
from device.follow.scoring import Positions, Stands
from engine.throw import Dice


def reachable() -> tuple[list[object], object]:
    table = table_of("backgammon", "standard")
    table.throw(Dice((2, 2)))
    model = table.model
    return [one.appearance for one in model.rules.reachable(model.state).appearances], model.rules


def test_the_position_that_was_read_scores_best() -> None:
    looks, rules = reachable()
    layout = rules.layout  # type: ignore[attr-defined]
    places = [square.id for square in layout.squares if square.kind != "off"]
    positions = Positions(looks, places=places, seats=2)  # type: ignore[arg-type]
    assert len(positions) == len(looks) > 100
    for number in random.Random(1).sample(range(len(looks)), 20):
        stills = Stills(Odds())
        stills.add(told(looks[number], layout, sure=0.8), (0, 1), 2)  # type: ignore[arg-type]
        scores = positions.scores(Evidence(stills, Memory(), Odds()).fits)
        assert scores.argmax() == number
        assert scores[number] == 0.0


def test_owners_of_readings_are_put_in_the_order_of_seats() -> None:
    looks, rules = reachable()
    stills = Stills(Odds())
    stills.add(told(looks[0], rules.layout), (1, 0), 2)  # type: ignore[arg-type,attr-defined]
    assert stills.reads["p6"].likeliest == (0, 5)


def test_a_hidden_place_says_nothing() -> None:
    looks, rules = reachable()
    stills = Stills(Odds())
    stills.add(told(looks[0], rules.layout, hidden=["p6"]), (0, 1), 2)  # type: ignore[arg-type,attr-defined]
    evidence = Evidence(stills, Memory(), Odds())
    for count in range(8):
        assert evidence.fits(Stands("p6", (count, 0), (False, False))) > -0.05
    assert evidence.fits(Stands("p8", (0, 0), (False, False))) < -4


def test_a_pile_of_which_more_may_lie_hidden_may_be_higher() -> None:
    looks, rules = reachable()
    seen = told(looks[0], rules.layout)  # type: ignore[arg-type,attr-defined]
    one = seen.place("p6")
    stills = Stills(Odds())
    stills.add(type(seen)((type(one)("p6", one.likely, 0.0, or_more=True),)), (0, 1), 2)
    evidence = Evidence(stills, Memory(), Odds())
    assert evidence.fits(Stands("p6", (7, 0), (False, False))) > -1.5
    assert evidence.fits(Stands("p6", (3, 0), (False, False))) < -4
    assert evidence.fits(Stands("p6", (0, 7), (False, False))) < -4


def test_more_pictures_of_one_rest_count_for_little_more_than_one() -> None:
    looks, rules = reachable()
    stills, wrong = Stills(Odds()), Stands("p6", (4, 0), (False, False))
    found = []
    for _ in range(8):
        stills.add(told(looks[0], rules.layout, sure=0.9), (0, 1), 2)  # type: ignore[arg-type,attr-defined]
        found.append(Evidence(stills, Memory(), Odds()).fits(wrong))
    assert found[0] > found[1] > 2 * found[0]
    assert found[-1] == found[-2] > 2 * found[0]


def test_a_place_that_is_read_as_ever_has_not_changed_however_it_is_read() -> None:
    looks, rules = reachable()
    odds, memory, here = Odds(), Memory(), Stands("p6", (5, 0), (False, False))
    stills = Stills(odds)
    stills.add(
        told(looks[0], rules.layout, otherwise={"p6": [((4, 0), 0.97), ((5, 0), 0.03)]}),  # type: ignore[arg-type,attr-defined]
        (0, 1),
        2,
    )
    assert Evidence(stills, memory, odds).fits(here) < -3
    memory.keep(here, stills.reads["p6"], steady=odds.steady)
    assert Evidence(stills, memory, odds).fits(here) > -0.8


def test_a_place_that_was_read_right_and_is_read_otherwise_has_changed() -> None:
    looks, rules = reachable()
    odds, memory, here = Odds(), Memory(), Stands("p6", (5, 0), (False, False))
    stills = Stills(odds)
    stills.add(told(looks[0], rules.layout), (0, 1), 2)  # type: ignore[arg-type,attr-defined]
    memory.keep(here, stills.reads["p6"], steady=odds.steady)
    stills.clear()
    stills.add(
        told(looks[0], rules.layout, otherwise={"p6": [((4, 0), 0.9), ((5, 0), 0.1)]}),  # type: ignore[arg-type,attr-defined]
        (0, 1),
        2,
    )
    plain = Evidence(stills, Memory(), odds).fits(here)
    assert Evidence(stills, memory, odds).fits(here) < plain - 2
