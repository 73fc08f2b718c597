"""Pachisi: high throws that cancel one another, in every way in which households have it (P23)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.errors import PositionError, SetupError
from engine.facts import Fact, FactKind
from engine.game import Game
from engine.pachisi import PachisiRules
from engine.registry import make_rules
from engines import pachisi_second as second
from engines.pachisi_table import at, rules, throw

SEVEN = rules("seven")
EQUAL = rules("seven", cancel="equal", pyada=False)
THIRD = rules("seven", cancel="third", pyada=False)
SIX = rules(all_first=True, cancel=True)
HERKLOTS = rules("seven", table="seven-herklots")


def bank_after(of: PachisiRules, values: tuple[int, ...]) -> list[int]:
    """Throw values with a piece on the board, and return what is left of them."""
    game = Game(of, state=at(of, "9 0 0 0", "0 0 0 0"))
    throw(game, *values)
    return [value for value, _squares in of.bank(game.state)]


EXAMPLE = (25, 25, 14, 10, 30, 7, 25, 30, 7, 10, 14, 25, 3)
"""The long example of the page: it stands in full."""


@pytest.mark.parametrize(
    ("of", "values", "left"),
    [
        (SEVEN, (14, 25, 10, 30), [14]),
        (SEVEN, (14, 25, 10, 30, 25, 25, 3), [14, 25, 25, 3]),  # the row begins anew
        (SEVEN, EXAMPLE, list(EXAMPLE)),
        *((SEVEN, (value, value, 21 - value, value), [value, value, 21 - value, value]) for value in (7, 14)),
        *(
            (SEVEN, (value, value, 21 - value, value, value, value), [value, value, 21 - value])
            for value in (7, 14)
        ),
        # Under other tables the graces that enter cancel, except a 6, which breaks the row.
        (SIX, (6, 6, 6), [6, 6, 6]),
        (SIX, (6, 25, 10, 25), [6]),
        (SIX, (25, 10, 6, 25), [25, 10, 6, 25]),
        (HERKLOTS, (25, 30, 10, 10, 10), [25, 30, 10, 10, 10]),
        # With `equal` a row is of one value, and another begins a new row.
        (EQUAL, (10, 25, 25, 25, 3), [10, 3]),
        (EQUAL, (10, 25, 30, 3), [10, 25, 30, 3]),
        (EQUAL, (7, 7, 7, 3), [3]),
        (SEVEN, (10, 25, 25, 25, 3), [25, 3]),
        # With `third` only the third throw of a row is lost, and the row begins anew.
        (THIRD, (10, 25, 30, 3), [10, 25, 3]),
        (THIRD, (25, 25, 25, 25, 25, 25, 3), [25, 25, 25, 25, 3]),
        (THIRD, (14, 14, 14, 2), [14, 14, 2]),
    ],
)
def test_p23_three_high_throws_in_a_row_cancel_one_another(
    of: PachisiRules, values: tuple[int, ...], left: list[int]
) -> None:
    assert bank_after(of, values) == left


@pytest.mark.parametrize(("of", "lost"), [(SEVEN, (10, 25, 30)), (EQUAL, ()), (THIRD, (30,))])
def test_p23_what_is_cancelled_is_told_and_its_further_throw_stands(
    of: PachisiRules, lost: tuple[int, ...]
) -> None:
    game = Game(of, state=at(of, "9 0 0 0", "0 0 0 0"))
    facts = throw(game, 10, 25, 30)
    told = [Fact(FactKind.CANCELLED, 0, values=lost, rule="P23")] if lost else []
    assert facts == (*told, Fact(FactKind.AGAIN, 0, rule="P4"))
    assert (game.state.throws, game.turn) == (1, 0)


@pytest.mark.parametrize("cancel", [True, "equal", "third"])
def test_p23_every_way_needs_all_throws_first(cancel: object) -> None:
    with pytest.raises(SetupError, match="'cancel' needs 'all_first'"):
        rules("six", cancel=cancel, all_first=False)
    assert rules("six", cancel=cancel, all_first=True).options.cancel == cancel
    assert not rules("seven", all_first=False).options.cancel


def test_a_row_is_of_the_throws_before_and_of_what_the_way_of_cancelling_lets_stand() -> None:
    bank = [{"value": 2}, {"value": 10}, {"value": 25}]
    pieces = [[10, 20, 30, 40], [12, 22, 32, 41]]
    position: dict[str, Any] = {"turn": 0, "pieces": pieces, "bank": bank, "throws": 1, "row": [10, 25]}
    assert THIRD.from_position(position).row == (10, 25)
    with pytest.raises(PositionError, match="give up to two values that cancel with a third"):
        EQUAL.from_position(position)
    with pytest.raises(PositionError, match=r"row is \[10, 25\]: .*only with the option 'cancel' \(P23\)"):
        rules("seven", cancel=False).from_position(position)
    with pytest.raises(PositionError, match=r"the bank ends in \[2, 10\]"):
        SEVEN.from_position({**position, "bank": bank[:2]})
    with pytest.raises(PositionError, match=r"the bank ends in \[\]"):
        SEVEN.from_position({**position, "bank": []})


def test_an_unknown_way_is_refused_with_those_that_exist() -> None:
    with pytest.raises(
        SetupError, match="option 'cancel' cannot be 'all': it may be true, false, equal, third"
    ):
        make_rules("pachisi", "seven", options={"cancel": "all"})


@pytest.mark.parametrize("cancel", [True, "equal", "third", False])
def test_p23_a_second_reading_counts_rows_of_throws_alike(cancel: object) -> None:
    chance = random.Random(str(cancel))
    of = rules("seven", cancel=cancel, pyada=False)
    cancelled = 0
    for _ in range(100):
        values = [chance.choice([7, 10, 14, 25, 30, 25, 25]) for _ in range(chance.randrange(1, 12))]
        values.append(chance.choice([2, 3, 4]))
        left = second.after_throws(cancel, values)
        assert bank_after(of, tuple(values)) == left, values
        cancelled += len(left) < len(values)
    assert (cancelled > 12) == (cancel is not False)
