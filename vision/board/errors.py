"""What can be wrong with a board, its corners or what is said about it."""

from __future__ import annotations

from vision.reading import Doubt, VisionError


class BoardError(VisionError, ValueError):
    """The board, its corners or what was learnt of it cannot be used; the message says what would help."""

    def __init__(self, why: str | Doubt) -> None:
        super().__init__(why)
        self.doubt = why if isinstance(why, Doubt) else Doubt(why)
        """The message as a template with its fields, for those who say it in another language."""


class CornerError(BoardError):
    """The corners of the playing field cannot be those of a board in the picture."""
