"""Pieces learnt from where they stand in the game: at the start of the cowrie games, or in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.box_over_board import Scenery
from boards.over_board import EYE, UNIT, board
from boards.painted_board import painted, start
from boards.painted_cloth import COLOURS, painted_cloth
from engine.board import Layout
from engine.table.commands import SetPosition
from vision import Frame
from vision.board.learnt import Learnt
from web.ports import NoBoardError, Placement


def camera(layout: Layout, slant: float) -> BoardCamera:
    away = 1.5 * max(layout.width, layout.height)
    return BoardCamera(layout.width, layout.height, (0.3, slant * away, away), size=(1280, 960))


def stand(scene: Scenery, *, slant: float = 0.2, empty: bool = False, **more: Any) -> BoardCamera:
    """Show the board as the game has it, and set its corners."""
    layout = scene.table.model.rules.layout
    eye = camera(layout, slant)
    pieces = [(one.square, one.player) for one in scene.table.model.rules.placed(scene.table.model.state)]
    scene.frame = painted_cloth(eye, layout, [], **more)
    scene.board.keep(Placement(tuple((float(x), float(y)) for x, y in (eye.project(UNIT) + 0.5) / eye.size)))
    if empty:
        scene.board.take_empty()
    scene.frame = painted_cloth(eye, layout, pieces, **more)
    return eye


def move(scene: Scenery, pieces: Sequence[Sequence[int]], **more: object) -> None:
    """Set a position of a game of Pachisi."""
    rules, state = scene.table.model.rules, scene.table.model.state
    position: Mapping[str, Any] = rules.to_position(state)
    entered = [any(one) for one in pieces]
    scene.table.do(SetPosition({**position, "pieces": list(map(list, pieces)), "entered": entered, **more}))
    scene.later()


def learnt(scene: Scenery) -> Learnt:
    found = scene.kept().learnt
    assert found is not None
    return found


def right(scene: Scenery) -> bool:
    """True if each player's colours are nearest to those that were painted."""
    painted_lab = cv2.cvtColor(np.array([COLOURS], np.uint8), cv2.COLOR_BGR2LAB)[0].astype(float)
    return all(
        int(np.linalg.norm(painted_lab - colour, axis=1).argmin()) == owner
        for owner, colours in enumerate(learnt(scene).colours)
        for colour in colours
    )


@pytest.mark.parametrize(("preset", "players", "slant"), [("5x5", 2, 0.35), ("7x7", 4, 0.0), ("5x5", 4, 0.2)])
def test_the_start_of_chowka_bhara_teaches_the_pieces(
    bare: Scenery, preset: str, players: int, slant: float
) -> None:
    bare.play("chowka-bhara", preset, players=players)
    stand(bare, slant=slant, empty=True)
    assert bare.line().can_learn
    bare.board.learn_from_game()
    assert right(bare)
    assert sum(map(bool, bare.standing().pieces)) == players
    assert 0.15 < learnt(bare).radius < 0.32
    assert bare.line().has_empty  # the picture of the empty board stays as it is


def test_a_cross_teaches_as_soon_as_every_player_has_a_square_alone(bare: Scenery) -> None:
    bare.play("pachisi", "six", players=4)
    stand(bare)
    assert not bare.line().can_learn  # all lie in the charkoni
    with pytest.raises(NoBoardError, match="not every player has a piece whose place is known"):
        bare.board.learn_from_game()
    move(bare, [[10, 0, 0, 0], [17, 0, 0, 0], [22, 0, 0, 0], [0, 0, 0, 0]])
    stand(bare)
    assert not bare.line().can_learn  # squares that several players share teach nothing
    move(bare, [[10, 10, 0, 0], [17, 0, 0, 0], [22, 30, 0, 0], [12, 12, 12, 0]])
    stand(bare)
    assert bare.line().can_learn
    bare.board.learn_from_game()
    assert right(bare)


@pytest.mark.parametrize(
    "pieces", [[("r1c1", 0), ("r1c3", 1), ("r3c1", 0), ("r3c3", 1)], []], ids=["otherwise", "empty"]
)
def test_a_board_that_stands_otherwise_or_is_empty_teaches_nothing(
    bare: Scenery, pieces: list[tuple[str, int]]
) -> None:
    bare.play("chowka-bhara", "5x5")
    eye = stand(bare)
    bare.frame = painted_cloth(eye, bare.table.model.rules.layout, pieces)
    with pytest.raises(NoBoardError):
        bare.board.learn_from_game()
    assert not bare.line().is_learnt


def test_crosses_on_the_home_squares_are_no_pieces(bare: Scenery) -> None:
    bare.play("chowka-bhara", "5x5")
    eye = stand(bare)
    bare.frame = crossed(eye, bare.table.model.rules.layout, bare.frame)
    bare.board.learn_from_game()
    assert right(bare)


def crossed(eye: BoardCamera, layout: Layout, frame: Frame) -> Frame:
    """Print a red cross on every home square, under what stands there."""
    bare = painted_cloth(eye, layout, [])
    is_bare = np.abs(frame.astype(int) - bare).max(axis=2, keepdims=True) < 25
    marked = bare.copy()
    for square in (one for one in layout.squares if one.kind == "home"):
        for ends in (((0.1, 0.1), (0.9, 0.9)), ((0.1, 0.9), (0.9, 0.1))):
            at = [((square.x + x) / layout.width, (square.y + y) / layout.height) for x, y in ends]
            one, other = (tuple(map(round, point)) for point in eye.project(np.array(at)))
            cv2.line(marked, one, other, (30, 30, 150), 9, cv2.LINE_AA)
    return np.where(is_bare, marked, frame).astype(np.uint8)


@pytest.mark.parametrize("radius", [0.39, 0.47])
def test_the_start_of_backgammon_teaches_how_wide_its_checkers_are(set_up: Scenery, radius: float) -> None:
    set_up.frame = painted(EYE, start(), radius=radius)
    set_up.board.learn_from_game()
    assert learnt(set_up).radius == pytest.approx(radius, abs=0.025)
    assert set_up.standing().pieces == (15, 15)


def test_a_board_of_backgammon_that_stands_otherwise_teaches_nothing(set_up: Scenery) -> None:
    assert set_up.line().can_learn
    set_up.frame = board(points={24: 5, 20: 5, 15: 5, 2: -5, 3: -5, 4: -5})
    with pytest.raises(NoBoardError, match="the board does not look as the game has it, on "):
        set_up.board.learn_from_game()
    assert not set_up.line().is_learnt
