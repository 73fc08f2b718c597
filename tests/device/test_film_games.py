"""Games played with the throws of the built-in film: pieces enter, go on, and come home."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from device.camera.wanted import wanted_throw, wants_throw
from device.cameras.film import FILM, Director, read_film
from engine.events import Setup
from engine.game import Waits
from engine.table import Table
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries, Dice, Throw

NAMES = ("Asha", "Ravi", "Mina", "Dev")
KINDS = [("pachisi", "six"), ("chowka-bhara", "5x5"), ("chowka-bhara", "7x7")]
THROWN: dict[str, Throw] = {
    scene["name"]: Cowries(scene["mouths"], scene["shells"])
    if "shells" in scene
    else Dice(tuple(scene["pips"]))
    for scene in tomllib.loads(FILM.read_text("utf-8"))["scene"]
}
"""What lies in the tray at the end of every scene."""


def evening(setup: Setup) -> Iterator[Table]:
    """Play with the film, and any legal move; give the table after every throw until the game is over."""
    table = Table(record=lambda events, **_: None)
    table.start(setup)
    director, hands = Director(read_film(FILM)), random.Random(5)
    while table.model.waits is not Waits.OVER:
        model = table.model
        if model.waits is Waits.THROW:
            wanted = wanted_throw(table)
            assert wanted is not None
            scene = director.choose(wanted, ready=lambda: wants_throw(table))
            assert scene is not None
            director.played(scene)
            table.do(TakeThrow(THROWN[scene.name]))
            yield table
        else:
            moves = model.rules.moves(model.state) or model.rules.optional(model.state)
            table.do(PlayMove(hands.choice(moves), sure=True))


def places(table: Table) -> list[list[int]]:
    """Say on which step of its way every piece of every player stands."""
    position: dict[str, Any] = table.model.rules.to_position(table.model.state)
    steps: list[list[int]] = position.get("pieces") or position["pawns"]
    return steps


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("game", "preset"), KINDS)
def test_in_sixty_throws_of_the_film_every_player_has_entered_and_the_game_goes_on(
    game: str, preset: str, players: int
) -> None:
    most = [0] * players
    far = [0] * players
    for number, table in enumerate(evening(Setup(game, preset, NAMES[:players])), 1):
        for player, steps in enumerate(places(table)):
            most[player] = max(most[player], sum(step > 0 for step in steps))
            far[player] = max(far[player], *steps)
        if number == 60:
            break
    assert min(most) >= 1
    assert sum(most) > players, "never more than the first piece of a player"
    assert min(far) >= 8


@pytest.mark.parametrize("game", [("pachisi", "six"), ("chowka-bhara", "5x5"), ("backgammon", "standard")])
def test_a_game_of_two_with_the_throws_of_the_film_comes_to_its_end(game: tuple[str, str]) -> None:
    assert sum(1 for _ in islice(evening(Setup(*game, NAMES[:2])), 1000)) < 1000
