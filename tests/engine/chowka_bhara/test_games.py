"""Random games and positions of Chowka Bhara under every house rule, and a second reading of the page."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chowka_bhara import INFO, ChowkaBhara, State, ask_legal, make
from engine.chowka_bhara.options import VARIANTS
from engine.game import Game, Waits
from engine.move import Move, PieceMove, move_from_json, move_to_json, parse_move
from engine.options import OptionValue
from engine.throw import Cowries
from engines import chowka_bhara_second as second
from engines.chowka_bhara_houses import crowded, line_of, some_options, some_rules

CHANCES = st.randoms(use_true_random=False)
LONGEST = 40_000
"""Throws and moves that are enough for any game that is played at random."""


def some_state(rules: ChowkaBhara, chance: random.Random) -> State:
    """Read a crowded position as one that was set by hand."""
    position = rules.to_position(crowded(rules, chance))
    del position["finished"]
    return rules.from_position(position)


def throw(game: Game[State], chance: random.Random) -> None:
    shells = game.rules.wants(game.state).count
    game.throw(Cowries(sum(chance.random() < 0.5 for _ in range(shells)), shells))


def choices(game: Game[State]) -> list[Move]:
    return [*game.legal_moves(), *game.rules.optional(game.state)]


def go_on(game: Game[State], chance: random.Random) -> None:
    """Throw, or play something that is allowed."""
    if game.waits is Waits.THROW:
        throw(game, chance)
        return
    allowed = choices(game)
    assert allowed, "a game that waits for a move must allow something"
    # Pairs, challenges and kills are rare: prefer them, so that they are seen.
    rare = [m for m in allowed if isinstance(m, PieceMove) and (m.kind != "move" or m.captures)]
    game.push(chance.choice(rare if rare and chance.random() < 0.5 else allowed))


# Positions.


@pytest.mark.parametrize(("rounds", "positions"), [(120, 6), pytest.param(1_000, 12, marks=pytest.mark.slow)])
def test_a_second_reading_lists_the_same_moves_in_random_houses(rounds: int, positions: int) -> None:
    chance = random.Random(rounds)
    kinds, used = set[str](), set[str]()
    for _ in range(rounds):
        rules = some_rules(chance)
        for _ in range(positions):
            state = crowded(rules, chance)
            line = line_of(rules, state)
            listed = ask_legal(line)["moves"]
            assert listed == second.legal(line), line
            kinds.update(str(move["kind"]) for move in listed)
            check_touches(rules, chance)
        used.update(f"{key} {value}" for key, value in rules.options.chosen.items())
    assert kinds == {"move", "enter", "pair", "challenge"}
    for option in INFO.options:
        assert used >= {f"{option.key} {choice}" for choice in option.choices}


def check_touches(rules: ChowkaBhara, chance: random.Random) -> None:
    """What two touches give is legal exactly where a legal move has these touches."""
    state = some_state(rules, chance)
    legal = {(tap.piece, tap.end) for tap in rules.taps(state)}
    for square in chance.sample(rules.board.names, 3):
        piece = state.turn, chance.randrange(rules.pieces)
        move = rules.move_between(state, piece, square)
        reason = rules.why_not(state, move)
        assert (reason is None) == ((piece, square) in legal), (str(move), str(reason))
    for tap in rules.taps(state):
        assert rules.why_not(state, rules.move_between(state, tap.piece, tap.end)) is None


def test_listed_moves_are_legal_and_every_other_use_is_refused_with_a_rule_of_the_page() -> None:
    chance = random.Random(7)
    for _ in range(60):
        rules = some_rules(chance)
        state = some_state(rules, chance)
        moves = [move for move in rules.moves(state) if isinstance(move, PieceMove)]
        assert len(set(map(str, moves))) == len(moves)
        for move in moves:
            assert rules.why_not(state, move) is None
            for kind in ("move", "enter", "challenge"):
                for end in (move.end - 1, move.end, move.end + 1, 0):
                    other = PieceMove(kind, move.pieces, move.value, move.value, move.start, end)  # type: ignore[arg-type]
                    alike = (move.kind, move.end) == (kind, end) and move.kind != "pair"
                    reason = rules.why_not(state, other)
                    assert (reason is None) == alike, (str(other), str(move), str(reason))


@pytest.mark.parametrize("mode", ["off", "lost", "fourth"])
@pytest.mark.parametrize("preset", ["5x5", "7x7-dayam"])
def test_c20_a_second_reading_counts_rows_of_throws_alike(mode: str, preset: str) -> None:
    chance = random.Random(mode + preset)
    rules = make(INFO.preset(preset), {"three_graces": mode}, 2)
    by_value = {worth.value: mouths for mouths, worth in rules.table.values.items()}
    lost = 0
    for _ in range(600):
        state, worths = rules.start(), []
        while rules.turn(state) == 0 and state.throws:
            graces = sorted(worth.value for worth in rules.table.values.values() if worth.again)
            values = [*graces * 3, 2, 3] if len(worths) < 12 else [2, 3]
            value = chance.choice(values if chance.random() < 0.7 or not worths else [worths[-1][0]])
            worths.append((value, value in graces))
            done = rules.apply_throw(state, Cowries(by_value[value], rules.table.shells))
            state, facts = done.state, done.facts
            left, ended = second.after_throws(mode, worths)
            if ended:
                assert rules.turn(state) == 1
                assert next(fact for fact in facts if fact.rule == "C20").values[-1] == value
                lost += 1
            elif rules.turn(state) == 0:
                assert list(state.bank) == left
    assert (lost > 20) == (mode == "lost")


@settings(max_examples=50, deadline=None)
@given(CHANCES, st.booleans())
def test_positions_and_moves_come_back_from_their_text_forms_and_everything_can_be_taken_back(
    chance: random.Random, is_crowded: bool
) -> None:
    rules = some_rules(chance)
    start = some_state(rules, chance) if is_crowded else rules.start()
    game = Game(rules, state=start)
    states = [start]
    while len(states) < 25 and game.waits is not Waits.OVER:
        text = json.dumps(rules.to_position(game.state))
        assert rules.from_position(json.loads(text)) == game.state
        for move in choices(game):
            assert parse_move(str(move)) == move
            assert move_from_json(json.loads(json.dumps(move_to_json(move)))) == move
        go_on(game, chance)
        states.append(game.state)
    while game.actions:
        assert game.state == states.pop()
        game.pop()
    assert game.state == start


@settings(max_examples=50, deadline=None)
@given(CHANCES)
def test_whatever_hands_do_is_a_move_that_is_legal_or_refused_and_can_be_accepted(
    chance: random.Random,
) -> None:
    rules = some_rules(chance)
    game = Game(rules, state=some_state(rules, chance))
    for _ in range(6):
        piece = chance.randrange(rules.players), chance.randrange(rules.pieces)
        move = rules.move_between(game.state, piece, chance.choice(rules.board.names))
        reason = rules.why_not(game.state, move)
        if reason is None:
            assert piece[0] == game.state.turn
            game.push(move)
        else:
            assert str(reason).startswith("C")
            game.force(move)
        assert rules.from_position(rules.to_position(game.state)) == game.state
        if game.waits is Waits.THROW:
            throw(game, chance)
        elif game.waits is Waits.MOVE:
            assert choices(game)


# Whole games.


def play_to_the_end(rules: ChowkaBhara, chance: random.Random, *, checks: int = 40) -> bool:
    """Play at random; check now and then that positions come back and the second reading agrees.

    Args:
        rules: Of the game.
        chance: Decides everything.
        checks: Every how many throws and moves a position is checked, about.

    Returns:
        True if somebody has won.
    """
    game: Game[State] = Game(rules)
    while game.waits is not Waits.OVER:
        go_on(game, chance)
        assert len(game.actions) < LONGEST, rules.options
        if chance.randrange(checks) == 0:
            check(game)
    outcome = game.outcome
    assert outcome is not None
    placed = sorted(seat for place in outcome.places for seat in place)
    assert placed == list(range(rules.players)) or (rules.options.partners and not placed)
    for seat in outcome.winners:
        assert set(game.state.pawns[seat]) == {rules.home_step}
    if rules.sides[0] == (0, 2):
        assert outcome.winners in ((), *rules.sides)
    assert game.legal_moves() == []
    return bool(outcome.winners)


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
            data = move_to_json(move)
            data.pop("squares", None)
            listed.append(data)
        assert listed == second.legal(line_of(rules, state))


def alone() -> list[tuple[str, int, dict[str, OptionValue]]]:
    """List every preset, and every value of every option by itself on each of the three boards."""
    found: list[tuple[str, int, dict[str, OptionValue]]] = [
        (preset.name, players, {}) for preset in INFO.presets for players in (2, 3, 4)
    ]
    for preset in ("5x5", "7x7", "9x9"):
        board = VARIANTS[preset]
        for option in INFO.options_of(preset):
            offered = ("off", *board.entries) if option.key == "entry" else option.choices
            found += [
                (preset, 4, {option.key: choice})
                for choice in offered
                if choice != INFO.preset(preset).defaults[option.key]
            ]
    return [one for one in found if one[2] != {"swap_four_eight": True} or VARIANTS[one[0]].swapped]


LARGER = pytest.mark.slow  # games on the larger boards are long


@pytest.mark.parametrize(
    ("preset", "players", "options"),
    [pytest.param(*one, marks=() if one[0] == "5x5" else LARGER) for one in alone()],
)
def test_a_game_with_one_house_rule_comes_to_its_end(
    preset: str, players: int, options: dict[str, OptionValue]
) -> None:
    rules = make(INFO.preset(preset), options, players)
    checks = 40 if preset == "5x5" else 200
    play_to_the_end(rules, random.Random(str((preset, options))), checks=checks)


@pytest.mark.slow  # five hundred whole games
def test_five_hundred_random_combinations_of_house_rules_come_to_their_end() -> None:
    chance = random.Random(500)
    for _ in range(500):
        preset, players = chance.choice(INFO.presets), chance.choice((2, 3, 4))
        rules = make(preset, some_options(chance, preset.name, players), players)
        play_to_the_end(rules, chance, checks=150)


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
