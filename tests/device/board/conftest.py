"""A board that is followed."""

from __future__ import annotations

import pytest

from boards.scripted_board import ScriptedBoard


@pytest.fixture
def board() -> ScriptedBoard:
    """A game of backgammon in which Asha has thrown 3 and 1; the board has rested."""
    made = ScriptedBoard()
    made.throw((3, 1))
    made.wait(1.6)
    return made
