"""Throws against what fair shells or dice would give: the counting, the test, the words."""

from __future__ import annotations

import pytest

from engine.events import Setup
from engine.table import Table
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.history.fairness import LEAST, Bar, Tally, beyond, tallies, tally_svg
from web.language.locale import speaking


def shells(*counts: int) -> Tally:
    """Give throws of four shells by their mouths."""
    total = sum(counts)
    ways = (1, 4, 6, 4, 1)
    return Tally(
        "cowries",
        tuple(Bar(str(n), str(n), count, total * ways[n] / 16) for n, count in enumerate(counts)),
    )


@pytest.mark.parametrize(
    ("freedom", "five_percent", "one_percent"),
    [(1, 3.841, 6.635), (2, 5.991, 9.210), (3, 7.815, 11.345), (4, 9.488, 13.277), (5, 11.070, 15.086)],
)
def test_the_test_agrees_with_the_printed_tables(
    freedom: int, five_percent: float, one_percent: float
) -> None:
    assert beyond(five_percent, freedom) == pytest.approx(0.05, abs=1e-4)
    assert beyond(one_percent, freedom) == pytest.approx(0.01, abs=1e-4)


@pytest.mark.parametrize(
    ("tally", "verdict", "words"),
    [
        (shells(0, 0, LEAST - 1, 0, 0), "few", "too few to say anything"),
        (shells(5, 20, 30, 20, 5), "usual", "looks fair"),
        (shells(6, 20, 36, 14, 4), "usual", "looks fair"),
        (shells(8, 19, 41, 10, 2), "unusual", "may still be luck"),
        (shells(20, 20, 20, 10, 10), "rare", "hardly luck"),
    ],
)
def test_the_remark_says_how_far_the_throws_stray(tally: Tally, verdict: str, words: str) -> None:
    with speaking("en"):
        assert (tally.verdict, words in tally.remark) == (verdict, True), (tally.likelihood, tally.remark)


def test_only_throws_that_stand_and_that_hands_threw_are_counted() -> None:
    table = Table(record=lambda events: None)
    table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
    table.throw(Cowries(1, 4))
    table.undo()
    table.throw(Cowries(4, 4), source="drawn")
    table.throw(Cowries(4, 4), source="typed")
    with speaking("en"):
        (tally,) = tallies(table.model)
    assert [bar.count for bar in tally.bars] == [0, 0, 0, 0, 1]
    assert [bar.label for bar in tally.bars] == ["8", "1", "2", "3", "4"]
    assert [bar.expected for bar in tally.bars] == [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]


def test_dice_are_counted_by_their_faces() -> None:
    table = Table(record=lambda events: None)
    table.start(Setup("backgammon", "finnish", ("Asha", "Ravi"), {}, 0))
    table.throw(Dice((5, 5)))
    (tally,) = tallies(table.model)
    assert tally.kind == "dice"
    assert [bar.count for bar in tally.bars] == [0, 0, 0, 0, 2, 0]
    assert {bar.expected for bar in tally.bars} == {2 / 6}


def test_each_bar_is_drawn_with_its_count_and_the_outline_of_fair_ones() -> None:
    drawn = tally_svg(shells(5, 20, 31, 20, 4))
    assert drawn.count('class="fair"') == drawn.count('class="came"') == 5
    assert '<text class="count"' in drawn
    assert ">31</text>" in drawn


def test_the_game_shows_its_tally_as_a_drawing_and_in_numbers(house: House) -> None:
    house.start()
    house.table.throw(Cowries(4, 4))
    page = house.watcher().get("/games/1").text
    assert 'class="tally"' in page
    assert "Only 1 was counted yet" in page
    assert "<td>4 mouths up of 4</td><td>4</td><td>1</td><td>0.1</td>" in page
