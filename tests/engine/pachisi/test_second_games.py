"""Pachisi: a second reading of the page plays along, in every combination of options."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from engine.errors import PositionError
from engine.facts import FactKind
from engine.game import Game, Waits
from engine.move import Decline, move_from_json
from engine.pachisi import INFO, PachisiRules, State, ask_legal
from engines.pachisi_houses import some_setup, some_value
from engines.pachisi_second_game import SecondGame
from engines.pachisi_table import cowries, rules

WAITS = {Waits.THROW: "throw", Waits.MOVE: "move", Waits.OVER: "over"}


def compare(chance: random.Random, *, positions: int, actions: int) -> tuple[Counter[str], Counter[str]]:
    """Play games side by side; count what was compared, and how often an option was on."""
    seen: Counter[str] = Counter()
    used: Counter[str] = Counter()
    while seen["positions"] < positions:
        preset, players, options = some_setup(chance)
        of = rules(preset, players, **options)
        used.update(f"{key} {value}" for key, value in INFO.in_force(INFO.preset(preset), options).items())
        game: Game[State] = Game(of, state=begun(of, chance))
        second = SecondGame(preset, players, options, **beginning(of, game.state))
        for _ in range(actions):
            same(game, second, seen)
            if game.waits is Waits.OVER:
                break
            act(game, second, chance)
            seen.update(str(fact.kind) for fact in game.last_facts())
            lost = [fact for fact in game.last_facts() if fact.kind is FactKind.CANCELLED]
            seen.update(f"cancelled {of.options.cancel}" for _ in lost)
    return seen, used


def begun(of: PachisiRules, chance: random.Random) -> State:
    """Begin as a game does, or in the middle of one, wherever the options let pieces stand."""
    while True:
        busy = chance.choice([0.0, 0.3, 0.6, 0.9])
        steps = [84, 83, *range(1, 84)]
        pieces = [
            [chance.choice(steps) if chance.random() < busy else chance.choice([0, 0, 84]) for _ in range(4)]
            for _ in range(of.players)
        ]
        counts = [chance.randrange(2) for _ in pieces]
        turn = chance.randrange(of.players)
        position = {"turn": turn, "pieces": pieces, "captured": counts, "throws": 1}
        with suppress(PositionError):
            state = of.from_position(position)
            if of.waits(state) is Waits.THROW:
                return state


def beginning(of: PachisiRules, state: State) -> dict[str, Any]:
    """Write where the second game begins."""
    written = json.loads(json.dumps(of.to_position(state)))
    place = {key: written[key] for key in ("pieces", "entered", "gate_open", "captured")}
    return {**place, "turn": written["thrower"]}


def same(game: Game[State], second: SecondGame, seen: Counter[str]) -> None:
    """Compare a position and what can be played in it."""
    state = game.state
    written = game.rules.to_position(state)
    assert WAITS[game.waits] == second.waits()
    if game.waits is Waits.OVER:
        return
    line = second.line()
    bank = [(entry["value"], entry["squares"]) for entry in line["bank"]]
    assert (state.turn, state.throws, list(state.bank)) == (second.turn, second.due, bank)
    for key in ("turn", "pieces", "entered", "gate_open", "captured"):
        assert written[key] == line[key], key
    seen["positions"] += 1
    if game.waits is Waits.MOVE:
        listed = second.moves()
        assert [move.to_json() for move in game.legal_moves() if not isinstance(move, Decline)] == listed
        assert ask_legal(json.loads(json.dumps(line)))["moves"] == listed
        seen.update(f"{move['kind']}" for move in listed)
        seen["captures"] += any(move["captures"] for move in listed)


def act(game: Game[State], second: SecondGame, chance: random.Random) -> None:
    """Throw, move or decline on both sides."""
    if game.waits is Waits.THROW:
        value = some_value(chance, second.values, [one.value for one in second.thrown])
        game.throw(cowries(game.rules, value))  # type: ignore[arg-type]
        second.throw(value)
        return
    moves = second.moves()
    takes = [move for move in moves if move["captures"]]
    if chance.random() < 0.05:
        value, squares = chance.choice(second.bank())
        game.push(Decline(value, squares))
        second.decline(value, squares)
        return
    move = chance.choice(takes if takes and chance.random() < 0.7 else moves)
    game.push(move_from_json(move))
    second.play(move)


def check_used(seen: Counter[str], used: Counter[str], *, cancelled: int) -> None:
    """Every choice of every option was played, and every way of cancelling came about so often."""
    for option in INFO.options:
        for choice in option.choices:
            assert used[f"{option.key} {choice}"], f"{option.key} {choice} was never played"
    for way in (True, "equal", "third"):
        assert seen[f"cancelled {way}"] >= cancelled, way


def test_a_second_reading_plays_the_same_games_with_every_option() -> None:
    seen, used = compare(random.Random(23), positions=700, actions=12)
    check_used(seen, used, cancelled=3)


@pytest.mark.slow  # 12,000 positions
def test_a_second_reading_plays_the_same_games_through_ten_thousand_positions() -> None:
    seen, used = compare(random.Random(2023), positions=12_000, actions=40)
    check_used(seen, used, cancelled=50)
    print(dict(seen), dict(used))
