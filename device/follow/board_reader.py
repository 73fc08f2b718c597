"""Which reader of boards the box uses. Another one is one line here."""

from __future__ import annotations

from vision.board.network import NetworkReader
from vision.board.occupancy import Reader

LIKELY = 0.9
"""Probability from which people see no question mark: less is worth a look."""

CHECKERS = 15
"""Each player's in a set of backgammon; more never stand on the board."""


def board_reader() -> Reader:
    """Return the reader that looks what stands on a board."""
    return NetworkReader()
