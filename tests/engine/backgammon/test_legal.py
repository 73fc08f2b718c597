"""Every play for a throw, against leaf counts, other programs' positions and a slow generator of our own."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backgammon.legal import (
    Board,
    board_of,
    dice_left,
    longest,
    play_of,
    plays,
    sources,
    text_of,
    ways,
)
from engine.backgammon.state import flipped, start_board
from engine.backgammon.steps import carried, flaw
from engines.backgammon_boards import slow_plays
from places import GOLDEN, SHARED

START = start_board("standard")
THROWS = [(one, other) for one in range(1, 7) for other in range(one, 7)]
SHARED = SHARED / "data" / "backgammon_plays.jsonl"
GOLDEN = GOLDEN / "backgammon_plays.jsonl"

ONE_PLAY = (
    "11:42 12:15 13:16 14:14 15:8 16:10 22:75 23:17 24:18 25:8 26:14 33:73 34:17 35:9 36:14 44:52 45:9 "
    "46:14 55:4 56:7 66:11"
)
TWO_PLAYS = (
    "11:18498 12:7070 13:7459 14:6586 15:3744 16:4701 22:34136 23:7974 24:8409 25:3691 26:6647 33:32063 "
    "34:7988 35:4118 36:6659 44:22620 45:4194 46:6613 55:1742 56:3300 66:4570"
)


def _counts(text: str) -> dict[tuple[int, int], int]:
    return {(int(part[0]), int(part[1])): int(part[3:]) for part in text.split()}


def test_one_play_from_the_start_reaches_as_many_positions_as_other_programs_count() -> None:
    assert {throw: len(plays(START, throw)) for throw in THROWS} == _counts(ONE_PLAY)


def test_two_plays_from_the_start_reach_as_many_positions_as_other_programs_count() -> None:
    counted = {
        first: sum(len(plays(flipped(after), second)) for after in plays(START, first) for second in THROWS)
        for first in THROWS
    }
    assert counted == _counts(TWO_PLAYS)
    assert sum(counted.values()) == 202_782
    assert sum(count for (one, other), count in counted.items() if one != other) == 89_153


@pytest.mark.parametrize("throw", [(3, 1), (1, 3)])
def test_the_order_of_the_dice_in_a_throw_does_not_matter(throw: tuple[int, int]) -> None:
    assert plays(START, throw) == plays(START, (3, 1))


def test_every_position_that_six_programs_agree_on_has_exactly_their_plays() -> None:
    if not SHARED.exists():
        pytest.skip("the shared data folder is not beside this checkout")
    checked = 0
    for line in SHARED.read_text().splitlines():
        given_line = json.loads(line)
        found = [list(after) for after in plays(given_line["board"], given_line["dice"])]
        assert found == sorted(given_line["boards"]), line[:160]
        checked += 1
    assert checked == 1000


def test_every_golden_position_has_exactly_its_plays_in_every_preset() -> None:
    lines = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    assert len(lines) >= 60
    for line in lines:
        left = dice_left(line["dice"])
        for most, key in ((True, "standard"), (False, "finnish")):
            found = sorted(map(board_of, ways(line["board"], left, most=most)))
            assert [list(after) for after in found] == line[key], line


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw positions in which points are often held, checkers often wait on the bar or are nearly off."""
    found = [0] * 26
    for side in (1, -1):
        low, high = draw(st.sampled_from([(1, 24), (1, 7), (1, 12), (16, 24)]))
        for _ in range(draw(st.integers(1, 7))):
            point = draw(st.integers(low, high)) if side == 1 else 25 - draw(st.integers(low, high))
            if found[point] * side >= 0:
                found[point] += side * draw(st.integers(1, 2))
    found[25] = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
    return tuple(found)


throws = st.sampled_from(THROWS)


@settings(max_examples=250, deadline=None)
@given(boards(), throws, st.booleans())
def test_the_fast_search_finds_what_trying_everything_finds(
    position: Board, dice: tuple[int, int], most: bool
) -> None:
    found = ways(position, dice_left(dice), most=most)
    assert {board_of(key) for key in found} == slow_plays(position, dice, most=most)


def test_of_two_steps_to_one_point_the_one_that_comes_first_hits() -> None:
    position = (0, -1, 1, 1, *[0] * 22)
    assert "3/1* 2/1" in {text_of(way) for way in ways(position, dice_left((2, 1))).values()}


@settings(max_examples=100, deadline=None)
@given(boards(), throws)
def test_a_way_leads_to_its_position_by_legal_steps_from_the_furthest_back(
    position: Board, dice: tuple[int, int]
) -> None:
    for key, way in ways(position, dice_left(dice)).items():
        after = position
        steps = play_of(way).steps
        assert text_of(way) == str(play_of(way))
        left = list(dice_left(dice))
        for step in steps:
            die = min((d for d in left if d >= step.start - step.end), default=0)
            assert flaw(after, step.start, die) is None
            assert step.hit == (step.end > 0 and after[step.end] == -1)
            left.remove(die)
            after = carried(after, step.start, step.end)
        assert after == board_of(key)
        assert [step.start for step in steps] == sorted((step.start for step in steps), reverse=True)


@settings(max_examples=100, deadline=None)
@given(boards(), st.integers(1, 6))
def test_the_sources_of_a_die_are_those_without_a_flaw(position: Board, die: int) -> None:
    unflawed = [start for start in range(25, 0, -1) if flaw(position, start, die) is None]
    assert sources(position, die) == unflawed


@settings(max_examples=100, deadline=None)
@given(boards(), throws)
def test_as_many_dice_can_be_played_as_the_longest_play_has(position: Board, dice: tuple[int, int]) -> None:
    found = ways(position, dice_left(dice))
    assert longest(position, dice_left(dice)) == max(map(len, found.values()), default=0)


@settings(max_examples=100, deadline=None)
@given(boards(), throws)
def test_no_play_loses_or_makes_a_checker(position: Board, dice: tuple[int, int]) -> None:
    mine = sum(count for count in position[1:] if count > 0)
    theirs = position[0] - sum(count for count in position[1:] if count < 0)
    for after in plays(position, dice):
        assert after[0] - sum(count for count in after[1:] if count < 0) == theirs
        assert mine - 4 <= sum(count for count in after[1:] if count > 0) <= mine


def test_nothing_is_found_without_dice() -> None:
    assert ways(START, ()) == {}
