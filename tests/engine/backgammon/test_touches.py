"""How few touches a play takes on a page: at most as many as checkers move, with those that are hit."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from random import Random

import pytest

from engine.backgammon.state import State
from engine.game import Game, Waits
from engine.move import EndTurn
from engine.registry import make_rules
from engine.throw import Dice
from places import SHARED as BESIDE

RULES = make_rules("backgammon", "standard")
SHARED = BESIDE / "data" / "backgammon_plays.jsonl"


def touches(state: State) -> dict[tuple[int, ...], int]:
    """Count the fewest touches for every play, by the board that it leads to."""
    known = {state: 0}
    queue = deque([state])
    found: dict[tuple[int, ...], int] = {}
    while queue:
        here = queue.popleft()
        if RULES.waits(here) is not Waits.MOVE:
            found.setdefault(here.board, known[here])
        for tap in RULES.taps(here):
            after = RULES.apply(here, tap.move).state
            if after not in known:
                known[after] = known[here] + 1
                queue.append(after)
    return found


def moved(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    """Count the checkers that stand elsewhere: the mover's, and those on the opponent's bar."""
    own = sum(max(0, max(was, 0) - max(now, 0)) for was, now in zip(before[1:], after[1:], strict=True))
    return own + after[0] - before[0]


def position(board: list[int], *dice: int) -> State:
    read: State = RULES.from_position({"board": board, "dice": dice, "turn": 0, "number": 1})
    return read


def too_many(state: State) -> list[tuple[int, ...]]:
    return [board for board, count in touches(state).items() if count > moved(state.board, board)]


def test_a_checker_that_goes_on_from_the_bar_brings_the_other_one_in() -> None:
    board = [0] * 26
    board[25], board[6], board[1] = 2, 13, -15
    state = position(board, 3, 3)
    assert too_many(state) == []
    assert any(str(tap.move) == "bar/22(2) 22/19" for tap in RULES.taps(state))


def test_hands_that_take_one_checker_past_another_on_the_bar_have_not_brought_that_one_in() -> None:
    board = [0] * 26
    board[25], board[6], board[1] = 2, 13, -15
    state = position(board, 3, 3)
    told = RULES.move_between(state, (0, 0), RULES.steps(0)[19])
    assert str(told) == "bar/19"
    assert RULES.why_not(state, told).rule == "BF7"  # type: ignore[union-attr]


def sample() -> Iterator[State]:
    """Give positions of games by chance, each with what was thrown."""
    chance = Random(1)
    for number in range(8):
        game = Game(RULES, begins=0)
        for _ in range(6 * number):
            if game.outcome is not None:
                break
            game.throw(Dice((chance.randint(1, 6), chance.randint(1, 6))))
            game.push(chance.choice(game.legal_moves() or [EndTurn()]))
            if game.waits is Waits.END:
                game.push(EndTurn())
        if game.waits is Waits.THROW:
            game.throw(Dice((number % 6 + 1, chance.randint(1, 6))))
            yield game.state


def all_off_with_both(state: State, board: tuple[int, ...]) -> bool:
    """True if one checker is borne off with more than one die, and others could take a die, too."""
    return moved(state.board, board) == 1 and sum(map(abs, board)) < sum(map(abs, state.board))


def test_a_play_needs_at_most_as_many_touches_as_checkers_move() -> None:
    for state in sample():
        assert [one for one in too_many(state) if not all_off_with_both(state, one)] == []


@pytest.mark.slow  # some 170,000 plays
def test_of_all_plays_of_a_thousand_positions_only_some_bearings_off_take_one_touch_more() -> None:
    if not SHARED.exists():
        pytest.skip("the positions are handed out beside the repository")
    plays = more = 0
    for one in map(json.loads, SHARED.read_text().splitlines()):
        state = position(one["board"], *one["dice"])
        found = touches(state)
        plays += len(found)
        for board in too_many(state):
            assert all_off_with_both(state, board)
            assert found[board] == 2
            more += 1
    assert more / plays < 0.002
