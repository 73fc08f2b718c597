"""What can be wrong with a board, its corners or what is said about it."""

from __future__ import annotations

from vision.reading import VisionError


class BoardError(VisionError, ValueError):
    """The board, its corners or what was learnt of it cannot be used; the message says what would help."""


class CornerError(BoardError):
    """The corners of the playing field cannot be those of a board in the picture."""
