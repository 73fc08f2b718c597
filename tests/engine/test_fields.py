"""The strict reader of positions and questions: what it gives, and what its errors name."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import PositionError
from engine.fields import Field, read_keys, read_setup, told
from engine.reasons import Reason
from engine.registry import make_rules


def test_a_value_far_inside_is_named_by_its_way_there() -> None:
    line = read_keys({"bank": [{"value": 2}, {"value": "3"}]}, ("bank",))
    values = [item.keys("value", give="write {}").get("value") for item in line.get("bank").items()]
    assert values[0].whole(9) == 2
    with pytest.raises(PositionError, match=r"^bank\[1\]\.value is '3': give a whole number from 1 to 9$"):
        values[1].whole(9, least=1)


@pytest.mark.parametrize(
    ("value", "read", "message"),
    [
        (True, lambda field: field.whole(1), "from 0 to 1"),
        (1.0, lambda field: field.whole(1), "from 0 to 1"),
        (True, lambda field: field.one_of((1, 4)), "there are 1, 4"),
        (1, lambda field: field.flag(), "give true or false"),
        ((1, 2), lambda field: field.items(), "give a list"),
        ([1], lambda field: field.items(count=2, give="give two"), "give two"),
        ([True], lambda field: field.flags(2), "for each of 2 players"),
        ([True, 0], lambda field: field.flags(2), r"x\[1\] is 0: give true or false"),
        ([0, 0], lambda field: field.seats(3), "give different players from 0 to 2"),
        ([3], lambda field: field.seats(3), "give different players from 0 to 2"),
        ([1], lambda field: field.keys("a", give="give an object"), "give an object"),
        ({}, lambda field: field.keys("a", give="give an object"), "give an object"),
        ({"a": 1, "c": 2}, lambda field: field.keys("a", optional=("b",), give="only a, b"), "only a, b"),
    ],
)
def test_a_value_of_another_kind_is_refused_with_what_would_be_possible(
    value: Any, read: Any, message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        read(Field("x", value))


def test_a_default_stands_for_what_is_not_there_and_is_read_like_it() -> None:
    line = read_keys({}, ("turn",))
    assert line.get("turn", 2).whole(3) == 2
    with pytest.raises(PositionError, match="turn is None"):
        line.get("turn").whole(3)


def test_a_position_that_names_its_game_must_name_the_one_that_is_played() -> None:
    setup = {"game": "pachisi", "options": {"split": True, "gate": False}}
    read_setup({"game": "pachisi", "options": {"split": True}, "turn": 1}, setup)
    for wrong in (
        {"game": "ludo"},
        {"options": {"split": False}},
        {"options": {"fly": True}},
        {"options": 1},
    ):
        with pytest.raises(PositionError, match="of another game"):
            read_setup(wrong, setup)


def test_a_list_where_a_number_belongs_is_refused_in_words() -> None:
    position = {"turn": 1, "pieces": [[0] * 4, [0] * 4], "contest": [1], "scores": [[0, [25]]]}
    with pytest.raises(PositionError, match=r"scores\[0\]\[1\] is \[25\]: give \[player, value\]"):
        make_rules("pachisi").from_position(position)


def test_the_answer_to_why_gives_the_rule_once() -> None:
    assert told(None) == {"legal": True}
    reason = Reason("C4", "no-kadi", {"player": 0})
    assert told(reason) == {"legal": False, "rule": "C4", "reason": str(reason)[len("C4: ") :]}
