"""What a turn can make of the board: every order of every value, and nothing that the rules forbid."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.following.search import appearance_of, gathered, reachable_by
from engine.game import Game, Waits
from engine.move import Decline, EndTurn
from engine.reachable import Way
from engine.registry import make_rules
from engine.throw import Dice, Throw
from engines.random_positions import GAMES, positions


def begun(game: Game[Any]) -> tuple[int, int]:
    return game.rules.turn(game.state), game.rules.turn_number(game.state)


def by_hand(game: Game[Any]) -> set[object]:
    """Return every appearance that legal touches lead to, one after the other within the turn."""
    rules, whose = game.rules, begun(game)
    seen: set[object] = set()
    found: set[object] = set()
    todo = [game.state]
    while todo:
        state = todo.pop()
        # In Pachisi nothing else of a turn decides what its pieces may do next.
        key = (appearance_of(rules, state), rules.bank(state)) if rules.family == "pachisi" else state
        if key in seen:
            continue
        seen.add(key)
        found.add(appearance_of(rules, state))
        if (rules.turn(state), rules.turn_number(state)) == whose and rules.waits(state) is Waits.MOVE:
            todo += [rules.apply(state, tap.move).state for tap in rules.taps(state)]
    return found


@pytest.mark.parametrize(("name", "preset", "options", "players"), GAMES)
def test_it_is_what_touches_reach_one_after_the_other(
    name: str, preset: str, options: dict[str, object], players: int
) -> None:
    for game in positions(name, preset, options, players, seed=3):
        reached = game.rules.reachable(game.state)
        if not reached.is_cut:
            assert {one.appearance for one in reached.appearances} == by_hand(game)


@pytest.mark.parametrize(("name", "preset", "options", "players"), GAMES)
def test_every_way_is_legal_and_leads_where_it_says(
    name: str, preset: str, options: dict[str, object], players: int
) -> None:
    for game in positions(name, preset, options, players, seed=4):
        rules = game.rules
        reached = rules.reachable(game.state)
        assert reached.appearances[0].appearance == appearance_of(rules, game.state)
        assert reached.appearances[0].way.moves == ()
        assert len({one.appearance for one in reached.appearances}) == len(reached.appearances)
        for one in random.Random(6).sample(reached.appearances, min(60, len(reached.appearances))):
            for way in one.ways:
                along: Game[Any] = Game(rules, state=game.state)
                for move in way.moves:
                    assert not isinstance(move, Throw)
                    along.push(move)
                assert along.state == way.state
                assert appearance_of(rules, along.state) == one.appearance
                if way.ends is None:
                    assert begun(along) == begun(game)
                    assert along.waits is Waits.MOVE
                    continue
                for said in way.ends:
                    assert isinstance(said, Decline | EndTurn)
                    along.push(said)
                assert begun(along) != begun(game) or along.waits in (Waits.THROW, Waits.OVER)


@pytest.mark.parametrize("preset", ["standard", "finnish", "polish"])
def test_whole_turns_of_backgammon_are_the_plays(preset: str) -> None:
    for game in positions("backgammon", preset, {}, 2, seed=5, count=15):
        rules = game.rules
        whole = {one.appearance for one in rules.reachable(game.state).appearances if one.is_whole}
        assert whole == {
            appearance_of(rules, rules.apply(game.state, play).state) for play in game.legal_moves()
        }


def test_one_checker_of_two_is_a_part_of_the_turn() -> None:
    game = Game(make_rules("backgammon"), state=make_rules("backgammon").start(begins=0))
    game.throw(Dice((3, 1)))
    reached = game.rules.reachable(game.state)
    parts = {str(one.way.moves[0]) for one in reached.appearances if not one.is_whole and one.way.moves}
    assert {"8/5", "6/5", "24/23", "13/10"} <= parts
    assert sum(one.is_whole for one in reached.appearances) == 16
    assert all(one.way.ends == (EndTurn(),) for one in reached.appearances if one.is_whole)


def test_a_turn_without_a_play_is_the_board_as_it_is_and_ends() -> None:
    rules = make_rules("backgammon")
    board = [0] * 18 + [-3, *[-2] * 6, 1]
    state = rules.from_position({"board": board, "turn": 0, "dice": [5, 2]})
    [only] = rules.reachable(state).appearances
    assert only.way.moves == ()
    assert only.way.ends == (EndTurn(),)


def test_values_that_may_be_given_up_end_a_turn_of_pachisi_anywhere() -> None:
    rules = make_rules("pachisi", players=2)
    state = rules.from_position(
        {"pieces": [[10, 20, 0, 0], [0] * 4], "turn": 0, "bank": [{"value": 2}, {"value": 3}]}
    )
    reached = rules.reachable(state)
    assert all(one.is_whole for one in reached.appearances)
    first = reached.appearances[0]
    assert {str(said) for said in first.way.ends or ()} == {"decline 2", "decline 3"}
    assert [one.way.ends for one in reached.appearances if len(one.way.moves) == 2] == [()] * 4


def test_equal_pieces_are_one_appearance() -> None:
    rules = make_rules("pachisi", players=2)
    state = rules.from_position({"pieces": [[10, 10, 12, 0], [0] * 4], "turn": 0, "bank": [{"value": 2}]})
    assert len(rules.reachable(state).appearances) == 3


def test_of_several_ways_the_one_that_may_end_there_is_the_likeliest() -> None:
    first: Way[int] = Way((EndTurn(),), 1, ())
    shorter: Way[int] = Way((), 2, ())
    part: Way[int] = Way((), 3, None)
    seen = (("p1", 0, False),)
    [one] = gathered([(seen, part), (seen, first), (seen, shorter)]).appearances
    assert one.ways == (shorter, first, part)
    assert one.is_whole


def test_the_next_throw_that_lies_in_the_tray_leads_one_turn_on() -> None:
    rules = make_rules("backgammon")
    game = Game(rules, state=rules.start(begins=0))
    game.throw(Dice((3, 1)))
    reached = reachable_by(rules, game.state, [Dice((6, 5))])
    game.push(game.legal_moves()[0])
    game.push(EndTurn())
    game.throw(Dice((6, 5)))
    for play in game.legal_moves():
        seen = appearance_of(rules, rules.apply(game.state, play).state)
        [one] = [one for one in reached.appearances if one.appearance == seen]
        replayed: Game[Any] = Game(rules, state=rules.start(begins=0))
        replayed.throw(Dice((3, 1)))
        for done in one.way.moves:
            (replayed.throw if isinstance(done, Throw) else replayed.push)(done)
        assert appearance_of(rules, replayed.state) == seen


def test_what_is_too_much_is_cut_and_says_so() -> None:
    rules = make_rules("pachisi", "seven", options={"split": True}, players=2)
    state = rules.from_position(
        {
            "pieces": [[10, 20, 30, 40], [0] * 4],
            "turn": 0,
            "bank": [{"value": 25}, {"value": 10}, {"value": 30}, {"value": 7}, {"value": 14}],
        }
    )
    reached = rules.reachable(state)
    assert reached.is_cut
    assert len(reached.appearances) <= 4100
    alone = {appearance_of(rules, rules.apply(state, move).state) for move in rules.moves(state)}
    assert alone <= {one.appearance for one in reached.appearances}
