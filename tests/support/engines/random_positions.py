"""Positions of random games that wait for a move."""

from __future__ import annotations

import random
from typing import Any

from engine.game import Game, Waits
from engine.registry import make_rules
from engine.throw import Cowries, Dice, Throw

GAMES: list[tuple[str, str, dict[str, object], int]] = [
    ("backgammon", "standard", {}, 2),
    ("backgammon", "finnish", {}, 2),
    ("backgammon", "polish", {}, 2),
    ("pachisi", "seven", {}, 4),
    ("pachisi", "seven", {"split": True}, 2),
    ("chowka-bhara", "5x5", {}, 4),
    ("chowka-bhara", "7x7", {"share_crossed": True}, 2),
]


def some_throw(game: Game[Any], rng: random.Random) -> Throw:
    wants = game.rules.wants(game.state)
    if wants.kind == "dice":
        return Dice(tuple(rng.randint(1, 6) for _ in range(wants.count)))
    return Cowries(sum(rng.random() < 0.5 for _ in range(wants.count)), wants.count)


def positions(
    name: str, preset: str, options: dict[str, object], players: int, *, seed: int, count: int = 8
) -> list[Game[Any]]:
    """Play at random and return games that wait for a move, each at another point."""
    rng = random.Random(seed)
    found: list[Game[Any]] = []
    while len(found) < count:
        game: Game[Any] = Game(make_rules(name, preset, options=options, players=players))
        for _ in range(rng.randint(1, 150)):
            if game.waits is Waits.OVER:
                break
            if game.waits is Waits.THROW:
                game.throw(some_throw(game, rng))
            else:
                game.push(rng.choice(game.legal_moves() or game.rules.optional(game.state)))
        if game.waits is Waits.MOVE:
            found.append(game)
    return found
