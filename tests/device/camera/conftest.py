"""A board that is set up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boards.box_over_board import LAID, Scenery


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Scenery]:
    """A box over a board, without a game."""
    made = Scenery(tmp_path)
    yield made
    made.journal.close()


@pytest.fixture
def scene(bare: Scenery) -> Scenery:
    """A game of backgammon whose board is not set up."""
    bare.play()
    return bare


@pytest.fixture
def set_up(scene: Scenery) -> Scenery:
    """A game of backgammon whose corners are set."""
    scene.board.keep(LAID)
    return scene
