"""Chowka Bhara: a second reading of the page lists the same moves, in every combination of house rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.chowka_bhara import INFO, ask_legal, make
from engine.move import PieceMove
from engine.throw import Cowries
from engines import chowka_bhara_second as second
from engines.chowka_bhara_houses import crowded, line_of, some_rules


def compare(rounds: int, *, seed: int, positions: int = 12) -> tuple[Counter[str], Counter[str]]:
    """Compare every list of moves; count the moves of each kind, and how often an option was on."""
    chance = random.Random(seed)
    kinds: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for _ in range(rounds):
        rules = some_rules(chance)
        for _ in range(positions):
            state = crowded(rules, chance)
            line = line_of(rules, state)
            listed = ask_legal(line)["moves"]
            assert listed == second.legal(line), line
            kinds.update(str(move["kind"]) for move in listed)
            kinds["positions"] += 1
            check_touches(rules, state, chance)
        used.update(f"{key} {value}" for key, value in rules.options.chosen.items())
    return kinds, used


def check_touches(rules: Any, state: Any, chance: random.Random) -> None:
    """What two touches give is legal exactly where a legal move has these touches."""
    position = rules.to_position(state)
    del position["finished"]
    state = rules.from_position(position)
    legal = {(tap.piece, tap.end) for tap in rules.taps(state)}
    for square in chance.sample(rules.board.names, 3):
        piece = state.turn, chance.randrange(rules.pieces)
        move = rules.move_between(state, piece, square)
        reason = rules.why_not(state, move)
        assert (reason is None) == ((piece, square) in legal), (str(move), str(reason))
    for tap in rules.taps(state):
        assert rules.why_not(state, rules.move_between(state, tap.piece, tap.end)) is None


def test_a_second_reading_lists_the_same_moves_in_random_houses() -> None:
    kinds, used = compare(120, seed=20, positions=6)
    assert set(kinds) == {"move", "enter", "pair", "challenge", "positions"}
    for option in INFO.options:
        for choice in option.choices:
            assert used[f"{option.key} {choice}"], f"{option.key} {choice} was never played"


@pytest.mark.slow  # 12,000 positions
def test_a_second_reading_lists_the_same_moves_in_ten_thousand_positions() -> None:
    kinds, _used = compare(1_000, seed=2026)
    assert kinds["positions"] == 12_000
    print(dict(kinds))


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
            throw = Cowries(by_value[value], rules.table.shells)
            done = rules.apply_throw(state, throw)
            state, facts = done.state, done.facts
            left, ended = second.after_throws(mode, worths)
            if ended:
                assert rules.turn(state) == 1
                assert next(fact for fact in facts if fact.rule == "C20").values[-1] == value
                lost += 1
            elif rules.turn(state) == 0:
                assert list(state.bank) == left
    assert (lost > 20) == (mode == "lost")


def test_listed_moves_are_legal_and_every_other_use_is_refused_with_a_rule_of_the_page() -> None:
    chance = random.Random(7)
    for _ in range(60):
        rules = some_rules(chance)
        position = rules.to_position(crowded(rules, chance))
        del position["finished"]
        state = rules.from_position(position)
        moves = [move for move in rules.moves(state) if isinstance(move, PieceMove)]
        for move in moves:
            assert rules.why_not(state, move) is None
            for kind in ("move", "enter", "challenge"):
                for end in (move.end - 1, move.end, move.end + 1, 0):
                    other = PieceMove(kind, move.pieces, move.value, move.value, move.start, end)  # type: ignore[arg-type]
                    alike = (move.kind, move.end) == (kind, end) and move.kind != "pair"
                    reason = rules.why_not(state, other)
                    assert (reason is None) == alike, (str(other), str(move), str(reason))
