"""Pachisi: the ways in which households let three high throws cancel one another (P23)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.errors import PositionError, SetupError
from engine.game import Game
from engine.pachisi import State
from engine.registry import make_rules
from engine.throw import Cowries
from engines import pachisi_second as second
from engines.pachisi_table import rules

ON_BOARD = [[10, 20, 30, 40], [12, 22, 32, 41]]
MOUTHS = {7: 0, 10: 1, 2: 2, 3: 3, 4: 4, 25: 5, 30: 6, 14: 7}


def bank_after(cancel: object, *values: int) -> list[int]:
    """Throw values with seven cowries, pieces on the board, and give what is left of them."""
    of = rules("seven", cancel=cancel, pyada=False)
    game: Game[State] = Game(of, state=of.from_position({"turn": 0, "pieces": ON_BOARD}))
    for value in values:
        game.throw(Cowries(MOUTHS[value], 7))
    return [value for value, _squares in of.bank(game.state)]


def test_p23_equal_a_row_is_of_one_value_and_another_begins_a_new_row() -> None:
    assert bank_after("equal", 10, 25, 25, 25, 3) == [10, 3]
    assert bank_after("equal", 10, 25, 30, 3) == [10, 25, 30, 3]
    assert bank_after("equal", 7, 7, 7, 3) == [3]
    assert bank_after(True, 10, 25, 25, 25, 3) == [25, 3]


def test_p23_third_only_the_third_throw_of_a_row_is_lost_and_the_row_begins_anew() -> None:
    assert bank_after("third", 10, 25, 30, 3) == [10, 25, 3]
    assert bank_after("third", 25, 25, 25, 25, 25, 25, 3) == [25, 25, 25, 25, 3]
    assert bank_after("third", 14, 14, 14, 2) == [14, 14, 2]


def test_p23_third_the_further_throw_of_what_is_lost_stands() -> None:
    of = rules("seven", cancel="third")
    game: Game[State] = Game(of, state=of.from_position({"turn": 0, "pieces": ON_BOARD}))
    for value in (10, 25, 30):
        game.throw(Cowries(MOUTHS[value], 7))
    assert (game.state.throws, game.turn) == (1, 0)
    assert [fact.values for fact in game.last_facts() if fact.rule == "P23"] == [(30,)]


@pytest.mark.parametrize("cancel", ["equal", "third"])
def test_p23_every_way_needs_all_throws_first(cancel: str) -> None:
    with pytest.raises(SetupError, match="'cancel' needs 'all_first'"):
        rules("six", cancel=cancel, all_first=False)
    assert rules("six", cancel=cancel, all_first=True).options.cancel == cancel


def test_a_row_is_of_the_throws_before_and_of_what_the_way_of_cancelling_lets_stand() -> None:
    bank = [{"value": 2}, {"value": 10}, {"value": 25}]
    position: dict[str, Any] = {"turn": 0, "pieces": ON_BOARD, "bank": bank, "throws": 1, "row": [10, 25]}
    assert rules("seven", cancel="third").from_position(position).row == (10, 25)
    with pytest.raises(PositionError, match="give up to two values that cancel with a third"):
        rules("seven", cancel="equal").from_position(position)
    with pytest.raises(PositionError, match=r"row is \[10, 25\]: .*only with the option 'cancel' \(P23\)"):
        rules("seven", cancel=False).from_position(position)
    with pytest.raises(PositionError, match=r"the bank ends in \[2, 10\]"):
        rules("seven").from_position({**position, "bank": bank[:2]})
    with pytest.raises(PositionError, match=r"the bank ends in \[\]"):
        rules("seven").from_position({**position, "bank": []})


def test_an_unknown_way_is_refused_with_those_that_exist() -> None:
    with pytest.raises(
        SetupError, match="option 'cancel' cannot be 'all': it may be true, false, equal, third"
    ):
        make_rules("pachisi", "seven", options={"cancel": "all"})


@pytest.mark.parametrize("cancel", [True, "equal", "third", False])
def test_p23_a_second_reading_counts_rows_of_throws_alike(cancel: object) -> None:
    chance = random.Random(str(cancel))
    cancelled = 0
    for _ in range(150):
        values = [chance.choice([7, 10, 14, 25, 30, 25, 25]) for _ in range(chance.randrange(1, 12))]
        values.append(chance.choice([2, 3, 4]))
        left = second.after_throws(cancel, values)
        assert bank_after(cancel, *values) == left, values
        cancelled += len(left) < len(values)
    assert (cancelled > 20) == (cancel is not False)
