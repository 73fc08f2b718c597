"""Pachisi: whole games to their end under every option, and counts of what can be played first."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.game import Game, Waits
from engine.options import OptionValue
from engine.pachisi import INFO, PachisiRules, State
from engine.pachisi.throws import TABLES
from engine.throw import Cowries
from engines.pachisi_houses import some_setup
from engines.pachisi_second_game import SecondGame
from engines.pachisi_table import cowries, rules

LONGEST = 40_000
"""So many throws and moves are enough for any game that is played at random."""

NEEDED: dict[str, dict[str, OptionValue]] = {
    "cancel": {"all_first": True},
    "revenge": {"capture_first": True},
}
"""What an option needs beside it."""


def alone() -> list[tuple[str, dict[str, OptionValue]]]:
    """List every value of every option by itself, with what it needs, under both presets."""
    found: list[tuple[str, dict[str, OptionValue]]] = []
    for preset in INFO.presets:
        for option in INFO.options:
            for choice in option.choices:
                fits = option.key != "table" or TABLES[str(choice)].shells == TABLES[preset.name].shells
                if fits and choice != preset.defaults[option.key]:
                    found.append((preset.name, {option.key: choice, **(NEEDED.get(option.key, {}))}))
    return [*found, ("six", {"cancel": "equal", "all_first": True, "table": "six-tylor"})]


def play_to_the_end(of: PachisiRules, chance: random.Random) -> Game[State]:
    """Play by chance, sooner a capture or a piece home; look now and then whether positions come back."""
    game: Game[State] = Game(of)
    actions = 0
    while game.waits is not Waits.OVER:
        state = game.state
        if game.waits is Waits.THROW:
            shells = of.wants(state).count
            game.throw(Cowries(sum(chance.random() < 0.5 for _ in range(shells)), shells))
        else:
            moves = of.moves(state)
            wise = [move for move in moves if not of.warning(state, move)]
            game.force(chance.choice(wise or of.optional(state)))
        actions += 1
        assert actions < LONGEST, of.options
        if chance.randrange(200) == 0:
            written = of.to_position(game.state)
            assert "as_played" not in written
            assert of.from_position(json.loads(json.dumps(written))) == game.state
    return game


def ended(game: Game[State]) -> Sequence[int]:
    """Return the winners, every piece of whom is home."""
    outcome = game.outcome
    assert outcome is not None
    for seat in outcome.winners:
        assert game.state.pieces[seat] == (84,) * 4
    if game.rules.options.partners:  # type: ignore[attr-defined]
        assert outcome.winners in ((), (0, 2), (1, 3))
    assert game.legal_moves() == []
    return outcome.winners


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("seven", {"cancel": "equal"}),
        ("seven", {"cancel": "third"}),
        ("six", {"cancel": "equal", "all_first": True}),
        ("six", {"cancel": "third", "all_first": True}),
    ],
    ids=str,
)
def test_a_game_with_another_way_of_cancelling_comes_to_its_end(
    preset: str, options: dict[str, OptionValue]
) -> None:
    assert ended(play_to_the_end(rules(preset, 2, **options), random.Random(str(options))))


@pytest.mark.slow  # games of three and four players are long
@pytest.mark.parametrize(("preset", "options"), alone(), ids=str)
def test_a_game_with_one_option_comes_to_its_end(preset: str, options: dict[str, OptionValue]) -> None:
    players = 4 if options.get("partners") else 3
    ended(play_to_the_end(rules(preset, players, **options), random.Random(str((preset, options)))))


@pytest.mark.slow  # five hundred whole games
def test_five_hundred_random_combinations_of_options_come_to_their_end() -> None:
    chance = random.Random(500)
    stuck, ways = 0, dict.fromkeys([False, True, "equal", "third"], 0)
    for _ in range(500):
        preset, players, options = some_setup(chance)
        of = rules(preset, players, **options)
        stuck += not ended(play_to_the_end(of, chance))
        ways[of.options.cancel] += 1  # type: ignore[index]
    assert min(ways.values()) > 40
    print(f"500 games, by what cancels {ways}, {stuck} of them with nobody left who can move")


PERFT: dict[str, tuple[str, dict[str, OptionValue], tuple[int, ...]]] = {
    "six": ("six", {}, (7, 17, 119, 289)),
    "seven": ("seven", {}, (8, 64, 431, 2752)),
    "two 25s, three cancel": ("seven", {}, (8, 67, 491)),
    "two 25s, none cancels": ("seven", {"cancel": False}, (8, 67, 554)),
    "two 25s, three equal cancel": ("seven", {"cancel": "equal"}, (8, 67, 542)),
    "two 25s, the third is lost": ("seven", {"cancel": "third"}, (8, 67, 527)),
}
"""Ways to throw, move and decline, one after the other, of two players: from the start, or after two 25s.

Counted by the engine and by the second reading; from the start also by hand, to three deep. With six: seven
throws; four of them take the first piece straight (P9) or are declined, three bring it in besides,
4 * 2 + 3 * 3 = 17, each followed by seven. With seven: three of eight throw again, 8 * 8 = 64; then 5 * 64 of
the other player, 3 * 3 * 8 throws, 3 * 2 * 2 entries or none after a void 7 or 14 (P6), and 3 * 3 * 3 with a
2, 3 or 4 beside, 431.
"""

TWO_25S = {"turn": 0, "pieces": [[70, 40, 12, 5], [20, 45, 65, 84]]}
"""Where two 25s are thrown: nobody waits, so each is a pyada; from step 5 a 26 captures on step 31."""


def both(name: str) -> tuple[PachisiRules, State, SecondGame]:
    """Set a position of `PERFT` up for the engine and for the second reading."""
    preset, options, _figures = PERFT[name]
    of = rules(preset, 2, **options)
    state = of.from_position(TWO_25S) if "25s" in name else of.start(begins=0)
    written = json.loads(json.dumps(of.to_position(state)))
    place: dict[str, Any] = {key: written[key] for key in ("pieces", "entered", "gate_open", "captured")}
    second = SecondGame(preset, 2, options, **place, turn=0)
    for value in (25, 25) if "25s" in name else ():
        state = of.apply_throw(state, cowries(of, value)).state
        second.throw(value)
    return of, state, second


def leaves(of: PachisiRules, state: State, depth: int) -> int:
    """Count the ways to throw, move and decline so many times."""
    if depth == 0:
        return 1
    if of.waits(state) is Waits.THROW:
        throws = of.wants(state).throws()
        return sum(leaves(of, of.apply_throw(state, throw).state, depth - 1) for throw in throws)
    moves = [*of.moves(state), *of.optional(state)]
    return sum(leaves(of, of.apply(state, move).state, depth - 1) for move in moves)


@pytest.mark.parametrize("name", PERFT)
def test_the_leaves_are_as_many_as_were_counted(name: str) -> None:
    of, state, second = both(name)
    figures = PERFT[name][2]
    assert tuple(leaves(of, state, depth + 1) for depth in range(len(figures))) == figures
    assert tuple(second.leaves(depth) for depth in (1, 2)) == figures[:2]


@pytest.mark.slow  # the second reading is slow
@pytest.mark.parametrize("name", PERFT)
def test_the_leaves_are_as_many_as_the_second_reading_counts(name: str) -> None:
    of, state, second = both(name)
    figures = PERFT[name][2]
    assert tuple(second.leaves(depth + 1) for depth in range(len(figures))) == figures
    deeper = len(figures) + 1
    counted = leaves(of, state, deeper)
    assert counted == second.leaves(deeper)
    print(f"{name}: {counted} leaves {deeper} deep")
