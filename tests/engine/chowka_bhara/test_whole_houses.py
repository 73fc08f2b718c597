"""Chowka Bhara: whole games to their end under every house rule, and counts of what can be played first."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from engine.chowka_bhara import INFO, ChowkaBhara, State, make
from engine.chowka_bhara.options import VARIANTS
from engine.facts import FactKind
from engine.game import Game, Waits
from engine.options import OptionValue
from engine.throw import Cowries
from engines import chowka_bhara_second as second
from engines.chowka_bhara_houses import line_of, some_options

LONGEST = 40_000
"""So many throws and moves are enough for any game that is played at random."""


def alone() -> list[tuple[str, int, dict[str, OptionValue]]]:
    """List every preset, and every value of every option by itself on each of the three boards."""
    found: list[tuple[str, int, dict[str, OptionValue]]] = [
        (preset.name, players, {}) for preset in INFO.presets for players in (2, 4)
    ]
    for preset in ("5x5", "7x7", "9x9"):
        board = VARIANTS[preset]
        for option in INFO.options_of(preset):
            choices = ("off", *board.entries) if option.key == "entry" else option.choices
            found += [(preset, 4, {option.key: choice}) for choice in choices]
    return [one for one in found if one[2] != {"swap_four_eight": True} or VARIANTS[one[0]].swapped]


def play_to_the_end(rules: ChowkaBhara, chance: random.Random, *, checks: int = 40) -> Game[State]:
    """Play at random, and check now and then that positions come back and the second reading agrees."""
    game: Game[State] = Game(rules)
    actions = 0
    while game.waits is not Waits.OVER:
        state = game.state
        if game.waits is Waits.THROW:
            shells = rules.wants(state).count
            game.throw(Cowries(sum(chance.random() < 0.5 for _ in range(shells)), shells))
        else:
            moves = rules.moves(state)
            kills = [move for move in moves if getattr(move, "captures", ())]
            wanted = kills if kills and chance.random() < 0.5 else moves
            game.force(chance.choice(wanted or rules.optional(state)))
        actions += 1
        assert actions < LONGEST, rules.options
        if chance.randrange(checks) == 0:
            check(game)
    return game


def check(game: Game[State]) -> None:
    rules, state = game.rules, game.state
    assert isinstance(rules, ChowkaBhara)
    written = rules.to_position(state)
    assert "as_played" not in written
    assert rules.from_position(json.loads(json.dumps(written))) == state
    assert {len(steps) for steps in state.pawns} == {rules.pieces}
    if game.waits is Waits.MOVE:
        listed: list[dict[str, Any]] = []
        for move in rules.moves(state):
            data = move.to_json()
            data.pop("squares", None)
            listed.append(data)
        assert listed == second.legal(line_of(rules, state))


def ended(game: Game[State]) -> None:
    """An ended game names its winners, all of whose pawns are in the centre."""
    outcome = game.outcome
    assert outcome is not None
    for seat in outcome.winners:
        assert set(game.state.pawns[seat]) == {game.rules.home_step}
    if game.rules.sides[0] == (0, 2):
        assert outcome.winners in ((), *game.rules.sides)
    assert game.legal_moves() == []


@pytest.mark.parametrize(
    ("preset", "players", "options"), [one for one in alone() if one[0] == "5x5"], ids=str
)
def test_a_game_with_one_house_rule_comes_to_its_end(
    preset: str, players: int, options: dict[str, OptionValue]
) -> None:
    rules = make(INFO.preset(preset), options, players)
    ended(play_to_the_end(rules, random.Random(str((preset, options)))))


@pytest.mark.slow  # games on the larger boards are long
@pytest.mark.parametrize(
    ("preset", "players", "options"), [one for one in alone() if one[0] != "5x5"], ids=str
)
def test_a_game_on_a_larger_board_comes_to_its_end(
    preset: str, players: int, options: dict[str, OptionValue]
) -> None:
    rules = make(INFO.preset(preset), options, players)
    ended(play_to_the_end(rules, random.Random(str((preset, options))), checks=200))


@pytest.mark.slow  # five hundred whole games
def test_five_hundred_random_combinations_of_house_rules_come_to_their_end() -> None:
    chance = random.Random(500)
    stuck = 0
    for _ in range(500):
        preset, players = chance.choice(INFO.presets), chance.choice((2, 3, 4))
        options = some_options(chance, preset.name, players)
        rules = make(preset, options, players)
        game = play_to_the_end(rules, chance, checks=150)
        ended(game)
        stuck += not game.rules.outcome(game.state).winners  # type: ignore[union-attr]
    print(f"500 games, {stuck} of them with nobody left who can move")


PERFT = {
    "5x5": (5, 13, 44),
    "7x7": (7, 19, 78),
    "5x5-entry": (5, 25, 101),
    "5x5-outside": (5, 25, 101),
    "7x7-six": (7, 19, 78),
    "7x7-dayam": (7, 49, 271),
    "9x9": (7, 19, 83),
}
"""By preset: ways to throw and move from the start, one, two and three deep, of two players; counted by hand.

On 5 x 5: of five throws three let one pawn move and two throw again, 3 + 2 * 5 = 13. Then 3 * 5 throws of
the other player, 20 throws after two 4s or 8s, 3 * 2 moves with a 4 in the bank and 3 with an 8, which leads
to the other player's home square: 44. With entry, three throws bring nobody in and pass: 3 * 5 + 2 * 5 = 25,
and then 3 * 25, 2 * 3 entries and 2 * 2 * 5 throws. With 1, 5, 6 and 12: 3 * 7 + 4 * 7 = 49, and then 3 * 49,
4 * 3 entries and 4 * 4 * 7 throws. On 9 x 9 a 12 does not reach the other player's home square, on 7 x 7 it
does.
"""


@pytest.mark.parametrize("preset", PERFT)
def test_the_leaves_from_the_start_are_as_many_as_the_second_reading_counts(preset: str) -> None:
    rules = make(INFO.preset(preset), {}, 2)
    assert tuple(leaves(rules, rules.start(), depth) for depth in (1, 2, 3)) == PERFT[preset]


def leaves(rules: ChowkaBhara, state: State, depth: int) -> int:
    """Count the ways to throw and move; what can be played is listed by the second reading as well."""
    if depth == 0:
        return 1
    if rules.waits(state) is Waits.THROW:
        throws = rules.wants(state).throws()
        return sum(leaves(rules, rules.apply_throw(state, throw).state, depth - 1) for throw in throws)
    moves = [*rules.moves(state), *rules.optional(state)]
    if not rules.optional(state):
        assert len(moves) == counted(json.dumps(line_of(rules, state)))
    return sum(leaves(rules, rules.apply(state, move).state, depth - 1) for move in moves)


@cache
def counted(line: str) -> int:
    return len(second.legal(json.loads(line)))


def test_rows_are_told_and_a_game_with_every_option_tells_each_of_its_facts() -> None:
    chance = random.Random(3)
    told: set[FactKind] = set()
    rules = make(INFO.preset("5x5"), {"three_graces": "lost", "entry": "4-8", "kadi_again": True}, 3)
    for _ in range(6):
        game: Game[State] = Game(rules)
        for _ in range(2_000):
            if game.waits is Waits.OVER:
                break
            if game.waits is Waits.THROW:
                game.throw(Cowries(sum(chance.random() < 0.5 for _ in range(4)), 4))
            else:
                game.force(chance.choice(rules.moves(game.state) or rules.optional(game.state)))
            told |= {fact.kind for fact in game.last_facts()}
    assert told >= {FactKind.CANCELLED, FactKind.CAPTURED, FactKind.AGAIN, FactKind.LOST, FactKind.HOME}
