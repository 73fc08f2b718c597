"""What the eye saw, drawn onto a copy of the picture for people to look at."""

from vision.overlay.board import draw_board
from vision.overlay.throw import draw

__all__ = ["draw", "draw_board"]
