"""What spoils a film in the middle of a game: words, no invented move, no objection, no crash."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

import numpy as np
import pytest

from boards.film_board import GAMES, FilmBoard
from boards.film_hands import two_displaced
from boards.film_spoilt import SITUATIONS, happens, moved_by
from device.follow.conclusions import Lost
from device.pretend.light import LIGHTS

T = TypeVar("T")

FEW = (
    ("backgammon", "camera away"),
    ("pachisi", "camera nudged"),
    ("chowka-bhara", "lamp off"),
    ("chowka-bhara", "a cup on it"),
    ("chowka-bhara", "cleared"),
)
"""For every run; most were once a wrong move, an objection or a board that stayed unseen."""

MOVED = (
    (0.15, 0.05, 0.0),
    (0.3, 0.0, 0.0),
    (0.0, 0.5, 0.0),
    (0.7, 0.3, 0.0),
    (1.0, 0.0, 0.0),
    (0.0, 0.0, 2.0),
)
"""How a board is moved on its table: pieces to the right and down, degrees."""


def each_in_every_light(things: Iterable[T]) -> list[tuple[T, str, str, int]]:
    """Pair each thing with every light; games and seeds take turns, so that each thing meets every game."""
    games = list(GAMES)
    return [
        (thing, light, games[(number + of_light) % len(games)], of_light % 2)
        for number, thing in enumerate(things)
        for of_light, light in enumerate(LIGHTS)
    ]


def spoilt(family: str, situation: str, light: str, seed: int) -> list[str]:
    what = SITUATIONS[situation]
    return happens(FilmBoard(family, light=light, seed=seed), what, seed=seed).faults(what.says)


def moved(family: str, way: tuple[float, float, float], light: str, seed: int) -> None:
    """A board that is moved is followed where it lies, or told to be elsewhere; then it is put back."""
    board = FilmBoard(family, light=light, seed=seed)
    moved_by(board, *way)
    board.wait(26.0, until=lambda: bool(board.words()))
    is_told = bool(board.words())
    assert board.faults() == []
    if not is_told:
        assert board.play()
        board.told.clear()
    board.film.lay(np.asarray)
    board.wait(32.0, until=lambda: not board.words() and board.film.now - board.film.moved_s > 6.0)
    assert not board.words()
    assert board.faults() == []
    assert board.play()


def two_at_once(family: str, light: str, seed: int) -> None:
    """Two pieces that nothing explains: the board is lost in words, and found by itself once put back."""
    board = FilmBoard(family, light=light, seed=seed)
    here, seat = board.film.appearance, board.table.model.turn
    board.let(board.film.moves(two_displaced(board, Random(seed)), seat=seat))
    board.wait(24.0, until=lambda: board.table.model.lost is not None)
    assert [type(one.conclusion) for one in board.told] == [Lost]
    board.let(board.film.moves(here, seat=seat))
    board.wait(10.0, until=board.is_at_peace)
    assert board.said() == ["Lost", "Found"]
    assert board.play()


@pytest.mark.parametrize(("family", "situation"), FEW)
def test_what_comes_over_a_board_is_no_move_and_no_objection(family: str, situation: str) -> None:
    assert spoilt(family, situation, "daylight", 0) == []


def test_a_board_that_is_moved_in_the_middle_of_a_game_is_never_a_move() -> None:
    moved("chowka-bhara", (0.7, 0.3, 0.0), "daylight", 0)


def test_two_pieces_displaced_at_once_are_a_lost_board() -> None:
    two_at_once("backgammon", "daylight", 1)


KNOWN = {
    (
        "a cat on it",
        "dim",
        "backgammon",
        0,
    ): "it is taken for the board: the next turn is entered some 20 s late",
    ("two games mixed", "dim", "pachisi", 0): "pieces of the other game look like one that was moved",
}
"""What goes wrong still, with the reason."""


@pytest.mark.slow  # some 5 s of a processor each
@pytest.mark.parametrize(
    ("situation", "light", "family", "seed"),
    [
        pytest.param(*row, marks=[pytest.mark.xfail(strict=True, reason=KNOWN[row])] if row in KNOWN else [])
        for row in [*each_in_every_light(SITUATIONS), ("a cat on it", "dim", "pachisi", 1)]
    ],
)
def test_nothing_that_comes_over_a_board_is_a_move_or_an_objection(
    situation: str, light: str, family: str, seed: int
) -> None:
    assert spoilt(family, situation, light, seed) == []


@pytest.mark.slow  # as above
@pytest.mark.parametrize(("way", "light", "family", "seed"), each_in_every_light(MOVED))
def test_no_board_that_is_moved_is_a_move(
    way: tuple[float, float, float], light: str, family: str, seed: int
) -> None:
    moved(family, way, light, seed)


@pytest.mark.slow  # as above
@pytest.mark.parametrize(("family", "light", "_", "seed"), each_in_every_light(GAMES))
def test_no_two_pieces_displaced_at_once_are_a_move_or_an_objection(
    family: str, light: str, _: str, seed: int
) -> None:
    two_at_once(family, light, seed)
