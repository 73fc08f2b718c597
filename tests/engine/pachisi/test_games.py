"""Random games of Pachisi under every preset and option, and a second reading of the rules beside them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PositionError
from engine.facts import Ending, FactKind, Outcome
from engine.game import Game, Waits
from engine.move import Decline, PieceMove, move_from_json, move_to_json, parse_move
from engine.options import OptionValue
from engine.pachisi import INFO, PachisiRules, State, ask_legal
from engine.throw import Cowries
from engines import pachisi_second as second
from engines.pachisi_houses import some_setup
from engines.pachisi_table import cowries, rules

SEEDS = st.integers(0, 2**32)
LONGEST = 60_000
"""Throws and moves that are enough for any game that is played at random."""


def play(
    game: Game[State], chance: random.Random, actions: int = LONGEST, *, careless: bool = False
) -> Iterator[State]:
    """Play at random, mostly forwards, and yield every position.

    Args:
        game: Is played on.
        chance: Decides everything.
        actions: Throws and moves, at most.
        careless: Pieces go where no throw may take them home, as a beginner's do.
    """
    of = game.rules
    for _ in range(actions):
        if game.waits is Waits.OVER:
            return
        if game.waits is Waits.THROW:
            shells = of.wants(game.state).count
            game.throw(Cowries(sum(chance.random() < 0.5 for _ in range(shells)), shells))
        else:
            moves = [move for move in game.legal_moves() if careless or not of.warning(game.state, move)]
            if moves and chance.random() < 0.95:
                captures = [m for m in moves if isinstance(m, PieceMove) and m.captures]
                game.push(chance.choice(captures or moves))
            else:
                game.push(chance.choice(of.optional(game.state)))
        yield game.state


def whole_game(
    preset: str, players: int, options: dict[str, OptionValue], chance: random.Random, *, compare: int = 0
) -> tuple[Outcome, set[FactKind]]:
    """Play a game to its end; return how it ended, and every kind of fact that it told.

    Args:
        preset: Of the rules.
        players: From 2 to 4.
        options: Of the rules.
        chance: Decides everything.
        compare: Every how many positions the second reading lists the moves too; 0 for never.
    """
    of = rules(preset, players, **options)
    game, told = Game(of), set[FactKind]()
    for number, state in enumerate(play(game, chance)):
        told |= {fact.kind for fact in game.last_facts()}
        if compare and number % compare == 0 and game.waits is Waits.MOVE:
            listed = [move_to_json(one) for one in of.moves(state)]
            assert listed == second.legal(line_of(of, preset, options, state))
    outcome = game.outcome
    assert game.waits is Waits.OVER
    assert outcome is not None
    for seat in outcome.winners:
        assert game.state.pieces[seat] == (84,) * 4
    assert len(outcome.winners) in ((0, 2) if of.options.partners else (0, 1))
    return outcome, told


def line_of(of: PachisiRules, preset: str, options: dict[str, OptionValue], state: State) -> dict[str, Any]:
    """Write a position as a line of the contract."""
    written = json.loads(json.dumps(of.to_position(state)))
    keys = ("turn", "pieces", "entered", "gate_open", "captured", "bank")
    line = {"game": "pachisi", "preset": preset, "options": options, "players": of.players}
    return line | {key: written[key] for key in keys}


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_every_position_of_a_random_game_keeps_the_promises(seed: int) -> None:
    chance = random.Random(seed)
    preset, players, options = some_setup(chance)
    of = rules(preset, players, **options)
    game = Game(of)
    states = [game.state]
    for state in play(game, chance, 80):
        states.append(state)
        check(of, state)
        check_near_misses(of, state, chance)
    again = Game(of)
    for action in game.actions:
        again.force(action)
    assert again.state == game.state
    while game.actions:
        assert states.pop() == game.state
        game.pop()
    assert game.state == of.start()


def check(of: PachisiRules, state: State) -> None:
    assert of.from_position(json.loads(json.dumps(of.to_position(state)))) == state
    assert "as_played" not in of.to_position(state)
    assert [len(steps) for steps in state.pieces] == [4] * of.players
    assert len(of.placed(state)) == 4 * of.players
    known = {square.id for square in of.layout.squares}
    assert {piece.square for piece in of.placed(state)} <= known
    moves, optional = of.moves(state), of.optional(state)
    assert len(set(moves)) == len(moves)
    waits = of.waits(state)
    assert (waits is Waits.MOVE) == bool(moves) == bool(optional)
    assert (waits is Waits.OVER) == (of.outcome(state) is not None)
    for move in [*moves, *optional]:
        assert of.why_not(state, move) is None
        assert parse_move(str(move)) == move
        assert move_from_json(move_to_json(move)) == move
    for tap in of.taps(state):
        assert of.why_not(state, of.move_between(state, tap.piece, tap.end)) is None


def check_near_misses(of: PachisiRules, state: State, chance: random.Random) -> None:
    """Put one piece elsewhere: legal exactly where the list says so."""
    moves = [move for move in of.moves(state) if isinstance(move, PieceMove)]
    legal = {(m.kind, m.start, m.end, m.value, m.squares) for m in moves}
    for move in chance.sample(moves, min(1, len(moves))):
        for end in {move.end - 1, move.end + 1, 84, 1, chance.randrange(85)}:
            for kind in ("move", "enter"):
                miss = PieceMove(kind, move.pieces, move.value, move.squares, move.start, end)
                reason = of.why_not(state, miss)
                assert (reason is None) == ((kind, move.start, end, move.value, move.squares) in legal)
                assert reason is None or str(reason).startswith(f"{reason.rule}: ")


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_whatever_hands_do_has_a_rule_or_is_legal_and_can_be_accepted(seed: int) -> None:
    chance = random.Random(seed)
    preset, players, options = some_setup(chance)
    of = rules(preset, players, **options)
    game = Game(of, begins=0)
    squares = [square.id for square in of.layout.squares]
    for _ in play(game, chance, 40):
        piece = chance.randrange(players), chance.randrange(4)
        end = chance.choice(squares)
        move = of.move_between(game.state, piece, end)
        reason = of.why_not(game.state, move)
        if reason is not None:
            assert str(reason)
            assert reason.rule.startswith("P")
        if chance.random() < 0.2:
            game.force(move)
            assert [len(steps) for steps in game.state.pieces] == [4] * players
            assert of.from_position(of.to_position(game.state)) == game.state
            assert of.waits(game.state) is not Waits.MOVE or of.moves(game.state)


WHOLE: list[tuple[str, dict[str, OptionValue]]] = [
    ("six", {"table": "six-tylor", "grace_home": True}),
    ("six", {"cancel": "equal", "all_first": True}),
    ("seven", {"cancel": "third"}),
    ("seven", {"table": "seven-35", "grace_home": True}),
    ("six", {"gate": True, "capture_first": True, "revenge": True, "table": "six-tylor"}),
    ("seven", {"split": True, "stack": "castles", "capture_first": True, "table": "seven-herklots"}),
]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("preset", "options"), WHOLE, ids=str)
def test_a_whole_game_is_the_same_in_a_second_reading_and_comes_to_its_end(
    preset: str, players: int, options: dict[str, OptionValue]
) -> None:
    options = {**options, "partners": players == 4}
    outcome, told = whole_game(preset, players, options, random.Random(players), compare=10)
    assert outcome.winners
    assert told >= {FactKind.BEGINS, FactKind.CAPTURED, FactKind.HOME, FactKind.AGAIN, FactKind.LOST}


@pytest.mark.slow  # four hundred whole games
def test_hundreds_of_games_with_every_option_are_the_same_in_a_second_reading() -> None:
    chance, used, stuck = random.Random(500), Counter[str](), 0
    for _ in range(400):
        preset, players, options = some_setup(chance)
        used.update(f"{key} {value}" for key, value in INFO.in_force(INFO.preset(preset), options).items())
        outcome, _told = whole_game(preset, players, options, chance, compare=3)
        stuck += not outcome.winners
    for option in INFO.options:
        for choice in option.choices:
            assert used[f"{option.key} {choice}"], f"{option.key} {choice} was never played"
    assert stuck < 40


def test_games_end_stuck_without_the_option_and_never_with_it() -> None:
    stuck = {False: 0, True: 0}
    for home in (False, True):
        for seed in range(6):
            game = Game(rules(grace_home=home))
            for _ in play(game, random.Random(seed), careless=True):
                pass
            assert game.outcome is not None
            stuck[home] += game.outcome.ending is Ending.STUCK
    assert stuck[False] > 0
    assert stuck[True] == 0


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_second_reading_of_the_rules_finds_the_same_moves(seed: int) -> None:
    chance = random.Random(seed)
    preset, players, options = some_setup(chance)
    of = rules(preset, players, **options)
    for _ in range(15):
        line = random_line(chance, of, preset, options)
        try:
            answer = ask_legal(line)
        except PositionError:
            continue
        assert answer["moves"] == second.legal(line)


def random_line(
    chance: random.Random, of: PachisiRules, preset: str, options: dict[str, OptionValue]
) -> dict[str, Any]:
    """Scatter pieces, most of them where others come by."""
    assert of.table is not None
    choices = [0, 0, 1, 83, 83, 84, *range(1, 85)]
    pieces = [[chance.choice(choices) for _ in range(4)] for _ in range(of.players)]
    bank = []
    for value in chance.sample(sorted({worth.value for worth in of.table.values.values()}), 3):
        high = value in (10, 25, 30, 35) and not (value == 10 and "herklots" in of.table.name)
        squares = value + (of.options.pyada and high and chance.random() < 0.5)
        if of.options.split and chance.random() < 0.4:
            squares = chance.randint(1, squares)
        bank.append({"value": value, "squares": squares})
    return {
        "game": "pachisi",
        "preset": preset,
        "options": options,
        "players": of.players,
        "turn": chance.randrange(of.players),
        "pieces": pieces,
        "entered": [any(steps) or chance.random() < 0.5 for steps in pieces],
        "gate_open": [chance.random() < 0.8 for _ in pieces],
        "captured": [chance.randint(0, 2) for _ in pieces],
        "bank": bank,
    }


def test_declined_values_stay_declined() -> None:
    of = rules("seven")
    game = Game(of, begins=0)
    for _ in play(game, random.Random(3), 200):
        if game.waits is Waits.MOVE:
            value, squares = of.bank(game.state)[0]
            before = len(of.bank(game.state))
            game.push(Decline(value, squares))
            assert game.waits is not Waits.MOVE or len(of.bank(game.state)) == before - 1
            game.pop()


PERFT: dict[str, tuple[str, dict[str, OptionValue], tuple[int, ...]]] = {
    "six": ("six", {}, (7, 17, 119, 289)),
    "seven": ("seven", {}, (8, 64, 431, 2752)),
    "two 25s, three cancel": ("seven", {}, (8, 67, 491)),
    "two 25s, none cancels": ("seven", {"cancel": False}, (8, 67, 554)),
    "two 25s, three equal cancel": ("seven", {"cancel": "equal"}, (8, 67, 542)),
    "two 25s, the third is lost": ("seven", {"cancel": "third"}, (8, 67, 527)),
}
"""Ways to throw, move and decline, one after the other, of two players: from the start, or after two 25s.

Counted by the engine and by a second program; from the start also by hand, to three deep. With six: seven
throws; four of them take the first piece straight (P9) or are declined, three bring it in besides,
4 * 2 + 3 * 3 = 17, each followed by seven. With seven: three of eight throw again, 8 * 8 = 64; then 5 * 64 of
the other player, 3 * 3 * 8 throws, 3 * 2 * 2 entries or none after a void 7 or 14 (P6), and 3 * 3 * 3 with a
2, 3 or 4 beside, 431.
"""

TWO_25S = {"turn": 0, "pieces": [[70, 40, 12, 5], [20, 45, 65, 84]]}
"""Where two 25s are thrown: nobody waits, so each is a pyada; from step 5 a 26 captures on step 31."""


@pytest.mark.parametrize("name", PERFT)
def test_the_leaves_are_as_many_as_were_counted(name: str) -> None:
    preset, options, figures = PERFT[name]
    of = rules(preset, 2, **options)
    state = of.from_position(TWO_25S) if "25s" in name else of.start(begins=0)
    for value in (25, 25) if "25s" in name else ():
        state = of.apply_throw(state, cowries(of, value)).state
    assert tuple(leaves(of, state, depth + 1) for depth in range(len(figures))) == figures


def leaves(of: PachisiRules, state: State, depth: int) -> int:
    """Count the ways to throw, move and decline so many times."""
    if depth == 0:
        return 1
    if of.waits(state) is Waits.THROW:
        throws = of.wants(state).throws()
        return sum(leaves(of, of.apply_throw(state, throw).state, depth - 1) for throw in throws)
    moves = [*of.moves(state), *of.optional(state)]
    return sum(leaves(of, of.apply(state, move).state, depth - 1) for move in moves)
