"""Chowka Bhara: positions set by hand, and questions that cannot be answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chowka_bhara import INFO, make
from engine.errors import PositionError
from engine.game import Waits
from engines.contract_lines import CHOWKA

RULES = make(INFO.preset(None), {}, 2)
HOME = [0, 0, 0, 0]


def test_the_start_is_a_position() -> None:
    assert RULES.to_position(RULES.start()) == {
        "turn": 0,
        "pawns": [HOME, HOME],
        "pairs": [[], []],
        "new_pairs": [],
        "kadi": [False, False],
        "bank": [],
        "thrown_two": False,
        "moved": [],
        "barred": [],
        "number": 1,
        "throws": 1,
        "challenge": None,
        "ones": 0,
        "finished": [],
    }


def test_a_position_set_by_hand_needs_only_the_pawns() -> None:
    state = RULES.from_position({"pawns": [[3, 17, 24, 24], HOME]})
    assert state.kadi == (True, False)
    assert RULES.waits(state) is Waits.THROW
    assert RULES.turn(state) == 0


def test_a_line_of_another_game_is_none_of_this_one() -> None:
    for key, other in (("preset", "7x7"), ("game", "pachisi"), ("options", {"share_crossed": True})):
        with pytest.raises(PositionError, match="this game is played with"):
            RULES.from_position({**CHOWKA, key: other})


def test_values_that_nobody_can_use_are_gone_when_a_position_is_set() -> None:
    state = RULES.from_position({"pawns": [[23, 24, 24, 24], HOME], "bank": [3]})
    assert (RULES.turn(state), RULES.waits(state)) == (1, Waits.THROW)


def test_a_position_with_a_winner_is_over() -> None:
    state = RULES.from_position({"pawns": [HOME, [24, 24, 24, 24]]})
    assert RULES.waits(state) is Waits.OVER
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.places == ((1,), (0,))


def test_a_gatti_in_the_centre_is_none_any_more() -> None:
    state = RULES.from_position({"pawns": [[24, 24, 0, 0], HOME], "pairs": [[[0, 1]], []]})
    assert state.pairs == ((), ())


IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "no pawns": ({}, "has no 'pawns'"),
    "too many pawns": ({"pawns": [[0] * 5, HOME]}, "give 4 steps"),
    "too few players": ({"pawns": [HOME]}, "one entry for each of 2 players"),
    "a step beyond the centre": ({"pawns": [[25, 0, 0, 0], HOME]}, "from 0 to 24"),
    "a step before home": ({"pawns": [[-1, 0, 0, 0], HOME]}, "from 0 to 24"),
    "a step that is no number": ({"pawns": [["3", 0, 0, 0], HOME]}, "'3'"),
    "a truth for a step": ({"pawns": [[True, 0, 0, 0], HOME]}, "whole number"),
    "no kadi in the inner ring": (
        {"pawns": [[17, 0, 0, 0], HOME], "kadi": [False, False]},
        r"player 1 has no kadi, and without one no pawn of player 1 can stand there: r2c1 \(C4\)",
    ),
    "two owners on a plain square": (
        {"pawns": [[2, 0, 0, 0], [10, 0, 0, 0]]},
        "player 1 and player 2 share r4c4",
    ),
    "two pawns together in the outer ring": ({"pawns": [[2, 2, 0, 0], HOME]}, r"2 pawns on r4c4: one is"),
    "two on another's home": ({"pawns": [[8, 8, 0, 0], HOME]}, r"2 pawns on r0c2: one is"),
    "two owners on an unused crossed square": ({"pawns": [[4, 0, 0, 0], [12, 0, 0, 0]]}, "share r2c4"),
    "two owners on an inner square without a gatti": (
        {"pawns": [[18, 0, 0, 0], [22, 0, 0, 0]]},
        "share r1c1, and neither has a gatti",
    ),
    "a gatti in the outer ring": ({"pawns": [HOME, HOME], "pairs": [[[0, 1]], []]}, "from 16 to 23"),
    "a gatti apart": ({"pawns": [[16, 17, 0, 0], HOME], "pairs": [[[0, 1]], []]}, "steps 16 and 17"),
    "a pawn in two gattis": (
        {"pawns": [[16, 16, 16, 0], HOME], "pairs": [[[0, 1], [1, 2]], []]},
        "pawn 1 of player 0 is in two gattis",
    ),
    "a gatti of one pawn": ({"pawns": [[16, 16, 0, 0], HOME], "pairs": [[[1, 1]], []]}, "two different"),
    "a new pair that is no gatti": ({"pawns": [[16, 16, 0, 0], HOME], "new_pairs": [[0, 1]]}, "no gatti"),
    "pairs of nobody": ({"pawns": [HOME, HOME], "pairs": [[]]}, "for each of 2 players"),
    "a seat that nobody has": ({"pawns": [HOME, HOME], "turn": 2}, "from 0 to 1"),
    "a value that no throw gives": ({"pawns": [HOME, HOME], "bank": [5]}, "1, 2, 3, 4, 8 are possible"),
    "a bank that is no list": ({"pawns": [HOME, HOME], "bank": 5}, "give a list"),
    "a kadi that is no truth": ({"pawns": [HOME, HOME], "kadi": [1, 0]}, "true or false"),
    "a pawn that does not exist": ({"pawns": [HOME, HOME], "moved": [4]}, "from 0 to 3"),
    "a bar without a value": ({"pawns": [HOME, HOME], "barred": [[0]]}, r"\[pawn, value\]"),
    "a finished player who is not home": ({"pawns": [HOME, HOME], "finished": [0]}, r"centre are \[\]"),
    "a 1 without a challenge": ({"pawns": [HOME, HOME], "ones": 1}, "there is no challenge"),
    "a challenge that is none": ({"pawns": [HOME, HOME], "challenge": "a 0/1 =1"}, "null or a challenge"),
    "a challenge that is no text": ({"pawns": [HOME, HOME], "challenge": 3}, "null or a challenge"),
    "a challenge in no notation": ({"pawns": [HOME, HOME], "challenge": "x"}, "challenge is 'x'"),
    "a challenger elsewhere": (
        {"pawns": [HOME, HOME], "challenge": "challenge a 16/18 =2"},
        "player 0 are on steps 0, 0, 0, 0",
    ),
    "an unknown key": ({"pawns": [HOME, HOME], "dice": [1]}, "unknown key 'dice': there are turn, pawns"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_what_would_be_possible(name: str) -> None:
    position, message = IMPOSSIBLE[name]
    with pytest.raises(PositionError, match=message):
        RULES.from_position(position)


def test_a_guest_and_the_killed_pawns_of_its_owner_can_be_on_one_home_square() -> None:
    state = RULES.from_position({"pawns": [[8, 0, 0, 0], HOME]})
    assert "as_played" not in RULES.to_position(state)


def test_several_guests_share_a_crossed_square_only_where_the_option_is_on() -> None:
    position = {"pawns": [[4, 0, 0, 0], HOME, [12, 0, 0, 0]]}
    sharing = make(INFO.preset(None), {"share_crossed": True}, 3)
    assert sharing.from_position(position).pawns[0] == (4, 0, 0, 0)
    with pytest.raises(PositionError, match="share r2c4"):
        make(INFO.preset(None), {}, 3).from_position(position)


def test_what_players_accepted_may_be_set_as_played() -> None:
    position = {"pawns": [[17, 2, 2, 0], HOME], "kadi": [False, False], "as_played": True}
    state = RULES.from_position(position)
    assert RULES.to_position(state)["as_played"] is True


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(RULES.to_position(RULES.start()))), ANYTHING)
def test_whatever_stands_in_a_position_is_read_or_refused_in_words(key: str, value: object) -> None:
    position = {**RULES.to_position(RULES.start()), key: value}
    try:
        state = RULES.from_position(position)
    except PositionError as error:
        assert str(error)  # noqa: PT017 -- a position is as good
    else:
        assert RULES.from_position(RULES.to_position(state)) == state
