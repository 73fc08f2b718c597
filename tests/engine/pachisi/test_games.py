"""Random games of Pachisi under every preset and option, and a second reading of the rules beside them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PositionError
from engine.facts import FactKind
from engine.game import Game, Waits
from engine.move import Decline, PieceMove, move_from_json, parse_move
from engine.pachisi import PachisiRules, State, ask_legal
from engine.throw import Cowries
from engines import pachisi_second as second
from engines.pachisi_table import rules

TABLES = {"six": ["six", "six-tylor"], "seven": ["seven", "seven-35", "seven-herklots"]}
BOTH = st.booleans()
SEEDS = st.integers(0, 2**32)


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, int, dict[str, Any]]:
    """A preset, a number of players, and options that fit one another."""
    preset = draw(st.sampled_from(["six", "seven"]))
    players = draw(st.sampled_from([2, 3, 4]))
    options: dict[str, Any] = {"table": draw(st.sampled_from(TABLES[preset]))}
    for key in ("gate", "first_piece_free", "split", "capture_throws_again", "capture_first", "pyada"):
        options[key] = draw(BOTH)
    options["stack"] = draw(st.sampled_from(["anywhere", "castles"]))
    options["all_first"] = draw(BOTH)
    options["cancel"] = options["all_first"] and draw(st.sampled_from([False, True, "equal", "third"]))
    options["revenge"] = options["capture_first"] and draw(BOTH)
    options["partners"] = players == 4 and draw(BOTH)
    if draw(BOTH):
        options["grace_home"] = draw(BOTH)
    return preset, players, options


def play(game: Game[State], chance: random.Random, actions: int) -> Iterator[State]:
    """Play at random, mostly forwards, and yield every position."""
    of = game.rules
    for _ in range(actions):
        if game.waits is Waits.OVER:
            return
        if game.waits is Waits.THROW:
            shells = of.wants(game.state).count
            game.throw(Cowries(sum(chance.random() < 0.5 for _ in range(shells)), shells))
        else:
            wise = [move for move in game.legal_moves() if not of.warning(game.state, move)]
            if wise and chance.random() < 0.95:
                captures = [m for m in wise if isinstance(m, PieceMove) and m.captures]
                game.push(chance.choice(captures or wise))
            else:
                game.push(chance.choice(of.optional(game.state)))
        yield game.state


@settings(max_examples=25, deadline=None)
@given(tables(), SEEDS)
def test_every_position_of_a_random_game_keeps_the_promises(
    setup: tuple[str, int, dict[str, Any]], seed: int
) -> None:
    preset, players, options = setup
    chance = random.Random(seed)
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
        assert move_from_json(move.to_json()) == move
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
@given(tables(), SEEDS)
def test_whatever_hands_do_has_a_rule_or_is_legal_and_can_be_accepted(
    setup: tuple[str, int, dict[str, Any]], seed: int
) -> None:
    preset, players, options = setup
    chance = random.Random(seed)
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


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("six", {}),
        ("seven", {}),
        ("six", {"gate": True, "capture_first": True, "revenge": True, "table": "six-tylor"}),
        ("seven", {"split": True, "stack": "castles", "capture_first": True, "table": "seven-herklots"}),
    ],
)
def test_a_game_comes_to_its_end(preset: str, players: int, options: dict[str, Any]) -> None:
    options = {**options, "partners": players == 4}
    game = Game(rules(preset, players, **options))
    told = set()
    for _ in play(game, random.Random(players), 20_000):
        told |= {fact.kind for fact in game.last_facts()}
    assert game.waits is Waits.OVER
    outcome = game.outcome
    assert outcome is not None
    assert len(outcome.winners) == (2 if players == 4 else 1)
    assert told >= {FactKind.BEGINS, FactKind.CAPTURED, FactKind.HOME, FactKind.AGAIN, FactKind.LOST}


@settings(max_examples=25, deadline=None)
@given(tables(), SEEDS)
def test_a_second_reading_of_the_rules_finds_the_same_moves(
    setup: tuple[str, int, dict[str, Any]], seed: int
) -> None:
    preset, players, options = setup
    chance = random.Random(seed)
    of = rules(preset, players, **options)
    values = list({worth.value for worth in of.table.values.values()}) if of.table else []
    for _ in range(15):
        line = random_line(chance, of, preset, players, options, values)
        try:
            answer = ask_legal(line)
        except PositionError:
            continue
        assert answer["moves"] == second.legal(line)


def random_line(
    chance: random.Random,
    of: PachisiRules,
    preset: str,
    players: int,
    options: dict[str, Any],
    values: list[int],
) -> dict[str, Any]:
    """Scatter pieces, most of them where others come by."""
    choices = [0, 0, 1, 83, 83, 84, *range(1, 85)]
    pieces = [[chance.choice(choices) for _ in range(4)] for _ in range(players)]
    bank = []
    for value in chance.sample(values, 3):
        high = (
            options["pyada"]
            and value in (10, 25, 30, 35)
            and not (value == 10 and "herklots" in options["table"])
        )
        squares = value + (high and chance.random() < 0.5)
        if options["split"] and chance.random() < 0.4:
            squares = chance.randint(1, squares)
        bank.append({"value": value, "squares": squares})
    return {
        "game": "pachisi",
        "preset": preset,
        "options": options,
        "players": players,
        "turn": chance.randrange(players),
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
