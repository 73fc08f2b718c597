"""What was learnt of a set: the colours of each owner's pieces and how wide they are, as plain numbers.

Beside them the empty board, where somebody took a picture of it, which is no number and not kept with them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from vision.board.empty import EmptyBoard
from vision.board.errors import BoardError

_Part = Annotated[float, partial(round, ndigits=1)]
Colour = tuple[_Part, _Part, _Part]
"""Lightness, then green to red, then blue to yellow: OpenCV's Lab, each 0 to 255."""

OWNERS = 6
FACES = 4
"""Most owners of a board, and most colours of one owner's pieces: they may have two faces, or grain."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A set of pieces."""

    colours: tuple[tuple[Colour, ...], ...]
    """By owner: the colours of its pieces."""
    radius: Annotated[float, partial(round, ndigits=4)]
    """Of a piece, in widths of a place."""
    empty: EmptyBoard | None = field(default=None, compare=False, repr=False)
    """The board without pieces; None where nobody has shown it."""

    def __post_init__(self) -> None:
        """Refuse what is no set.

        Raises:
            BoardError: If there are too many or no owners or colours, or numbers out of range.
        """
        if not 1 <= len(self.colours) <= OWNERS or not all(1 <= len(one) <= FACES for one in self.colours):
            raise BoardError(f"a set has 1 to {OWNERS} owners with 1 to {FACES} colours each")
        if not all(0 <= value <= 255 for owner in self.colours for colour in owner for value in colour):
            raise BoardError("a colour is three numbers from 0 to 255")
        if not 0.2 <= self.radius <= 0.6:
            raise BoardError(f"a piece's radius is 0.2 to 0.6 of a place's width, not {self.radius!r}")
