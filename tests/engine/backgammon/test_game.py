"""Whole games of every preset and option, with everything that must hold in each position of them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backgammon import State
from engine.backgammon.board import square_of
from engine.backgammon.state import flipped
from engine.errors import NotationError, PositionError, ThrowError
from engine.facts import FactKind
from engine.game import Game, Waits, is_forced
from engine.move import (
    Decline,
    Double,
    Drop,
    EndTurn,
    Move,
    PieceMove,
    Play,
    Step,
    Take,
    parse_move,
    parse_play,
)
from engine.throw import Dice, Throw
from engines.backgammon_boards import at, board, rules, texts

PRESETS = ("standard", "finnish", "polish")
STARTS = ("standard", "nackgammon", "hypergammon")


def throw_of(game: Game[State], chance: random.Random) -> Throw:
    count = game.rules.wants(game.state).count
    return Dice(tuple(chance.randint(1, 6) for _ in range(count)))


def step_on(game: Game[State], chance: random.Random) -> None:
    """Do one thing that the game waits for."""
    if game.state.cube.offered or (game.rules.optional(game.state) == [Double()] and chance.random() < 0.1):
        # Mostly taken, so that games also come to their end on the board.
        answer = Take() if chance.random() < 0.9 else Drop()
        game.push(answer if game.state.cube.offered else Double())
    elif game.waits is Waits.THROW:
        game.throw(throw_of(game, chance))
    elif game.waits is Waits.END:
        game.push(game.rules.optional(game.state)[0])
    elif chance.random() < 0.5:
        game.push(chance.choice(game.legal_moves()))
    else:
        game.push(chance.choice(game.rules.taps(game.state)).move)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("start", STARTS)
def test_a_random_game_comes_to_its_end_and_can_be_taken_back_whole(preset: str, start: str) -> None:
    chance = random.Random(f"{preset} {start}")
    game = Game(rules(preset, start=start))
    states = [game.state]
    while game.waits is not Waits.OVER:
        step_on(game, chance)
        states.append(game.state)
    outcome = game.outcome
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert outcome.points // outcome.cube in (1, 2, 3)
    played = game.actions
    for state in reversed(states[:-1]):
        game.pop()
        assert game.state == state
    for action in played:
        game.force(action)
    assert game.state == states[-1]


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(PRESETS), st.sampled_from(STARTS), st.randoms(use_true_random=False), st.data())
def test_what_holds_in_every_position(
    preset: str, start: str, chance: random.Random, data: st.DataObject
) -> None:
    game = Game(rules(preset, start=start))
    for _ in range(data.draw(st.integers(0, 80))):
        if game.waits is Waits.OVER:
            break
        step_on(game, chance)
        check_position(game)


def check_position(game: Game[State]) -> None:
    playing, state = game.rules, game.state
    assert playing.from_position(playing.to_position(state)) == state
    placed = playing.placed(state)
    assert len({(place.player, place.piece) for place in placed}) == 2 * playing.pieces
    assert all(place.square == square_of(place.player, place.step) for place in placed)
    moves, optional, waits = playing.moves(state), playing.optional(state), playing.waits(state)
    offered = bool(state.cube.offered) and not state.cube.dropped
    assert (waits is Waits.MOVE) == (bool(moves) or offered)
    if waits in (Waits.END, Waits.OVER):
        assert optional == ([EndTurn()] if waits is Waits.END else [])
    elif waits is Waits.MOVE:
        assert optional == ([Take(), Drop()] if offered else [])
    else:
        assert optional in ([], [Double()])
    assert len(set(moves)) == len(moves)
    after = [played_board(playing, state, move) for move in moves]
    assert len(set(after)) == len(after)
    assert after == sorted(after)
    for move in [*moves[:12], *optional]:
        assert playing.why_not(state, move) is None
        assert parse_move(str(move)) == move
    for tap in playing.taps(state)[:6]:
        assert playing.why_not(state, tap.move) is None
        if [step.start for step in tap.move.steps].count(25) < 2:  # one checker, as hands move it
            assert playing.move_between(state, tap.piece, tap.end) == tap.move
    if waits is Waits.MOVE:
        assert playing.why_not(state, EndTurn()) is not None
        assert playing.why_not(state, Play(())) is not None


def played_board(playing: Any, state: State, move: Move) -> tuple[int, ...]:
    """Give the board after a play, before the turn passes."""
    after: State = playing.apply(state, move).state
    return after.board if after.number == state.number else flipped(after.board)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PRESETS), st.randoms(use_true_random=False), st.integers(0, 60))
def test_whatever_hands_do_is_judged_and_can_be_carried_out(
    preset: str, chance: random.Random, turns: int
) -> None:
    game = Game(rules(preset))
    for _ in range(turns):
        if game.waits is not Waits.OVER:
            step_on(game, chance)
    playing, state = game.rules, game.state
    legal = {(tap.start, tap.end) for tap in playing.taps(state)}
    for _ in range(12):
        place = chance.choice(playing.placed(state))
        end = chance.choice(playing.layout.squares).id
        move = playing.move_between(state, (place.player, place.piece), end)
        reason = playing.why_not(state, move)
        mine = place.player == state.turn
        borne = f"off{state.turn}" if end.startswith("off") else end  # hands may use either tray
        assert (reason is None) == (mine and (place.square, borne) in legal)
        assert reason is None or reason.text(names=["Asha", "Ravi"]).startswith(reason.rule + ": ")
        after = playing.apply(state, move).state
        assert len(playing.placed(after)) == 30
        assert playing.from_position(playing.to_position(after)) == after


def test_a_checker_laid_into_the_other_tray_is_borne_off() -> None:
    playing = rules("standard")
    for mine, dice, play in (("6:2", (6, 1), "6/off"), ("4:2", (3, 1), "4/1 1/off")):
        state = at(mine, "24:2", dice)
        for tray in ("off0", "off1"):
            move = playing.move_between(state, (0, 0), tray)
            assert (str(move), playing.why_not(state, move)) == (play, None), tray


@pytest.mark.parametrize("preset", PRESETS)
def test_the_seats_mirror_each_other(preset: str) -> None:
    playing = rules(preset)
    for mine, theirs, dice in (("13:2 6:3", "20:2 24:1", (6, 2)), ("bar:1 8:2", "22:2 1:3", (3, 3))):
        one, other = at(mine, theirs, dice), at(mine, theirs, dice, turn=1)
        assert playing.moves(one) == playing.moves(other)
        steps = [{(p.step, p.player == s.turn) for p in playing.placed(s)} for s in (one, other)]
        assert steps[0] == steps[1]
        assert [tap.move for tap in playing.taps(one)] == [tap.move for tap in playing.taps(other)]


def test_taps_offer_single_dice_and_one_checker_with_several() -> None:
    playing = rules("standard")
    state = at("13:1 8:1", "24:2", (4, 2))
    shown = {(tap.start, tap.end, str(tap.move)) for tap in playing.taps(state)}
    assert shown == {
        ("p13", "p9", "13/9"),
        ("p13", "p11", "13/11"),
        ("p13", "p7", "13/9 9/7"),
        ("p8", "p4", "8/4"),
        ("p8", "p6", "8/6"),
        ("p8", "p2", "8/4 4/2"),
    }
    doublet = {tap.end for tap in playing.taps(at("13:1", "24:2", (2, 2)))}
    assert doublet == {"p11", "p9", "p7", "p5"}


def test_a_checker_that_takes_both_dice_leaves_a_blot_on_the_way_alone_if_it_can() -> None:
    playing = rules("standard")
    state = at("13:1", "9:1 24:2", (4, 2))
    (tap,) = [tap for tap in playing.taps(state) if tap.end == "p7"]
    assert str(tap.move) == "13/11 11/7"
    after = playing.apply(state, parse_play("13/7")).state
    assert after.board == board("7:1", "9:1 24:2")


def test_a_single_play_is_forced_and_a_choice_is_not() -> None:
    playing = rules("standard")
    forced = at("13:1 3:1", "5:2 24:1", (6, 2))
    assert is_forced(playing, forced, playing.moves(forced))
    free = at("13:2", "24:1", (6, 2))
    assert not is_forced(playing, free, playing.moves(free))


def test_what_hands_did_names_the_rule_that_a_player_would_name() -> None:
    playing = rules("standard")
    state = at("13:2 3:1", "9:2 24:1 bar:1", (4, 2))

    def rule(piece: tuple[int, int], end: str) -> str:
        reason = playing.why_not(state, playing.move_between(state, piece, end))
        return "legal" if reason is None else str(reason)

    assert rule((0, 0), "p11") == "legal"
    assert rule((0, 0), "p10") == "BF4: from 13 to 10 is 3 points, and the dice left to player 1 are 4, 2"
    assert rule((0, 0), "p9") == "BF5: player 2 holds the 9-point with 2 checkers"
    assert rule((0, 0), "p14") == "BF4: checkers of player 1 go towards home and never back"
    assert rule((0, 0), "bar0") == "BF4: checkers of player 1 go towards home and never back"
    assert rule((0, 2), "off0") == (
        "BF13: player 1 cannot bear off from the 3-point while a checker is outside the home board"
    )
    assert rule((0, 14), "p3") == "BS7: it is player 1’s turn, and that checker is player 2’s"
    assert rule((1, 0), "p3") == "BS7: it is player 1’s turn, and that checker is player 2’s"
    with pytest.raises(NotationError, match="there is no checker"):
        playing.move_between(state, (0, 15), "p3")
    with pytest.raises(NotationError, match="there is no square 'p25'"):
        playing.move_between(state, (0, 0), "p25")


@pytest.mark.parametrize("preset", PRESETS)
def test_moves_of_other_games_are_refused_with_a_rule(preset: str) -> None:
    playing = rules(preset)
    state = at("13:2", "24:1", (6, 2))
    other = PieceMove("move", (0,), value=3, squares=3, start=0, end=3)
    for move in (other, Decline(6), Decline(5)):
        reason = playing.why_not(state, move)
        assert reason is not None
        assert reason.rule[:2] in ("BF", "BP", "BS")
    assert playing.apply(state, other).state == state
    assert playing.apply(state, Decline(6)).state.left == (2,)
    assert playing.apply(state, Decline(5)).state == state


def test_an_illegal_move_that_is_accepted_stands_as_played_and_uses_a_near_die() -> None:
    playing = rules("standard")
    state = at("13:2", "9:2 24:1", (6, 2))
    wrong = playing.apply(state, parse_play("13/10")).state
    assert (wrong.board, wrong.left) == (board("13:1 10:1", "9:2 24:1"), (6,))
    hit = playing.apply(state, parse_play("13/9"))
    assert (hit.state.board, hit.state.left) == (board("13:1 9:1", "bar:2 24:1"), (2,))
    theirs = playing.apply(state, Play((Step(24, 20),))).state
    assert theirs.board == board("13:2", "9:2 20:1")
    nothing = playing.apply(state, Play((Step(5, 3),))).state
    assert (nothing.board, nothing.left) == (state.board, (6,))
    assert [(fact.kind, fact.pieces) for fact in hit.facts] == [(FactKind.CAPTURED, ((1, 0), (1, 1)))]


def test_a_throw_out_of_turn_is_refused() -> None:
    playing = rules("polish")
    with pytest.raises(ThrowError, match="no throw is due"):
        playing.apply_throw(at("13:2", "24:1", (6, 2)), Dice((6, 2)))
    over = playing.apply(at("1:1", "24:1", (6, 2)), parse_play("1/off")).state
    with pytest.raises(ThrowError, match="no throw is due"):
        playing.apply_throw(over, Dice((6, 2)))


def test_a_position_set_by_hand_needs_only_its_board() -> None:
    playing = rules("polish")
    whole = list(board("bar:1 6:2", "19:2 24:2"))
    assert playing.waits(playing.from_position({"board": whole})) is Waits.THROW
    thrown = playing.from_position({"game": "backgammon", "board": whole, "dice": [1, 2]})
    assert texts(playing.moves(thrown)) == {"bar/23 23/22", "bar/23 6/5"}
    passed = playing.from_position({"board": whole, "dice": [6, 1], "turn": 1})
    assert (passed.turn, passed.dice) == (0, ())  # BP22


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"dice": [1, 2]}, "needs a 'board'"),
        ({"board": [0] * 25}, "give 26 whole numbers"),
        ({"board": [0.5, *[1] * 25]}, "board holds 0.5"),
        ({"board": [True, *[1] * 25]}, "board holds True"),
        ({"board": list(board("6:16", "24:2"))}, "the mover has 16 checkers"),
        ({"board": list(board("6:1", "bar:3 24:13"))}, "the opponent 16"),
        ({"board": [-1, *[1] * 3, *[0] * 22]}, "they count checkers on the bar"),
        ({"board": [0] * 26}, "nobody has a checker on the board"),
        ({"board": [1] + [0] * 24 + [1], "dice": [7, 1]}, "two numbers from 1 to 6"),
        ({"board": [1] + [0] * 24 + [1], "dice": [3]}, "two numbers from 1 to 6"),
        ({"board": [1] + [0] * 24 + [1], "dice": [3, 1], "left": [2]}, "only .3, 1. can be left"),
        ({"board": [1] + [0] * 24 + [1], "dice": [3, 1], "left": [3, 3]}, "only .3, 1. can be left"),
        ({"board": [1] + [0] * 24 + [1], "turn": 2}, "turn is 2"),
        ({"board": [1] + [0] * 24 + [1], "first": 3}, "'first' is seat 0's throw"),
        ({"board": [1] + [0] * 24 + [1], "opening": True, "dice": [3, 1]}, "no dice are played"),
        ({"board": [1] + [0] * 24 + [1], "opening": 1}, "true or false"),
        ({"board": [1] + [0] * 24 + [1], "cube": 2}, "give an object"),
        ({"board": [1] + [0] * 24 + [1], "preset": "finnish"}, "of another game"),
    ],
)
def test_an_impossible_position_is_refused_with_what_would_be_possible(
    wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        rules("standard").from_position(wrong)
