"""How fast the engine is: ``make bench ARGS="engine [NAME …]"`` prints figures of this machine.

Positions come from random games with a fixed seed. To measure another
family, write a function that returns lines of text and put it into `BENCHES`.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import Any

from engine import questions
from engine.backgammon.legal import Board, dice_left, plays, ways
from engine.backgammon.state import flipped, start_board
from engine.game import Game, Waits
from engine.registry import make_rules
from engine.throw import Cowries, Dice, ThrowKind

_ROUNDS = 5
"""Times that each measurement is repeated. The fastest counts, in processor time: others may be at work."""


def middle_game(count: int = 1500, *, seed: int = 2026) -> list[tuple[Board, tuple[int, int]]]:
    """Gather backgammon positions with a throw from games of random plays.

    Every position of turns 7 to 40 of a game is taken with a chance of one in five, so that they differ.

    Args:
        count: How many.
        seed: Of the random plays; the same seed gives the same positions.
    """
    chance = random.Random(seed)
    found: list[tuple[Board, tuple[int, int]]] = []
    while len(found) < count:
        board = start_board("standard")
        for turn in range(1, 41):
            dice = (chance.randint(1, 6), chance.randint(1, 6))
            if turn > 6 and chance.random() < 0.2:
                found.append((board, dice))
            reached = plays(board, dice)
            board = flipped(chance.choice(reached) if reached else board)
            if not any(count > 0 for count in board[1:]):
                break
    return found[:count]


def bench_backgammon() -> list[str]:
    """All plays for a position and throw, and lines of ``charkoni legal``."""
    positions = middle_game()
    total = sum(len(plays(board, dice)) for board, dice in positions)
    boards = _fastest(lambda: [plays(board, dice) for board, dice in positions])
    keys = _fastest(lambda: [ways(board, dice_left(dice)) for board, dice in positions])
    lines = [
        json.dumps({"game": "backgammon", "preset": "standard", "board": board, "dice": dice})
        for board, dice in middle_game(10_000)
    ]
    answered = _fastest(lambda: [questions.answer_line(line, "legal") for line in lines], rounds=2)
    return [
        f"{len(positions)} middle-game positions with a throw, {total / len(positions):.1f} plays each",
        f"all plays as boards      {len(positions) / boards:10,.0f} positions/s",
        f"all plays as keys        {len(positions) / keys:10,.0f} positions/s",
        f"legal, line in line out  {len(lines) / answered:10,.0f} lines/s",
    ]


def bench_chowka_bhara() -> list[str]:
    """`legal_moves` in positions of random games."""
    return [
        _legal_moves("chowka-bhara", "5x5", players=4),
        _legal_moves("chowka-bhara", "7x7", players=4),
    ]


def bench_pachisi() -> list[str]:
    """`legal_moves` in positions of random games."""
    return [
        _legal_moves("pachisi", "six", players=4),
        _legal_moves("pachisi", "seven", players=4),
    ]


BENCHES: Mapping[str, Callable[[], list[str]]] = {
    "backgammon": bench_backgammon,
    "chowka-bhara": bench_chowka_bhara,
    "pachisi": bench_pachisi,
}
"""What can be measured, by name."""

NAMES: Mapping[str, str] = {
    "backgammon": "all plays for a position and throw, and lines of `charkoni legal`",
    "chowka-bhara": "legal moves in positions of random games",
    "pachisi": "legal moves in positions of random games",
}
"""A line for each."""


def _legal_moves(game: str, preset: str, *, players: int, count: int = 1500, seed: int = 2026) -> str:
    """Measure `moves` in positions of random games and say the median and the slowest hundredth."""
    rules = make_rules(game, preset, players=players)
    chance = random.Random(seed)
    taken: list[float] = []
    while len(taken) < count:
        playing: Game[Any] = Game(rules)
        for _ in range(600):
            if playing.waits is Waits.OVER:
                break
            if playing.waits is Waits.THROW:
                playing.throw(_thrown(rules.wants(playing.state), chance))
                continue
            state = playing.state
            if playing.waits is Waits.MOVE:
                taken.append(_fastest(lambda state=state: rules.moves(state)))  # type: ignore[misc]
            playing.force(chance.choice([*rules.moves(state), *rules.optional(state)]))
    median, slow = statistics.median(taken), statistics.quantiles(taken, n=100)[98]
    return (
        f"{preset:6} legal_moves of {len(taken)} positions: median {median * 1e6:6.1f} µs, "
        f"99 of 100 under {slow * 1e6:6.1f} µs"
    )


def _thrown(kind: ThrowKind, chance: random.Random) -> Dice | Cowries:
    if kind.kind == "dice":
        return Dice(tuple(chance.randint(1, 6) for _ in range(kind.count)))
    return Cowries(sum(chance.random() < 0.5 for _ in range(kind.count)), kind.count)


def _fastest(work: Callable[[], object], *, rounds: int = _ROUNDS) -> float:
    """Do some work several times and give the processor seconds of the fastest."""
    times = []
    for _ in range(rounds):
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)


def main(arguments: Sequence[str]) -> int:
    """Print what was asked for, everything by default."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=engine", description=__doc__.split("\n")[0])
    parser.add_argument("name", nargs="*", help=f"what to measure: {', '.join(BENCHES)}")
    names = parser.parse_args(arguments).name or list(BENCHES)
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        parser.error(f"there is no {unknown[0]!r}: there are {', '.join(BENCHES)}")
    print(f"Python {platform.python_version()} on {platform.machine()}, one core")
    for name in names:
        print(name)
        for line in BENCHES[name]():
            print(f"  {line}")
    return 0
