"""A match in the setup of its games: written, read back strictly, and absent where there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import SetupError
from engine.events import Setup
from engine.match import Conduct, Match, MatchPlace, TimeControl
from engines.random_matches import NAMES, match_setup

PLACE = MatchPlace(
    Match(7, (6, 3), crawford_played=True), number=5, first=4, before=9, times=TimeControl(12, 840)
)


def test_a_match_is_read_back_as_it_was_written_and_setups_without_one_read_as_before() -> None:
    setup = replace(match_setup(7), match=PLACE)
    assert Setup.from_json(setup.to_json()) == setup
    single = Setup("backgammon", "standard", NAMES)
    assert "match" not in single.to_json()
    assert Setup.from_json(single.to_json()).match is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"length": 26},
        {"length": -1},
        {"length": True},
        {"length": "7"},
        {"score": [6]},
        {"score": [7, 3]},
        {"score": [6, 3.5]},
        {"score": [6, 10**9], "length": 0},
        {"crawford": 1},
        {"jacoby": True},
        {"number": 0},
        {"first": -1},
        {"before": None},
        {"times": {"delay_s": 12}},
        {"times": {"delay_s": float("nan"), "reserve_s": 840}},
        {"times": {"delay_s": 12, "reserve_s": 10**9}},
        {"times": {"delay_s": 12, "reserve_s": 840, "bonus": 1}},
        {"times": 12},
        {"winner": 0},
        {"conduct": None},
        {"conduct": {"turn_ends": "shout"}},
        {"conduct": {"turn_ends": ["dice"]}},
        {"conduct": {"event": "x" * 81}},
        {"conduct": {"round": "1\n2"}},
        {"conduct": {"spectators_lag_s": 901}},
        {"conduct": {"tournament": 1}},
        {"conduct": {"pips": True}},
    ],
)
def test_a_match_that_cannot_be_is_not_read(wrong: dict[str, Any]) -> None:
    written = replace(match_setup(7), match=PLACE).to_json()
    written["match"] |= wrong
    with pytest.raises((ValueError, KeyError)):
        Setup.from_json(written)
    del written["match"]["score"]
    with pytest.raises((ValueError, KeyError)):
        Setup.from_json(written)


def test_a_match_says_how_it_is_conducted_where_it_is_not_as_by_default() -> None:
    conduct = Conduct("Sunday cup", "2", "dice", "responsible moves", "count", True, False, True, 300)
    setup = replace(match_setup(7), match=replace(PLACE, conduct=conduct))
    assert Setup.from_json(setup.to_json()) == setup
    assert "conduct" not in replace(match_setup(7), match=PLACE).to_json()["match"]


def test_a_match_of_another_game_or_of_three_is_not_read() -> None:
    written = match_setup(7).to_json()
    for other in ({"game": "pachisi", "preset": "six"}, {"names": ["A", "B", "C"]}):
        with pytest.raises(SetupError, match="a match is of backgammon between two"):
            Setup.from_json(written | other)
